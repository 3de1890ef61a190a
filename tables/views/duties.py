"""The shift and break board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.pages import page
from staff.policy import Act
from tables.queries.duties import duty_board


@page(Act.VIEW_DUTIES)
def duties_page(request: HttpRequest) -> HttpResponse:
    """Who is on, where, since when, and who comes next."""
    return render(request, "tables/duties.html", _context(request))


@page(Act.VIEW_DUTIES)
def duties_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_duties.html", _context(request))


def _context(request: HttpRequest) -> dict[str, object]:
    now = database_time()
    return {"board": duty_board(person_of(request), now), "now": now}
