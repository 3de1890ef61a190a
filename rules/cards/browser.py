"""Tables for a tablet that is offline: the card game by look-up alone, as plain JSON.

A hand is sorted by rank and then by suit, and looked up by two numbers:

- its *ranks*: with places r1 <= r2 <= r3 <= r4 in `ranks`, counted from 0, the sum of
  C(r1, 1) + C(r2 + 1, 2) + C(r3 + 2, 3) + C(r4 + 3, 4), as far as there are cards;
- its *suits*: the places in `suits`, read as the digits of a number in base four.

`suited` tables hold a number for each ranks, for cards of one suit and for others. `rows` tables
hold a row of characters for each ranks, read at suits; `row_of` names the row by its place in
`DIGITS`. A row has `-` where the cards would not be sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

from rules.cards.card import CARDS, RANKS, SUITS, Card
from rules.cards.explain import CITES, class_code, setting_code
from rules.cards.four_card import PAY_TABLES, FourCardClass, four_card_class
from rules.cards.house_way import HOUSE_WAY, set_house_way
from rules.cards.movements import dealing_order
from rules.cards.ranking import (
    HighClass,
    HighRank,
    ThreeClass,
    ThreeRank,
    high_rank,
    three_card_rank,
)
from rules.profiles import Profile
from rules.wagers import banks_without_maximum

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
IMPOSSIBLE = "-"


@cache
def card_tables_for_browser(profile: Profile) -> dict[str, object]:
    """Give all tables that a tablet needs to set, compare and judge cards without the network.

    `high.order` and `three.order` are greater for a better hand and equal for a copy; `classes`
    names the classes with the order at which each begins. A character of `house_way` is the place
    of the low card among the sorted three, plus three times the place of the line in `lines`, plus
    `reading` if the line took a reading, as a digit of `digits`; `codes` are the lines' sentences.
    A character of `four.class` is the place in `four.classes`. `cites` names the paragraph behind
    each kind of reason.

    Rule: 3CS 4, 5, 7; App. A to D.
    """
    return {
        "profile": profile.id,
        "edition": profile.edition,
        "ranks": RANKS,
        "suits": SUITS,
        "red": "DH",
        "digits": DIGITS,
        "cites": dict(CITES),
        "banks_without_maximum": banks_without_maximum(profile),
        "dealing_order": dealing_order(range(1, profile.seat_count + 1)),
        "high": _ordered(2, high_rank, HighClass),
        "three": _ordered(3, three_card_rank, ThreeClass),
        "house_way": {
            "lines": [line.rule for line in HOUSE_WAY],
            "codes": [setting_code(line.rule) for line in HOUSE_WAY],
            "reading": 3 * len(HOUSE_WAY),
            **_rows(3, _house_way_digit),
        },
        "four": {
            "classes": [name.value for name in FourCardClass],
            **_rows(4, _bonus_digits()),
            "pay_tables": {
                name: {
                    "pays": [table.to_one(bonus) for bonus in FourCardClass],
                    "jackpot": table.has_jackpot,
                    "cite": table.cite,
                }
                for name, table in PAY_TABLES.items()
            },
        },
    }


def _rank_keys(size: int) -> list[tuple[str, ...]]:
    """List the ranks of so many cards in the order in which the tables number them."""
    keys = combinations_with_replacement(range(len(RANKS)), size)
    return [tuple(RANKS[place] for place in key) for key in sorted(keys, key=lambda k: k[::-1])]


def _hand(ranks: Iterable[str], suits: Iterable[str]) -> tuple[Card, ...]:
    return tuple(CARDS[rank + suit] for rank, suit in zip(ranks, suits, strict=True))


def _ordered(
    size: int,
    rank_of: Callable[[Sequence[Card]], HighRank | ThreeRank],
    classes: Iterable[HighClass | ThreeClass],
) -> dict[str, object]:
    """Number the ranks of hands of one size from the lowest, for suited cards and for others."""
    one_suit, mixed = SUITS[:1] * size, SUITS[:size]
    keys = _rank_keys(size)
    other = [rank_of(_hand(key, mixed)) for key in keys]
    suited = [rank_of(_hand(key, one_suit)) if len(set(key)) == size else None for key in keys]
    ladder = sorted({rank for rank in (*other, *suited) if rank is not None})
    place = {rank: number for number, rank in enumerate(ladder)}
    return {
        "classes": {
            class_code(name.name): next(
                number for rank, number in place.items() if rank.combination == name
            )
            for name in classes
        },
        "suited": [None if rank is None else place[rank] for rank in suited],
        "other": [place[rank] for rank in other],
    }


def _rows(size: int, digit: Callable[[tuple[str, ...], tuple[str, ...]], str]) -> dict[str, object]:
    """Write the answers of all hands of one size, each different row of suits once.

    Cards of one rank are sorted by suit, and `SUITS` is in the order of its letters.
    """
    rows: dict[str, int] = {}
    row_of = []
    suit_keys = list(product(SUITS, repeat=size))
    for ranks in _rank_keys(size):
        alike = [place for place in range(size - 1) if ranks[place] == ranks[place + 1]]
        row = "".join(
            IMPOSSIBLE
            if any(suits[place] >= suits[place + 1] for place in alike)
            else digit(ranks, suits)
            for suits in suit_keys
        )
        row_of.append(DIGITS[rows.setdefault(row, len(rows))])
    return {"rows": list(rows), "row_of": "".join(row_of)}


def _house_way_digit(ranks: tuple[str, ...], suits: tuple[str, ...]) -> str:
    held = _hand(ranks, suits)
    setting = set_house_way(held)
    line = [line.rule for line in HOUSE_WAY].index(setting.rule)
    number = held.index(setting.low) + 3 * line + 3 * len(HOUSE_WAY) * setting.reading
    return DIGITS[number]


def _bonus_digits() -> Callable[[tuple[str, ...], tuple[str, ...]], str]:
    """Give the digit of a four-card class, worked out once for each way in which suits agree."""
    classes = list(FourCardClass)
    known: dict[tuple[tuple[str, ...], tuple[int, ...]], str] = {}

    def digit(ranks: tuple[str, ...], suits: tuple[str, ...]) -> str:
        pattern = tuple(suits.index(suit) for suit in suits)
        if (ranks, pattern) not in known:
            one, two, three, four = _hand(ranks, suits)
            found = classes.index(four_card_class((one, two, three), four))
            known[ranks, pattern] = DIGITS[found]
        return known[ranks, pattern]

    return digit
