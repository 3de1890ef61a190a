"""What stands on the floor: pits, tables, shakers, and which tablet stands where."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.profiles import profile
from rules.refusals import Refused
from staff.models import Person, Tablet
from staff.policy import Act, require
from tables.locks import locked_table, step
from tables.models import GamingTable, Pit, RulesSubmission, Shaker, TableState, TabletPost


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is set up at a table: limits, seats, layout and cameras."""

    pit_id: int
    number: int
    seats: int
    minimum_cents: int
    maximum_cents: int
    player_maximum_cents: int | None = None
    denominations: tuple[int, ...] = ()
    drop_box: str = ""
    layout_approval: str = ""
    cameras: tuple[str, ...] = ()


def add_pit(name: str, *, by: Person, at: datetime) -> Pit:
    """Add a pit to the floor."""
    require(by, Act.MANAGE_TABLES)
    if not name.strip():
        raise Refused("name_missing", _("Give the pit a name."))
    try:
        with transaction.atomic():
            pit = Pit.objects.create(property_id=by.property_id, name=name.strip())
            record(EventKind.FLOOR_SET_UP, about=pit, by=by, at=at, detail={"pit": pit.name})
    except IntegrityError:
        raise Refused("name_taken", _("Another pit has this name.")) from None
    return pit


def add_table(facts: TableFacts, submission_id: int, *, by: Person, at: datetime) -> GamingTable:
    """Add a table, closed, with the rules it will play by."""
    require(by, Act.MANAGE_TABLES)
    submission = RulesSubmission.objects.get(pk=submission_id, property_id=by.property_id)
    _guard(facts, submission, by)
    try:
        with transaction.atomic():
            table = GamingTable.objects.create(
                property_id=by.property_id,
                submission=submission,
                state_since=at,
                **_columns(facts),
            )
            record(
                EventKind.TABLE_ADDED,
                about=[table, submission],
                by=by,
                at=at,
                detail={"number": table.number},
                after=asdict(facts),
            )
    except IntegrityError:
        raise Refused("number_taken", _("Another table has this number.")) from None
    return table


def change_table(table_id: int, facts: TableFacts, *, by: Person, at: datetime) -> GamingTable:
    """Change limits or layout of a closed table."""
    require(by, Act.MANAGE_TABLES)
    try:
        with transaction.atomic():
            table = locked_table(table_id, by)
            if table.state != TableState.CLOSED:
                raise Refused("table_not_closed", _("Change a table while it is closed."))
            _guard(facts, table.submission, by)
            before = {name: getattr(table, name) for name in _columns(facts)}
            step(table, **_columns(facts))
            record(
                EventKind.TABLE_CHANGED,
                about=table,
                by=by,
                at=at,
                before=before,
                after=_columns(facts),
            )
            publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    except IntegrityError:
        raise Refused("number_taken", _("Another table has this number.")) from None
    return table


def add_shaker(serial: str, table_id: int, *, by: Person, at: datetime) -> Shaker:
    """Register the shaker that stands at a table; it carries the operator's name.

    Rule: MD ch. 2 §D(7).
    """
    require(by, Act.MANAGE_TABLES)
    if not serial.strip():
        raise Refused("serial_missing", _("Type or scan the serial of the shaker."))
    try:
        with transaction.atomic():
            table = locked_table(table_id, by)
            Shaker.objects.filter(table=table).update(table=None)
            shaker, _made = Shaker.objects.update_or_create(
                property_id=by.property_id, serial=serial.strip(), defaults={"table": table}
            )
            record(
                EventKind.SHAKER_ADDED,
                about=[table, shaker],
                by=by,
                at=at,
                detail={"serial": shaker.serial},
            )
    except IntegrityError:
        raise Refused("serial_taken", _("This shaker stands at another table.")) from None
    return shaker


@transaction.atomic
def post_tablet(tablet_id: int, table_id: int, *, by: Person, at: datetime) -> TabletPost:
    """Say at which table a tablet stands."""
    require(by, Act.MANAGE_TABLETS)
    table = locked_table(table_id, by)
    tablet = Tablet.objects.get(pk=tablet_id, property_id=by.property_id)
    post, _made = TabletPost.objects.update_or_create(tablet=tablet, defaults={"table": table})
    record(
        EventKind.TABLET_POSTED,
        about=[table, tablet],
        by=by,
        at=at,
        detail={"name": tablet.name},
    )
    return post


def _guard(facts: TableFacts, submission: RulesSubmission, by: Person) -> None:
    Pit.objects.get(pk=facts.pit_id, property_id=by.property_id)
    most = profile(submission.profile).seat_count
    if not 1 <= facts.seats <= most:
        raise Refused("wrong_seats", _("These rules allow 1 to {count} seats.").format(count=most))
    if not 0 < facts.minimum_cents <= facts.maximum_cents:
        raise Refused("wrong_limits", _("The minimum is above the maximum, or nothing."))
    if facts.number < 1:
        raise Refused("wrong_number", _("Give the table a number."))


def _columns(facts: TableFacts) -> dict[str, object]:
    columns = asdict(facts)
    return {
        **columns,
        "denominations": list(facts.denominations),
        "cameras": list(facts.cameras),
    }
