"""Jackpots: live meters, and the history that they add up from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from banking.queries.meters import jackpot_rows, jackpot_sheet
from foundation.doors import person_of
from staff.policy import Act, require


@require_safe
def jackpots(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    require(viewer, Act.VIEW_LEDGER)
    return render(request, "banking/jackpots.html", {"jackpots": jackpot_rows(viewer)})


@require_safe
def meters_part(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    require(viewer, Act.VIEW_LEDGER)
    return render(request, "banking/_meters.html", {"jackpots": jackpot_rows(viewer)})


@require_safe
def jackpot(request: HttpRequest, jackpot_id: int) -> HttpResponse:
    return render(request, "banking/jackpot.html", _jackpot(request, jackpot_id))


@require_safe
def jackpot_part(request: HttpRequest, jackpot_id: int) -> HttpResponse:
    return render(request, "banking/_jackpot.html", _jackpot(request, jackpot_id))


def _jackpot(request: HttpRequest, jackpot_id: int) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_LEDGER)
    after = request.GET.get("after", "")
    page = int(after) if after.isascii() and after.isdecimal() and len(after) < 16 else None
    return {"sheet": jackpot_sheet(viewer, jackpot_id, after=page)}
