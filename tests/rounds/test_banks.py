"""Who banks, what that does to the wagers, and that the money adds up."""

import json

import pytest

from audit.models import Event
from banking.models import BankTurn, Posting
from rules.refusals import Refused
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import (
    answer_offers,
    close_wagers,
    enter_quickly,
    place_dealer_wager,
    seat_player,
)

pytestmark = pytest.mark.django_db

TAKE = {"answer": "take", "funds_cents": 100_000}


def after_house_round(profile="maryland", **options):
    """A dealer at a table where three have just played against the house."""
    dealer = Dealer(make_floor(profile, options=options))
    house_round(dealer, seats=3, cents=2000)
    dealer.open()
    dealer.wager(s1=2000, s2=2000, s3=2000)
    return dealer


def finish(dealer, /, **hands):
    dealer.close()
    dealer.roll()
    dealer.deal()
    dealer.hands(**hands)
    return dealer.settle()


def refusal(dealer, command, *args):
    with pytest.raises(Refused) as refused:
        dealer.do(command, *args)
    return refused.value


def test_the_first_round_is_the_house_s_without_asking():
    dealer = Dealer(make_floor())
    house_round(dealer, seats=2)
    turn = BankTurn.objects.get(round_id=dealer.id)
    assert (turn.kind, turn.seat) == ("house", None)
    assert turn.refused == {"1": "first-round", "2": "first-round"}


def test_no_more_bets_waits_until_the_bank_is_offered_to_all():
    dealer = after_house_round()

    refused = refusal(dealer, close_wagers)
    assert refused.code == "bank_undecided"
    assert refused.detail["order"] == [1, 2, 3]
    dealer.pass_all([1, 2, 3])
    assert dealer.close()["state"] == "closed"


def test_a_tablet_without_network_says_that_the_others_passed():
    dealer = after_house_round()
    dealer.do(answer_offers, [{"seat": 2, **TAKE}], others_pass=True)
    assert dealer.sheet["bank"]["seat"] == 2
    assert [each["seat"] for each in dealer.sheet["bank"]["answers"]] == [1, 2]

    nobody = after_house_round()
    nobody.do(answer_offers, [], others_pass=True)
    assert nobody.sheet["bank"]["is_decided"]
    assert nobody.close()["state"] == "closed"


def test_the_event_of_an_offer_says_how_it_was_before():
    dealer = after_house_round()
    dealer.pass_all([1])
    event = Event.objects.get(stream=f"round:{dealer.id}", kind="rounds.bank_offered")
    detail = json.loads(bytes(event.body))["detail"]
    assert (detail["before"]["answers"], len(detail["after"]["answers"])) == ([], 1)


def test_the_bank_goes_round_in_order():
    dealer = after_house_round()
    refused = refusal(dealer, answer_offers, [{"seat": 2, **TAKE}])
    assert refused.code == "not_their_turn"
    assert refused.detail["next"] == 1


def test_a_player_bank_pays_out_of_the_centre_and_the_dealer_may_wager():
    dealer = after_house_round()
    sheet = dealer.do(
        answer_offers,
        [{"seat": 1, "answer": "pass", "funds_cents": None}, {"seat": 2, **TAKE}],
    )
    assert sheet["bank"]["kind"] == "player"
    assert [wager["seat"] for wager in sheet["wagers"]] == [1, 3]
    assert sheet["dealer_wager"] == 2000
    assert refusal(dealer, place_dealer_wager, 2500).code == "dealer_wager_too_high"
    dealer.do(place_dealer_wager, 1000)
    hands = {place.replace("-", "_"): SIX_HANDS[place] for place in ("seat-1", "seat-3", "dealer")}
    settled = finish(dealer, **hands, bank=SIX_HANDS["seat-2"])["settlement"]
    assert settled["bank"]["seat"] == 2
    assert settled["dealer"]["outcome"] in ("win", "lose", "push")
    parts = sum(seat["total"] for seat in settled["seats"])
    assert parts + settled["bank"]["net"] + settled["house"]["net"] == 0
    postings = Posting.objects.filter(entry__round_id=dealer.id)
    assert sum(posting.cents for posting in postings) == 0
    by_bank = postings.filter(account__kind="bank").values_list("cents", flat=True)
    assert list(by_bank) == ([settled["bank"]["net"]] if settled["bank"]["net"] else [])


def test_the_dealer_s_wager_counts_when_only_outcomes_are_called():
    dealer = after_house_round()
    dealer.do(answer_offers, [{"seat": 2, **TAKE}], others_pass=True)
    dealer.close()
    ends = {0: "lose", 1: "lose", 3: "win"}
    dealer.do(enter_quickly, [{"seat": seat, "outcome": end} for seat, end in ends.items()])
    settled = dealer.settle()["settlement"]
    # lost: 2000 and the dealer's 2000; won: 2000; 2000 are left, 5 % of them are 100
    assert settled["bank"] == {"kind": "player", "seat": 2, "net": 1900, "vigorish": 100}
    assert settled["dealer"]["net"] == -2000
    # seat 3 pays 100 of its 2000 and the bank 100: the house has 200 and lost its wager
    assert settled["house"] == {"net": -1800, "vigorish": 200}


def test_whoever_leaves_takes_the_bank_along():
    dealer = after_house_round()
    dealer.do(answer_offers, [{"seat": 1, **TAKE}])
    sheet = dealer.do(seat_player, 1, None)
    assert (sheet["bank"]["kind"], sheet["bank"]["is_decided"]) == ("house", False)
    assert refusal(dealer, close_wagers).detail["next"] == 2


def test_a_bank_must_show_its_chips_and_cover_the_others():
    dealer = after_house_round()
    take = {"seat": 1, "answer": "take", "funds_cents": None}
    assert refusal(dealer, answer_offers, [take]).detail["needed_cents"] == 4000
    refused = refusal(dealer, answer_offers, [{**take, "funds_cents": 3999}])
    assert refused.code == "insufficient_funds"


def test_a_raise_after_the_bank_was_taken_is_checked_again_at_no_more_bets():
    dealer = after_house_round()
    dealer.do(answer_offers, [{"seat": 1, "answer": "take", "funds_cents": 4000}])
    dealer.wager(s3=5000)

    assert refusal(dealer, close_wagers).code == "insufficient_funds"


def test_co_banking_only_where_it_is_offered_and_for_half():
    co_bank = {"seat": 1, "answer": "co_bank", "funds_cents": 2000}
    assert refusal(after_house_round(), answer_offers, [co_bank]).code == "no_co_bank"
    dealer = after_house_round(co_bank=True)
    sheet = dealer.do(answer_offers, [co_bank])
    assert sheet["bank"]["kind"] == "co-bank"
    assert sheet["dealer_wager"] is None
    settled = finish(
        dealer, seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], bank=SIX_HANDS["seat-1"]
    )
    assert settled["settlement"]["bank"]["kind"] == "co-bank"


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_md_9_e_1_every_player_may_ask_to_co_bank(seat):
    # MD 9 §E(1)
    dealer = after_house_round(co_bank=True)
    half = {"seat": seat, "answer": "co_bank", "funds_cents": 2000}
    assert dealer.do(answer_offers, [half], others_pass=True)["bank"]["seat"] == seat


def test_a_player_may_not_bank_twice_running():
    dealer = after_house_round(dealer_wager="none")
    dealer.do(answer_offers, [{"seat": 1, **TAKE}])
    finish(dealer, seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], bank=SIX_HANDS["seat-1"])
    dealer.open()
    dealer.wager(s1=2000, s2=2000, s3=2000)
    refused = refusal(dealer, answer_offers, [{"seat": 1, **TAKE}])
    assert (refused.code, refused.rule) == ("consecutive", "MD 9 §C(3)")


def test_at_marina_bay_dealer_and_players_alternate():
    dealer = Dealer(make_floor("mbs"))
    house_round(dealer, seats=3, cents=2000)
    dealer.open()
    dealer.wager(s1=2000, s2=2000, s3=2000)
    dealer.do(answer_offers, [{"seat": 1, **TAKE}])
    finish(dealer, seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], bank=SIX_HANDS["seat-1"])
    dealer.open()
    dealer.wager(s1=2000, s2=2000, s3=2000)
    assert refusal(dealer, answer_offers, [{"seat": 2, **TAKE}]).code == "dealers_turn"
    assert dealer.close()["bank"]["kind"] == "house"


def test_where_players_are_not_offered_the_bank_nobody_is_asked():
    dealer = after_house_round(player_bank=False)
    assert refusal(dealer, answer_offers, [{"seat": 1, **TAKE}]).code == "no_player_bank"
    assert dealer.close()["bank"]["refused"] == {}


def banked_by_seat_1(dealer):
    dealer.do(answer_offers, [{"seat": 1, **TAKE}])
    hands = {"seat_2": SIX_HANDS["seat-2"], "seat_3": SIX_HANDS["seat-3"]}
    return finish(dealer, **hands, bank=SIX_HANDS["seat-1"])


def test_the_same_wagers_again_bring_back_what_the_banker_put_aside():
    dealer = after_house_round(dealer_wager="none")
    dealer.wager(s1=3500)
    banked_by_seat_1(dealer)
    again = dealer.open(carry_wagers=True)
    assert [wager["cents"] for wager in again["wagers"]] == [3500, 2000, 2000]


def test_a_banker_without_a_wager_in_that_round_gets_the_one_before():
    dealer = after_house_round(dealer_wager="none")
    dealer.do(seat_player, 1, {"player": "A", "controls": True})
    dealer.wager(s1=0)
    banked_by_seat_1(dealer)
    again = dealer.open(carry_wagers=True)
    assert [wager["seat"] for wager in again["wagers"]] == [1, 2, 3]


def test_a_bank_that_goes_to_somebody_else_gives_the_wagers_back():
    dealer = after_house_round(dealer_wager="none")
    dealer.wager(s1=3500)
    dealer.do(answer_offers, [{"seat": 1, **TAKE}])
    sheet = dealer.do(answer_offers, [{"seat": 2, **TAKE}], others_pass=True)
    assert {wager["seat"]: wager["cents"] for wager in sheet["wagers"]} == {1: 3500, 3: 2000}
    assert refusal(dealer, answer_offers, [{"seat": 1, "answer": "take", "funds_cents": 3999}])
