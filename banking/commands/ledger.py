"""Write an entry and its postings in one statement, so that neither is ever there alone."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from banking.models import AccountKind, Entry, EntryKind
from staff.models import Person
from tables.models import GamingTable


class Line(NamedTuple):
    """One posting before it has an entry: which account of the table, how many cents."""

    kind: AccountKind
    cents: int
    seat: int = 0
    jackpot_id: int | None = None


class Cause(NamedTuple):
    """Why an entry is made, and when."""

    kind: EntryKind
    gaming_day: date
    at: datetime
    by: Person | None
    round_id: UUID | None = None
    slip_id: int | None = None
    reverses_id: int | None = None


AT_A_TABLE = frozenset(
    {
        AccountKind.INVENTORY,
        AccountKind.SEAT,
        AccountKind.BANK,
        AccountKind.VIGORISH,
        AccountKind.SIDE_WAGERS,
        AccountKind.DROP,
        AccountKind.OVER_SHORT,
    }
)


def write_entry(
    property_id: int, table: GamingTable | None, lines: Iterable[Line], cause: Cause
) -> int:
    """Write an entry whose postings add up to zero; nothing at all when nothing moves."""
    moved = [line for line in lines if line.cents]
    with connection.cursor() as cursor:
        cursor.execute(WRITE_ENTRY, entry_values(property_id, table, moved, cause))
        entry_id, written = cursor.fetchone()
    guard_accounts(written, moved)
    return int(entry_id)


def entry_values(
    property_id: int, table: GamingTable | None, lines: Sequence[Line], cause: Cause
) -> dict[str, Any]:
    """The values that `ENTRY` takes, in a statement of its own or as part of a larger one."""
    postings = [
        {
            "kind": line.kind,
            "seat": line.seat,
            "table": table.pk if table and line.kind in AT_A_TABLE else None,
            "jackpot": line.jackpot_id,
            "cents": line.cents,
        }
        for line in lines
    ]
    return {
        "property": property_id,
        "table": table.pk if table else None,
        "entry_kind": cause.kind.value,
        "gaming_day": cause.gaming_day,
        "at": cause.at,
        "by": cause.by.pk if cause.by else None,
        "round": cause.round_id,
        "slip": cause.slip_id,
        "reverses": cause.reverses_id,
        "postings": orjson.dumps(postings).decode(),
    }


def guard_accounts(written: int, lines: Sequence[Line]) -> None:
    """Fail, and roll back, when a line found no account: the entry would not add up."""
    if written != len(lines):
        raise LookupError(f"an account is missing: {written} of {len(lines)} postings written")


def reverse_entry(entry: Entry, cause: Cause) -> int:
    """Write the opposite of an entry, naming it; an entry is reversed at most once."""
    with connection.cursor() as cursor:
        cursor.execute(
            REVERSE_ENTRY,
            {
                "entry": entry.pk,
                "kind": cause.kind.value,
                "gaming_day": cause.gaming_day,
                "at": cause.at,
                "by": cause.by.pk if cause.by else None,
            },
        )
        (entry_id,) = cursor.fetchone()
    return int(entry_id)


# The one place that writes the ledger: two parts of a statement, for `entry_values`. Who settles a
# round puts them before the parts that write the settlement.
ENTRY = """
entry as (
  insert into banking_entry
    (property_id, table_id, kind, gaming_day, at, by_id, round_id, slip_id, reverses_id)
  values (%(property)s, %(table)s, %(entry_kind)s, %(gaming_day)s, %(at)s, %(by)s, %(round)s,
          %(slip)s, %(reverses)s)
  returning id
), posted as (
  insert into banking_posting (entry_id, account_id, cents)
  select entry.id, account.id, line.cents
    from entry,
         jsonb_to_recordset(%(postings)s::jsonb)
           as line (kind text, seat int, "table" bigint, jackpot bigint, cents bigint)
    join banking_account account
      on account.property_id = %(property)s and account.kind = line.kind
     and account.seat = line.seat
     and account.table_id is not distinct from line."table"
     and account.jackpot_id is not distinct from line.jackpot
  returning 1
)"""

WRITE_ENTRY = f"with {ENTRY} select entry.id, (select count(*) from posted) from entry"  # noqa: S608

REVERSE_ENTRY = """
with entry as (
  insert into banking_entry
    (property_id, table_id, kind, gaming_day, at, by_id, round_id, slip_id, reverses_id)
  select property_id, table_id, %(kind)s, %(gaming_day)s, %(at)s, %(by)s, round_id, slip_id, id
    from banking_entry where id = %(entry)s
  returning id
), written as (
  insert into banking_posting (entry_id, account_id, cents)
  select entry.id, old.account_id, -old.cents
    from entry, banking_posting old where old.entry_id = %(entry)s
  returning 1
)
select id from entry
"""
