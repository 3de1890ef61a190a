import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import DECK, names
from rules.cards.facts import CardRoundFacts
from rules.cards.four_card import PAY_TABLES
from rules.cards.lines import HANDLERS, round_of_cards
from rules.cards.movements import dealing_order, settling_order
from rules.cards.settlement import settle_cards
from rules.refusals import RulesError

answer = HANDLERS["settle"]


@st.composite
def rounds(draw):
    """A round of one to seven seats with every kind of wager, setting and state."""
    count = draw(st.integers(1, 7))
    dealt = draw(st.permutations(DECK))
    seats = draw(st.permutations(range(1, 8)))[:count]
    chip = draw(st.sampled_from([1, 5, 100]))
    rows = []
    for place, seat in enumerate(seats):
        held = names(dealt[4 + 3 * place : 7 + 3 * place])
        wager = draw(st.integers(2, 1_000)) * chip
        row = {
            "seat": seat,
            "wager": wager,
            "cards": held,
            "three_card": draw(st.integers(0, wager // chip // 2)) * chip,
            "four_card": draw(st.integers(0, 500)) * chip,
            "state": draw(st.sampled_from(["played", "played", "played", "void"])),
        }
        if draw(st.booleans()):
            row["high"] = draw(st.permutations(held))[:2]
        rows.append(row)
    return {
        "profile": "three-card-split",
        "options": {
            "four_card": draw(st.sampled_from(sorted(PAY_TABLES))),
            "jackpot": draw(st.integers(0, 10**9)),
            "jackpot_minimum": draw(st.integers(0, 1_000)),
            "smallest_chip": chip,
        },
        "dealer": {"cards": names(dealt[:3])},
        "community": dealt[3].text,
        "seats": rows,
    }


@given(rounds())
def test_the_nets_of_a_round_add_up_to_nothing(record):
    found = answer(record)
    assert sum(row["total"] for row in found["seats"]) + found["house"]["net"] == 0
    assert found["house"]["vigorish"] == 0
    assert found["bank"] == {"kind": "house", "seat": None, "net": 0, "vigorish": 0}


@given(rounds())
def test_the_chips_that_move_are_the_nets(record):
    settlement = settle_cards(*round_of_cards(record))
    balance = {"inventory": 0, "jackpot": 0}
    for move in settlement.movements:
        assert move.amount_cents > 0
        balance[move.from_place] = balance.get(move.from_place, 0) - move.amount_cents
        balance[move.to_place] = balance.get(move.to_place, 0) + move.amount_cents
    for row in settlement.seats:
        assert balance.pop(f"seat-{row.seat}", 0) == row.total_cents
    assert balance["jackpot"] == -settlement.jackpot_paid_cents
    assert sum(balance.values()) == settlement.house.net_cents


@given(rounds())
def test_settling_twice_is_the_same_and_a_seat_is_settled_by_its_own_facts(record):
    found = answer(record)
    assert answer(record) == found
    turned = answer(record | {"seats": record["seats"][::-1]})
    assert turned["seats"] == found["seats"][::-1]
    alone = answer(record | {"seats": record["seats"][:1]})
    assert alone["seats"] == found["seats"][:1]


@given(rounds())
def test_a_wager_wins_its_amount_or_loses_it_or_is_returned(record):
    for seat, row in zip(record["seats"], answer(record)["seats"], strict=True):
        wins, loses = seat["wager"], -seat["wager"]
        assert row["net"] == {"win": wins, "lose": loses, "foul": loses}.get(row["outcome"], 0)
        assert row["won"] == max(row["net"], 0)
        assert (row["high"], row["low"]).count(None) in {0, 2}
        if row["high"] is not None:
            won = [row["high"], row["low"]].count("win")
            assert row["outcome"] == ("lose", "push", "win")[won]
        if seat["state"] == "void":
            assert row["outcome"] == "void"
            assert row["total"] == 0


@given(rounds())
def test_how_the_hand_is_set_does_not_decide_the_propositions(record):
    set_by_house = {
        **record,
        "seats": [{k: v for k, v in seat.items() if k != "high"} for seat in record["seats"]],
    }
    for row, other in zip(answer(record)["seats"], answer(set_by_house)["seats"], strict=True):
        assert row.get("three_card") == other.get("three_card")
        assert row.get("four_card") == other.get("four_card")


@given(rounds())
def test_two_equal_wagers_in_place_of_one_end_the_same(record):
    for row, half in zip(
        answer(record)["seats"],
        answer(
            record
            | {
                "options": record["options"] | {"smallest_chip": 1},
                "seats": [seat | {"wager": seat["wager"] * 2} for seat in record["seats"]],
            }
        )["seats"],
        strict=True,
    ):
        assert Fraction(half["net"], 2) == row["net"]


@given(rounds())
def test_the_facts_can_be_written_down_and_read_back(record):
    _, _, facts = round_of_cards(record)
    written = json.loads(json.dumps(facts.as_mapping()))
    assert CardRoundFacts.from_mapping(written) == facts


def test_dealing_goes_clockwise_and_settling_counterclockwise():
    assert dealing_order([2, 6, 1]) == [6, 2, 1]
    assert settling_order([2, 6, 1]) == [1, 2, 6]


BASE = {
    "profile": "three-card-split",
    "options": {"four_card": "1a"},
    "dealer": {"cards": ["KS", "9S", "QH"]},
    "community": "2C",
    "seats": [{"seat": 1, "wager": 1000, "cards": ["JC", "JD", "AH"]}],
}


def with_seat(**changes):
    return BASE | {"seats": [BASE["seats"][0] | changes]}


REFUSED = [
    (with_seat(wager=0), "bad-wager", "a wager of nothing"),
    (with_seat(wager=-100), "bad-wager", "less than nothing"),
    (with_seat(wager=True), "bad-wager", "a truth is no amount"),
    (with_seat(wager=10.5), "bad-wager", "half a cent"),
    (with_seat(wager="1000"), "bad-wager", "text"),
    (with_seat(wager=None), "bad-wager", "no wager"),
    (with_seat(three_card=501), "bad-wager", "3CS App. B: over half of the primary"),
    (with_seat(three_card=-1), "bad-wager", "less than nothing"),
    (with_seat(four_card=-1), "bad-wager", "less than nothing"),
    (with_seat(four_card=1.0), "bad-wager", "not whole cents"),
    (with_seat(four_card=100) | {"options": {}}, "bad-option", "a bonus not offered"),
    (with_seat(pair_fortunes=100), "bad-option", "a bonus of the tile game"),
    (with_seat(state="surrendered"), "bad-option", "a state of the tile game"),
    (with_seat(state="conceded"), "bad-option", "a state of the tile game"),
    (with_seat(state=["void"]), "bad-option", "no state at all"),
    (with_seat(state=""), "bad-option", "no state at all"),
    (with_seat(seat=0), "bad-option", "no such seat"),
    (with_seat(seat=8), "bad-option", "beyond the layout"),
    (with_seat(seat="1"), "bad-option", "not a number"),
    (with_seat(cards=["JC", "JD"]), "wrong-count", "two cards"),
    (with_seat(cards=["JC", "JD", "AH", "2H"]), "wrong-count", "four cards"),
    (with_seat(cards="JC JD AH"), "wrong-count", "not a list"),
    (with_seat(cards=["JC", "JD", "1H"]), "unknown-tile", "no such card"),
    (with_seat(cards=["JC", "JD", ["AH"]]), "unknown-tile", "no card at all"),
    (with_seat(cards=["JC", "JC", "AH"]), "duplicate-tile", "one card twice"),
    (with_seat(cards=["JC", "JD", "KS"]), "duplicate-tile", "the dealer has it"),
    (with_seat(cards=["JC", "JD", "2C"]), "duplicate-tile", "the community card"),
    (with_seat(high=["JC", "QD"]), "bad-setting", "not among the cards"),
    (with_seat(high=["JC", "JC"]), "bad-setting", "one card twice"),
    (with_seat(high=["JC"]), "wrong-count", "one card high"),
    (with_seat(high=["JC", "XX"]), "unknown-tile", "no such card"),
    (with_seat(low="2D"), "bad-setting", "not among the cards"),
    (with_seat(low=["JC", "JD"]), "wrong-count", "two cards low"),
    (with_seat(high=["JC", "JD"], low="JD"), "bad-setting", "a card high and low"),
    (BASE | {"dealer": {"cards": ["KS", "9S", "QH"], "high": ["KS", "QH"]}}, "not-house-way", ""),
    (BASE | {"dealer": {"cards": ["KS", "9S", "QH"], "low": "9S"}}, "not-house-way", ""),
    (BASE | {"dealer": {"cards": ["KS", "9S"]}}, "wrong-count", ""),
    (BASE | {"dealer": {}}, "wrong-count", ""),
    (BASE | {"dealer": None}, "wrong-count", ""),
    (BASE | {"bank": {"kind": "player", "seat": 1}}, "bad-option", "3CS: the house banks"),
    (BASE | {"bank": {"kind": "co-bank", "seat": 1}}, "bad-option", "3CS: the house banks"),
    (BASE | {"bank": {"kind": ["house"]}}, "bad-option", ""),
    (BASE | {"bank": "player"}, "bad-option", ""),
    (BASE | {"bank": {}}, "bad-option", ""),
    (BASE | {"community": "XX"}, "unknown-tile", ""),
    (BASE | {"community": ["2C"]}, "unknown-tile", ""),
    (BASE | {"community": "KS"}, "duplicate-tile", ""),
    (with_seat(four_card=100) | {"community": None}, "wrong-count", "no community card"),
    (BASE | {"options": {"four_card": "5a"}}, "bad-option", ""),
    (BASE | {"options": {"four_card": ["1a"]}}, "bad-option", ""),
    (BASE | {"options": {"four_card": "4a", "jackpot": -1}}, "bad-option", ""),
    (BASE | {"options": {"four_card": "4a", "jackpot": "1"}}, "bad-option", ""),
    (BASE | {"options": {"four_card": "4a", "jackpot": 10**4000}}, "bad-option", ""),
    (BASE | {"options": {"four_card": "4a", "jackpot_minimum": 0.5}}, "bad-option", ""),
    (BASE | {"options": {"vigorish_rounding": "up-to-25c"}}, "bad-option", ""),
    (BASE | {"options": {"vigorish_rounding": ["cent"]}}, "bad-option", ""),
    (BASE | {"options": {"pair_fortunes": "A"}}, "bad-option", ""),
    (BASE | {"options": ["1a"]}, "bad-option", ""),
    (BASE | {"options": {"pay_table": "1a"}}, "bad-option", "no such option"),
    (BASE | {"options": {"four_card": "1a", "jackpot_minimum": -5}}, "bad-option", ""),
    (BASE | {"dealer": {"cards": ["KS", "9S", "QH"], "wager": 100}}, "bad-option", ""),
    (BASE | {"dealer": {"cards": ["KS", "9S", "QH"], "wager": -100}}, "bad-wager", ""),
    (BASE | {"dealer": {"cards": ["KS", "9S", "QH"], "stands": True}}, "bad-option", ""),
    (BASE | {"options": {"smallest_chip": 300}}, "bad-wager", "not a whole number of chips"),
    (BASE | {"options": {"smallest_chip": -100}}, "bad-option", ""),
    (BASE | {"seats": BASE["seats"] * 2}, "bad-option", "a seat told twice"),
    (BASE | {"seats": {}}, "wrong-count", ""),
    (BASE | {"seats": [1]}, "wrong-count", ""),
]


@pytest.mark.parametrize(("record", "code", "why"), REFUSED)
def test_what_cannot_be_is_refused_by_its_code(record, code, why):
    with pytest.raises(RulesError) as refusal:
        answer(record)
    assert refusal.value.code == code, why
    assert refusal.value.message


def test_the_low_card_alone_tells_the_setting():
    for low in ("JC", ["JC"]):
        row = answer(with_seat(low=low))["seats"][0]
        assert row["high"] == "lose", "A-J high, not the pair of jacks"


def test_a_smallest_chip_of_nothing_is_none():
    assert answer(with_seat(wager=1001) | {"options": {"smallest_chip": 0}})["seats"]


def test_a_side_wager_of_nothing_is_none():
    row = answer(with_seat(three_card=0, four_card=0) | {"options": {}})["seats"][0]
    assert "three_card" not in row
    assert "four_card" not in row


def test_half_of_an_odd_wager_is_not_rounded_up():
    assert answer(with_seat(wager=1001, three_card=500))["seats"][0]["three_card"]
    with pytest.raises(RulesError, match="over half"):
        answer(with_seat(wager=1001, three_card=501))


def test_the_dealers_copy_of_the_house_way_need_only_equal_it_in_rank_and_colours():
    tens = BASE | {"community": None, "dealer": {"cards": ["TH", "TD", "9C"]}}
    for high in (["TH", "9C"], ["TD", "9C"]):
        told = tens | {"dealer": tens["dealer"] | {"high": high}}
        assert set(answer(told)["dealer"]["high"]) == set(high)
    other_colour = tens | {"dealer": {"cards": ["TH", "TS", "9C"], "high": ["TH", "9C"]}}
    with pytest.raises(RulesError) as refusal:
        answer(other_colour)
    assert refusal.value.code == "not-house-way"


def test_a_void_hand_may_be_one_that_nobody_saw():
    found = answer(BASE | {"seats": [{"seat": 1, "wager": 1000, "state": "void"}]})
    assert found["seats"][0]["outcome"] == "void"
    assert found["house"]["net"] == 0


def test_a_void_hand_keeps_the_class_of_its_cards_and_is_returned():
    row = answer(with_seat(state="void", four_card=100, three_card=100))["seats"][0]
    assert row["three_card"] == {"outcome": "void", "won": 0, "net": 0}
    assert row["four_card"] == {"class": "none", "won": 0, "net": 0, "jackpot": 0}
    aces = with_seat(state="void", four_card=100, cards=["AC", "AD", "AH"]) | {"community": "AS"}
    assert answer(aces)["seats"][0]["four_card"]["class"] == "four-aces"
    assert answer(aces)["house"]["net"] == 0


def test_a_round_without_players_moves_nothing():
    assert answer(BASE | {"seats": []})["house"] == {"net": 0, "vigorish": 0}
