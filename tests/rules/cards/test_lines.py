import json
import random
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest

from rules.__main__ import answer_line, registry
from rules.cards.card import DECK, names
from rules.refusals import ERROR_CODES
from rules.report import TEXTS
from tests.rules.cards.test_four_card import PUBLISHED
from tests.rules.cards.test_house_way import (
    document_setting,
    in_a_row,
    of_one_suit,
    value_of,
    worth,
)
from tests.rules.cards.test_ranking import oracle_three_key

PAYS = {line.split()[0]: line.split()[1:] for line in PUBLISHED.strip().splitlines()}
TABLES = ["1a", "2a", "3a", "1b", "2b", "3b", "4a", "4b"]
NAMES = names(DECK)
LUCKY = ["AC AD AH AS", "7C 7D 7H 7S", "AC 2C 3C 4C", "JH QH KH AH", "5S 6S 7S 8S"]


def ask(command, record):
    line = json.dumps({"profile": "three-card-split", **record}).encode()
    return answer_line(command, registry()[command], line)


def red_cards(held):
    return sum(name[1] in "DH" for name in held)


def beats(player, bank, key):
    if key(player) == key(bank):
        return red_cards(player) == red_cards(bank)
    return key(player) > key(bank)


def three_key(held):
    by_name = {card.text: card for card in DECK}
    return oracle_three_key([by_name[name] for name in held])


def bonus_of(four):
    alike = sorted(Counter(name[0] for name in four).values())
    threes = list(combinations(four, 3))
    ordered = [
        ("four-aces", all(name[0] == "A" for name in four)),
        ("four-of-a-kind", alike == [4]),
        ("four-card-straight-flush", in_a_row(four) and of_one_suit(four)),
        ("three-card-straight-flush", any(in_a_row(t) and of_one_suit(t) for t in threes)),
        ("three-of-a-kind", alike == [1, 3]),
        ("four-card-straight-or-flush", in_a_row(four) or of_one_suit(four)),
        ("two-pair", alike == [2, 2]),
        ("three-card-straight-or-flush", any(in_a_row(t) or of_one_suit(t) for t in threes)),
        ("none", True),
    ]
    return next(name for name, holds in ordered if holds)


def settled_by_hand(record):
    """The rows of a round, worked out afresh from the document's words over card names."""
    dealer = record["dealer"]["cards"]
    dealer_low, _ = document_setting(dealer)
    dealer_high = [name for name in dealer if name != dealer_low]
    options = record["options"]
    rows = []
    for seat in record["seats"]:
        high = seat.get("high")
        if high is None:
            low, _ = document_setting(seat["cards"])
            high = [name for name in seat["cards"] if name != low]
        (low,) = set(seat["cards"]) - set(high)
        is_void = seat["state"] == "void"
        sides = (
            beats(high, dealer_high, value_of),
            beats([low], [dealer_low], lambda held: worth(held[0])),
        )
        is_foul = value_of(high)[0] == 0 and worth(low) > max(map(worth, high))
        outcome = "foul" if is_foul else ("lose", "push", "win")[sum(sides)]
        outcome = "void" if is_void else outcome
        shown = not is_void and not is_foul
        net = {"win": 1, "lose": -1, "foul": -1}.get(outcome, 0) * seat["wager"]
        row = {
            "seat": seat["seat"],
            "outcome": outcome,
            "high": ("lose", "win")[sides[0]] if shown else None,
            "low": ("lose", "win")[sides[1]] if shown else None,
            "won": max(net, 0),
            "vigorish": 0,
            "net": net,
            "returned": 0,
            "total": net,
        }
        if seat["three_card"]:
            stake = seat["three_card"]
            won = beats(seat["cards"], dealer, three_key)
            row["three_card"] = {
                "outcome": "void" if is_void else ("lose", "win")[won],
                "won": 0 if is_void or not won else stake,
                "net": 0 if is_void else (stake if won else -stake),
            }
            row["total"] += row["three_card"]["net"]
        if seat["four_card"]:
            stake = seat["four_card"]
            made = bonus_of([*seat["cards"], record["community"]])
            pays = int(PAYS[made][TABLES.index(options["four_card"])])
            jackpot = 0
            if made == "four-aces" and options["four_card"] in ("4a", "4b"):
                jackpot = options["jackpot"] if stake >= options["jackpot_minimum"] else 0
            won = 0 if is_void else stake * pays + jackpot
            row["four_card"] = {
                "class": made,
                "won": won,
                "net": won if is_void or pays else -stake,
                "jackpot": 0 if is_void else jackpot,
            }
            row["total"] += row["four_card"]["net"]
        rows.append(row)
    return rows


def random_round(chance):
    """A round. Ranks are often few, so that copies come up; now and then one seat is lucky."""
    ranks = chance.sample("23456789TJQKA", chance.choice([6, 8, 13]))
    deck = [name for name in NAMES if name[0] in ranks]
    chance.shuffle(deck)
    lucky = chance.choice(LUCKY).split()
    if chance.random() < 0.2:
        deck = [name for name in deck if name not in lucky] + lucky
    community = deck.pop()
    seats = []
    for number in chance.sample(range(1, 8), chance.randint(1, min(7, (len(deck) - 3) // 3))):
        held = [deck.pop() for _ in range(3)]
        wager = chance.randint(1, 400) * 25
        seat = {
            "seat": number,
            "wager": wager,
            "cards": held,
            "state": "void" if chance.random() < 0.1 else "played",
            "three_card": chance.choice([0, wager // 2]),
            "four_card": chance.choice([0, 25, 500]),
        }
        if chance.random() < 0.7:
            seat["high"] = chance.sample(held, 2)
        seats.append(seat)
    return {
        "profile": "three-card-split",
        "options": {
            "four_card": chance.choice(TABLES),
            "jackpot": 123_456,
            "jackpot_minimum": 500,
        },
        "bank": {"kind": "house"},
        "dealer": {"cards": [deck.pop() for _ in range(3)]},
        "community": community,
        "seats": seats,
    }


def test_random_rounds_end_as_worked_out_by_hand():
    chance = random.Random(20080922)
    seen = Counter()
    for _ in range(1_000):
        record = random_round(chance)
        found = ask("settle", record)
        expected = settled_by_hand(record)
        assert found["seats"] == expected, record
        assert found["house"]["net"] == -sum(row["total"] for row in expected)
        seen.update(row["outcome"] for row in expected)
        seen.update(row["four_card"]["class"] for row in expected if "four_card" in row)
    assert set(seen) == {"win", "lose", "push", "foul", "void", *PAYS}


def test_every_pair_of_low_cards_and_many_pairs_of_high_hands_compare():
    chance = random.Random(7)
    for bank, player in combinations(NAMES, 2):
        found = ask("compare", {"bank": [bank], "player": [player]})
        won = beats([player], [bank], lambda held: worth(held[0]))
        assert found["winner"] == ("player" if won else "bank")
        assert found["copy"] == (bank[0] == player[0])
    for _ in range(3_000):
        *bank, first, second = chance.sample(NAMES, 4)
        found = ask("compare", {"bank": bank, "player": [first, second]})
        assert found["winner"] == ("player" if beats([first, second], bank, value_of) else "bank")
        assert found["copy"] == (value_of(bank) == value_of([first, second]))


def test_set_and_bonus_answer_in_the_contracts_words():
    found = ask("set", {"cards": ["QH", "9S", "KS"]})
    assert found == {
        "high": ["9S", "KS"],
        "low": ["QH"],
        "rule": "3CS App. A §C(i)",
        "reading": False,
    }
    record = {"cards": ["AC", "AD", "AH"], "community": "AS"}
    assert ask("bonus", {**record, "paytable": "4a"}) == {
        "class": "four-aces",
        "pays": 300,
        "jackpot": True,
    }
    assert ask("bonus", {**record, "paytable": "1b"})["pays"] == 1000
    assert ask("bonus", {**record, "paytable": "1b"})["jackpot"] is False


def test_odds_are_fractions_in_lowest_terms():
    found = ask("odds", {"commission": True})
    assert found == ask("odds", {"commission": False})
    assert found["win"] == "6292077/25448150"
    assert found["house_edge"] == "84661/7830200"
    assert found["three_card"]["house_edge"] == "13/27965"
    assert found["four_card"] == {
        "1a": "16552/270725",
        "2a": "24292/270725",
        "3a": "35612/270725",
        "1b": "16052/270725",
        "2b": "23792/270725",
        "3b": "5016/38675",
        "4a": "43256/270725",
        "4b": "6884/38675",
    }


ODD = [None, True, 0, -1, 1.5, "", "QS", "qs", [], {}, ["QS"], ["QS", "QS"], ["QS", "7H", "2C"]]
ODD += [[None], [["QS"]], {"a": 1}, "\ud800", 10**4000, -(10**40), "🂡", "7\x00"]
WHOLE = {
    "options": {"four_card": "4a", "jackpot": 5, "jackpot_minimum": 5, "smallest_chip": 1},
    "bank": {"kind": "house", "seat": None},
    "dealer": {"cards": ["KS", "9S", "QH"], "high": ["KS", "9S"], "low": "QH", "wager": 0},
    "community": "2C",
    "seats": [
        {
            "seat": 1,
            "wager": 1000,
            "cards": ["JC", "JD", "AH"],
            "high": ["JC", "JD"],
            "low": ["AH"],
            "state": "played",
            "three_card": 10,
            "four_card": 10,
        }
    ],
}


def spoiled():
    """The round with each of its parts in turn replaced by each odd thing, or taken out."""
    for odd in ODD:
        for key in WHOLE:
            yield {**WHOLE, key: odd}
        for part in ("options", "bank", "dealer"):
            for key in WHOLE[part]:
                yield {**WHOLE, part: {**WHOLE[part], key: odd}}
        for key in WHOLE["seats"][0]:
            yield {**WHOLE, "seats": [{**WHOLE["seats"][0], key: odd}]}
        yield {**WHOLE, "seats": [odd]}
    for key in WHOLE:
        yield {part: WHOLE[part] for part in WHOLE if part != key}


def test_odd_rounds_are_settled_or_refused_by_a_known_code():
    for record in spoiled():
        found = ask("settle", record)
        if "error" in found:
            assert found["error"]["code"] in ERROR_CODES
            assert found["error"]["message"]
        else:
            assert sum(row["total"] for row in found["seats"]) == -found["house"]["net"]
        json.dumps(found)


@pytest.mark.parametrize("command", ["compare", "set", "bonus"])
def test_odd_hands_are_answered_or_refused_by_a_known_code(command):
    for first in ODD:
        for second in ODD:
            record = {"bank": first, "player": second, "cards": first, "community": second}
            found = ask(command, {**record, "paytable": "1a"})
            assert "error" not in found or found["error"]["code"] in ERROR_CODES


@pytest.mark.parametrize("command", ["start", "offer", "rank"])
def test_what_the_card_game_lacks_is_a_bad_option(command):
    assert ask(command, {"tiles": ["1-1", "1-1"], "total": 9})["error"]["code"] == "bad-option"


def test_the_command_line_streams_answers_and_errors_in_order():
    lines = [
        json.dumps({"profile": "three-card-split", "cards": ["9C", "9S", "9H"]}),
        "not json",
        json.dumps({"profile": "three-card-split", "cards": ["9C", "9C", "9H"]}),
        json.dumps({"profile": "three-card-split", "cards": ["4H", "TD", "7S"]}),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "rules", "set"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["low"] == ["9H"]
    assert [each["error"]["code"] for each in answers[1:3]] == ["bad-json", "duplicate-tile"]
    assert answers[3]["low"] == ["7S"]
    assert (done.returncode, done.stderr) == (1, "")


def test_a_settlement_is_said_for_people_with_its_chips_and_its_sum():
    text = TEXTS["cards"]({"profile": "three-card-split", **WHOLE})
    assert "Dealer. KS 9S QH: the highest pair" in text
    assert "Seat 1, high hand. JD JC (pair) outranks KS 9S (suited cards)" in text
    assert "10.00  inventory to seat-1: win" in text
    assert "0.00  all together" in text
