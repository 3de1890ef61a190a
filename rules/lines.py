"""The commands of `python -m rules` for the tile profiles: one JSON object in, one out."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rules.profiles import tile_profile
from rules.refusals import RulesError
from rules.tiles import Tile, guard_one_set, tile

Line = Mapping[str, object]
Answer = dict[str, object]


def tiles_of(given: object, count: int) -> tuple[Tile, ...]:
    """Read a list of exactly so many tiles."""
    if not isinstance(given, list) or len(given) != count:
        raise RulesError("wrong-count", f"expected a list of {count} tiles: {given!r}")
    return tuple(tile(each) for each in given)


def texts(held: Sequence[Tile]) -> list[str]:
    """Write tiles as their pips, the low one first."""
    return [each.text for each in held]


def rank_line(line: Line) -> Answer:
    """Answer `rank`: what two tiles are and how good."""
    profile = tile_profile(line.get("profile"))
    first, second = tiles_of(line.get("tiles"), 2)
    rank = profile.ranking.rank(first, second)
    return {
        "class": rank.hand_class.value,
        "name": rank.name,
        "value": rank.value,
        "order": rank.order,
    }


def set_line(line: Line) -> Answer:
    """Answer `set`: four tiles the house way."""
    profile = tile_profile(line.get("profile"))
    held = tiles_of(line.get("tiles"), 4)
    guard_one_set(held)
    setting = profile.house_way.set(held)
    return {
        "high": texts(as_given(setting.high, held)),
        "low": texts(as_given(setting.low, held)),
        "rule": setting.rule,
        "reading": setting.reading,
    }


def as_given(hand: Sequence[Tile], held: Sequence[Tile]) -> list[Tile]:
    """Put the tiles of a hand in the order in which they were given."""
    return sorted(hand, key=held.index)


HANDLERS: Mapping[str, Callable[[Line], Answer]] = MappingProxyType(
    {"rank": rank_line, "set": set_line}
)
