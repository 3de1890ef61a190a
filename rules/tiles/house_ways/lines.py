"""The lines of a house way. Each either answers for four tiles or passes them to the next line."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.tiles.house_ways.deal import Deal, Hand, Partition, distinct
from rules.tiles.house_ways.steps import DealTest, HouseWayStep, InOrder, PartitionTest, narrow
from rules.tiles.house_ways.words import matched, tile_names_of
from rules.tiles.ranking import HandRank


class TileSetting(NamedTuple):
    """Four tiles set, with the line that decided and whether that rests on a reading."""

    high: Hand
    low: Hand
    rule: str
    reading: bool
    high_rank: HandRank
    low_rank: HandRank


class HouseWayLine(Protocol):
    """One line of a house way."""

    def answer(self, deal: Deal) -> TileSetting | None:
        """Set the tiles, or give None where the line does not speak of them."""


def setting(found: Partition, rule: str, *, reading: bool) -> TileSetting:
    """Make the answer of a line."""
    return TileSetting(found.high, found.low, rule, reading, found.high_rank, found.low_rank)


@dataclass(frozen=True, slots=True)
class PlayTwoPairs:
    """Play two pairs as two pairs."""

    rule: str
    reading: bool = False

    def answer(self, deal: Deal) -> TileSetting | None:
        if deal.two_pairs is None:
            return None
        return setting(deal.two_pairs, self.rule, reading=self.reading)


@dataclass(frozen=True, slots=True)
class SplitPair:
    """Split the only pair held, with these other two tiles or to make at least these values.

    The never-worse guard keeps the pair where keeping it is at least as good in both hands; a
    setting that the guard decides rests on a reading.
    """

    rule: str
    pair: str
    others: tuple[tuple[str, str], ...] = ()
    at_least: tuple[tuple[int, int], ...] = ()
    reading: bool = False
    guarded: bool = True

    def answer(self, deal: Deal) -> TileSetting | None:
        if deal.kept is None or deal.split is None or not self._speaks_of(deal.kept, deal.split):
            return None
        if self.guarded and _is_as_good(deal.kept, deal.split):
            return setting(deal.kept, f"{self.rule}, never-worse guard", reading=True)
        return setting(deal.split, self.rule, reading=self.reading)

    def _speaks_of(self, kept: Partition, split: Partition) -> bool:
        if not all(each.name in tile_names_of(self.pair) for each in kept.high):
            return False
        if any(matched(words, kept.low) for words in self.others):
            return True
        low, high = split.low_rank.level, split.high_rank.level
        return any(
            low >= least_low and high >= least_high for least_low, least_high in self.at_least
        )


def _is_as_good(kept: Partition, split: Partition) -> bool:
    return (
        kept.high_rank.order >= split.high_rank.order
        and kept.low_rank.order >= split.low_rank.order
    )


@dataclass(frozen=True, slots=True)
class KeepPair:
    """Keep the only pair as the high hand."""

    rule: str

    def answer(self, deal: Deal) -> TileSetting | None:
        return None if deal.kept is None else setting(deal.kept, self.rule, reading=False)


@dataclass(frozen=True, slots=True)
class PlayTiles:
    """Set exactly these four tiles so: the two named ones together, the other two together."""

    rule: str
    tiles: tuple[str, str, str, str]
    together: tuple[str, str]
    reading: bool = False

    def answer(self, deal: Deal) -> TileSetting | None:
        found = matched(self.tiles, deal.tiles)
        if found is None:
            return None
        by_word = dict(zip(self.tiles, found, strict=True))
        one, other = (by_word[word] for word in self.together)
        return setting(deal.together(one, other), self.rule, reading=self.reading)


@dataclass(frozen=True, slots=True)
class Choose:
    """Of the partitions that pass the tests, play the one that the steps prefer.

    `reading` marks a line that is a reading as a whole: it matters wherever the four tiles could
    be set in more than one way.
    """

    rule: str
    when: tuple[DealTest, ...] = ()
    only: tuple[PartitionTest, ...] = ()
    prefer: tuple[HouseWayStep | InOrder, ...] = ()
    reading: bool = False

    def answer(self, deal: Deal) -> TileSetting | None:
        if not all(each.holds(deal) for each in self.when):
            return None
        found = [
            each for each in deal.partitions if all(test.holds(deal, each) for test in self.only)
        ]
        if not found:
            return None
        left, cites, reading = narrow(deal, found, self.prefer)
        whole = self.reading and distinct(deal.partitions) > 1
        rule = f"{self.rule} then {', '.join(cites)}" if cites else self.rule
        return setting(left[0], rule, reading=reading or whole)
