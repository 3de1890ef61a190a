"""The latest rounds, and the page of one."""

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_safe

from review.models import Dispute
from review.queries.round_page import LATEST, latest_rounds, round_of, round_page
from review.views.asking import viewer, whole
from rounds.wording import DISPUTE_CLAIMS
from staff.policy import Act, may, require


@require_safe
def latest(request: HttpRequest) -> HttpResponse:
    """The newest rounds of the house or of one table."""
    person = viewer(request)
    require(person, Act.VIEW_ROUNDS)
    before = parse_datetime(request.GET.get("before", "").replace(" ", "+"))
    table_id = whole(request.GET.get("table", "")) or None
    rows = latest_rounds(person, table_id=table_id, before=before)
    context = {
        "rows": rows,
        "table_id": table_id,
        "older": rows[-1].opened_at.isoformat() if len(rows) == LATEST else "",
        "currency": person.property.currency,
    }
    return render(request, "review/rounds.html", context)


@require_safe
def page(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """A round with every hand, every amount and every reason."""
    person = viewer(request)
    require(person, Act.VIEW_ROUNDS)
    n = whole(request.GET.get("settlement", "")) or None
    sheet = round_page(round_of(person, round_id), n=n)
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
