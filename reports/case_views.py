"""Cases of the monitors: the list, one of them, and its control chart."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.doors import person_of
from foundation.pages import page
from reports.models import CaseEnd, MonitorCase
from reports.plots import THEMES, plot_picture
from reports.queries.cases import case_line, case_of, cases_sheet, control_chart
from staff.policy import Act, may


@page(Act.VIEW_MONITORS)
def cases(request: HttpRequest) -> HttpResponse:
    """What the monitors found by themselves."""
    return render(request, "reports/cases.html", {"sheet": cases_sheet(person_of(request))})


@page(Act.VIEW_MONITORS)
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """One case with its evidence, its owner and its end."""
    person, found = person_of(request), asked_case(request, case_id)
    context = {
        "line": case_line(found),
        "case": found,
        "chart": control_chart(found),
        "themes": THEMES,
        "ends": CaseEnd.choices,
        "may_work": may(person, Act.WORK_CASES) and found.closed_at is None,
        "is_owner": found.owner_id == person.pk,
    }
    return render(request, "reports/case.html", context)


@page(Act.VIEW_MONITORS)
def chart(request: HttpRequest, case_id: int, theme: str) -> HttpResponse:
    found = asked_case(request, case_id)
    plot = control_chart(found)
    if plot is None or theme not in THEMES:
        raise Http404
    drawn = plot_picture(plot, theme, found.property.currency)
    return HttpResponse(drawn, content_type="image/svg+xml")


def asked_case(request: HttpRequest, case_id: int) -> MonitorCase:
    found = case_of(person_of(request), case_id)
    if found is None:
        raise Http404
    return found
