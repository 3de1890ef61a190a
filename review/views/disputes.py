"""Disputes: open, collect, review, decide, print."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from pydantic import Field

from foundation.clock import database_time
from foundation.commands import Command
from foundation.doors import (
    carry_out_form,
    carry_out_values,
    form_input,
    guard_signed_whole,
    person_of,
)
from foundation.files import kept_file, pieces
from foundation.forms import in_zone
from foundation.inputs import Amount, Input, Pieces, Whole
from foundation.pages import form_for, page
from review.commands import deciding, disputes, statements
from review.commands.attachments import MOST_BYTES, attach_file, keep_attachment, stored_name
from review.commands.reopening import reopen_dispute
from review.models import Attachment, Decision, Dispute, Statement
from review.queries.disputes import (
    decided_disputes,
    dispute_of,
    dispute_page,
    waiting_disputes,
)
from review.queries.evidence import decided_entry
from review.views.amending import RoundAmended, changes_given
from review.views.reading import note_reading, record_reading
from rounds.games import game_of
from rounds.queries.changed import made_from
from rounds.wording import DEALER_ACCOUNTS, DISPUTE_FACTS, FACT_ANSWERS
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may
from staff.queries.people import signers_for
from tables.commands.endings import release_evidence

REVIEW_MINUTES = (10, 20, 30, 60, 120, 24 * 60)


@page(Act.VIEW_DISPUTES)
def disputes_page(request: HttpRequest) -> HttpResponse:
    """Disputes that wait, then those that were decided."""
    person = person_of(request)
    context = {
        "waiting": waiting_disputes(person, database_time()),
        "decided": decided_disputes(person),
        "currency": person.property.currency,
    }
    return render(request, "review/disputes.html", context)


@page(Act.VIEW_DISPUTES)
def waiting(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    context = {
        "waiting": waiting_disputes(person, database_time()),
        "currency": person.property.currency,
    }
    return render(request, "review/_disputes.html", context)


class ClaimForm(Input):
    """What the page of a round sends; what a command cannot take, the command's input says."""

    claim: str = ""
    seat: Whole | None = None
    amount: Amount | None = None
    note: str = ""
    hold: str = Dispute.Hold.ROUND.value


@form_for(Act.OPEN_DISPUTE)
def open_one(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Open a dispute from the page of its round."""
    person, given = person_of(request), form_input(ClaimForm, request.POST)
    sheet = carry_out_values(
        request,
        disputes.open_dispute,
        round_id=round_id,
        claim=given.claim,
        seat=given.seat or None,
        amount_cents=given.amount,
        note=given.note,
        hold=given.hold,
    )
    if may(person, Act.VIEW_DISPUTES):
        return redirect("dispute", sheet["dispute"])
    return redirect("round", round_id)


@page(Act.VIEW_DISPUTES)
def one_dispute(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """One dispute with everything that was collected."""
    return render(request, "review/dispute.html", _context(request, dispute_id))


@page(Act.VIEW_DISPUTES)
def dispute_part(request: HttpRequest, dispute_id: int) -> HttpResponse:
    return render(request, "review/_dispute_state.html", _context(request, dispute_id))


class FindingsForm(Input):
    """What the floor found, as the page of the dispute sends it; times are the house's own."""

    paid: Amount | None = None
    facts: Annotated[dict[str, str], Pieces("fact-")] = Field(default_factory=dict)
    cameras: tuple[str, ...] = ()
    timecode_from: datetime | None = None
    timecode_to: datetime | None = None
    offset: int = 0


@form_for(Act.OPEN_DISPUTE)
def add_findings(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    given, house = form_input(FindingsForm, request.POST), dispute.property
    _carry_out(
        request,
        disputes.add_to_dispute,
        dispute,
        paid_cents=given.paid,
        facts=given.facts,
        cameras=given.cameras,
        timecode_from=in_zone(given.timecode_from, house),
        timecode_to=in_zone(given.timecode_to, house),
        clock_offset_seconds=given.offset,
    )
    return _back(dispute)


@form_for(Act.REVIEW_DISPUTE)
def review(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out_form(request, disputes.begin_review, dispute)
    return _back(dispute)


@form_for(Act.REVIEW_DISPUTE)
def video(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out_form(request, disputes.save_video, dispute)
    return _back(dispute)


@form_for(Act.OPEN_DISPUTE)
def video_lock(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out(request, disputes.ask_video_lock, dispute)
    return _back(dispute)


@form_for(Act.OPEN_DISPUTE)
def statement(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """What somebody says, signed where a badge and a PIN come along."""
    dispute = dispute_of(person_of(request), dispute_id)
    guard_signed_whole(request, statements.take_statement)
    _carry_out_form(request, statements.take_statement, dispute)
    return _back(dispute)


class TitleForm(Input):
    """How a file is called in the dispute; without a title by its own name."""

    title: str = ""


@form_for(Act.OPEN_DISPUTE)
def _attached(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute, file = dispute_of(person_of(request), dispute_id), request.FILES.get("file")
    if file is None or not file.size or file.size > MOST_BYTES:
        raise Refused("file_missing", _("Choose a file of at most eight megabytes."))
    kept = keep_attachment(dispute.property_id, str(file.name), file.read())
    title = form_input(TitleForm, request.POST).title or kept["file_name"]
    _carry_out(request, attach_file, dispute, title=title, **kept)
    return _back(dispute)


@csrf_exempt
def attach(request: HttpRequest, dispute_id: int) -> HttpResponseBase:
    """Take a file for a dispute; the site has no upload handlers, so this page brings its own."""
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    return csrf_protect(_attached)(request, dispute_id=dispute_id)


attach.acts = _attached.acts  # type: ignore[attr-defined]  # for the page of roles


@page(Act.VIEW_DISPUTES)
def attachment(request: HttpRequest, dispute_id: int, n: int) -> HttpResponseBase:
    """Hand out a file of a dispute; that it was taken is on the record, whoever takes it."""
    person = person_of(request)
    dispute = dispute_of(person, dispute_id)
    found = get_object_or_404(Attachment, dispute=dispute, n=n)
    kept = kept_file(stored_name(dispute.property_id, found.sha256))
    if kept is None:
        raise Http404
    about, at = [dispute.round, dispute], database_time()
    record_reading(person, "file", about=about, at=at, n=n, sha256=found.sha256)
    headers = {
        "Content-Disposition": content_disposition_header(True, found.file_name) or "attachment",
        "Content-Security-Policy": "sandbox",
        "Content-Length": str(kept.size),
    }
    return StreamingHttpResponse(pieces(kept), content_type=found.media_type, headers=headers)


@form_for(Act.REOPEN_DISPUTE)
def reopen(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    sheet = _carry_out_form(request, reopen_dispute, dispute)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("dispute", args=[sheet["dispute"]])
    return response


@form_for(Act.LIFT_HOLD)
def lift(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out(request, disputes.lift_hold, dispute)
    return _back(dispute)


class DecisionForm(RoundAmended):
    """The decision beside its changes, which the fields of the round say."""

    decision: str = ""
    cite: str = ""
    cite_other: str = ""
    note: str = ""
    corrects: str = ""
    nothing_moves_because: str = ""


@form_for(Act.DECIDE_DISPUTE)
def decide(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Decide, and correct the round in the same act."""
    dispute = dispute_of(person_of(request), dispute_id)
    given = form_input(DecisionForm, request.POST)
    current, changes = dispute.round, None
    if current.settlement is not None:
        entered = made_from(current, current.settlement)
        changes = changes_given(given, game_of(current.submission), entered)
    _carry_out(
        request,
        deciding.decide_dispute,
        dispute,
        decision=given.decision,
        cite=given.cite or given.cite_other,
        note=given.note,
        changes=changes,
        corrects=bool(given.corrects),
        nothing_moves_because=given.nothing_moves_because,
    )
    return _back(dispute)


@form_for(Act.RELEASE_EVIDENCE)
def release_tile_set(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Let the tile set go, once nothing depends on it."""
    person = person_of(request)
    dispute = dispute_of(person, dispute_id)
    if dispute.held_set_id is not None:
        release_evidence(dispute.held_set_id, by=person, at=database_time())
    return _back(dispute)


@page(Act.VIEW_DISPUTES)
def decision(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """The decision as it is printed and handed out."""
    context = _context(request, dispute_id)
    sheet: Any = context["sheet"]
    context["entry"] = decided_entry(sheet.dispute)
    return render(request, "review/decision.html", context)


@page(Act.VIEW_DISPUTES)
def notice(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """The notice to the regulator, drafted on the third day."""
    return render(request, "review/notice.html", _context(request, dispute_id))


def _carry_out(
    request: HttpRequest, asked: Command[Any, Any], dispute: Dispute, **values: object
) -> None:
    carry_out_values(request, asked, round_id=dispute.round_id, dispute_id=dispute.pk, **values)


def _carry_out_form(request: HttpRequest, asked: Command[Any, Any], dispute: Dispute) -> Any:
    return carry_out_form(request, asked, round_id=dispute.round_id, dispute_id=dispute.pk)


def _context(request: HttpRequest, dispute_id: int) -> dict[str, object]:
    person = person_of(request)
    dispute, at = dispute_of(person, dispute_id), database_time()
    note_reading(person, "dispute", about=[dispute.round, dispute], at=at)
    return {
        "sheet": dispute_page(person, dispute, at),
        "accounts": DEALER_ACCOUNTS.items(),
        "facts": [(code, text, dispute.facts.get(code, "")) for code, text in
                  DISPUTE_FACTS.items()],
        "answers": FACT_ANSWERS.items(),
        "decisions": Decision.choices,
        "slots": _slots(person),
        "speakers": Statement.Speaker.choices,
        "speaker_slots": _slots_of(statements.take_statement, person, badges={}),
        "reopen_slots": _slots_of(reopen_dispute, person, badges={"own": person.badge}),
        "review_minutes": [(each, timedelta(minutes=each)) for each in REVIEW_MINUTES],
        "request_id": uuid4(),
        "statement_id": uuid4(),
        "file_id": uuid4(),
        "at": at,
    }  # fmt: skip


def _slots(person: Person) -> list[dict[str, object]]:
    """Who signs: with the badges of those who may, so that nobody has to guess."""
    return _slots_of(deciding.decide_dispute, person, badges={"own": person.badge})


def _slots_of(
    asked: Command[Any, Any], person: Person, badges: Mapping[str, str]
) -> list[dict[str, object]]:
    return [
        {
            "id": f"{asked.slug}-{place.name}",
            "name": place.name,
            "label": place.label,
            "badge": badges.get(place.name, ""),
            "required": place.required,
            "people": signers_for(person, place.act) if place.name not in badges else (),
        }
        for place in asked.signs
    ]


def _back(dispute: Dispute) -> HttpResponse:
    """To the page again: by a header for htmx, which would swap the page into itself."""
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("dispute", args=[dispute.pk])
    return response
