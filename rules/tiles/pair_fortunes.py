"""Pair Fortunes: a bonus wager against the house, decided by the player's four tiles alone."""

from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType

from rules.refusals import RulesError
from rules.tiles.ranking import pair_number
from rules.tiles.tile import Tile


class PairFortunesClass(StrEnum):
    """What four tiles are under the Pair Fortunes pay tables, best first."""

    GEE_JOON_AND_TEEN = "gee-joon-and-teen"
    TWO_PAIRS = "two-pairs"
    GEE_JOON = "gee-joon"
    MIXED_PAIR = "mixed-pair"
    IDENTICAL_PAIR = "identical-pair"
    NONE = "none"


# Rule: MD 8 §L(1)-(4), paid to one.
PAY_TABLES = MappingProxyType(
    {
        name: MappingProxyType(dict(zip(PairFortunesClass, (*pays, 0), strict=True)))
        for name, pays in (
            ("A", (300, 25, 8, 4, 3)),
            ("B", (250, 25, 8, 5, 2)),
            ("C", (250, 30, 7, 5, 2)),
            ("D", (200, 30, 10, 4, 2)),
        )
    }
)

BONUS_CITES = MappingProxyType({"A": "(1)", "B": "(2)", "C": "(3)", "D": "(4)"})

_SUPREME, _TEENS, _LAST_MATCHED = 1, 2, 12

# The classes seen so far, by the summed weight of the four tiles.
_known: dict[int, PairFortunesClass] = {}


def pair_fortunes_class(held: Sequence[Tile]) -> PairFortunesClass:
    """Say which class of the Pair Fortunes pay tables four tiles are.

    Rule: MD 5 §F(1), 8 §L.

    >>> from rules.tiles.tile import tiles
    >>> pair_fortunes_class(tiles("2-4 1-2 6-6 6-6")).value
    'gee-joon-and-teen'
    """
    first, second, third, fourth = held
    weight = first.weight + second.weight + third.weight + fourth.weight
    found = _known.get(weight)
    if found is None:
        found = _known[weight] = _class_of(_pairs_of(first, second, third, fourth))
    return found


def _pairs_of(first: Tile, second: Tile, third: Tile, fourth: Tile) -> list[int]:
    parted = (
        (first, second, third, fourth),
        (first, third, second, fourth),
        (first, fourth, second, third),
    )
    found: list[int] = []
    for one, two, three, four in parted:
        pairs = [pair_number(one, two), pair_number(three, four)]
        found = max(found, [number for number in pairs if number is not None], key=len)
    return sorted(found)


def _class_of(pairs: list[int]) -> PairFortunesClass:
    if pairs == [_SUPREME, _TEENS]:
        return PairFortunesClass.GEE_JOON_AND_TEEN
    if len(pairs) == 2:
        return PairFortunesClass.TWO_PAIRS
    if not pairs:
        return PairFortunesClass.NONE
    if pairs == [_SUPREME]:
        return PairFortunesClass.GEE_JOON
    return (
        PairFortunesClass.IDENTICAL_PAIR
        if pairs[0] <= _LAST_MATCHED
        else PairFortunesClass.MIXED_PAIR
    )


def pays(pay_table: object, made: PairFortunesClass) -> int:
    """Give what a class pays to one under a pay table; 0 loses.

    Rule: MD 8 §L(1)-(4).

    >>> pays("A", PairFortunesClass.MIXED_PAIR), pays("B", PairFortunesClass.MIXED_PAIR)
    (4, 5)
    """
    if not isinstance(pay_table, str) or pay_table not in PAY_TABLES:
        raise RulesError("bad-option", f"not a Pair Fortunes pay table: {pay_table!r}")
    return PAY_TABLES[pay_table][made]
