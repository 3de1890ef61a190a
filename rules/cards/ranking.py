"""Ranking of one-, two- and three-card hands, the foul, and copies decided by colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeVar

from rules.cards.card import ACE, DECK, Card, reds
from rules.comparison import HandComparison


class HighClass(IntEnum):
    """The classes of a two-card high hand; a greater one is better.

    Rule: 3CS 7 A-E.
    """

    HIGH_CARD = 0
    SUITED = 1
    CONNECTED = 2
    PAIR = 3
    SUITED_CONNECTORS = 4


class ThreeClass(IntEnum):
    """The classes of a three-card hand; a greater one is better.

    Rule: 3CS App. B A-F.
    """

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class HighRank(NamedTuple):
    """The rank of a two-card hand: tuples compare as the hands do, and equal ones are a copy."""

    combination: HighClass
    ranks: tuple[int, ...]


class ThreeRank(NamedTuple):
    """The rank of a three-card hand: tuples compare as the hands do."""

    combination: ThreeClass
    ranks: tuple[int, ...]


Rank = TypeVar("Rank", HighRank, ThreeRank)


PLAYER_IS_HIGHER = HandComparison("player", is_copy=False)
BANK_IS_HIGHER = HandComparison("bank", is_copy=False)
COPY_OF_SAME_COLOURS = HandComparison("player", is_copy=True)
COPY_OF_OTHER_COLOURS = HandComparison("bank", is_copy=True)


def run_top(ranks: Sequence[int]) -> int:
    """Give the top rank of ranks that follow one another, or 0 if they do not.

    The ace stands above the king or below the two, never between them. With the ace low the top
    is the card below it in the run, which makes A-2 and A-2-3 the lowest.

    Rule: 3CS 7 notes 5 and 6; App. B notes 8 and 9.

    >>> run_top((14, 2)), run_top((13, 14)), run_top((13, 14, 2))
    (2, 14, 0)
    """
    ordered = sorted(ranks)
    span = list(range(ordered[0], ordered[0] + len(ordered)))
    if ordered == span:
        return ordered[-1]
    if ordered[-1] == ACE and ordered[:-1] == list(range(2, len(ordered) + 1)):
        return ordered[-2]
    return 0


def high_rank(high: Sequence[Card]) -> HighRank:
    """Rank a two-card hand: suited connectors, pair, connected, suited, high card.

    Rule: 3CS 7 A-E, notes 5 and 6.

    >>> from rules.cards.card import cards
    >>> high_rank(cards("2S AS")) < high_rank(cards("2C 3C"))
    True
    """
    first, second = high
    return _HIGH_RANKS[first.suit == second.suit][first.weight + second.weight]


def _high_rank(first: Card, second: Card) -> HighRank:
    suited = first.suit == second.suit
    if first.rank == second.rank:
        return HighRank(HighClass.PAIR, (first.rank,))
    top = run_top((first.rank, second.rank))
    if top:
        return HighRank(HighClass.SUITED_CONNECTORS if suited else HighClass.CONNECTED, (top,))
    ranks = (max(first.rank, second.rank), min(first.rank, second.rank))
    return HighRank(HighClass.SUITED if suited else HighClass.HIGH_CARD, ranks)


def three_card_rank(held: Sequence[Card]) -> ThreeRank:
    """Rank the three cards of the Three Card proposition. A-2-3 is the lowest straight.

    Rule: 3CS App. B A-F, notes 8 and 9. Within a class the highest card is compared first, of a
    pair its rank and then the odd card (reading).

    >>> from rules.cards.card import cards
    >>> three_card_rank(cards("7H QC QD")).ranks
    (12, 7)
    """
    one, two, three = held
    is_flush = one.suit == two.suit == three.suit
    return _THREE_RANKS[is_flush][one.weight + two.weight + three.weight]


def _three_card_rank(held: Sequence[Card]) -> ThreeRank:
    ranks = sorted((card.rank for card in held), reverse=True)
    kinds = len(set(ranks))
    if kinds == 1:
        return ThreeRank(ThreeClass.THREE_OF_A_KIND, (ranks[0],))
    if kinds == 2:
        paired = ranks[1]  # of three sorted cards with a pair, the middle one is of the pair
        odd = ranks[2] if ranks[0] == paired else ranks[0]
        return ThreeRank(ThreeClass.PAIR, (paired, odd))
    flush = len({card.suit for card in held}) == 1
    top = run_top(ranks)
    if top:
        return ThreeRank(ThreeClass.STRAIGHT_FLUSH if flush else ThreeClass.STRAIGHT, (top,))
    return ThreeRank(ThreeClass.FLUSH if flush else ThreeClass.HIGH_CARD, tuple(ranks))


def _by_weight(
    size: int, rank_of: Callable[[Sequence[Card]], Rank]
) -> tuple[Mapping[int, Rank], Mapping[int, Rank]]:
    """Rank all hands of one size once, by their weights: cards of several suits, of one suit."""
    clubs = DECK[::4]
    several = (
        [DECK[each.index + place] for place, each in enumerate(hand)]
        for hand in combinations_with_replacement(clubs, size)
    )
    return (
        {sum(card.weight for card in hand): rank_of(hand) for hand in several},
        {sum(card.weight for card in hand): rank_of(hand) for hand in combinations(clubs, size)},
    )


_HIGH_RANKS = _by_weight(2, lambda high: _high_rank(*high))
_THREE_RANKS = _by_weight(3, _three_card_rank)


def is_foul(high: Sequence[Card], low: Card) -> bool:
    """Say whether the low card outranks the high hand, so that the primary wager is forfeited.

    Only a plain high card can be outranked by one card, and an equal card is no foul (reading).

    Rule: 3CS 4.

    >>> from rules.cards.card import card, cards
    >>> is_foul(cards("7S 9H"), card("TD")), is_foul(cards("7S 8H"), card("TD"))
    (True, False)
    """
    rank = high_rank(high)
    return rank.combination is HighClass.HIGH_CARD and low.rank > rank.ranks[0]


def compare_high(*, bank: Sequence[Card], player: Sequence[Card]) -> HandComparison:
    """Compare two-card hands; a copy is the player's if the colours are the same.

    Rule: 3CS 7, examples 3-5.
    """
    return _compare(high_rank(bank), high_rank(player), reds(bank) == reds(player))


def compare_low(*, bank: Card, player: Card) -> HandComparison:
    """Compare low cards by rank, ace high; a copy is the player's if the colour is the same.

    Rule: 3CS 7, examples 1 and 2.
    """
    return _compare((bank.rank,), (player.rank,), bank.is_red == player.is_red)


def compare_three(*, bank: Sequence[Card], player: Sequence[Card]) -> HandComparison:
    """Compare all three cards for the Three Card proposition, equal ranks by colours.

    Rule: 3CS App. B, both examples.
    """
    same = reds(bank) == reds(player)
    return _compare(three_card_rank(bank), three_card_rank(player), same)


def _compare(bank: tuple[object, ...], player: tuple[object, ...], alike: bool) -> HandComparison:
    if bank == player:
        return COPY_OF_SAME_COLOURS if alike else COPY_OF_OTHER_COLOURS
    return PLAYER_IS_HIGHER if player > bank else BANK_IS_HIGHER
