"""The ledger: one table and gaming day at a time, with expected against counted."""

from datetime import date, timedelta
from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from banking.differences import difference
from banking.models import AccountKind, EntryKind
from banking.queries.balances import sees_expected, table_money, table_money_of_day
from banking.queries.entries import EntryFilters, entry_page
from banking.queries.slips import last_count
from foundation.clock import database_time
from foundation.doors import person_of
from foundation.inputs import Id, read_address
from foundation.pages import page
from staff.gaming_day import gaming_day
from staff.policy import Act
from tables.models import GamingTable
from tables.queries.floor import house_tables

HOUSE = "house"
FIRST_DAY = date(2000, 1, 2)


class LedgerAsked(EntryFilters):
    """Whose ledger and which day; without them the first table's, today."""

    table: Id | Literal["house"] | None = None
    day: date | None = None


@page(Act.VIEW_LEDGER)
def ledger(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/ledger.html", _ledger(request))


@page(Act.VIEW_LEDGER)
def ledger_part(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/_ledger.html", _ledger(request))


def _ledger(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    asked = read_address(LedgerAsked, request.GET)
    tables = list(house_tables(viewer).order_by("number"))
    table = _table(asked, tables)
    today = gaming_day(viewer.property, database_time())
    day = asked.day if asked.day and FIRST_DAY < asked.day <= today else today
    return {
        "tables": tables,
        "table": table,
        "day": day,
        "day_before": day - timedelta(days=1),
        "day_after": day + timedelta(days=1) if day < today else None,
        "kind": asked.kind or "",
        "kinds": EntryKind.choices,
        "currency": viewer.property.currency,
        "page": entry_page(viewer, table, day, asked),
        "money": _money(table, day) if table else None,
        "sees_expected": sees_expected(viewer),
    }


def _money(table: GamingTable, day: date) -> dict[str, object]:
    """Where the table's money is, what moved on the day, and what the last count found."""
    count, moved = last_count(table), table_money_of_day(table, day)
    return {
        "now": table_money(table),
        "day": moved,
        "found_cents": -moved.get(AccountKind.OVER_SHORT, 0),
        "count": count,
        "count_difference": difference(count) if count else None,
    }


def _table(asked: LedgerAsked, tables: list[GamingTable]) -> GamingTable | None:
    if asked.table == HOUSE or not tables:
        return None
    return next((table for table in tables if table.pk == asked.table), tables[0])
