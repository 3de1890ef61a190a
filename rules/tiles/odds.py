"""Exact chances over all 736,281,000 deals of two hands, and over all 35,960 deals of one.

Deals are counted by what house ways tell apart: the 15 names of two tiles each, and the two Gees.
That makes 4,285 different hands, each with the number of ways in which the 32 tiles make it,
matched with every hand that the rest of the tiles can make.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Any

from rules.odds import COMMISSION, Odds
from rules.tiles.house_ways import HouseWay, distinct_deals
from rules.tiles.pair_fortunes import PairFortunesClass, pair_fortunes_class, pays
from rules.tiles.tile import KINDS, Tile

HANDS = comb(32, 4)
DEALS = HANDS * comb(28, 4)

# Hands matched at a time: large enough to keep numpy busy, small enough for the cache.
_ROWS = 128


@cache
def odds(player: HouseWay, bank: HouseWay) -> Odds:
    """Count every deal of two hands, each set by its own house way, the house banking."""
    by_hand = _odds_by_bank_hand(player, bank)
    win, push = sum(each.win for each in by_hand), sum(each.push for each in by_hand)
    return Odds(win, push, DEALS - win - push)


@cache
def shared_variance(
    player: HouseWay, bank: HouseWay, commission: Fraction = COMMISSION
) -> Fraction:
    """Give the covariance of two wagers, a unit each, that lose or win against one bank hand.

    A strong bank hand beats both: given the hand, the two are taken as independent, because what
    one of them holds of the other's tiles changes little (reading).
    """
    total = Fraction(0)
    for each in _odds_by_bank_hand(player, bank):
        total += each.total * each.house_edge(commission) ** 2
    return total / DEALS - odds(player, bank).house_edge(commission) ** 2


@cache
def _odds_by_bank_hand(player: HouseWay, bank: HouseWay) -> tuple[Odds, ...]:
    """Count the deals of a player's hand against each different hand of the bank."""
    import numpy as np

    counts, ways, player_orders = _hands(player)
    _, _, bank_orders = _hands(bank)
    found: list[tuple[Any, Any, Any]] = []
    for first in range(0, len(ways), _ROWS):
        rows = slice(first, first + _ROWS)
        weights = ways[rows, None] * _ways_left(counts, ways, rows)
        wins_high = player_orders[None, :, 0] > bank_orders[rows, None, 0]
        wins_low = player_orders[None, :, 1] > bank_orders[rows, None, 1]
        win = np.sum(weights, axis=1, where=wins_high & wins_low)
        push = np.sum(weights, axis=1, where=wins_high ^ wins_low)
        found += zip(win, push, np.sum(weights, axis=1), strict=True)
    return tuple([Odds(int(win), int(push), int(every - win - push)) for win, push, every in found])


@cache
def _different_hands() -> tuple[tuple[Tile, ...], ...]:
    """Give one deal of four tiles for each that a house way can tell from the others."""
    found: dict[tuple[str, ...], tuple[Tile, ...]] = {}
    for held in distinct_deals():
        found.setdefault(tuple(sorted(_look(each) for each in held)), held)
    return tuple(found.values())


def _look(each: Tile) -> str:
    """Give what a house way can tell a tile by: its name, a Gee also its pips."""
    return each.text if each.is_gee else each.name


_LOOKS = tuple(dict.fromkeys(_look(kind) for kind in KINDS))
_TILES_A_LOOK = tuple(sum(kind.count for kind in KINDS if _look(kind) == look) for look in _LOOKS)


def _hands(house_way: HouseWay) -> tuple[Any, Any, Any]:
    """Give, for each different hand, its count of each look, its ways, its two orders."""
    import numpy as np

    held = _different_hands()
    settings = [house_way.set(each) for each in held]
    looks = [[_look(each) for each in four] for four in held]
    counts = np.array([[four.count(look) for look in _LOOKS] for four in looks], dtype=np.int64)
    ways = np.array(
        [prod(map(comb, _TILES_A_LOOK, map(int, row))) for row in counts], dtype=np.int64
    )
    orders = np.array([[s.high_rank.order, s.low_rank.order] for s in settings], dtype=np.int16)
    return counts, ways, orders


def ways_of(held: tuple[Tile, ...]) -> int:
    """Count the ways in which the 32 tiles make these four.

    >>> sum(ways_of(each) for each in distinct_deals())
    35960
    """
    return prod(comb(kind.count, held.count(kind)) for kind in set(held))


def _ways_left(counts: Any, ways: Any, rows: slice) -> Any:
    """Count the ways in which the rest of the tiles makes each hand, once these are taken.

    Only what both hands hold changes the count: C(left, wanted) ways instead of C(all, wanted).
    """
    import numpy as np

    left = np.repeat(ways[None, :], len(counts[rows]), axis=0)
    for index, tiles in enumerate(_TILES_A_LOOK):
        taken, wanted = counts[rows, index], counts[:, index]
        holders, wanters = np.nonzero(taken)[0], np.nonzero(wanted)[0]
        if not len(holders):
            continue
        rest = np.array(
            [[comb(max(tiles - took, 0), want) for want in range(3)] for took in range(3)]
        )
        whole = np.array([max(comb(tiles, want), 1) for want in range(3)])
        block = np.ix_(holders, wanters)
        factors = rest[taken[holders][:, None], wanted[wanters][None, :]]
        left[block] = left[block] * factors // whole[wanted[wanters]][None, :]
    return left


@cache
def pair_fortunes_counts() -> Mapping[PairFortunesClass, int]:
    """Count the 35,960 deals of four tiles by their Pair Fortunes class.

    Rule: MD 8 §L.
    """
    counted = dict.fromkeys(PairFortunesClass, 0)
    for held in distinct_deals():
        counted[pair_fortunes_class(held)] += ways_of(held)
    return counted


def pair_fortunes_edge(pay_table: str) -> Fraction:
    """Give what a player keeps of one unit on Pair Fortunes, on average; a loss is negative.

    Rule: MD 8 §L(1)-(4).

    >>> pair_fortunes_edge("A")
    Fraction(-381, 7192)
    """
    counted = pair_fortunes_counts()
    won = sum(count * (pays(pay_table, made) or -1) for made, count in counted.items())
    return Fraction(won, HANDS)


def pair_fortunes_variance(pay_table: str) -> Fraction:
    """Give how far one unit on Pair Fortunes lies from its mean, squared.

    Rule: MD 8 §L(1)-(4).
    """
    counted = pair_fortunes_counts()
    squares = sum(count * (pays(pay_table, made) or -1) ** 2 for made, count in counted.items())
    return Fraction(squares, HANDS) - pair_fortunes_edge(pay_table) ** 2
