"""The house ways A to D: how the dealer's three cards are set.

An ordered table of lines, walked top to bottom; the first line that applies sets the hand. Another
house way is another table of lines.

Rule: 3CS 5 and App. A.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.cards.card import TEN, Card, reds
from rules.cards.ranking import (
    HighClass,
    ThreeClass,
    high_rank,
    is_foul,
    three_card_rank,
)


@dataclass(frozen=True, slots=True)
class Split:
    """Two cards as the high hand and one as the low hand, the greater card of the high first."""

    high: tuple[Card, Card]
    low: Card


@dataclass(frozen=True, slots=True)
class CardSetting:
    """A hand set by a house way, with the line that decided and whether it took a reading."""

    high: tuple[Card, Card]
    low: Card
    rule: str
    reading: bool


@dataclass(frozen=True, slots=True)
class CardHouseWayLine:
    """A line of a house way: `choose` gives the split and whether a reading was needed, or None."""

    rule: str
    choose: Callable[[Sequence[Card]], tuple[Split, bool] | None]


def splits(held: Sequence[Card]) -> tuple[Split, Split, Split]:
    """List the three ways to set three cards, the lowest card low first."""
    one, two, three = sorted(held, key=lambda card: card.index)
    return Split((three, two), one), Split((three, one), two), Split((two, one), three)


def three_of_a_kind(held: Sequence[Card]) -> tuple[Split, bool] | None:
    """Set three of a kind: the two of one colour high, the odd colour low.

    Rule: 3CS App. A §A.
    """
    if three_card_rank(held).combination is not ThreeClass.THREE_OF_A_KIND:
        return None
    return next(split for split in splits(held) if reds(split.high) != 1), False


def highest_card_low(held: Sequence[Card]) -> tuple[Split, bool] | None:
    """Set a three-card straight, flush or straight flush: the highest card low.

    The ace is the highest card in A-2-3 as well (reading).

    Rule: 3CS App. A §B.
    """
    rank = three_card_rank(held)
    if rank.combination not in {
        ThreeClass.STRAIGHT,
        ThreeClass.FLUSH,
        ThreeClass.STRAIGHT_FLUSH,
    }:
        return None
    ace_low = rank.ranks == (3,)
    return splits(held)[2], ace_low


def combination_with_ten(held: Sequence[Card]) -> tuple[Split, bool] | None:
    """Set the best pair, straight or flush of two cards that leaves a ten or better low.

    Rule: 3CS App. A §C(i).
    """
    return _best([split for split in _combinations(held) if split.low.rank >= TEN])


def best_combination(held: Sequence[Card]) -> tuple[Split, bool] | None:
    """Set the best pair, straight or flush of two cards, whatever is left low.

    The low card "can be ten or greater" only beside such a combination (reading): a plain high
    card with a ten low is not preferred to it.

    Rule: 3CS App. A §C(ii).
    """
    best = _best(_combinations(held))
    if best is None:
        return None
    plain_with_ten = any(
        split.low.rank >= TEN and not is_foul(split.high, split.low)
        for split in splits(held)
        if not _is_combination(split)
    )
    return best[0], best[1] or plain_with_ten


def second_highest_low(held: Sequence[Card]) -> tuple[Split, bool] | None:
    """Set three cards that combine in no way: the second-highest card low.

    Rule: 3CS App. A §D.
    """
    return splits(held)[1], False


HOUSE_WAY: tuple[CardHouseWayLine, ...] = (
    CardHouseWayLine("3CS App. A §A", three_of_a_kind),
    CardHouseWayLine("3CS App. A §B", highest_card_low),
    CardHouseWayLine("3CS App. A §C(i)", combination_with_ten),
    CardHouseWayLine("3CS App. A §C(ii)", best_combination),
    CardHouseWayLine("3CS App. A §D", second_highest_low),
)


def set_house_way(
    held: Sequence[Card], lines: Sequence[CardHouseWayLine] = HOUSE_WAY
) -> CardSetting:
    """Set three cards by the house way and name the line that decided.

    Rule: 3CS 5 and App. A.

    >>> from rules.cards.card import cards
    >>> setting = set_house_way(cards("9S KS QH"))
    >>> [card.text for card in setting.high], setting.low.text, setting.rule
    (['KS', '9S'], 'QH', '3CS App. A §C(i)')
    """
    return _set(frozenset(held), tuple(lines))


@lru_cache(maxsize=2 * 22_100)
def _set(held: frozenset[Card], lines: tuple[CardHouseWayLine, ...]) -> CardSetting:
    in_order = sorted(held, key=lambda card: card.index)
    for line in lines:
        chosen = line.choose(in_order)
        if chosen is not None:
            split, reading = chosen
            return CardSetting(split.high, split.low, line.rule, reading)
    raise ValueError(f"no line of the house way sets {' '.join(card.text for card in in_order)}")


def _is_combination(split: Split) -> bool:
    return high_rank(split.high).combination is not HighClass.HIGH_CARD


def _combinations(held: Sequence[Card]) -> list[Split]:
    return [split for split in splits(held) if _is_combination(split)]


def _best(choices: list[Split]) -> tuple[Split, bool] | None:
    """Take the highest high hand; of equal ones a red low card, then the suits' order (reading)."""
    if not choices:
        return None
    top = max(high_rank(split.high) for split in choices)
    equal = [split for split in choices if high_rank(split.high) == top]
    return max(equal, key=lambda split: split.low.is_red), len(equal) > 1
