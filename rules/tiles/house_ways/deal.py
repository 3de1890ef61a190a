"""Four tiles, and the three ways to part them into a high and a low hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.refusals import RulesError
from rules.tiles.ranking import HandClass, HandRank, Ranking
from rules.tiles.tile import Tile, guard_one_tile_set

Hand = tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class Partition:
    """One way to part four tiles: the hand that ranks higher is the high hand.

    Rule: MD 1 §B(5)-(6); MBS 1.1.6; NZ 1.0 Hand; a hand put down the other way round is taken
    as the higher one high (reading).
    """

    high: Hand
    low: Hand
    high_rank: HandRank
    low_rank: HandRank

    @property
    def orders(self) -> tuple[int, int]:
        """Give what makes two partitions the same setting: equal rank in both hands."""
        return self.high_rank.order, self.low_rank.order


def partition(ranking: Ranking, one: Hand, other: Hand) -> Partition:
    """Part four tiles into these two hands, the higher-ranking one high."""
    one_rank, other_rank = ranking.rank(*one), ranking.rank(*other)
    if one_rank.order >= other_rank.order:
        return Partition(one, other, one_rank, other_rank)
    return Partition(other, one, other_rank, one_rank)


def distinct(partitions: Iterable[Partition]) -> int:
    """Count the partitions that differ in rank in at least one hand."""
    return len({each.orders for each in partitions})


class Deal:
    """Four tiles as a house way looks at them."""

    def __init__(self, ranking: Ranking, held: Sequence[Tile]) -> None:
        if len(held) != 4:
            raise RulesError("wrong-count", f"a hand has four tiles, not {len(held)}")
        guard_one_tile_set(held)
        self.ranking = ranking
        self.tiles = tuple(sorted(held, key=lambda each: each.index))
        first, second, third, fourth = self.tiles
        self.partitions = (
            partition(ranking, (first, second), (third, fourth)),
            partition(ranking, (first, third), (second, fourth)),
            partition(ranking, (first, fourth), (second, third)),
        )

    @cached_property
    def two_pairs(self) -> Partition | None:
        """Give the partition into two pairs, if there is one."""
        for each in self.partitions:
            if each.low_rank.hand_class is HandClass.PAIR:
                return each
        return None

    @cached_property
    def kept(self) -> Partition | None:
        """Give the partition that keeps the only pair together, if exactly one is held."""
        if self.two_pairs is not None:
            return None
        for each in self.partitions:
            if each.high_rank.hand_class is HandClass.PAIR:
                return each
        return None

    @cached_property
    def split(self) -> Partition | None:
        """Give the partition with one tile of the only pair in each hand.

        The tiles of a pair rank alike, so the two ways to do it are the same setting.
        """
        if self.kept is None:
            return None
        return next(each for each in self.partitions if each.orders != self.kept.orders)

    @cached_property
    def by_rank(self) -> tuple[Tile, ...]:
        """Give the tiles from the highest individual rank to the lowest."""
        return tuple(sorted(self.tiles, key=self.ranking.tile_rank))

    def together(self, one: Tile, other: Tile) -> Partition:
        """Give the partition that plays these two of the tiles together."""
        rest = list(self.tiles)
        rest.remove(one)
        rest.remove(other)
        return partition(self.ranking, (one, other), (rest[0], rest[1]))
