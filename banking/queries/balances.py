"""Balances, always summed from postings: none is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from django.db import connection
from django.db.models import Max, Sum

from banking.models import TRAY, Account, AccountKind, Entry, Posting, SlipKind
from banking.parts import TRAY_COUNTS
from staff.models import Person
from staff.policy import Act, may
from tables.models import GamingTable


@dataclass(frozen=True, slots=True)
class TableMoney:
    """Where a table's money is, by account; `expected_tray` is what a count should give."""

    inventory: int
    vigorish: int
    side_wagers: int
    bank: int
    drop: int
    over_short: int
    seats: int
    expected_tray: int


def balance(account: Account) -> int:
    total = Posting.objects.filter(account=account).aggregate(cents=Sum("cents"))["cents"]
    return int(total or 0)


def table_money(table: GamingTable) -> TableMoney:
    """The balance of each account of a table, and what its tray should hold."""
    rows = (
        Posting.objects.filter(account__table=table)
        .values_list("account__kind")
        .annotate(cents=Sum("cents"))
    )
    found = dict(rows)
    return TableMoney(
        inventory=found.get(AccountKind.INVENTORY, 0),
        vigorish=found.get(AccountKind.VIGORISH, 0),
        side_wagers=found.get(AccountKind.SIDE_WAGERS, 0),
        bank=found.get(AccountKind.BANK, 0),
        drop=found.get(AccountKind.DROP, 0),
        over_short=found.get(AccountKind.OVER_SHORT, 0),
        seats=found.get(AccountKind.SEAT, 0),
        expected_tray=sum(found.get(kind, 0) for kind in TRAY),
    )


def expected_tray(table: GamingTable) -> int:
    """What a count of the table's chips should give now."""
    return table_money(table).expected_tray


def sees_expected(viewer: Person) -> bool:
    """Whether somebody may see what a tray should hold: not who counts it, for they count blind."""
    return not (may(viewer, Act.SIGN_AS_FLOOR) or may(viewer, Act.SIGN_AS_DEALER))


def expected_of(kind: SlipKind, table: GamingTable) -> int | None:
    """What a slip of this kind should count now; nothing for fills and credits."""
    if kind in TRAY_COUNTS:
        return expected_tray(table)
    return table_money(table).drop if kind == SlipKind.DROP else None


def table_money_of_day(table: GamingTable, day: date) -> dict[str, int]:
    """What moved on each account of a table in one gaming day."""
    rows = (
        Posting.objects.filter(account__table=table, entry__gaming_day=day)
        .values_list("account__kind")
        .annotate(cents=Sum("cents"))
    )
    return dict(rows)


class LedgerFault(TypedDict):
    entry: int
    fault: str
    cents: int


SLICE = 50_000


def ledger_faults() -> list[LedgerFault]:
    """Everything in the ledger that does not fit."""
    return [fault for _, _, found in checked_slices() for fault in found]


def checked_slices(slice_size: int = SLICE) -> Iterator[tuple[int, int, list[LedgerFault]]]:
    """Add up all entries, slice by slice: how many are done, of how many, and what does not fit.

    An entry must add up to zero, reverse what it says it reverses, and keep to its own table.
    """
    last = Entry.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(1, last + 1, slice_size):
        upto = min(first + slice_size - 1, last)
        with connection.cursor() as cursor:
            cursor.execute(FAULTS, {"first": first, "upto": upto})
            found: list[LedgerFault] = [
                {"entry": entry, "fault": fault, "cents": int(cents)}
                for entry, fault, cents in cursor.fetchall()
            ]
        yield upto, last, found


FAULTS = """
select entry_id, 'does_not_add_up', sum(cents) from banking_posting
 where entry_id between %(first)s and %(upto)s
 group by entry_id having sum(cents) <> 0
union all
select e.reverses_id, 'not_reversed', sum(p.cents) from banking_entry e
  join banking_posting p on p.entry_id in (e.id, e.reverses_id)
 where e.reverses_id is not null and e.id between %(first)s and %(upto)s
 group by e.reverses_id, p.account_id having sum(p.cents) <> 0
union all
select p.entry_id, 'foreign_account', sum(p.cents) from banking_posting p
  join banking_entry e on e.id = p.entry_id
  join banking_account a on a.id = p.account_id
 where p.entry_id between %(first)s and %(upto)s
   and (a.property_id <> e.property_id or (a.table_id is not null and a.table_id <> e.table_id))
 group by p.entry_id
order by 1
"""
