import cProfile
import json
import pstats
from copy import deepcopy
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.place import DEALER, Place
from rules.refusals import RulesError
from rules.round import (
    BroughtShare,
    CalledOutcome,
    Changes,
    PlacedWager,
    Round,
    RoundBank,
    SeatedPlayer,
    SetHand,
)
from tests.rules import documents as stored

SEATS = st.integers(1, 8)
SEAT_KEYS = SEATS.map(str)
CENTS = st.integers(0, 10**12)
MARKERS = st.sampled_from(["", "A", "B", "C", "红"])
WORDS = st.text(max_size=8)
TILES = st.lists(st.sampled_from(["1-1", "3-6", "QS", "TD"]), max_size=4)
SIDES = dict.fromkeys(stored.SIDE_WAGERS, CENTS)
WAGERS = st.fixed_dictionaries({"seat": SEATS, "player": MARKERS, "cents": CENTS}, optional=SIDES)
SHARES = st.lists(st.fixed_dictionaries({"player": MARKERS, "cents": CENTS}), max_size=3)
ANSWERS = st.fixed_dictionaries(
    {"seat": SEATS, "answer": WORDS, "funds_cents": st.none() | CENTS},
    optional={"shares": SHARES, "word_cents": CENTS},
)
BANKS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["house", "player", "co-bank"]),
        "seat": st.none() | SEATS,
        "player": MARKERS,
        "is_decided": st.booleans(),
        "answers": st.lists(ANSWERS, max_size=3),
        "refused": st.dictionaries(SEAT_KEYS, WORDS, max_size=3),
    },
    optional={"aside": st.lists(WAGERS, max_size=2), "shares": SHARES},
)
ROLLS = st.fixed_dictionaries(
    {
        "dice": st.none() | st.lists(st.integers(1, 6), min_size=3, max_size=3),
        "generator": st.none() | st.integers(3, 18),
        "device": WORDS,
        "adjust": st.sampled_from([-4, 0, 4]),
        "total": st.integers(3, 18),
        "positions": st.lists(WORDS, max_size=8),
    }
)
DELIVERIES = st.fixed_dictionaries(
    {
        "style": WORDS,
        "cut": WORDS,
        "options": st.lists(WORDS, max_size=3),
        "bank_cut": st.none() | st.dictionaries(WORDS, st.integers(0, 8), max_size=3),
        "laja": st.booleans(),
        "chosen_by": WORDS,
    }
)
HANDS = st.fixed_dictionaries(
    {
        "held": TILES,
        "high": TILES,
        "low": TILES,
        "high_name": WORDS,
        "low_name": WORDS,
        "set_by": WORDS,
        "rule": WORDS,
    }
)
OUTCOMES = st.fixed_dictionaries({"seat": st.integers(0, 8), "outcome": WORDS})
PLAYERS = st.fixed_dictionaries({"player": MARKERS, "controls": st.booleans()})
DOCUMENTS = st.fixed_dictionaries(
    {
        "seats": st.dictionaries(SEAT_KEYS, st.lists(PLAYERS, max_size=3), max_size=4),
        "wagers": st.lists(WAGERS, max_size=5),
        "bank": BANKS,
        "dealer_wager": st.none() | CENTS,
        "roll": st.none() | ROLLS,
        "rolls": st.integers(0, 9),
        "no_rolls": st.lists(WORDS, max_size=2),
        "delivery": st.none() | DELIVERIES,
        "hands": st.dictionaries(SEAT_KEYS | st.just("dealer"), HANDS, max_size=4),
        "states": st.dictionaries(SEAT_KEYS, WORDS, max_size=3),
        "community": WORDS,
        "quick": st.none() | st.fixed_dictionaries({"outcomes": st.lists(OUTCOMES, max_size=4)}),
        "stands": st.booleans(),
        "house_way_seats": st.lists(st.integers(0, 8), max_size=3),
    }
)

HAND = SetHand(("1-1",), (), (), "", "", "player", "")
OTHER_HAND = HAND._replace(held=("3-6",))


def six_seats():
    document = stored.new_facts()
    hand = {
        "held": ["1-1", "3-6", "2-2", "5-6"],
        "high": ["1-1", "3-6"],
        "low": ["2-2", "5-6"],
        "high_name": "Gong",
        "low_name": "5",
        "set_by": "player",
        "rule": "as set",
    }
    for seat in range(1, 7):
        document["seats"][str(seat)] = [{"player": f"P{seat}", "controls": True}]
        document["wagers"].append({"seat": seat, "player": f"P{seat}", "cents": 2500})
        document["hands"][str(seat)] = hand
    document["hands"]["dealer"] = hand
    return document


@given(DOCUMENTS)
def test_a_document_is_written_as_it_was_read(document):
    before = deepcopy(document)
    written = Round.from_json(document).as_json()
    assert written == before
    assert document == before
    assert json.loads(json.dumps(written)) == before


@given(DOCUMENTS)
def test_a_round_reads_what_it_wrote(document):
    entered = Round.from_json(document)
    assert Round.from_json(entered.as_json()) == entered


@given(DOCUMENTS)
def test_keys_are_written_in_the_order_in_which_a_new_round_has_them(document):
    assert list(Round.from_json(document).as_json()) == list(stored.new_facts())


@given(DOCUMENTS, SEATS)
def test_a_round_answers_as_its_document_does(document, seat):
    entered = Round.from_json(document)
    wagers = [wager._asdict() for wager in entered.wagers_at(seat)]
    assert [
        {name: value for name, value in wager.items() if value is not None} for wager in wagers
    ] == stored.wagers_at(document, seat)
    assert entered.wager_by_seat() == stored.wager_by_seat(document)
    assert entered.occupied_seats() == stored.occupied_seats(document)
    assert entered.controlling_player(seat) == stored.controlling_player(document, seat)
    assert entered.bankers() == stored.bankers(document)
    assert entered.bank.seat == stored.bank_seat(document)
    assert entered.played_seats() == stored.played_seats(document)
    assert entered.state_at(seat) == document["states"].get(str(seat), "played")
    assert [wager.side_cents for wager in entered.wagers] == [
        stored.side_cents(wager) for wager in document["wagers"]
    ]


def test_a_new_round_is_the_document_of_a_new_round():
    assert Round().as_json() == stored.new_facts()
    assert Round.from_json(stored.new_facts()) == Round()


def test_a_round_cannot_be_changed_in_place():
    with pytest.raises(FrozenInstanceError):
        Round().stands = True


@pytest.mark.parametrize(
    "path", [(), ("bank",), ("wagers", 0)], ids=["a round", "a bank", "a wager"]
)
def test_a_key_that_nobody_knows_is_refused_and_not_dropped(path):
    document = six_seats()
    part = document
    for step in path:
        part = part[step]
    part["hat"] = "on the table"
    with pytest.raises(RulesError) as refusal:
        Round.from_json(document)
    assert refusal.value.code == "bad-json"


def test_reading_and_writing_six_seats_costs_few_calls():
    document = six_seats()
    profile = cProfile.Profile()
    profile.enable()
    written = Round.from_json(document).as_json()
    profile.disable()
    assert written == document
    assert pstats.Stats(profile).total_calls < 160


def test_a_shared_bank_has_all_who_share_it():
    shares = (BroughtShare("A", 100), BroughtShare("B", 200))
    bank = RoundBank("player", 3, "A", True, shares=shares)
    assert Round(bank=bank).bankers() == ["A", "B"]
    assert Round(bank=bank._replace(shares=None)).bankers() == ["A"]
    assert Round().bankers() == []


def test_whoever_controls_a_box_decides_about_it():
    at_box = (SeatedPlayer("A", False), SeatedPlayer("B", True))
    assert Round(seats={3: at_box}).controlling_player(3) == "B"
    assert Round(wagers=(PlacedWager(3, "C", 100),)).controlling_player(3) == "C"
    assert Round().controlling_player(3) == ""


@given(DOCUMENTS)
def test_no_changes_change_nothing(document):
    entered = Round.from_json(document)
    assert Changes().is_empty
    assert Changes().apply(entered) == entered


@given(DOCUMENTS, DOCUMENTS)
def test_changes_applied_twice_are_changes_applied_once(document, other):
    entered, wanted = Round.from_json(document), Round.from_json(other)
    changes = Changes(
        wagers=wanted.wagers, hands=wanted.hands, states=wanted.states, outcomes=wanted.outcomes
    )
    once = changes.apply(entered)
    assert changes.apply(once) == once
    assert entered == Round.from_json(document)


def test_each_part_is_changed_alone():
    entered = Round(
        wagers=(PlacedWager(2, "A", 500),),
        hands={DEALER: HAND},
        states={2: "void"},
        community="QS",
    )
    wager = PlacedWager(2, "A", 700)
    assert Changes(wagers=[wager]).apply(entered).wagers == (wager,)
    assert Changes(wagers=[wager]).apply(entered).hands == entered.hands
    assert Changes(states={2: "surrendered"}).apply(entered).states == {2: "surrendered"}
    assert Changes(states={2: "surrendered"}).apply(entered).wagers == entered.wagers
    assert Changes(states={}).apply(entered).community == "QS"


def test_a_wager_of_nothing_is_no_wager():
    entered = Round(wagers=(PlacedWager(2, "A", 500), PlacedWager(3, "B", 500)))
    changed = Changes(wagers=[PlacedWager(2, "A", 0), PlacedWager(3, "B", 500)]).apply(entered)
    assert changed.wagers == (PlacedWager(3, "B", 500),)


def test_a_hand_that_was_played_needs_no_state():
    entered = Round(states={2: "void", 3: "surrendered"})
    changed = Changes(states={2: "played", 3: "surrendered"}).apply(entered)
    assert changed.states == {3: "surrendered"}


def test_hands_are_laid_over_the_others():
    entered = Round(hands={DEALER: HAND, Place.of_seat(2): HAND})
    changed = Changes(hands={Place.of_seat(2): OTHER_HAND}).apply(entered)
    assert changed.hands == {DEALER: HAND, Place.of_seat(2): OTHER_HAND}


def test_once_hands_are_given_what_was_called_decides_nothing():
    entered = Round(outcomes=(CalledOutcome(2, "win"),))
    assert Changes(hands={DEALER: HAND}).apply(entered).outcomes is None
    both = Changes(hands={DEALER: HAND}, outcomes=[CalledOutcome(2, "lose")])
    assert both.apply(entered).outcomes is None


def test_outcomes_are_for_rounds_without_hands():
    lost = (CalledOutcome(2, "lose"),)
    assert Changes(outcomes=lost).apply(Round(outcomes=(CalledOutcome(2, "win"),))).outcomes == lost
    assert Changes(outcomes=lost).apply(Round()).outcomes is None
