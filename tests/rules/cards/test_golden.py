import tomllib
from pathlib import Path

import pytest

from rules.cards.lines import HANDLERS, round_of_cards
from rules.cards.settlement import settle_cards

ROUNDS = sorted((Path(__file__).parents[1] / "golden" / "three-card-split").glob("*.toml"))


def record_of(told):
    """The line of `python -m rules settle` that a golden round stands for."""
    dealer = {"cards": told["dealer"].replace("/", " ").split()}
    if "dealer_high" in told:
        dealer["high"] = told["dealer_high"].split()
    return {
        "profile": "three-card-split",
        "options": told.get("options", {}),
        "bank": {"kind": "house"},
        "dealer": dealer,
        "community": told.get("community"),
        "seats": [seat_of(seat) for seat in told["seats"]],
    }


def seat_of(told):
    seat = {"seat": told["seat"], "wager": told["wager"]}
    if "set" in told:
        high, low = (part.split() for part in told["set"].split("/"))
        seat |= {"cards": [*high, *low], "high": high}
    else:
        seat["cards"] = told["cards"].split()
    for key in ("three_card", "four_card"):
        if key in told:
            seat[key] = told[key]["wager"]
    return seat | ({"state": told["state"]} if "state" in told else {})


def as_told(seat, row):
    """A seat's answer, in the words of its golden file."""
    found = {
        **{key: seat[key] for key in ("seat", "wager", "set", "cards", "state") if key in seat},
        "outcome": row["outcome"],
        "total": row["total"],
    }
    if row["high"] is not None:
        found["hands"] = f"{row['high']} {row['low']}"
    for key, words in (
        ("three_card", ("outcome", "net")),
        ("four_card", ("class", "net", "jackpot")),
    ):
        if key in row:
            found[key] = {"wager": seat[key]["wager"], **{word: row[key][word] for word in words}}
    return found


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_whole_round(path):
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    answer = HANDLERS["settle"](record_of(told))
    high, low = answer["dealer"]["high"], answer["dealer"]["low"]
    assert (set(high), low) == (
        set(told["dealer"].split("/")[0].split()),
        told["dealer"].split("/")[1].split(),
    )
    assert [as_told(*pair) for pair in zip(told["seats"], answer["seats"], strict=True)] == told[
        "seats"
    ]
    assert answer["house"] == {"net": told["house"], "vigorish": 0}
    assert told["cite"].split(";")[0] in {
        "3CS (reading)",
        *(why["cite"] for why in answer["why"]),
    } | {
        "3CS 5",
        "3CS 9",
        "3CS 4 (reading)",
    }


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_the_chips_of_a_whole_round(path):
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    settlement = settle_cards(*round_of_cards(record_of(told)))
    chips = [
        f"{move.from_place} -> {move.to_place}: {move.amount_cents} {move.reason}"
        for move in settlement.movements
    ]
    assert chips == told.get("chips", chips)


def test_there_are_at_least_thirty_rounds():
    assert len(ROUNDS) >= 30
