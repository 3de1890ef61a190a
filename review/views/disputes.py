"""Disputes: open, collect, review, decide, print."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from foundation.clock import database_time
from foundation.commands import Command
from foundation.doors import carry_out_values, person_of
from foundation.files import kept_file, pieces
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
from review.views.amending import changes_given
from review.views.asking import cents, moment, whole
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


@form_for(Act.OPEN_DISPUTE)
def open_one(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Open a dispute from the page of its round."""
    person, given = person_of(request), request.POST
    hold = given.get("hold", "round")
    sheet = carry_out_values(
        request,
        disputes.open_dispute,
        round_id=round_id,
        claim=given.get("claim", ""),
        seat=whole(given.get("seat", "")) or None,
        amount_cents=cents(given.get("amount", "")),
        note=given.get("note", "")[:500],
        hold=hold if hold in Dispute.Hold.values else Dispute.Hold.ROUND,
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


@form_for(Act.OPEN_DISPUTE)
def add_findings(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute, given = dispute_of(person_of(request), dispute_id), request.POST
    house = person_of(request).property
    offset = whole(given.get("offset", ""))
    _carry_out(
        request,
        disputes.add_to_dispute,
        dispute,
        paid_cents=cents(given.get("paid", "")),
        facts={code: given[f"fact-{code}"] for code in DISPUTE_FACTS if given.get(f"fact-{code}")},
        cameras=tuple(each.strip()[:30] for each in given.get("cameras", "").split(",") if each),
        timecode_from=moment(given.get("timecode_from", ""), house),
        timecode_to=moment(given.get("timecode_to", ""), house),
        clock_offset_seconds=offset,
    )
    return _back(dispute)


@form_for(Act.REVIEW_DISPUTE)
def review(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    minutes = whole(request.POST.get("minutes", ""), 30)
    _carry_out(request, disputes.begin_review, dispute, minutes=minutes)
    return _back(dispute)


@form_for(Act.REVIEW_DISPUTE)
def video(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    given = request.POST
    _carry_out(
        request,
        disputes.save_video,
        dispute,
        reference=given.get("reference", ""),
        sha256=given.get("sha256", ""),
    )
    return _back(dispute)


@form_for(Act.OPEN_DISPUTE)
def video_lock(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out(request, disputes.ask_video_lock, dispute)
    return _back(dispute)


@form_for(Act.OPEN_DISPUTE)
def statement(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """What somebody says, signed where a badge and a PIN come along."""
    dispute, given = dispute_of(person_of(request), dispute_id), request.POST
    if given.get("speaker-badge") and not given.get("speaker-pin"):
        raise Refused("pin_missing", _("A badge without a PIN signs nothing. Enter the PIN."))
    names = ("speaker", "name", "account", "words")
    said = {name: given.get(name, "") for name in names}
    _carry_out(request, statements.take_statement, dispute, **said)
    return _back(dispute)


@form_for(Act.OPEN_DISPUTE)
def _attached(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute, file = dispute_of(person_of(request), dispute_id), request.FILES.get("file")
    if file is None or not file.size or file.size > MOST_BYTES:
        raise Refused("file_missing", _("Choose a file of at most eight megabytes."))
    kept = keep_attachment(dispute.property_id, str(file.name), file.read())
    title = request.POST.get("title", "") or kept["file_name"]
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
    what = f"dispute:{dispute.pk} file {n} {found.sha256}"
    record_reading(person, what, about=[dispute.round, dispute], at=database_time())
    headers = {
        "Content-Disposition": content_disposition_header(True, found.file_name) or "attachment",
        "Content-Security-Policy": "sandbox",
        "Content-Length": str(kept.size),
    }
    return StreamingHttpResponse(pieces(kept), content_type=found.media_type, headers=headers)


@form_for(Act.REOPEN_DISPUTE)
def reopen(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    sheet = carry_out_values(
        request,
        reopen_dispute,
        round_id=dispute.round_id,
        dispute_id=dispute.pk,
        reason=request.POST.get("reason", ""),
    )
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("dispute", args=[sheet["dispute"]])
    return response


@form_for(Act.LIFT_HOLD)
def lift(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute = dispute_of(person_of(request), dispute_id)
    _carry_out(request, disputes.lift_hold, dispute)
    return _back(dispute)


@form_for(Act.DECIDE_DISPUTE)
def decide(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Decide, and correct the round in the same act."""
    person, given = person_of(request), request.POST
    dispute = dispute_of(person, dispute_id)
    current, changes = dispute.round, None
    if current.settlement is not None:
        entered = made_from(current, current.settlement)
        changes = changes_given(given, game_of(current.submission), entered)
    cite = given.get("cite", "") or given.get("cite_other", "")
    _carry_out(
        request,
        deciding.decide_dispute,
        dispute,
        decision=given.get("decision", ""),
        cite=cite[:120],
        note=given.get("note", "")[:1000],
        changes=changes,
        corrects=bool(given.get("corrects")),
        nothing_moves_because=given.get("nothing_moves_because", "")[:300],
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


def _context(request: HttpRequest, dispute_id: int) -> dict[str, object]:
    person = person_of(request)
    dispute, at = dispute_of(person, dispute_id), database_time()
    note_reading(person, f"dispute:{dispute.pk}", about=[dispute.round, dispute], at=at)
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
