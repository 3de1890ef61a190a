"""The ledger: one table and gaming day at a time, with expected against counted."""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from banking.differences import difference
from banking.models import AccountKind, EntryKind
from banking.queries.balances import table_money, table_money_of_day
from banking.queries.entries import entry_page
from banking.queries.slips import last_count
from foundation.clock import database_time
from foundation.doors import person_of
from staff.gaming_day import gaming_day
from staff.policy import Act, require
from tables.models import GamingTable
from tables.queries.floor import house_tables

HOUSE = "house"


@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/ledger.html", _ledger(request))


@require_safe
def ledger_part(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/_ledger.html", _ledger(request))


def _ledger(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_LEDGER)
    tables = list(house_tables(viewer).order_by("number"))
    table = _table(request, tables)
    today = gaming_day(viewer.property, database_time())
    day = _day(request, today)
    kind = request.GET.get("kind", "")
    kind = kind if kind in EntryKind.values else ""
    return {
        "tables": tables,
        "table": table,
        "day": day,
        "day_before": day - timedelta(days=1),
        "day_after": day + timedelta(days=1) if day < today else None,
        "kind": kind,
        "kinds": EntryKind.choices,
        "currency": viewer.property.currency,
        "page": entry_page(viewer, table, day, kind=kind, after=request.GET.get("after", "")),
        "money": _money(table, day) if table else None,
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


def _table(request: HttpRequest, tables: list[GamingTable]) -> GamingTable | None:
    asked = request.GET.get("table", "")
    if asked == HOUSE or not tables:
        return None
    return next((table for table in tables if str(table.pk) == asked), tables[0])


def _day(request: HttpRequest, today: date) -> date:
    try:
        asked = parse_date(request.GET.get("day", ""))
    except ValueError:
        return today
    return asked if asked and date(2000, 1, 2) < asked <= today else today
