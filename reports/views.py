"""Reports and monitors: choose, make, watch being made, read, take away."""

from typing import Any
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from kombu.exceptions import OperationalError

from foundation.answers import go_to
from foundation.doors import carry_out_form, person_of
from foundation.inputs import read_address
from foundation.pages import page
from reports.commands.reviews import sign_review
from reports.commands.runs import ask_report, take_report
from reports.csv_file import report_csv
from reports.forms import DaysAsked, ReportForm
from reports.kinds import KINDS, REVIEWED, Kind
from reports.models import HAND_OVER, ReportRun, ReportState, ShiftHandOver
from reports.pdf_file import report_pdf
from reports.plots import THEMES, plot_picture
from reports.queries.runs import houses_reported_to, latest_runs, report_run
from reports.scope import scope_record
from reports.sheet import file_name, plots_of, report_head, shown_parts
from staff.models import Person
from staff.policy import Act, may, require
from staff.queries.people import colleagues


@page(Act.ASK_REPORT)
def reports(request: HttpRequest) -> HttpResponse:
    """Every report and monitor that the person may make, and the latest that were made."""
    person = person_of(request)
    is_one = len(houses_reported_to(person, KINDS["houses"])) < 2
    offered = [kind for kind in KINDS.values() if not (is_one and kind.code == "houses")]
    allowed = [kind for kind in offered if may(person, kind.act)]
    context = {
        "reports": [kind for kind in allowed if not kind.is_monitor],
        "monitors": [kind for kind in allowed if kind.is_monitor],
        "runs": [(run, KINDS[run.kind]) for run in latest_runs(person, allowed)],
    }
    return render(request, "reports/reports.html", context)


@page(Act.ASK_REPORT, posts=True)
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """The form of a report; sent, it leaves the report to a worker."""
    person, kind = person_of(request), kind_of(code)
    require(person, kind.act)
    form = ReportForm(person, kind, read_address(DaysAsked, request.GET), request.POST or None)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        context = {"form": form, "kind": kind}
        return render(request, "reports/report_form.html", context, status=status)
    scope = scope_record(form.scope()) | {"houses": form.houses()}
    asked = carry_out_form(request, ask_report, code=code, **scope)
    transaction.on_commit(lambda: ring(asked["id"]))
    return go_to(request, "report", asked["id"])


def ring(run_id: str) -> None:
    """Tell a worker; without a broker the sweep finds the report a little later."""
    try:
        current_app.send_task("reports.make_report", [run_id])
    except OperationalError:
        return


@page(Act.ASK_REPORT)
def report(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """A report, or how far it is; htmx asks for the part alone."""
    run = seen_run(request, run_id)
    kind = KINDS[run.kind]
    context: dict[str, object] = {"run": run, "kind": kind, "head": report_head(run, kind)}
    if run.state == ReportState.READY:
        context |= {"parts": shown_parts(run), "themes": THEMES, **hand_over_context(request, run)}
        context |= review_context(person_of(request), run)
    part = request.headers.get("HX-Request")
    return render(request, "reports/_report.html" if part else "reports/report.html", context)


def hand_over_context(request: HttpRequest, run: ReportRun) -> dict[str, object]:
    """Who handed the shift over by this report, or who may."""
    if run.kind != HAND_OVER:
        return {}
    viewer = person_of(request)
    signed = ShiftHandOver.objects.filter(report=run).select_related("outgoing", "incoming").first()
    may_sign = signed is None and may(viewer, Act.HAND_OVER_SHIFT)
    known = colleagues(viewer, Act.HAND_OVER_SHIFT) if may_sign else {}
    return {"handed_over": signed, "may_hand_over": may_sign, "colleagues": known}


def review_context(person: Person, run: ReportRun) -> dict[str, object]:
    """Who signed that a report was gone through, and whether this person may."""
    if run.kind not in REVIEWED:
        return {}
    reviews = list(run.reviews.select_related("signed_by", "sign_off").order_by("signed_at"))
    has_signed = any(each.signed_by_id == person.pk for each in reviews)
    own = {"id": "own", "name": "own", "badge": person.badge, "required": True}
    return {
        "is_reviewed": True,
        "reviews": reviews,
        "may_sign": may(person, Act.SIGN_REVIEW) and not has_signed,
        "slots": [own | {"label": sign_review.signs[0].label}],
    }


@page(Act.ASK_REPORT)
def pdf(request: HttpRequest, run_id: UUID) -> HttpResponse:
    return taken(request, run_id, "pdf")


@page(Act.ASK_REPORT)
def csv(request: HttpRequest, run_id: UUID) -> HttpResponse:
    return taken(request, run_id, "csv")


FORMS = {
    "pdf": (report_pdf, "application/pdf"),
    "csv": (report_csv, "text/csv; charset=utf-8"),
}


def taken(request: HttpRequest, run_id: UUID, form: str) -> HttpResponse:
    run = ready_run(request, run_id)
    draw, content_type = FORMS[form]
    take_report(run, form, by=person_of(request), at=timezone.now())
    answer = HttpResponse(draw(run), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{file_name(run, form)}"'
    return answer


@cache_control(private=True, max_age=86400, immutable=True)
@page(Act.ASK_REPORT)
def plot(request: HttpRequest, run_id: UUID, number: int, theme: str) -> HttpResponse:
    """A plot of a report as a picture; a made report never changes, so it may be kept."""
    run = ready_run(request, run_id)
    plots = plots_of(run)
    if number >= len(plots) or theme not in THEMES:
        raise Http404
    found, house = plots[number]
    return HttpResponse(plot_picture(found, theme, house.currency), content_type="image/svg+xml")


def kind_of(code: str) -> Kind[Any]:
    if code not in KINDS:
        raise Http404
    return KINDS[code]


def seen_run(request: HttpRequest, run_id: UUID) -> ReportRun:
    person = person_of(request)
    run = report_run(person, run_id)
    if run is None:
        raise Http404
    require(person, KINDS[run.kind].act)
    return run


def ready_run(request: HttpRequest, run_id: UUID) -> ReportRun:
    run = seen_run(request, run_id)
    if run.state != ReportState.READY:
        raise Http404
    return run
