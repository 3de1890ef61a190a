"""The Four Card bonus: classes of four cards, the eight pay tables, the bonus jackpot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from rules.cards.card import ACE, Card
from rules.cards.ranking import ThreeClass, run_top, three_card_rank
from rules.refusals import RulesError


class FourCardClass(StrEnum):
    """The classes of the Four Card bonus, best first.

    Rule: 3CS App. C.
    """

    FOUR_ACES = "four-aces"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FOUR_CARD_STRAIGHT_FLUSH = "four-card-straight-flush"
    THREE_CARD_STRAIGHT_FLUSH = "three-card-straight-flush"
    THREE_OF_A_KIND = "three-of-a-kind"
    FOUR_CARD_STRAIGHT_OR_FLUSH = "four-card-straight-or-flush"
    TWO_PAIR = "two-pair"
    THREE_CARD_STRAIGHT_OR_FLUSH = "three-card-straight-or-flush"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PayTable:
    """What a posted pay table pays to one for each class, and whether it carries a jackpot."""

    name: str
    cite: str
    pays: dict[FourCardClass, int]
    has_jackpot: bool

    def to_one(self, bonus_class: FourCardClass) -> int:
        """Give what the class pays to one; 0 means that the wager loses."""
        return self.pays.get(bonus_class, 0)

    def wins_jackpot(self, bonus_class: FourCardClass) -> bool:
        """Say whether the class also wins the bonus jackpot, for a wager that qualifies.

        Rule: 3CS App. D.
        """
        return self.has_jackpot and bonus_class is FourCardClass.FOUR_ACES


class Shape(NamedTuple):
    """What is seen in four cards, once, before the classes are walked."""

    alike: list[int]
    is_aces: bool
    is_straight: bool
    is_flush: bool
    threes: set[ThreeClass]


def shape(four: Sequence[Card]) -> Shape:
    """Look at four cards: how many are alike, what all four make and what any three make."""
    ranks = [card.rank for card in four]
    return Shape(
        alike=sorted((ranks.count(rank) for rank in set(ranks)), reverse=True),
        is_aces=ranks == [ACE] * 4,
        is_straight=run_top(ranks) > 0,
        is_flush=len({card.suit for card in four}) == 1,
        threes={three_card_rank(three).combination for three in combinations(four, 3)},
    )


BONUS_LINES: tuple[tuple[FourCardClass, Callable[[Shape], bool]], ...] = (
    (FourCardClass.FOUR_ACES, lambda seen: seen.is_aces),
    (FourCardClass.FOUR_OF_A_KIND, lambda seen: seen.alike == [4]),
    (FourCardClass.FOUR_CARD_STRAIGHT_FLUSH, lambda seen: seen.is_straight and seen.is_flush),
    (
        FourCardClass.THREE_CARD_STRAIGHT_FLUSH,
        lambda seen: ThreeClass.STRAIGHT_FLUSH in seen.threes,
    ),
    (FourCardClass.THREE_OF_A_KIND, lambda seen: seen.alike == [3, 1]),
    (FourCardClass.FOUR_CARD_STRAIGHT_OR_FLUSH, lambda seen: seen.is_straight or seen.is_flush),
    (FourCardClass.TWO_PAIR, lambda seen: seen.alike == [2, 2]),
    (
        FourCardClass.THREE_CARD_STRAIGHT_OR_FLUSH,
        lambda seen: not seen.threes.isdisjoint({ThreeClass.STRAIGHT, ThreeClass.FLUSH}),
    ),
)


def four_card_class(held: Sequence[Card], community: Card) -> FourCardClass:
    """Name the best class that three cards make with the community card.

    Aces are high or low in a straight, never round the corner (reading).

    Rule: 3CS App. C, App. D.

    >>> from rules.cards.card import card, cards
    >>> four_card_class(cards("JH QS KD"), card("AC")).value
    'four-card-straight-or-flush'
    """
    seen = shape((*held, community))
    return next((name for name, holds in BONUS_LINES if holds(seen)), FourCardClass.NONE)


def _table(name: str, *pays: int) -> PayTable:
    with_jackpot = name in {"4a", "4b"}
    appendix = "D" if with_jackpot else "C"
    return PayTable(
        name=name,
        cite=f"3CS App. {appendix}, {name}",
        pays=dict(zip(FourCardClass, pays, strict=False)),
        has_jackpot=with_jackpot,
    )


PAY_TABLES: dict[str, PayTable] = {
    table.name: table
    for table in (
        _table("1a", 500, 200, 100, 20, 10, 5, 3, 1),
        _table("2a", 500, 200, 100, 20, 10, 4, 2, 1),
        _table("3a", 500, 200, 100, 15, 10, 4, 2, 1),
        _table("1b", 1000, 200, 100, 20, 10, 5, 3, 1),
        _table("2b", 1000, 200, 100, 20, 10, 4, 2, 1),
        _table("3b", 1000, 200, 100, 15, 10, 4, 2, 1),
        _table("4a", 300, 100, 50, 12, 8, 5, 3, 1),
        _table("4b", 300, 100, 50, 12, 8, 4, 3, 1),
    )
}


def pay_table(name: object) -> PayTable:
    """Give a pay table by its name.

    Rule: 3CS App. C, App. D.

    >>> pay_table("4b").to_one(FourCardClass.FOUR_CARD_STRAIGHT_OR_FLUSH)
    4
    """
    if isinstance(name, str) and name in PAY_TABLES:
        return PAY_TABLES[name]
    raise RulesError("bad-option", f"not a Four Card pay table: {name!r}")
