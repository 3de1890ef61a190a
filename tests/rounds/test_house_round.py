import pytest

from audit.models import Event
from banking.models import Posting
from rounds.models import Round
from tests.factories import make_floor
from tests.rounds.playing import Dealer, house_round

pytestmark = pytest.mark.django_db


def test_a_round_from_first_wager_to_settled():
    dealer = Dealer(make_floor())
    sheet = house_round(dealer)
    assert sheet["state"] == "settled"
    assert sheet["number"] == 1
    settlement = sheet["settlement"]
    totals = sum(seat["total"] for seat in settlement["seats"])
    assert totals + settlement["house"]["net"] == 0
    current = Round.objects.get(pk=sheet["id"])
    assert sum(p.cents for p in Posting.objects.filter(entry__round_id=current.pk)) == 0
    kinds = [e.kind for e in Event.objects.filter(round_id=current.pk).order_by("stream_v")]
    assert kinds == [
        "rounds.round_opened",
        "rounds.wagers_placed",
        "rounds.wagers_closed",
        "rounds.dice_rolled",
        "rounds.round_dealt",
        "rounds.hands_set",
        "rounds.round_settled",
    ]
    assert current.version == len(kinds)
