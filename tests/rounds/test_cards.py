"""The card game on the same floor, with its jackpot."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from banking.commands.jackpot import Terms, start_jackpot
from banking.models import Entry, JackpotPeriod
from banking.queries.balances import ledger_faults
from banking.queries.jackpots import awards, meter, meter_from_the_start
from rounds.commands.contributions import contribute_to_jackpots
from rules.refusals import Refused
from tests.factories import make_floor
from tests.rounds.playing import Dealer
from tests.rounds.taps import (
    Call,
    HandGiven,
    WholeRound,
    enter_quickly,
    record_whole_round,
    show_community,
)
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

OPTIONS = {"four_card": "4a", "jackpot_minimum": 500}


@pytest.fixture
def floor():
    return make_floor("three-card-split", options=OPTIONS)


def jackpot_for(floor, **terms):
    at = timezone.now() - timedelta(hours=5)
    given = Terms(name="Bonus", seed_cents=50_000, **terms)
    return start_jackpot(given, [floor.table.pk], by=floor.pit_manager, at=at)


def card_round(floor, cards, community="2C", dealer="KS QD 7H", **wagers):
    whole = WholeRound(
        round_id=uuid4(),
        wagers=[{"seat": 1, "player": "", "cents": 2000, **wagers}],
        hands=[
            HandGiven("seat-1", tuple(cards.split())),
            HandGiven("dealer", tuple(dealer.split()), None, None, "dealer"),
        ],
        community=community,
    )
    return record_whole_round(floor.table.pk, whole, Call(by=floor.dealer))


def test_a_round_of_cards_needs_no_dice(floor):
    sheet = card_round(floor, "AS AD 3C", three_card=1000)
    row = sheet["settlement"]["seats"][0]
    assert row["outcome"] in ("win", "lose", "push")
    assert row["three_card"]["outcome"] == "win"
    assert sheet["roll"] is None


def test_side_wagers_lie_apart_in_the_replay_and_no_vigorish_is_named(floor, client):
    sheet = card_round(floor, "AS AD 3C", three_card=1000, four_card=500)
    sign_in(client, floor.surveillance)
    shown = client.get(f"/rounds/{sheet['id']}/replay/").context["replay"]
    first = next(frame for frame in shown.frames if frame.kind == "wagers")
    assert first.sides == {"seat-1": {"three_card": 1000, "four_card": 500}}
    assert shown.drawing()["sides"]["three_card"] == ("3C", "Three Card wager")
    assert shown.frames[-1].sides["seat-1"]["three_card"] > 1000, "the one that won"
    moves = [frame.text for frame in shown.frames if frame.kind == "chips"]
    assert "$10.00: pays the Three Card wager" in moves
    assert "igorish" not in shown.frames[-1].text


def test_the_bonus_waits_for_the_community_card(floor):
    with pytest.raises(Refused) as refused:
        card_round(floor, "AS AD 3C", community="", four_card=500)
    assert refused.value.code == "no_community_card"


def test_3cs_6_the_community_card_is_turned_once_the_dealers_hand_is_set(floor):
    dealer = Dealer(floor)
    dealer.open()
    dealer.wagers([{"seat": 1, "player": "", "cents": 2000, "four_card": 500}])
    dealer.close()
    dealer.deal()
    dealer.hands(seat_1="AS AD 3C")
    with pytest.raises(Refused) as refused:
        dealer.do(show_community, "2C")
    assert (refused.value.code, refused.value.rule) == ("dealer_not_set", "3CS 6")
    dealer.hands(dealer="KS QD 7H")
    assert dealer.do(show_community, "2C")["community"] == "2C"


def test_a_card_in_two_hands_is_named(floor):
    with pytest.raises(Refused) as refused:
        card_round(floor, "AS KS 3C")
    assert refused.value.detail["places"] == ["seat-1", "dealer"]


def test_four_aces_win_the_jackpot_which_starts_again(floor):
    jackpot = jackpot_for(floor)
    sheet = card_round(floor, "AS AD AC", "AH", four_card=500)
    bonus = sheet["settlement"]["seats"][0]["four_card"]
    assert bonus["jackpot"] == 50_000
    assert bonus["net"] == 300 * 500 + 50_000
    assert meter(jackpot) == 50_000
    assert [(str(award["round"]), award["cents"]) for award in awards(jackpot)] == [
        (sheet["id"], 50_000)
    ]
    kinds = Entry.objects.filter(round_id=sheet["id"]).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["round", "jackpot_seed"]
    assert ledger_faults() == []


def test_a_small_bonus_wager_does_not_play_for_the_jackpot(floor):
    jackpot_for(floor)
    sheet = card_round(floor, "AS AD AC", "AH", four_card=400)
    assert sheet["settlement"]["seats"][0]["four_card"]["jackpot"] == 0


GROWTH = [
    ({"grows": "per-hour", "step": 1000}, 5 * 1000),
    ({"grows": "per-wager", "step": 25}, 2 * 25),
    ({"grows": "share-of-win", "step": 1000}, 100),
    ({"grows": "none"}, 0),
]


@pytest.mark.parametrize(("terms", "grown"), GROWTH)
def test_the_jackpot_grows_once_a_period(floor, terms, grown):
    jackpot = jackpot_for(floor, **terms)
    for cards in ("9S 7D 2H", "9H 7S 2D"):
        card_round(floor, cards, community="KC", four_card=500)
    later = timezone.now() + timedelta(hours=1)
    contribute_to_jackpots(later)
    periods = JackpotPeriod.objects.filter(jackpot=jackpot).count()
    hours = periods if terms["grows"] == "per-hour" else 5
    expected = hours * 1000 if terms["grows"] == "per-hour" else grown
    assert meter(jackpot) == 50_000 + expected
    assert contribute_to_jackpots(later) == 0
    assert JackpotPeriod.objects.filter(jackpot=jackpot).count() == periods
    told, summed = meter_from_the_start(jackpot)
    assert told == summed
    assert ledger_faults() == []


def test_a_day_s_contribution_after_the_day(floor):
    jackpot = jackpot_for(floor, grows="per-day", step=2500)
    contribute_to_jackpots(timezone.now() + timedelta(days=3))
    periods = JackpotPeriod.objects.filter(jackpot=jackpot).order_by("begins_at")
    assert len(periods) in (3, 4)
    assert all(a.ends_at == b.begins_at for a, b in zip(periods, list(periods)[1:], strict=False))
    assert meter(jackpot) == 50_000 + 2500 * len(periods)


def test_quick_entry_of_cards(floor):
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s1=2000, s2=2000)
    dealer.close()
    called = [{"seat": 1, "outcome": "win"}, {"seat": 2, "outcome": "lose"}]
    dealer.do(enter_quickly, called)
    settled = dealer.settle()["settlement"]
    assert [seat["net"] for seat in settled["seats"]] == [2000, -2000]
    assert settled["house"] == {"net": 0, "vigorish": 0}
    assert [move["cents"] for move in settled["movements"]] == [2000, 2000]


@pytest.mark.parametrize(
    ("side", "cents", "code"),
    [
        ("three_card", 400, "proposition_too_low"),
        ("four_card", 2_500, "proposition_too_high"),
        ("four_card", 2_000, None),
    ],
)
def test_3cs_2_a_proposition_wager_has_limits_of_its_own(db, side, cents, code):
    # 3CS 2
    limits = {"four_card": "1a", "proposition_minimum": 500, "proposition_maximum": 2_000}
    dealer = Dealer(make_floor("three-card-split", options=limits))
    dealer.open()
    wager = {"seat": 1, "player": "A", "cents": 5_000, side: cents}
    if code is None:
        assert dealer.wagers([wager])["wagers"][0][side] == cents
        return
    with pytest.raises(Refused) as refused:
        dealer.wagers([wager])
    assert (refused.value.code, refused.value.rule) == (code, "3CS 2")
