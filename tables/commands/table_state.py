"""Open, suspend and close a table."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Word
from rules.refusals import Refused
from staff.policy import Act
from tables.guards import (
    game_at,
    guard_nobody_plays,
    guard_not_retired,
    guard_table_may_close,
    guard_table_may_open,
    refusal_of,
)
from tables.locks import guard_table_version, locked_table, step
from tables.models import DealerShift, FloorAssignment, GamingTable, TableState
from tables.queries.answers import table_answer

TABLE = "tables/<int:table_id>/"
# A hold that only whoever decides the dispute lifts.
DISPUTE = "dispute"


class WhichTable(Input):
    """Which table."""

    table_id: Id


class SuspendTable(WhichTable):
    """Which table, and why it stops."""

    table_id: Id
    reason: Word


@command(
    WhichTable,
    act=Act.OPEN_TABLE,
    says=gettext_lazy("Begin to open"),
    path=f"{TABLE}begin-opening/",
    answer=table_answer,
    versioned=True,
)
def begin_opening(call: Call[WhichTable]) -> GamingTable:
    """Begin to open a closed table: sets may be brought, inspected and verified.

    A closing that was begun by mistake is taken back so as well; what is there still counts.
    """
    table = table_asked(call)
    _guard_state(table, TableState.CLOSED, TableState.CLOSING)
    guard_not_retired(table)
    guard_nobody_plays(table, call.at)
    hold = table.hold if table.hold == DISPUTE else ""
    return _become(call, table, TableState.OPENING, EventKind.TABLE_OPENING, hold=hold)


@command(
    WhichTable,
    act=Act.OPEN_TABLE,
    says=gettext_lazy("Open for play"),
    path=f"{TABLE}open/",
    answer=table_answer,
    versioned=True,
)
def open_table(call: Call[WhichTable]) -> GamingTable:
    """Open the table for play, once everything at it is verified and counted.

    The tiles lie face up in rank order until the first player comes.

    Rule: MD ch. 4 §A-§D; NZ 8.
    """
    table = table_asked(call)
    guard_table_may_open(table, call.at)
    shown = game_at(table).shows_sets_to_players
    return _become(
        call,
        table,
        TableState.OPEN,
        EventKind.TABLE_OPENED,
        tiles_displayed=shown,
        game_since=call.at,
    )


@command(
    SuspendTable,
    act=Act.SUSPEND_TABLE,
    says=gettext_lazy("Suspend"),
    path=f"{TABLE}suspend/",
    answer=table_answer,
    versioned=True,
)
def suspend_table(call: Call[SuspendTable]) -> GamingTable:
    """Stop new rounds at a table; the round in progress may finish."""
    table = table_asked(call)
    _guard_state(table, TableState.OPEN)
    return _become(
        call, table, TableState.SUSPENDED, EventKind.TABLE_SUSPENDED, hold=call.input.reason
    )


@command(
    WhichTable,
    act=Act.SUSPEND_TABLE,
    says=gettext_lazy("Go on"),
    path=f"{TABLE}resume/",
    answer=table_answer,
    versioned=True,
)
def resume_table(call: Call[WhichTable]) -> GamingTable:
    """Let a suspended table go on."""
    table = table_asked(call)
    _guard_state(table, TableState.SUSPENDED)
    return _become(call, table, TableState.OPEN, EventKind.TABLE_RESUMED, hold="")


@command(
    WhichTable,
    act=Act.CLOSE_TABLE,
    says=gettext_lazy("Begin to close"),
    path=f"{TABLE}begin-closing/",
    answer=table_answer,
    versioned=True,
)
def begin_closing(call: Call[WhichTable]) -> GamingTable:
    """Begin to close a table: no new round, sets leave, chips are counted.

    An opening that is given up before anything is on the table closes it at once.
    """
    table = table_asked(call)
    _guard_state(table, TableState.OPEN, TableState.SUSPENDED, TableState.OPENING)
    is_given_up = table.state == TableState.OPENING
    _become(call, table, TableState.CLOSING, EventKind.TABLE_CLOSING, tiles_displayed=False)
    if is_given_up and refusal_of(guard_table_may_close, table, call.at) is None:
        return _close(call, table)
    return table


@command(
    WhichTable,
    act=Act.CLOSE_TABLE,
    says=gettext_lazy("Close the table"),
    path=f"{TABLE}close/",
    answer=table_answer,
    versioned=True,
)
def close_table(call: Call[WhichTable]) -> GamingTable:
    """Close the table for good, once nothing is left on it and everything is counted.

    Whoever dealt or watched it is free again.

    Rule: COMAR 36.05.03.03.
    """
    table = table_asked(call)
    guard_table_may_close(table, call.at)
    return _close(call, table)


def table_asked(call: Call[Any]) -> GamingTable:
    """Take the table that a command is about, as its screen showed it."""
    table = locked_table(call.input.table_id, call.by)
    guard_table_version(table, call.version)
    return table


def _close(call: Call[Any], table: GamingTable) -> GamingTable:
    DealerShift.objects.filter(table=table, ended_at__isnull=True).update(ended_at=call.at)
    FloorAssignment.objects.filter(table=table, ended_at__isnull=True).update(ended_at=call.at)
    return _become(call, table, TableState.CLOSED, EventKind.TABLE_CLOSED, hold="")


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
    call: Call[Any], table: GamingTable, state: TableState, event: EventKind, **changes: object
) -> GamingTable:
    before = table.state
    step(table, state=state, state_since=call.at, **changes)
    call.record(
        event,
        about=table,
        detail={"reason": table.hold} if table.hold else {},
        before={"state": before},
        after={"state": state.value},
    )
    call.publish(f"table:{table.pk}", "table")
    return table
