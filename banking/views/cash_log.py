"""The cash log: one gaming day over all tables, and what is known of a patron."""

from datetime import date, timedelta
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from banking.commands.cash_log import WhichPatron, read_identity
from banking.models import Patron, PatronIdentity
from banking.queries.cash_log import cash_log, patrons_of
from banking.queries.payouts import tax_payouts
from foundation.clock import database_time
from foundation.doors import carry_out_form, form_input, person_of
from foundation.inputs import Input, read_address
from foundation.pages import form_page, page
from staff.gaming_day import gaming_day
from staff.models import Person
from staff.policy import Act


class CashLogAsked(Input):
    """Which gaming day, without one today's; and from which buy-in on somebody else sits there."""

    day: date | None = None
    since: UUID | None = None


class DataSheetAsked(WhichPatron):
    """Whose data sheet, and of which gaming day."""

    day: date | None = None


@page(Act.VIEW_CASH_LOG)
def log(request: HttpRequest) -> HttpResponse:
    """What each patron brought and got in a gaming day, the largest sums first."""
    viewer = person_of(request)
    asked = read_address(CashLogAsked, request.GET)
    day, today = _day(viewer, asked)
    shown = cash_log(viewer, day)
    context = {
        "log": shown,
        "chosen": shown.buy_in(asked.since),
        "patrons": patrons_of(viewer, day),
        "before": day - timedelta(days=1) if day > date(2000, 1, 2) else None,
        "after": day + timedelta(days=1) if day < today else None,
        "day_text": day.isoformat(),
        "is_today": day == today,
    }
    return render(request, "banking/cash_log.html", context)


def _day(viewer: Person, asked: CashLogAsked | DataSheetAsked) -> tuple[date, date]:
    """The gaming day that was asked for, at most today's, and today's."""
    today = gaming_day(viewer.property, database_time())
    return min(asked.day or today, today), today


@form_page(read_identity)
def identity(request: HttpRequest, patron_id: int) -> HttpResponse:
    """Who a patron is, with the data sheet for the report; that it was read is on the record."""
    carry_out_form(request, read_identity, model=DataSheetAsked, patron_id=patron_id)
    viewer = person_of(request)
    patron = get_object_or_404(Patron, pk=patron_id, property_id=viewer.property_id)
    asked = form_input(DataSheetAsked, request.POST, {"patron_id": patron_id})
    day, _today = _day(viewer, asked)
    groups = [each for each in cash_log(viewer, day).groups if each.patron_id == patron.pk]
    context = {
        "patron": patron,
        "known": PatronIdentity.objects.filter(patron=patron).first(),
        "groups": groups,
        "payouts": tax_payouts(viewer, patron),
        "currency": viewer.property.currency,
        "day": day,
        "log": f"{reverse('cash-log')}?day={day}",
    }
    return render(request, "banking/patron.html", context)
