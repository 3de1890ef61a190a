"""Replay of a round for those who review it, beside the house way and what should have been."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

import rules
from foundation.clock import database_time
from foundation.doors import form_input, person_of
from foundation.inputs import read_address
from foundation.pages import form_for, page
from review.queries.disputes import amend_form
from review.queries.evidence import settled_entry
from review.queries.replay import replay
from review.queries.round_page import round_of, round_page
from review.queries.what_if import compare, house_way_changes
from review.views.amending import RoundAmended, changes_given
from review.views.reading import note_reading
from review.views.rounds import SettlementAsked
from rounds.games import game_of
from rounds.models import Round, Settlement
from rounds.queries.changed import made_from
from rules.refusals import Refused
from staff.policy import Act, may


@page(Act.REPLAY_ROUND)
def replay_round(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Step through a round on a drawn table."""
    person = person_of(request)
    current, at = round_of(person, round_id), database_time()
    note_reading(person, "replay", about=[current], at=at)
    n = read_address(SettlementAsked, request.GET).settlement
    sheet = round_page(current, n=n)
    shown = _shown(current, sheet.shown)
    entered = made_from(current, shown)
    has_hands = shown is not None and bool(entered.hands) and entered.outcomes is None
    settlements = list(Settlement.objects.filter(round=current).order_by("n"))
    story = replay(current, shown, entered, sheet.taps, settlements)
    context = {
        "sheet": sheet,
        "replay": story,
        "drawing": story.drawing(),
        "comparison": compare(current, shown, house_way_changes(current, shown))
        if shown is not None and has_hands
        else None,
        "amend": amend_form(current),
        "may_export": may(person, Act.EXPORT_RECORD),
        "entry": settled_entry(current),
        "at": at,
    }
    return render(request, "review/replay.html", context)


@form_for(Act.REPLAY_ROUND)
def what_if(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """The round as it would have been settled under the facts of the form; nothing is kept."""
    person = person_of(request)
    current = round_of(person, round_id)
    if current.settlement is None:
        raise Refused("not_settled", _("Only a settled round can be compared."))
    game, entered = game_of(current.submission), made_from(current, current.settlement)
    given = changes_given(form_input(RoundAmended, request.POST), game, entered)
    changes = given.changes(game, current.table, entered) if given else rules.Changes()
    context = {
        "comparison": compare(current, current.settlement, changes),
        "heading": _("What should have been"),
        "part_id": "what-if",
    }
    return render(request, "review/_compare.html", context)


def _shown(current: Round, n: int) -> Settlement | None:
    return Settlement.objects.filter(round=current, n=n).first() if n else None
