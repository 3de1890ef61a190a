"""Open, suspend and close a table."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require
from tables.guards import game_at, guard_table_may_close, guard_table_may_open
from tables.locks import guard_version, locked_table, step
from tables.models import DealerShift, FloorAssignment, GamingTable, TableState


@transaction.atomic
def begin_opening(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Begin to open a closed table: sets may be brought, inspected and verified."""
    require(by, Act.OPEN_TABLE)
    table = _at(table_id, by, version)
    _guard_state(table, TableState.CLOSED)
    return _become(table, TableState.OPENING, EventKind.TABLE_OPENING, by=by, at=at)


@transaction.atomic
def open_table(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Open the table for play, once everything at it is verified and counted.

    The tiles lie face up in rank order until the first player comes.

    Rule: MD ch. 4 §A-§D; NZ 8.
    """
    require(by, Act.OPEN_TABLE)
    table = _at(table_id, by, version)
    guard_table_may_open(table, at)
    return _become(
        table,
        TableState.OPEN,
        EventKind.TABLE_OPENED,
        by=by,
        at=at,
        tiles_displayed=game_at(table).shows_sets_to_players,
    )


@transaction.atomic
def suspend_table(
    table_id: int, reason: str, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Stop new rounds at a table; the round in progress may finish."""
    require(by, Act.SUSPEND_TABLE)
    table = _at(table_id, by, version)
    _guard_state(table, TableState.OPEN)
    return _become(
        table, TableState.SUSPENDED, EventKind.TABLE_SUSPENDED, by=by, at=at, hold=reason[:40]
    )


@transaction.atomic
def resume_table(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Let a suspended table go on."""
    require(by, Act.SUSPEND_TABLE)
    table = _at(table_id, by, version)
    _guard_state(table, TableState.SUSPENDED)
    return _become(table, TableState.OPEN, EventKind.TABLE_RESUMED, by=by, at=at, hold="")


@transaction.atomic
def begin_closing(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Begin to close a table: no new round, sets leave, chips are counted."""
    require(by, Act.CLOSE_TABLE)
    table = _at(table_id, by, version)
    _guard_state(table, TableState.OPEN, TableState.SUSPENDED, TableState.OPENING)
    return _become(
        table, TableState.CLOSING, EventKind.TABLE_CLOSING, by=by, at=at, tiles_displayed=False
    )


@transaction.atomic
def close_table(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Close the table for good, once nothing is left on it and everything is counted.

    Whoever dealt or watched it is free again.

    Rule: COMAR 36.05.03.03.
    """
    require(by, Act.CLOSE_TABLE)
    table = _at(table_id, by, version)
    guard_table_may_close(table, at)
    DealerShift.objects.filter(table=table, ended_at__isnull=True).update(ended_at=at)
    FloorAssignment.objects.filter(table=table, ended_at__isnull=True).update(ended_at=at)
    return _become(table, TableState.CLOSED, EventKind.TABLE_CLOSED, by=by, at=at, hold="")


def _at(table_id: int, by: Person, version: int | None) -> GamingTable:
    table = locked_table(table_id, by)
    guard_version(table, version)
    return table


def _guard_state(table: GamingTable, *allowed: TableState) -> None:
    if table.state not in allowed:
        raise Refused(
            "wrong_state",
            _("{table} is {state}, so this is not possible now.").format(
                table=table, state=TableState(table.state).label
            ),
            state=table.state,
        )


def _become(
    table: GamingTable,
    state: TableState,
    event: EventKind,
    *,
    by: Person,
    at: datetime,
    **changes: object,
) -> GamingTable:
    before = table.state
    step(table, state=state, state_since=at, **changes)
    record(
        event,
        about=table,
        by=by,
        at=at,
        detail={"reason": table.hold} if table.hold else {},
        before={"state": before},
        after={"state": state.value},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    return table
