"""Who stands at a table: the dealer with the shaker, and the floorperson who answers for it."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, OptionalCode, Whole
from rules.refusals import Refused
from staff.commands.sign_in import lock_tablets
from staff.models import Person
from staff.policy import Act, may
from tables.commands import alerts
from tables.commands.duties import note_who_came
from tables.commands.table_state import TABLE, WhichTable, table_asked
from tables.guards import citation, game_at, guard_qualified
from tables.locks import step
from tables.models import (
    DealerShift,
    EquipmentKind,
    FloorAssignment,
    GamingTable,
    Shaker,
    TableState,
)
from tables.queries.answers import table_answer
from tables.requirements import demands_of


class TapIn(Input):
    """Which table, and the shaker that goes with it."""

    table_id: Id
    shaker: OptionalCode = ""


class AssignFloorperson(Input):
    """Who answers for which table."""

    table_id: Id
    person_id: Whole


@command(
    TapIn,
    act=Act.DEAL,
    says=gettext_lazy("Take the table"),
    path=f"{TABLE}tap-in/",
    answer=table_answer,
    versioned=True,
)
def tap_in(call: Call[TapIn]) -> DealerShift:
    """Take the table as its dealer; a dealer who stood there is relieved in the same step.

    The shaker is never left unattended, so whoever comes names it.

    Rule: MD ch. 2 §D(3).
    """
    try:
        with transaction.atomic():
            return _take_over(call)
    except IntegrityError:
        raise Refused(
            "dealing_elsewhere", _("You are tapped in at another table. Tap out there first.")
        ) from None


@command(
    WhichTable,
    act=Act.DEAL,
    says=gettext_lazy("Leave the table"),
    path=f"{TABLE}tap-out/",
    answer=table_answer,
    versioned=True,
)
def tap_out(call: Call[WhichTable]) -> DealerShift:
    """Leave the table. With dice in the shaker somebody must take it over instead, be the table
    open, suspended or closing.

    Rule: MD ch. 2 §D(3).
    """
    table = table_asked(call)
    shift = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if shift is None or (shift.person_id != call.by.pk and not may(call.by, Act.SUSPEND_TABLE)):
        raise Refused("not_dealing", _("You are not the dealer at this table."))
    if _has_dice(table):
        raise Refused(
            "shaker_unattended",
            _("The shaker is never left alone. The next dealer taps in and takes it over."),
            citation(table, "dealer-at-table"),
        )
    shift.ended_at = call.at
    shift.save(update_fields=["ended_at"])
    step(table)
    call.record(EventKind.DEALER_TAPPED_OUT, about=[table, shift, shift.person])
    call.publish(f"table:{table.pk}", "dealer")
    return shift


@command(
    AssignFloorperson,
    act=Act.ASSIGN_FLOORPERSON,
    says=gettext_lazy("Assign a floorperson"),
    path=f"{TABLE}assign/",
    answer=table_answer,
    versioned=True,
)
def assign_floorperson(call: Call[AssignFloorperson]) -> FloorAssignment:
    """Make a floorperson answer for a table, instead of whoever did before.

    More than two tables each is allowed: the page warns, and an alert calls the pit manager.

    Rule: COMAR 36.05.03.01C.
    """
    table, by, at = table_asked(call), call.by, call.at
    person = Person.objects.get(pk=call.input.person_id, property_id=by.property_id, is_active=True)
    if not may(person, Act.VERIFY_INSPECTION):
        raise Refused("not_a_floorperson", _("Only a floorperson or above can take a table."))
    if person.pk != by.pk and not may(by, Act.OPEN_TABLE):
        raise Refused("not_yours_to_assign", _("A pit manager assigns other people."))
    before = FloorAssignment.objects.filter(table=table, ended_at__isnull=True).first()
    if before is not None:
        before.ended_at = at
        before.save(update_fields=["ended_at"])
    assignment = FloorAssignment.objects.create(
        property_id=table.property_id, table=table, person=person, began_at=at
    )
    step(table)
    count = tables_of(person).count()
    call.record(
        EventKind.FLOORPERSON_ASSIGNED,
        about=[table, assignment, person],
        detail={"person": person.pk, "tables": count, "over": count > _most(table)},
    )
    _call_if_too_many(assignment, count, _most(table), at=at)
    if before is not None and tables_of(before.person).count() <= _most(table):
        alerts.close_alerts(table.property_id, f"floor:{before.person_id}", by=by, at=at)
    call.publish(f"table:{table.pk}", "table")
    return assignment


def tables_of(person: Person) -> QuerySet[FloorAssignment]:
    return FloorAssignment.objects.filter(person=person, ended_at__isnull=True)


def _call_if_too_many(assignment: FloorAssignment, count: int, most: int, *, at: datetime) -> None:
    """Rule: COMAR 36.05.03.01C."""
    if count <= most:
        return
    person = assignment.person
    said = alerts.AlertWords(
        f"floor:{person.pk}:{assignment.pk}",
        "floorperson_over",
        params={"person": person.badge, "name": person.name, "tables": count, "most": most},
    )
    alerts.raise_alert(said, property_id=assignment.property_id, table=assignment.table, at=at)


def _most(table: GamingTable) -> int:
    return demands_of(table.submission).number("floorperson_tables")


def _take_over(call: Call[TapIn]) -> DealerShift:
    table, by, shaker = table_asked(call), call.by, call.input.shaker
    if table.state == TableState.CLOSED:
        raise Refused("table_not_open", _("This table is closed. A pit manager opens it first."))
    guard_qualified(table, by)
    _guard_shaker(table, shaker)
    before = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if before is not None:
        if before.person_id == by.pk:
            raise Refused("dealing_already", _("You are the dealer at this table already."))
        before.ended_at = call.at
        before.save(update_fields=["ended_at"])
        _lock_tablets_of(table, before.person, call.at)
    shift = DealerShift.objects.create(
        property_id=table.property_id, table=table, person=by, began_at=call.at, shaker=shaker
    )
    step(table)
    call.record(
        EventKind.DEALER_TAPPED_IN,
        about=[table, shift, by],
        detail={"shaker": shaker, "relieved": before.person_id if before else None},
    )
    note_who_came(call, table)
    call.publish(f"table:{table.pk}", "dealer")
    return shift


def _lock_tablets_of(table: GamingTable, relieved: Person, at: datetime) -> None:
    """No tablet here goes on in the name of a dealer who was relieved."""
    here = set(table.tablet_posts.values_list("tablet_id", flat=True))
    if here:
        lock_tablets(here, relieved, why="relieved", at=at)


def _guard_shaker(table: GamingTable, shaker: str) -> None:
    """Refuse a hand-over that names another shaker than the one of the table."""
    known = Shaker.objects.filter(table=table).first()
    if known is None or not _plays_with_dice(table):
        return
    if shaker.upper() != known.serial.upper():
        raise Refused(
            "shaker_not_named",
            _("Name the shaker that you take over: the one of this table."),
            citation(table, "dealer-at-table"),
        )


def _plays_with_dice(table: GamingTable) -> bool:
    return any(each.kind == EquipmentKind.DICE for each in game_at(table).may_lie_there)


def _has_dice(table: GamingTable) -> bool:
    there = table.placements.filter(kind=EquipmentKind.DICE, during__endswith__isnull=True)
    return there.exists()
