"""The page on which a pit manager announces other limits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.doors import person_of
from foundation.pages import page
from staff.policy import Act
from tables.commands.limits import LEAST_MINUTES
from tables.queries.limits import limits_sheet


@page(Act.ANNOUNCE_LIMITS)
def limits(request: HttpRequest, table_id: int) -> HttpResponse:
    shown = limits_sheet(person_of(request), table_id)
    return render(request, "tables/limits.html", {"limits": shown, "minutes": LEAST_MINUTES})
