"""Exact odds: house way against house way, and the edges of both propositions.

Every probability is a count over all deals, so every answer is an exact fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.cards.card import CARDS, DECK, RANKS, SUITS, reds
from rules.cards.four_card import PAY_TABLES, FourCardClass, PayTable, four_card_class
from rules.cards.house_way import set_house_way
from rules.cards.ranking import high_rank, three_card_rank
from rules.odds import Odds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Marks = NDArray[np.bool_]

TWO_HAND_DEALS = comb(52, 3) * comb(49, 3)
FOUR_CARD_DEALS = comb(52, 4)
NO_COMMISSION = Fraction(0)


class Strength(NamedTuple):
    """What a hand brings to one comparison: a rank, and the colours that decide a copy."""

    rank: tuple[Any, ...]
    reds: int


@cache
def house_way_odds() -> Odds:
    """Count wins, pushes and losses of one wager, both hands set by the house way.

    Over all 22,100 x 18,424 deals of three cards to a player and three to the dealer.

    Rule: 3CS 7, 8 and App. A.
    """
    win, not_lost = (int(tally.sum()) for tally in _tallies())
    return Odds(win=win, push=not_lost - win, lose=TWO_HAND_DEALS - not_lost)


@cache
def house_way_shared_variance() -> Fraction:
    """Give the covariance of two wagers, a unit each, against one hand of the dealer.

    Given that hand the two are taken as independent (reading). Hands of the dealer that differ
    only by exchanged suits are one hand, as the tallies count them together.
    """
    return _shared_variance(*_tallies(), house_way_odds())


@cache
def _tallies() -> tuple[Any, Any]:
    """Count, for each hand of the dealer, the player's hands that beat it, and that lose not."""
    import numpy as np

    settings = [set_house_way(held) for held in combinations(DECK, 3)]
    high = [Strength(high_rank(setting.high), reds(setting.high)) for setting in settings]
    low = [Strength((setting.low.rank,), reds((setting.low,))) for setting in settings]
    high_won, low_won = _wins(high), _wins(low)
    win = np.zeros(len(settings), dtype=np.int64)
    not_lost = np.zeros(len(settings), dtype=np.int64)
    for place, alike, apart in _deals():
        first, second = high_won[high[place]], low_won[low[place]]
        win += alike * (first & second & apart)
        not_lost += alike * ((first | second) & apart)
    return win, not_lost


def _shared_variance(win: Any, not_lost: Any, odds: Odds) -> Fraction:
    kinds: dict[tuple[int, ...], list[int]] = {}
    for place, hand in enumerate(combinations(range(len(DECK)), 3)):
        kinds.setdefault(min(_exchanged(hand)), []).append(place)
    beside = comb(49, 3)
    total = Fraction(0)
    for places in kinds.values():
        won, kept = int(win[places].sum()), int(not_lost[places].sum())
        deals = beside * len(places)
        total += Fraction((deals - kept - won) ** 2, deals)
    return total / TWO_HAND_DEALS - odds.house_edge(NO_COMMISSION) ** 2


@cache
def three_card_odds() -> Odds:
    """Count wins and losses of the Three Card proposition over all deals of two hands.

    Rule: 3CS App. B.
    """
    win = int(_three_card_tally().sum())
    return Odds(win=win, push=0, lose=TWO_HAND_DEALS - win)


@cache
def three_card_shared_variance() -> Fraction:
    """Give the covariance of two Three Card wagers, a unit each, against one hand of the dealer.

    Given that hand the two are taken as independent (reading).
    """
    win = _three_card_tally()
    return _shared_variance(win, win, three_card_odds())


@cache
def _three_card_tally() -> Any:
    """Count, for each hand of the dealer, the player's hands that beat it by all three cards."""
    import numpy as np

    hands = [Strength(three_card_rank(held), reds(held)) for held in combinations(DECK, 3)]
    won = _wins(hands)
    win = np.zeros(len(hands), dtype=np.int64)
    for place, alike, apart in _deals():
        win += alike * (won[hands[place]] & apart)
    return win


@cache
def four_card_counts() -> dict[FourCardClass, int]:
    """Count the deals of each Four Card class among all 270,725.

    The classes ignore which suit is which, so the cards are counted as ranks with a pattern of
    suits, each standing for as many deals as there are ways to name its suits.

    Rule: 3CS App. C.
    """
    counts: Counter[FourCardClass] = Counter()
    for ranks in combinations_with_replacement(RANKS, 4):
        orders = prod(factorial(ranks.count(rank)) for rank in set(ranks))
        ways: Counter[FourCardClass] = Counter()
        for suits in _suit_patterns(4):
            held = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            if len(set(held)) == 4:
                one, two, three, four = (CARDS[name] for name in held)
                ways[four_card_class((one, two, three), four)] += perm(4, len(set(suits)))
        counts.update({name: count // orders for name, count in ways.items()})
    return {name: counts[name] for name in FourCardClass}


def four_card_edge(table: PayTable) -> Fraction:
    """Give the house edge of a Four Card wager under a pay table, the jackpot left out.

    Rule: 3CS App. C, App. D.
    """
    counts = four_card_counts()
    paid = sum(counts[name] * table.to_one(name) for name in FourCardClass)
    lost = sum(counts[name] for name in FourCardClass if not table.to_one(name))
    return Fraction(lost - paid, FOUR_CARD_DEALS)


def four_card_variance(table: PayTable) -> Fraction:
    """Give how far a unit on the Four Card bonus lies from its mean, squared.

    Rule: 3CS App. C.
    """
    counts = four_card_counts()
    squares = sum(counts[name] * (table.to_one(name) or -1) ** 2 for name in FourCardClass)
    return Fraction(squares, FOUR_CARD_DEALS) - four_card_edge(table) ** 2


def four_card_edges() -> dict[str, Fraction]:
    """Give the house edge of the Four Card bonus for each of the eight pay tables."""
    return {name: four_card_edge(table) for name, table in PAY_TABLES.items()}


def _wins(hands: list[Strength]) -> dict[Strength, Marks]:
    """Mark, for each strength a player can have, the dealer's hands that it beats.

    A copy is the player's if the colours are the same.
    """
    import numpy as np

    ladder = {rank: place for place, rank in enumerate(sorted({hand.rank for hand in hands}))}
    ranks = np.array([ladder[hand.rank] for hand in hands], dtype=np.int16)
    colours = np.array([hand.reds for hand in hands], dtype=np.int16)
    return {
        player: (ranks < ladder[player.rank])
        | ((ranks == ladder[player.rank]) & (colours == player.reds))
        for player in dict.fromkeys(hands)
    }


def _deals() -> Iterator[tuple[int, int, Marks]]:
    """For the player's hands, mark the dealer's hands that can be dealt beside each.

    Clubs and spades can change places, and diamonds and hearts, without changing any rank or
    colour: one hand of those that differ only so is walked, with the number that it stands for.
    """
    import numpy as np

    held = list(combinations(range(len(DECK)), 3))
    alike = Counter(min(_exchanged(hand)) for hand in held)
    masks = np.array([sum(1 << card for card in hand) for hand in held], dtype=np.uint64)
    for place, hand in enumerate(held):
        if hand in alike:
            yield place, alike[hand], (masks & masks[place]) == 0


def _exchanged(hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for suits in ((0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3), (3, 2, 1, 0)):
        yield tuple(sorted(card // 4 * 4 + suits[card % 4] for card in hand))


def _suit_patterns(size: int) -> Iterator[tuple[str, ...]]:
    """List the ways in which suits can agree: each new suit is the next one in order."""
    for suits in product(SUITS, repeat=size):
        first_seen = list(dict.fromkeys(suits))
        if first_seen == list(SUITS[: len(first_seen)]):
            yield suits
