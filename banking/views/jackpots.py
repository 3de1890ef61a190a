"""Jackpots: live meters, and the history that they add up from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from banking.queries.meters import FurtherBack, JackpotHistory, jackpot_rows, jackpot_sheet
from foundation.doors import person_of
from foundation.inputs import read_address
from foundation.pages import page
from staff.policy import Act


@page(Act.VIEW_LEDGER)
def jackpots(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    return render(request, "banking/jackpots.html", {"jackpots": jackpot_rows(viewer)})


@page(Act.VIEW_LEDGER)
def meters_part(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    return render(request, "banking/_meters.html", {"jackpots": jackpot_rows(viewer)})


@page(Act.VIEW_LEDGER)
def jackpot(request: HttpRequest, jackpot_id: int) -> HttpResponse:
    return render(request, "banking/jackpot.html", _jackpot(request, jackpot_id))


@page(Act.VIEW_LEDGER)
def jackpot_page_part(request: HttpRequest, jackpot_id: int) -> HttpResponse:
    return render(request, "banking/_jackpot.html", _jackpot(request, jackpot_id))


def _jackpot(request: HttpRequest, jackpot_id: int) -> dict[str, object]:
    after = read_address(FurtherBack, request.GET).after
    asked = JackpotHistory(jackpot_id=jackpot_id, after=after)
    return {"sheet": jackpot_sheet(person_of(request), asked)}
