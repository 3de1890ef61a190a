"""The latest rounds, and the page of one."""

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from pydantic import AwareDatetime

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.inputs import Id, Input, Whole, read_address
from foundation.pages import page
from review.models import Dispute
from review.queries.round_page import LATEST, latest_rounds, round_of, round_page
from review.views.reading import note_reading
from rounds.wording import DISPUTE_CLAIMS
from staff.policy import Act, may


class RoundsAsked(Input):
    """Rounds of which table, and from where on back."""

    table: Id | None = None
    before: AwareDatetime | None = None


class SettlementAsked(Input):
    """Which settlement of a round to show; without it the last."""

    settlement: Whole | None = None


@page(Act.VIEW_ROUNDS)
def rounds_page(request: HttpRequest) -> HttpResponse:
    """The newest rounds of the house or of one table."""
    person = person_of(request)
    asked = read_address(RoundsAsked, request.GET)
    rows = latest_rounds(person, table_id=asked.table, before=asked.before)
    context = {
        "rows": rows,
        "table_id": asked.table,
        "older": rows[-1].opened_at.isoformat() if len(rows) == LATEST else "",
        "currency": person.property.currency,
    }
    return render(request, "review/rounds.html", context)


@page(Act.VIEW_ROUNDS)
def one_round(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """A round with every hand, every amount and every reason."""
    person = person_of(request)
    n = read_address(SettlementAsked, request.GET).settlement
    current = round_of(person, round_id)
    note_reading(person, "round", about=[current], at=database_time())
    sheet = round_page(current, n=n)
    context = {
        "sheet": sheet,
        "claims": DISPUTE_CLAIMS.items(),
        "holds": Dispute.Hold.choices,
        "may_dispute": may(person, Act.OPEN_DISPUTE),
        "may_replay": may(person, Act.REPLAY_ROUND),
        "sees_disputes": may(person, Act.VIEW_DISPUTES),
        "request_id": uuid4(),
    }
    return render(request, "review/round.html", context)
