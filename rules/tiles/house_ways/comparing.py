"""An operator's own house way beside the published one: which deals it sets otherwise, and what
that changes of the exact edge.
"""

from dataclasses import dataclass
from fractions import Fraction

from rules.tiles.house_ways import HouseWay, distinct_deals
from rules.tiles.house_ways.lines import TileSetting
from rules.tiles.odds import HANDS, odds, ways_of
from rules.tiles.tile import Tile

SHOWN = 24


@dataclass(frozen=True, slots=True)
class SetOtherwise:
    """A deal that two house ways set differently, high hand first."""

    tiles: tuple[Tile, ...]
    own: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    published: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    own_rule: str
    published_rule: str


@dataclass(frozen=True, slots=True)
class WaysCompared:
    """Of all 35,960 deals, how many are set otherwise; the first of them; both edges.

    The edge is that of a player who sets the published way against a bank that sets its own.
    """

    deals: int
    examples: tuple[SetOtherwise, ...]
    own_edge: Fraction
    published_edge: Fraction

    @property
    def share(self) -> Fraction:
        return Fraction(self.deals, HANDS)

    @property
    def edge_change(self) -> Fraction:
        return self.own_edge - self.published_edge


def compare_house_ways(own: HouseWay, published: HouseWay) -> WaysCompared:
    """Walk over every deal of four tiles and see where two house ways part.

    >>> from rules.profiles import tile_profile
    >>> maryland = tile_profile("maryland").house_way
    >>> compare_house_ways(maryland, maryland).deals
    0
    """
    deals = 0
    examples: list[SetOtherwise] = []
    for held in distinct_deals():
        mine, theirs = own.set(held), published.set(held)
        if _names(mine) == _names(theirs):
            continue
        deals += ways_of(held)
        if len(examples) < SHOWN:
            both = ((mine.high, mine.low), (theirs.high, theirs.low))
            examples.append(SetOtherwise(tuple(held), *both, mine.rule, theirs.rule))
    return WaysCompared(
        deals,
        tuple(examples),
        odds(published, own).house_edge(),
        odds(published, published).house_edge(),
    )


def _names(setting: TileSetting) -> list[list[str]]:
    """Two hands by the names of their tiles: a Nine is a Nine, in whatever order they lie."""
    return [sorted(each.name for each in hand) for hand in (setting.high, setting.low)]
