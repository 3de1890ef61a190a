"""House ways: how the dealer's four tiles, or a helped player's, are set.

A house way is a table of lines walked top to bottom; the first that speaks of the four tiles sets
them. An operator's own house way is another table, read from a file (`from_file`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from types import MappingProxyType

from rules.refusals import RulesError
from rules.tiles.house_ways.deal import Deal, Partition
from rules.tiles.house_ways.lines import HouseWayLine, TileSetting
from rules.tiles.ranking import Ranking
from rules.tiles.tile import BITS_A_KIND, KINDS, Tile, is_within_a_set

__all__ = ["Deal", "HouseWay", "Partition", "TileSetting", "distinct_deals"]


def distinct_deals() -> Iterator[tuple[Tile, Tile, Tile, Tile]]:
    """Give each different deal of four of the 21 kinds of tile.

    Told apart by the 16 names alone (a Nine is a Nine) they are 3,620; by their faces 8,130.

    >>> held = list(distinct_deals())
    >>> len(held), len({tuple(sorted(each.name for each in four)) for four in held})
    (8130, 3620)
    """
    for held in combinations_with_replacement(KINDS, 4):
        if is_within_a_set(sum(each.weight for each in held)):
            yield held


class HouseWay:
    """A published or an operator's way to set four tiles."""

    def __init__(
        self,
        name: str,
        ranking: Ranking,
        lines: Sequence[HouseWayLine],
        *,
        is_reading: bool = False,
        source: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.ranking = ranking
        self.lines = tuple(lines)
        self.is_reading = is_reading
        self.source = source
        self._settings = _Settings(self)

    def set(self, held: Sequence[Tile]) -> TileSetting:
        """Set four tiles as the dealer would.

        Rule: MD 8 §B(2), §C(2), §D; MBS 1.1.5, 3.11.1, 3.13; NZ 10.4, 11.1; Leaflet ¶14.
        """
        first, second, third, fourth = held
        return self._settings[first.weight + second.weight + third.weight + fourth.weight]

    def setting_of(self, deal: Deal) -> TileSetting:
        """Walk the table for four tiles, without looking at what is already known."""
        for line in self.lines:
            found = line.answer(deal)
            if found is not None:
                return self._as_reading(found) if self.is_reading else found
        words = " ".join(each.text for each in deal.tiles)
        raise RulesError("bad-option", f"house way {self.name!r} has no line for {words}")

    def _as_reading(self, found: TileSetting) -> TileSetting:
        return TileSetting(found.high, found.low, found.rule, True, found.high_rank, found.low_rank)


class _Settings(dict[int, TileSetting]):
    """The settings known so far, by the summed weight of the four tiles."""

    def __init__(self, house_way: HouseWay) -> None:
        super().__init__()
        self._house_way = house_way

    def __missing__(self, weight: int) -> TileSetting:
        held = _tiles_of(weight)
        self[weight] = found = self._house_way.setting_of(Deal(self._house_way.ranking, held))
        return found


def _tiles_of(weight: int) -> list[Tile]:
    mask = (1 << BITS_A_KIND) - 1
    return [kind for kind in KINDS for _ in range(weight >> BITS_A_KIND * kind.index & mask)]
