"""A report of an irregularity is taken back, and both stay on the record."""

import pytest

from audit.models import Event
from rounds.models import Irregularity
from rules.refusals import Refused
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS
from tests.rounds.taps import report_irregularity, settle_round, withdraw_irregularity

pytestmark = pytest.mark.django_db

FACTS = {"seats": [1], "tiles_exposed": 1, "player_has_looked": False}


def reported(dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_1=SIX_HANDS["seat-1"], dealer=SIX_HANDS["dealer"])
    return dealer.do(report_irregularity, "player-tile-exposed", FACTS)


def test_a_report_that_waits_is_withdrawn_and_the_round_can_be_settled(dealer):
    reported(dealer)
    with pytest.raises(Refused) as refusal:
        dealer.do(settle_round)
    assert refusal.value.code == "ruling_awaited"

    dealer.do(withdraw_irregularity, 1)
    found = Irregularity.objects.get(round_id=dealer.id)
    assert (found.ruling["code"], found.ruled_by) == ("withdrawn", dealer.by)
    kinds = list(Event.objects.filter(round_id=dealer.id).values_list("kind", flat=True))
    assert kinds.count("rounds.irregularity_withdrawn") == 1
    assert "rounds.irregularity_reported" in kinds
    assert dealer.do(settle_round)["state"] == "settled"


def test_what_was_ruled_on_or_never_reported_is_not_withdrawn(dealer):
    reported(dealer)
    dealer.do(withdraw_irregularity, 1)
    for n, code in ((1, "already_ruled"), (2, "not_found")):
        with pytest.raises(Refused) as refusal:
            dealer.do(withdraw_irregularity, n)
        assert refusal.value.code == code
    assert Event.objects.filter(kind="rounds.irregularity_withdrawn").count() == 1


def test_the_tablet_withdraws_over_the_api(floor):
    api = Api(floor)
    api.ready(seats=2)
    api.step("irregularities", {"event": "player-tile-exposed", "facts": FACTS})
    said = api.step("irregularities/1/withdraw")
    assert said.status_code == 200
    assert said.json()["irregularities"][0]["ruling"]["code"] == "withdrawn"
