"""Chips sold for cash at the table: the cash falls into the drop box."""

from datetime import datetime
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.receipts import once
from audit.record import record
from banking.commands.ledger import Cause, Line, write_entry
from banking.models import AccountKind, EntryKind
from rules.refusals import Refused
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.policy import Act, require
from tables.guards import guard_table_is_open
from tables.models import GamingTable


def sell_chips(
    table_id: int, cents: int, *, by: Person, at: datetime, request_id: UUID
) -> dict[str, int]:
    """Record a buy-in: chips leave the inventory, cash goes into the drop box."""

    def act() -> dict[str, int]:
        require(by, Act.SELL_CHIPS)
        tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
        table = (
            tables.select_related("property")
            .filter(pk=table_id, property_id=by.property_id)
            .first()
        )
        if table is None:
            raise Http404
        guard_table_is_open(table)
        if cents <= 0:
            raise Refused("no_chips", _("Enter for how much chips were sold."))
        cause = Cause(EntryKind.BUY_IN, gaming_day(table.property, at), at, by)
        lines = [Line(AccountKind.DROP, cents), Line(AccountKind.INVENTORY, -cents)]
        entry_id = write_entry(table.property_id, table, lines, cause)
        record(EventKind.CHIPS_SOLD, about=table, by=by, at=at, detail={"cents": cents})
        publish_on_commit(table.property_id, f"table:{table.pk}", "money")
        return {"entry": entry_id, "cents": cents}

    body = {"table": table_id, "cents": cents}
    return once(request_id, command="banking.sell_chips", by=by, body=body, act=act)
