"""What stands on the floor: pits, tables, shakers, and which tablet stands where."""

from datetime import date, datetime
from typing import Annotated

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Code, Id, Input, Remark, Word
from rules.profiles import profile
from rules.refusals import Refused
from staff.models import Person, Tablet
from staff.policy import Act
from tables.commands.table_state import TABLE, WhichTable
from tables.guards import guard_approved_already, guard_limits, guard_may_retire
from tables.locks import locked_table, step
from tables.models import GamingTable, Pit, RulesSubmission, Shaker, TableState, TabletPost
from tables.queries.answers import id_answer, table_answer

MOST_CENTS = 2_000_000_000

Limit = Annotated[int, Field(ge=1, le=MOST_CENTS)]
Camera = Annotated[Code, Field(max_length=30)]


class AddPit(Input):
    """The name of a pit."""

    name: Word


class RenamePit(AddPit):
    """Which pit, and its name from now on."""

    pit_id: Id


class TableFacts(Input):
    """What is set up at a table: limits, seats, layout and cameras."""

    pit_id: Id
    number: Annotated[int, Field(ge=1, le=9999)]
    seats: Annotated[int, Field(ge=1, le=8)]
    minimum_cents: Limit
    maximum_cents: Limit
    player_maximum_cents: Limit | None = None
    denominations: Annotated[tuple[Limit, ...], Field(max_length=20)] = ()
    drop_box: Annotated[Remark, Field(max_length=30)] = ""
    layout_approval: Annotated[Remark, Field(max_length=60)] = ""
    cameras: Annotated[tuple[Camera, ...], Field(max_length=20)] = ()


class AddTable(TableFacts):
    """What is set up at a new table, and by which rules it plays."""

    submission_id: Id


class ChangeTable(TableFacts):
    """Which table, and what is set up at it from now on."""

    table_id: Id


class AddShaker(Input):
    """The serial of a shaker, the table where it stands, and the approval of its design."""

    serial: Annotated[Code, Field(max_length=40)]
    table_id: Id
    approval_reference: Annotated[Remark, Field(max_length=60)] = ""
    approved_on: date | None = None


class PostTablet(Input):
    """Which tablet stands at which table."""

    tablet_id: Id
    table_id: Id


@command(
    AddPit,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Add a pit"),
    path="pits/",
    answer=id_answer,
)
def add_pit(call: Call[AddPit]) -> Pit:
    """Add a pit to the floor."""
    name = call.input.name.strip()
    if not name:
        raise Refused("name_missing", _("Give the pit a name."))
    try:
        with transaction.atomic():
            pit = Pit.objects.create(property_id=call.by.property_id, name=name)
            call.record(EventKind.FLOOR_SET_UP, about=pit, detail={"pit": pit.name})
    except IntegrityError:
        raise Refused("name_taken", _("Another pit has this name.")) from None
    return pit


@command(
    RenamePit,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Rename the pit"),
    path="pits/<int:pit_id>/name/",
    answer=id_answer,
)
def rename_pit(call: Call[RenamePit]) -> Pit:
    """Give a pit another name; its tables stay in it."""
    pit = Pit.objects.select_for_update().get(pk=call.input.pit_id, property_id=call.by.property_id)
    name = call.input.name.strip()
    if not name:
        raise Refused("name_missing", _("Give the pit a name."))
    was, pit.name = pit.name, name
    try:
        with transaction.atomic():
            pit.save(update_fields=["name"])
            call.record(EventKind.PIT_RENAMED, about=pit, detail={"pit": name, "was": was})
    except IntegrityError:
        raise Refused("name_taken", _("Another pit has this name.")) from None
    return pit


@command(
    AddTable,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Add a table"),
    path="tables/",
    answer=table_answer,
)
def add_table(call: Call[AddTable]) -> GamingTable:
    """Add a table, closed, with the rules it will play by."""
    facts, by = call.input, call.by
    submission = RulesSubmission.objects.get(pk=facts.submission_id, property_id=by.property_id)
    _guard(facts, submission, by)
    try:
        with transaction.atomic():
            table = GamingTable.objects.create(
                property_id=by.property_id,
                submission=submission,
                state_since=call.at,
                **_columns(facts),
            )
            call.record(
                EventKind.TABLE_ADDED,
                about=[table, submission],
                detail={"number": table.number},
                after=_columns(facts),
            )
    except IntegrityError:
        raise Refused("number_taken", _("Another table has this number.")) from None
    return table


@command(
    ChangeTable,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Change the table"),
    path=f"{TABLE}details/",
    answer=table_answer,
)
def change_table(call: Call[ChangeTable]) -> GamingTable:
    """Change limits or layout of a closed table."""
    facts = call.input
    try:
        with transaction.atomic():
            table = _closed_table(facts.table_id, call.by)
            _guard(facts, table.submission, call.by)
            before = {name: getattr(table, name) for name in _columns(facts)}
            step(table, **_columns(facts))
            call.record(EventKind.TABLE_CHANGED, about=table, before=before, after=_columns(facts))
            call.publish(f"table:{table.pk}", "table")
    except IntegrityError:
        raise Refused("number_taken", _("Another table has this number.")) from None
    return table


@command(
    WhichTable,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Retire the table"),
    path=f"{TABLE}retirement/",
    answer=table_answer,
)
def retire_table(call: Call[WhichTable]) -> GamingTable:
    """Take a closed table off the floor; its number and what happened at it are kept."""
    table = _closed_table(call.input.table_id, call.by)
    guard_may_retire(table, call.at)
    return _stand(call, table, call.at, EventKind.TABLE_RETIRED)


@command(
    WhichTable,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Bring the table back"),
    path=f"{TABLE}return/",
    answer=table_answer,
)
def bring_table_back(call: Call[WhichTable]) -> GamingTable:
    """Let a retired table stand on the floor again, closed."""
    table = _closed_table(call.input.table_id, call.by)
    if table.retired_at is None:
        raise Refused("table_not_retired", _("This table stands on the floor."))
    return _stand(call, table, None, EventKind.TABLE_BACK)


@command(
    AddShaker,
    act=Act.MANAGE_TABLES,
    says=gettext_lazy("Register the shaker"),
    path=f"{TABLE}shaker/",
    answer=table_answer,
)
def add_shaker(call: Call[AddShaker]) -> Shaker:
    """Register the shaker that stands at a table, with the Commission's approval of it.

    It carries the operator's name.

    Rule: MD ch. 2 §D, §D(7).
    """
    serial = call.input.serial.strip()
    if not serial:
        raise Refused("serial_missing", _("Type or scan the serial of the shaker."))
    guard_approved_already(call.by.property, call.input.approved_on, call.at)
    try:
        with transaction.atomic():
            table = locked_table(call.input.table_id, call.by)
            stood_here = list(Shaker.objects.filter(table=table).exclude(serial=serial))
            Shaker.objects.filter(table=table).update(table=None)
            shaker, _made = Shaker.objects.update_or_create(
                property_id=call.by.property_id,
                serial=serial,
                defaults={
                    "table": table,
                    "approval_reference": call.input.approval_reference.strip(),
                    "approved_on": call.input.approved_on,
                },
            )
            call.record(
                EventKind.SHAKER_ADDED,
                about=[table, shaker, *stood_here],
                detail={
                    "serial": shaker.serial,
                    "approval": shaker.approval_reference,
                    "approved_on": shaker.approved_on,
                },
            )
    except IntegrityError:
        raise Refused("serial_taken", _("This shaker stands at another table.")) from None
    return shaker


@command(
    PostTablet,
    act=Act.MANAGE_TABLETS,
    says=gettext_lazy("Post the tablet"),
    path="tablets/<int:tablet_id>/post/",
    answer=table_answer,
)
def post_tablet(call: Call[PostTablet]) -> TabletPost:
    """Say at which table a tablet stands."""
    table = locked_table(call.input.table_id, call.by)
    tablet = Tablet.objects.get(pk=call.input.tablet_id, property_id=call.by.property_id)
    post, _made = TabletPost.objects.update_or_create(tablet=tablet, defaults={"table": table})
    call.record(EventKind.TABLET_POSTED, about=[table, tablet], detail={"name": tablet.name})
    return post


def _closed_table(table_id: int, by: Person) -> GamingTable:
    table = locked_table(table_id, by)
    if table.state != TableState.CLOSED:
        raise Refused("table_not_closed", _("Change a table while it is closed."))
    return table


def _stand(
    call: Call[WhichTable], table: GamingTable, retired_at: datetime | None, event: EventKind
) -> GamingTable:
    step(table, retired_at=retired_at)
    call.record(event, about=table)
    call.publish(f"table:{table.pk}", "table")
    return table


def _guard(facts: TableFacts, submission: RulesSubmission, by: Person) -> None:
    Pit.objects.get(pk=facts.pit_id, property_id=by.property_id)
    most = profile(submission.profile).seat_count
    if not 1 <= facts.seats <= most:
        raise Refused("wrong_seats", _("These rules allow 1 to {count} seats.").format(count=most))
    if not 0 < facts.minimum_cents <= facts.maximum_cents:
        raise Refused("wrong_limits", _("The minimum is above the maximum, or nothing."))
    guard_limits(facts.minimum_cents, facts.maximum_cents, submission)
    if facts.number < 1:
        raise Refused("wrong_number", _("Give the table a number."))


def _columns(facts: TableFacts) -> dict[str, object]:
    return {
        **{name: getattr(facts, name) for name in TableFacts.model_fields},
        "denominations": list(facts.denominations),
        "cameras": list(facts.cameras),
    }
