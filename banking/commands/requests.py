"""A call for chips, or for chips to be fetched: asked at the table, seen in the cage at once.

Rule: COMAR 36.05.03.04-.05.
"""

from typing import Annotated, Literal

from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.commands.slips import Count, Value
from banking.guards import (
    guard_chips,
    guard_no_request_waits,
    guard_sells_here,
    guard_some_chips,
    guard_tray_holds,
    worth,
)
from banking.models import ChipRequest, ParLevel
from banking.queries.answers import ParAnswer, par_answer
from banking.queries.requests import request_answer
from banking.queries.trays import tray_of
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Pieces
from staff.policy import Act
from tables.locks import locked_table
from tables.models import GamingTable


class RequestChips(Input):
    """A fill or a credit for a table, by pieces."""

    table_id: Id
    kind: Literal["fill", "credit"]
    chips: Annotated[dict[Value, Count], Field(max_length=40)]


class WithdrawRequest(Input):
    """Which request is not needed any more."""

    request_id: Id


class SetPar(Input):
    """How many chips of each value a tray should hold."""

    table_id: Id
    chips: Annotated[dict[Value, Count], Pieces("chips-"), Field(max_length=40)]


@command(
    SetPar,
    act=Act.SET_PAR,
    says=gettext_lazy("Keep as par levels"),
    path="tables/<int:table_id>/par/",
    answer=par_answer,
)
def set_par(call: Call[SetPar]) -> ParAnswer:
    """Say what a tray should hold; fills are proposed up to it."""
    asked = call.input
    table = locked_table(asked.table_id, call.by)
    guard_chips(asked.chips, table.denominations)
    guard_some_chips(worth(asked.chips))
    chips = {str(value): count for value, count in sorted(asked.chips.items()) if count}
    house = table.property_id
    given = {"property_id": house, "chips": chips, "set_by": call.by, "set_at": call.at}
    level, _is_new = ParLevel.objects.update_or_create(table=table, defaults=given)
    call.record(EventKind.PAR_SET, about=[level, table], detail={"chips": chips})
    call.publish(f"table:{table.pk}", "money")
    return ParAnswer(table.pk, asked.chips)


@command(
    RequestChips,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Ask for chips"),
    path="tables/<int:table_id>/chip-requests/",
    answer=request_answer,
)
def request_chips(call: Call[RequestChips]) -> ChipRequest:
    """Ask for a fill or a credit; floor and cage see it at once, the floor writes the slip."""
    asked = call.input
    tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
    house = call.by.property_id
    table = (
        tables.select_related("property", "submission")
        .filter(pk=asked.table_id, property_id=house)
        .first()
    )
    if table is None:
        raise Http404
    guard_sells_here(call.by, table, call.at)
    guard_chips(asked.chips, table.denominations)
    guard_some_chips(worth(asked.chips))
    guard_no_request_waits(table, asked.kind)
    if asked.kind == "credit":
        guard_tray_holds(asked.chips, table, tray_of(table))
    made = ChipRequest.objects.create(
        property_id=house,
        table=table,
        kind=asked.kind,
        chips={str(value): count for value, count in sorted(asked.chips.items()) if count},
        total_cents=worth(asked.chips),
        by=call.by,
        at=call.at,
    )
    said = {"kind": asked.kind, "total_cents": made.total_cents, "chips": made.chips}
    call.record(EventKind.CHIPS_REQUESTED, about=[made, table], detail=said)
    call.publish(f"table:{table.pk}", "slip")
    return made


@command(
    WithdrawRequest,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Withdraw the request"),
    path="chip-requests/<int:request_id>/withdraw/",
    answer=request_answer,
)
def withdraw_request(call: Call[WithdrawRequest]) -> ChipRequest:
    """Withdraw a request for which no slip was written yet."""
    found = ChipRequest.objects.select_for_update(of=("self",)).select_related("table")
    made = found.filter(
        pk=call.input.request_id, property_id=call.by.property_id, closed_at__isnull=True
    ).first()
    if made is None:
        raise Http404
    guard_sells_here(call.by, made.table, call.at)
    made.closed_at, made.closed_by = call.at, call.by
    made.save(update_fields=["closed_at", "closed_by"])
    said = {"kind": made.kind, "total_cents": made.total_cents}
    call.record(EventKind.CHIP_REQUEST_WITHDRAWN, about=[made, made.table], detail=said)
    call.publish(f"table:{made.table_id}", "slip")
    return made
