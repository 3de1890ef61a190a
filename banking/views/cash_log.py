"""The cash log: one gaming day over all tables, and what is known of a patron."""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from banking.commands.cash_log import read_identity
from banking.models import Patron, PatronIdentity
from banking.queries.cash_log import cash_log, patrons_of
from banking.queries.payouts import tax_payouts
from foundation.clock import database_time
from foundation.doors import carry_out_form, person_of
from foundation.inputs import Input, read_address
from foundation.pages import form_page, page
from staff.gaming_day import gaming_day
from staff.policy import Act


class LogAsked(Input):
    """Which gaming day; without one today's."""

    day: date | None = None


@page(Act.VIEW_CASH_LOG)
def log(request: HttpRequest) -> HttpResponse:
    """What each patron brought and got in a gaming day, the largest sums first."""
    viewer = person_of(request)
    today = gaming_day(viewer.property, database_time())
    asked = read_address(LogAsked, request.GET).day
    day = asked if asked and asked <= today else today
    context = {
        "log": cash_log(viewer, day),
        "patrons": patrons_of(viewer, day),
        "before": day - timedelta(days=1) if day > date(2000, 1, 2) else None,
        "after": day + timedelta(days=1) if day < today else None,
        "is_today": day == today,
    }
    return render(request, "banking/cash_log.html", context)


@form_page(read_identity)
def identity(request: HttpRequest, patron_id: int) -> HttpResponse:
    """Who a patron is, with the data sheet for the report; that it was read is on the record."""
    carry_out_form(request, read_identity, patron_id=patron_id)
    viewer = person_of(request)
    patron = get_object_or_404(Patron, pk=patron_id, property_id=viewer.property_id)
    day = gaming_day(viewer.property, database_time())
    groups = [each for each in cash_log(viewer, day).groups if each.patron_id == patron.pk]
    context = {
        "patron": patron,
        "known": PatronIdentity.objects.filter(patron=patron).first(),
        "groups": groups,
        "payouts": tax_payouts(viewer, patron),
        "currency": viewer.property.currency,
        "day": day,
    }
    return render(request, "banking/patron.html", context)
