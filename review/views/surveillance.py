"""The surveillance log: read, write a line, add to one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from foundation.answers import confirm, go_to
from foundation.clock import database_time
from foundation.doors import carry_out_form, person_of
from foundation.inputs import Id, Input, read_address
from foundation.pages import form_page, page
from review.commands.surveillance import log_observation, log_outage, note_outage
from review.forms import LogSearchForm, ObservationForm, OutageForm
from review.models import SurveillanceEntry
from review.queries.surveillance import LogSearch, log_lines, surveillance_page
from staff.policy import Act, may


class SurveillanceLogAsked(Input):
    """From which line on back."""

    takes_more = True

    before: Id | None = None


@page(Act.VIEW_SURVEILLANCE_LOG)
def surveillance_log(request: HttpRequest) -> HttpResponse:
    person, given = person_of(request), request.GET.copy()
    before = read_address(SurveillanceLogAsked, request.GET).before
    given.pop("before", None)
    form = LogSearchForm(person.property, given)
    wanted = form.wanted() if form.is_valid() else LogSearch()
    lines, next_before = surveillance_page(person, before, wanted)
    context = {
        "lines": lines,
        "next": next_before,
        "asked": given.urlencode(),
        "form": form,
        "may_write": may(person, Act.WRITE_SURVEILLANCE_LOG),
        "now": database_time(),
    }
    return render(request, "review/surveillance_log.html", context)


@page(Act.WRITE_SURVEILLANCE_LOG, posts=True)
def write_outage(request: HttpRequest) -> HttpResponse:
    """A failure of equipment, from which the clocks of the regulation run."""
    person = person_of(request)
    first = {"began_at": timezone.localtime().replace(microsecond=0, tzinfo=None)}
    form = OutageForm(person.property, request.POST or None, initial=first)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "review/outage_form.html", {"form": form}, status=status)
    carry_out_form(request, log_outage, **form.outage())
    confirm(request, log_outage.says)
    return go_to(request, "surveillance-log")


@form_page(note_outage)
def outage_step(request: HttpRequest, entry_id: int) -> HttpResponse:
    carry_out_form(request, note_outage, entry_id=entry_id)
    confirm(request, note_outage.says)
    return go_to(request, "surveillance-log")


@page(Act.WRITE_SURVEILLANCE_LOG, posts=True)
def write_observation(request: HttpRequest, entry_id: int | None = None) -> HttpResponse:
    """A new line, or one that adds to another."""
    person = person_of(request)
    adds_to = get_object_or_404(log_lines(person), pk=entry_id) if entry_id else None
    form = ObservationForm(person.property, request.POST or None, initial=first(adds_to))
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        context = {"form": form, "adds_to": adds_to}
        return render(request, "review/surveillance_form.html", context, status=status)
    carry_out_form(request, log_observation, **form.observation(adds_to))
    confirm(request, log_observation.says)
    return go_to(request, "surveillance-log")


def first(adds_to: SurveillanceEntry | None) -> dict[str, object]:
    if adds_to is None:
        return {"suspected": "none"}
    return {
        "reason": adds_to.reason,
        "suspected": adds_to.suspected,
        "table": adds_to.table_id,
        "person_watched": adds_to.person_watched,
        "camera": adds_to.camera,
    }
