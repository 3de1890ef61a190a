"""The operator's home: all houses at a glance, and their figures over a period."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from foundation.doors import person_of
from foundation.inputs import read_address
from foundation.pages import page
from foundation.reading import reading_a_copy
from reports.forms import DaysAsked
from reports.houses import LONGEST_DAYS, HousesSheet, houses_csv, houses_sheet
from staff.policy import Act, may

OLD_ENOUGH_SECONDS = 60


@page(Act.VIEW_HOUSES)
def houses(request: HttpRequest) -> HttpResponse:
    """Every house that the person may see."""
    person = person_of(request)
    context = {
        "sheet": _sheet(request),
        "may_open": may(person, Act.OPEN_HOUSE),
        "most_days": LONGEST_DAYS,
    }
    return render(request, "reports/houses.html", context)


@page(Act.VIEW_HOUSES)
def houses_file(request: HttpRequest) -> HttpResponse:
    """The same figures for a spreadsheet."""
    sheet = _sheet(request)
    name = f"houses-{sheet.first}-{sheet.last}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(houses_csv(sheet), content_type="text/csv; charset=utf-8", headers=headers)


def _sheet(request: HttpRequest) -> HousesSheet:
    asked = read_address(DaysAsked, request.GET)
    with reading_a_copy(within_seconds=OLD_ENOUGH_SECONDS):
        return houses_sheet(person_of(request), timezone.now(), asked.first, asked.last)
