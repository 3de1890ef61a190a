"""Labels to print: of sets one by one or many on a sheet, and of an envelope."""

from datetime import timedelta
from typing import Annotated

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from pydantic import Field

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.inputs import Id, Input, OneOf, read_address
from foundation.pages import page
from foundation.qr import qr
from staff.policy import Act
from tables.labels import PAPERS, USUAL_PAPER, LabelPaper, envelope_code
from tables.models import Envelope, EquipmentKind
from tables.queries import custody
from tables.queries.equipment import PLACES, kind_counts, set_rows
from tables.queries.labels import label_pages, set_labels

PAPER_COOKIE = "label-paper"
"""The cookie with the paper: it belongs to the printer beside the device."""


class PaperAsked(Input):
    """The paper that was chosen; without it the one that was chosen here before."""

    paper: Annotated[str, OneOf(("", *PAPERS))] = ""


class LabelsAsked(PaperAsked):
    """Of which sets, on what paper, and how many labels of its first sheet are gone."""

    kind: EquipmentKind = EquipmentKind.TILES
    sets: Annotated[tuple[Id, ...], Field(max_length=500)] = ()
    used: Annotated[int, Field(ge=0, le=29)] = 0


@page(Act.VIEW_EQUIPMENT)
def set_labels_page(request: HttpRequest) -> HttpResponse:
    """Choose sets and paper, see the labels as they will lie, print them."""
    viewer, asked = person_of(request), read_address(LabelsAsked, request.GET)
    paper = _paper(request, asked, list(PAPERS.values()))
    states = [each.value for each in PLACES]
    labels = set_labels(viewer, asked.sets)
    context = {
        "asked": asked,
        "kinds": kind_counts(viewer),
        "rows": set_rows(viewer, database_time(), kind=asked.kind, states=states),
        "paper": paper,
        "papers": PAPERS.values(),
        "labels": labels,
        "pages": label_pages(labels, paper, asked.used),
    }
    return _kept(render(request, "tables/set_labels.html", context), asked)


@page(Act.VIEW_LABEL)
def envelope_label(request: HttpRequest, envelope_id: int) -> HttpResponse:
    """The paper that goes on the envelope: table, date, time, both signatures."""
    sheet = custody.envelope(person_of(request), envelope_id)
    asked = read_address(PaperAsked, request.GET)
    papers = [each for each in PAPERS.values() if each.takes_signatures]
    context = {
        "envelope": sheet,
        "qr": qr(envelope_code(sheet.seal_number)),
        "paper": _paper(request, asked, papers),
        "papers": papers,
    }
    return _kept(render(request, "tables/envelope_label.html", context), asked)


@page(Act.VIEW_TABLE)
def envelope_after(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """After sealing: the label of the envelope that was sealed last at this table."""
    viewer = person_of(request)
    sealed = Envelope.objects.filter(
        property_id=viewer.property_id, table_id=table_id, equipment__kind=kind
    )
    last = sealed.order_by("-sealed_at", "-pk").first()
    return redirect("envelope-label", last.pk) if last else redirect("table", table_id)


@cache_control(private=True, max_age=86400)
@page(Act.VIEW_LABEL)
def paper_style(request: HttpRequest, code: str) -> HttpResponse:
    """The style sheet of a paper: its page size and where the labels lie."""
    if code not in PAPERS:
        raise Http404
    return HttpResponse(PAPERS[code].style, content_type="text/css; charset=utf-8")


def _paper(request: HttpRequest, asked: PaperAsked, fitting: list[LabelPaper]) -> LabelPaper:
    """The paper asked for, or the one that this device used last, if the label fits on it."""
    wanted = asked.paper or request.COOKIES.get(PAPER_COOKIE, "")
    return next((each for each in fitting if each.code == wanted), USUAL_PAPER)


def _kept(answer: HttpResponse, asked: PaperAsked) -> HttpResponse:
    if asked.paper:
        secure = not settings.PLAIN_HTTP
        answer.set_cookie(
            PAPER_COOKIE, asked.paper, max_age=timedelta(days=365), secure=secure, samesite="Lax"
        )
    return answer
