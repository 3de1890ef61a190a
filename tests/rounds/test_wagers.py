import pytest

from rules.refusals import Refused
from tests.factories import make_floor
from tests.rounds.playing import Dealer
from tests.rounds.taps import close_wagers, place_wagers, seat_player

pytestmark = pytest.mark.django_db


def refused(dealer, wagers):
    with pytest.raises(Refused) as refusal:
        dealer.do(place_wagers, wagers)
    return refusal.value.code


def one(seat=1, cents=2500, player="", **sides):
    return {"seat": seat, "player": player, "cents": cents, **sides}


REFUSED = [
    ("maryland", {}, [one(cents=500)], "below_minimum", "MD 5 §A"),
    ("maryland", {}, [one(cents=500_100)], "above_maximum", "MD 5 §A"),
    ("maryland", {}, [one(cents=2510)], "not_in_chips", "property's smallest chip is 25"),
    ("maryland", {}, [one(seat=7)], "no_such_seat", "six seats"),
    ("maryland", {}, [one(pair_fortunes=500)], "not_offered", "MD 5 §F: if in the submission"),
    ("maryland", {}, [one(1, player="A"), one(2, player="A")], "too_many_areas", "MD 5 §E"),
    (
        "maryland",
        {"adjacent_areas": True},
        [one(1, player="A"), one(3, player="A")],
        "too_many_areas",
        "MD 5 §E: two adjacent areas",
    ),
    ("maryland", {}, [one(1, player="A"), one(1, player="B")], "too_many_players", "MD 5 §C"),
    ("leaflet", {}, [one(1, player="A"), one(2, player="A")], "too_many_areas", "Leaflet ¶22"),
    ("leaflet", {}, [one(match_play=3000)], "coupon_amount", "Leaflet ¶20"),
    ("new-zealand", {}, [one(2, cents=2550)], "not_payable", "NZ 6.12"),
    (
        "new-zealand",
        {"players_a_box": 2, "player_maximum": 10_000},
        [one(2, cents=20_000, player="A")],
        "above_player_maximum",
        "NZ 6.6",
    ),
    ("three-card-split", {}, [one(four_card=500)], "not_offered", "App. C: if offered"),
    ("three-card-split", {}, [one(three_card=1300)], "three_card_too_high", "3CS App. B"),
]


@pytest.mark.parametrize(("profile", "options", "wagers", "code", "rule"), REFUSED)
def test_wagers_that_are_not_accepted(profile, options, wagers, code, rule):
    dealer = Dealer(make_floor(profile, options=options))
    dealer.open()
    assert refused(dealer, wagers) == code, rule


ACCEPTED = [
    ("maryland", {"pair_fortunes": "A"}, [one(pair_fortunes=500)]),
    ("maryland", {"adjacent_areas": True}, [one(1, player="A"), one(2, player="A")]),
    ("leaflet", {}, [one(match_play=2500)]),
    ("leaflet", {}, [one(match_play=1000)]),
    ("mbs", {}, [one(1, player="A"), one(5, player="A")]),
    ("new-zealand", {"players_a_box": 3}, [one(2, 1000, "A"), one(2, 2000, "B")]),
    ("three-card-split", {"four_card": "1a"}, [one(three_card=1250, four_card=500)]),
]


@pytest.mark.parametrize(("profile", "options", "wagers"), ACCEPTED)
def test_wagers_that_are(profile, options, wagers):
    dealer = Dealer(make_floor(profile, options=options))
    dealer.open()
    assert dealer.do(place_wagers, wagers)["wagers"] == wagers


def test_a_wager_can_be_raised_and_withdrawn_until_no_more_bets(dealer):
    dealer.open()
    dealer.wager(s1=2500, s2=2500)
    dealer.wager(s1=5000)
    assert [wager["cents"] for wager in dealer.wager(s2=0)["wagers"]] == [5000]
    dealer.close()
    with pytest.raises(Refused) as refusal:
        dealer.wager(s1=10_000)
    assert (refusal.value.code, refusal.value.rule) == ("no_more_bets", "MD 5 §D")


def test_nobody_wagers_nobody_plays(dealer):
    dealer.open()
    with pytest.raises(Refused) as refusal:
        dealer.do(close_wagers)
    assert refusal.value.code == "no_wagers"


def test_the_house_banks_from_box_1_which_then_takes_no_wager():
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.wager(s1=2000, s2=2000)
    with pytest.raises(Refused) as refusal:
        dealer.do(close_wagers)
    assert (refusal.value.code, refusal.value.rule) == ("house_box", "NZ 11.1(a)")


def test_who_sits_there_stays_for_the_next_round_and_wagers_if_asked(dealer):
    dealer.open()
    dealer.do(seat_player, 3, {"player": "K7", "controls": True})
    dealer.wager(s3=2500)
    dealer.close()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_3="6-6 6-6 1-1 3-6", dealer="1-5 3-5 2-5 3-4")
    dealer.settle()
    sheet = dealer.open(carry_wagers=True)
    assert sheet["number"] == 2
    assert sheet["seats"] == {"3": [{"player": "K7", "controls": True}]}
    assert [(w["seat"], w["cents"]) for w in sheet["wagers"]] == [(3, 2500)]


def test_a_seat_that_empties_takes_its_wager_along(dealer):
    dealer.open()
    dealer.do(seat_player, 3, {"player": "K7", "controls": True})
    dealer.wager(s3=2500)
    sheet = dealer.do(seat_player, 3, None)
    assert sheet["seats"] == {}
    assert sheet["wagers"] == []


def test_one_player_controls_a_box():
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 3}))
    dealer.open()
    dealer.do(seat_player, 2, {"player": "A", "controls": True})
    sheet = dealer.do(seat_player, 2, {"player": "B", "controls": True})
    assert sheet["seats"]["2"] == [
        {"player": "A", "controls": False},
        {"player": "B", "controls": True},
    ]


def test_one_of_three_leaves_a_box_and_the_others_stay():
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 3}))
    dealer.open()
    dealer.do(seat_player, 2, {"player": "A", "controls": True})
    dealer.do(seat_player, 2, {"player": "B", "controls": False})
    dealer.wagers([one(2, 2000, "A"), one(2, 4000, "B"), one(2, 6000, "C"), one(3, 2000, "A")])
    sheet = dealer.do(seat_player, 2, None, "A")
    assert sheet["seats"]["2"] == [{"player": "B", "controls": False}]
    left = [(wager["seat"], wager["player"]) for wager in sheet["wagers"]]
    assert left == [(2, "B"), (2, "C")], "A sits nowhere any more, so nothing of A stays"
    sheet = dealer.do(seat_player, 2, None, "C")
    assert [wager["player"] for wager in sheet["wagers"]] == ["B"], "C only stood there"
    with pytest.raises(Refused) as refusal:
        dealer.do(seat_player, 2, None, "C")
    assert refusal.value.code == "not_at_this_seat"


def test_whoever_leaves_one_of_two_boxes_keeps_the_other():
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 3}))
    dealer.open()
    dealer.do(seat_player, 3, {"player": "A", "controls": True})
    dealer.wagers([one(2, 2000, "A"), one(2, 4000, "B"), one(3, 2000, "A")])
    sheet = dealer.do(seat_player, 2, None, "A")
    assert [(each["seat"], each["player"]) for each in sheet["wagers"]] == [(2, "B"), (3, "A")]
