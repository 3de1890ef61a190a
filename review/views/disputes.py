"""Disputes: open, collect, review, decide, print."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from foundation.clock import database_time
from foundation.commands import Command
from foundation.doors import carry_out_values, person_of
from foundation.pages import form_for, page
from review.commands import deciding, disputes
from review.models import Decision, Dispute
from review.queries.disputes import (
    decided_disputes,
    dispute_of,
    dispute_page,
    waiting_disputes,
)
from review.views.amending import changes_given
from review.views.asking import cents, moment, whole
from review.views.reading import note_reading
from rounds.games import game_of
from rounds.queries.changed import made_from
from rounds.wording import DEALER_ACCOUNTS, DISPUTE_FACTS, FACT_ANSWERS
from staff.models import Person
from staff.policy import Act, may
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
def add_account(request: HttpRequest, dispute_id: int) -> HttpResponse:
    dispute, given = dispute_of(person_of(request), dispute_id), request.POST
    house = person_of(request).property
    offset = whole(given.get("offset", ""))
    _carry_out(
        request,
        disputes.add_to_dispute,
        dispute,
        account=given.get("account", ""),
        note=given.get("account_note", "")[:500],
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
    reference = request.POST.get("reference", "")
    _carry_out(request, disputes.save_video, dispute, reference=reference)
    return _back(dispute)


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
    return render(request, "review/decision.html", _context(request, dispute_id))


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
        "review_minutes": [(each, timedelta(minutes=each)) for each in REVIEW_MINUTES],
        "request_id": uuid4(),
        "at": at,
    }  # fmt: skip


def _slots(person: Person) -> list[dict[str, object]]:
    """Who signs a decision: the person who decides and, for a correction, a second one."""
    own = {"label": _("You decide"), "badge": person.badge, "required": True}
    who = _("A second person of the floor, for a correction or a dispute of your own")
    second = {"label": who, "badge": "", "required": False}
    return [{"id": name, "name": name} | slot for name, slot in (("own", own), ("second", second))]


def _back(dispute: Dispute) -> HttpResponse:
    """To the page again: by a header for htmx, which would swap the page into itself."""
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("dispute", args=[dispute.pk])
    return response
