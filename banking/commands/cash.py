"""Chips sold for cash at the table: the cash falls into the drop box."""

from typing import Annotated

from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.commands.ledger import Cause, Line, write_entry
from banking.guards import guard_sale, guard_sells_here
from banking.models import AccountKind, EntryKind
from banking.queries.answers import ChipsSold, sale_answer
from foundation.commands import Call, command
from foundation.inputs import Id, Input
from staff.gaming_day import gaming_day
from staff.policy import Act
from tables.guards import guard_table_is_open
from tables.models import GamingTable


class SellChips(Input):
    """At which table, and for how much chips were sold."""

    table_id: Id
    cents: Annotated[int, Field(ge=1, le=2**53 - 1)]


@command(
    SellChips,
    act=Act.SELL_CHIPS,
    says=gettext_lazy("Chips sold for cash"),
    path="tables/<int:table_id>/chip-sales/",
    answer=sale_answer,
)
def sell_chips(call: Call[SellChips]) -> ChipsSold:
    """Record a buy-in: chips leave the inventory, cash goes into the drop box."""
    cents = call.input.cents
    tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
    table = (
        tables.select_related("property")
        .filter(pk=call.input.table_id, property_id=call.by.property_id)
        .first()
    )
    if table is None:
        raise Http404
    guard_table_is_open(table)
    guard_sells_here(call.by, table, call.at)
    guard_sale(cents, table.property)
    cause = Cause(EntryKind.BUY_IN, gaming_day(table.property, call.at), call.at, call.by)
    lines = [Line(AccountKind.DROP, cents), Line(AccountKind.INVENTORY, -cents)]
    entry_id = write_entry(table.property_id, table, lines, cause)
    call.record(EventKind.CHIPS_SOLD, about=table, detail={"cents": cents})
    call.publish(f"table:{table.pk}", "money")
    return ChipsSold(entry_id, cents)
