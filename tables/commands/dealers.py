"""Who stands at a table: the dealer with the shaker, and the floorperson who answers for it."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may, require
from tables.commands.alerts import Call, close_alerts, raise_alert
from tables.guards import game_at
from tables.locks import guard_version, locked_table, step
from tables.models import (
    DealerShift,
    EquipmentKind,
    FloorAssignment,
    GamingTable,
    Shaker,
    TableState,
)
from tables.requirements import demands_of


def tap_in(
    table_id: int, shaker: str, *, by: Person, at: datetime, version: int | None = None
) -> DealerShift:
    """Take the table as its dealer; a dealer who stood there is relieved in the same step.

    The shaker is never left unattended, so whoever comes names it.

    Rule: MD ch. 2 §D(3).
    """
    require(by, Act.DEAL)
    try:
        with transaction.atomic():
            return _take_over(table_id, shaker.strip(), by=by, at=at, version=version)
    except IntegrityError:
        raise Refused(
            "dealing_elsewhere", _("You are tapped in at another table. Tap out there first.")
        ) from None


@transaction.atomic
def tap_out(table_id: int, *, by: Person, at: datetime, version: int | None = None) -> DealerShift:
    """Leave the table. With dice in the shaker somebody must take it over instead.

    Rule: MD ch. 2 §D(3).
    """
    table = locked_table(table_id, by)
    guard_version(table, version)
    shift = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if shift is None or (shift.person_id != by.pk and not may(by, Act.SUSPEND_TABLE)):
        raise Refused("not_dealing", _("You are not the dealer at this table."))
    if table.state == TableState.OPEN and _has_dice(table):
        raise Refused(
            "shaker_unattended",
            _("The shaker is never left alone. The next dealer taps in and takes it over."),
            "MD ch. 2 §D(3)",
        )
    shift.ended_at = at
    shift.save(update_fields=["ended_at"])
    step(table)
    record(EventKind.DEALER_TAPPED_OUT, about=[table, shift, shift.person], by=by, at=at)
    publish_on_commit(table.property_id, f"table:{table.pk}", "dealer")
    return shift


@transaction.atomic
def assign_floorperson(
    table_id: int, person_id: int, *, by: Person, at: datetime, version: int | None = None
) -> FloorAssignment:
    """Make a floorperson answer for a table, instead of whoever did before.

    More than two tables each is allowed: the page warns, and an alert calls the pit manager.

    Rule: COMAR 36.05.03.01C.
    """
    require(by, Act.ASSIGN_FLOORPERSON)
    table = locked_table(table_id, by)
    guard_version(table, version)
    person = Person.objects.get(pk=person_id, property_id=by.property_id, is_active=True)
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
    record(
        EventKind.FLOORPERSON_ASSIGNED,
        about=[table, assignment, person],
        by=by,
        at=at,
        detail={"person": person.pk, "tables": count, "over": count > _most(table)},
    )
    _call_if_too_many(assignment, count, _most(table), at=at)
    if before is not None and tables_of(before.person).count() <= _most(table):
        close_alerts(table.property_id, f"floor:{before.person_id}", by=by, at=at)
    publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    return assignment


def tables_of(person: Person) -> QuerySet[FloorAssignment]:
    return FloorAssignment.objects.filter(person=person, ended_at__isnull=True)


def _call_if_too_many(assignment: FloorAssignment, count: int, most: int, *, at: datetime) -> None:
    """Rule: COMAR 36.05.03.01C."""
    if count <= most:
        return
    person = assignment.person
    call = Call(
        f"floor:{person.pk}:{assignment.pk}",
        "floorperson_over",
        params={"person": person.badge, "tables": count, "most": most},
    )
    raise_alert(call, property_id=assignment.property_id, table=assignment.table, at=at)


def _most(table: GamingTable) -> int:
    return demands_of(table.submission).number("floorperson_tables")


def _take_over(
    table_id: int, shaker: str, *, by: Person, at: datetime, version: int | None
) -> DealerShift:
    table = locked_table(table_id, by)
    guard_version(table, version)
    if table.state == TableState.CLOSED:
        raise Refused("table_not_open", _("This table is closed. A pit manager opens it first."))
    _guard_shaker(table, shaker)
    before = DealerShift.objects.filter(table=table, ended_at__isnull=True).first()
    if before is not None:
        if before.person_id == by.pk:
            raise Refused("dealing_already", _("You are the dealer at this table already."))
        before.ended_at = at
        before.save(update_fields=["ended_at"])
    shift = DealerShift.objects.create(
        property_id=table.property_id, table=table, person=by, began_at=at, shaker=shaker
    )
    step(table)
    record(
        EventKind.DEALER_TAPPED_IN,
        about=[table, shift, by],
        by=by,
        at=at,
        detail={"shaker": shaker, "relieved": before.person_id if before else None},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "dealer")
    return shift


def _guard_shaker(table: GamingTable, shaker: str) -> None:
    """Refuse a hand-over that names another shaker than the one of the table."""
    known = Shaker.objects.filter(table=table).first()
    if known is None or not _plays_with_dice(table):
        return
    if shaker.upper() != known.serial.upper():
        raise Refused(
            "shaker_not_named",
            _("Name the shaker that you take over: the one of this table."),
            "MD ch. 2 §D(3)",
        )


def _plays_with_dice(table: GamingTable) -> bool:
    return any(each.kind == EquipmentKind.DICE for each in game_at(table).kinds)


def _has_dice(table: GamingTable) -> bool:
    there = table.placements.filter(kind=EquipmentKind.DICE, during__endswith__isnull=True)
    return there.exists()
