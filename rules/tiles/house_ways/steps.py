"""What a line of a house way asks of the partitions: tests that must hold, steps that prefer.

A test throws partitions out and may leave none: the line then does not answer. A step only ever
prefers some partitions to others, so it always leaves at least one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.tiles.house_ways.deal import Deal, Partition, distinct
from rules.tiles.house_ways.words import matched, tile_names_of
from rules.tiles.ranking import HandClass
from rules.tiles.tile import KINDS, Tile

Partitions = Sequence[Partition]


class DealTest(Protocol):
    """A question about the four tiles."""

    def holds(self, deal: Deal) -> bool:
        """Say whether the line looks at these tiles at all."""


class PartitionTest(Protocol):
    """A question about one partition."""

    def holds(self, deal: Deal, each: Partition) -> bool:
        """Say whether the partition may be played under the line."""


class HouseWayStep(Protocol):
    """A preference among partitions. `cite` names it, `reading` says it is a reading of ours."""

    @property
    def cite(self) -> str:
        """Name the paragraph, or nothing where the line itself is enough."""

    @property
    def reading(self) -> bool:
        """Say whether the published text leaves this open."""

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        """Keep the preferred partitions, never none."""


@dataclass(frozen=True, slots=True)
class Includes:
    """The four tiles include a different tile for each word."""

    words: tuple[str, ...]

    def holds(self, deal: Deal) -> bool:
        return matched(self.words, deal.tiles) is not None


@dataclass(frozen=True, slots=True)
class Lacks:
    """None of the four tiles goes by the word."""

    word: str

    def holds(self, deal: Deal) -> bool:
        names = tile_names_of(self.word)
        return not any(each.name in names for each in deal.tiles)


@dataclass(frozen=True, slots=True)
class CanMake:
    """Some partition has these values, low and high."""

    low: int
    high: int

    def holds(self, deal: Deal) -> bool:
        return any(Values(self.low, self.high).holds(deal, each) for each in deal.partitions)


@dataclass(frozen=True, slots=True)
class Values:
    """The hands have exactly these values."""

    low: int
    high: int

    def holds(self, deal: Deal, each: Partition) -> bool:
        return (each.low_rank.value, each.high_rank.value) == (self.low, self.high)


@dataclass(frozen=True, slots=True)
class HighIs:
    """The high hand is of one of these classes."""

    classes: frozenset[HandClass]

    def holds(self, deal: Deal, each: Partition) -> bool:
        return each.high_rank.hand_class in self.classes


@dataclass(frozen=True, slots=True)
class HighIsCalled:
    """The high hand goes by this code, for example the Supreme Pair's."""

    code: str

    def holds(self, deal: Deal, each: Partition) -> bool:
        return each.high_rank.code == self.code


@dataclass(frozen=True, slots=True)
class HighAtLeast:
    """The high hand is worth this or more. High Nine, Gong, Wong and pairs are above nine."""

    value: int

    def holds(self, deal: Deal, each: Partition) -> bool:
        return each.high_rank.level >= self.value


@dataclass(frozen=True, slots=True)
class LowAtLeast:
    """The low hand is above this value, or has it with this tile or a better one on top."""

    value: int
    top: str

    def holds(self, deal: Deal, each: Partition) -> bool:
        rank = each.low_rank
        if rank.level != self.value or rank.top_rank is None:
            return rank.level > self.value
        return rank.top_rank <= _rank_of(deal, self.top)


def _rank_of(deal: Deal, word: str) -> int:
    return max(deal.ranking.tile_rank(kind) for kind in KINDS if kind.name in tile_names_of(word))


@dataclass(frozen=True, slots=True)
class Greatest:
    """Prefer the greatest value, or the highest-ranking hand, on one side."""

    side: str
    of: str
    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        best = max(self._measure(each) for each in found)
        return [each for each in found if self._measure(each) == best]

    def _measure(self, each: Partition) -> int:
        rank = each.high_rank if self.side == "high" else each.low_rank
        return rank.level if self.of == "value" else rank.order


@dataclass(frozen=True, slots=True)
class FirstClass:
    """Prefer the first class of high hand that can be played."""

    order: tuple[HandClass, ...]
    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        for wanted in self.order:
            of_class = [each for each in found if each.high_rank.hand_class is wanted]
            if of_class:
                return of_class
        return found


@dataclass(frozen=True, slots=True)
class HighestTile:
    """Prefer the highest-ranking of the four tiles on one side, at these values of the low hand."""

    side: str
    lowest: int = 0
    greatest: int = 9
    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        best = deal.by_rank[0]
        wanted = [each for each in found if not self._looks_at(each) or self._has(each, best)]
        return wanted or found

    def _looks_at(self, each: Partition) -> bool:
        return self.lowest <= each.low_rank.level <= self.greatest

    def _has(self, each: Partition, best: Tile) -> bool:
        return best in (each.high if self.side == "high" else each.low)


@dataclass(frozen=True, slots=True)
class TopTwoApart:
    """Prefer not to play the two highest-ranking tiles in one hand."""

    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        pair = set(deal.by_rank[:2])
        apart = [each for each in found if set(each.high) != pair and set(each.low) != pair]
        return apart or found


@dataclass(frozen=True, slots=True)
class TeenHigh:
    """With a Teen in one hand and a Day in the other, prefer the Teen high.

    `unless` lists pairs of words: with those two other tiles the Teen goes low.
    """

    unless: tuple[tuple[str, str], ...] = ()
    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        held = {each.name for each in deal.tiles}
        if not {"Teen", "Day"} <= held:
            return found
        others = [each for each in deal.tiles if each.name not in ("Teen", "Day")]
        low = len(others) == 2 and any(matched(words, others) for words in self.unless)
        wanted = [each for each in found if self._is_right(each, teen_low=low)]
        return wanted or found

    def _is_right(self, each: Partition, *, teen_low: bool) -> bool:
        high, low = ({one.name for one in hand} for hand in (each.high, each.low))
        if teen_low:
            high, low = low, high
        return not ("Day" in high and "Teen" in low)


@dataclass(frozen=True, slots=True)
class HonourHigh:
    """Prefer a Teen in the high hand to a Day in the high hand."""

    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        with_teen = [each for each in found if any(one.name == "Teen" for one in each.high)]
        return with_teen or found


@dataclass(frozen=True, slots=True)
class HighestWithLowest:
    """Prefer the highest-ranking tile together with the lowest-ranking one."""

    cite: str = ""
    reading: bool = False

    def preferred(self, deal: Deal, found: Partitions) -> Partitions:
        ends = {deal.by_rank[0], deal.by_rank[-1]}
        wanted = [each for each in found if ends in (set(each.high), set(each.low))]
        return wanted or found


@dataclass(frozen=True, slots=True)
class InOrder:
    """Take two preferences one after the other, where the text does not say which comes first."""

    first: tuple[HouseWayStep, ...]
    second: tuple[HouseWayStep, ...]

    def narrowed(self, deal: Deal, found: Partitions) -> tuple[Partitions, list[str], bool]:
        """Give what is left, the steps that told, and whether the other order would differ."""
        left, cites, reading = narrow(deal, found, (*self.first, *self.second))
        other, _, _ = narrow(deal, found, (*self.second, *self.first))
        differs = {each.orders for each in left} != {each.orders for each in other}
        return left, cites, reading or differs


def narrow(
    deal: Deal, found: Partitions, steps: Sequence[HouseWayStep | InOrder]
) -> tuple[Partitions, list[str], bool]:
    """Walk the steps in order. Give what is left, the steps that told, and if one was a reading."""
    cites: list[str] = []
    rests_on_reading = False
    for step in steps:
        if isinstance(step, InOrder):
            found, told, reading = step.narrowed(deal, found)
            cites += told
            rests_on_reading |= reading
            continue
        left = step.preferred(deal, found)
        if distinct(left) < distinct(found):
            rests_on_reading |= step.reading
            cites += [step.cite] if step.cite else []
        found = left
    return found, cites, rests_on_reading
