"""An operator's own house way, read, shown in words, tried on four tiles, compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from rules.profiles import PROFILES, tile_profile
from rules.refusals import RulesError
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.comparing import WaysCompared, compare_house_ways
from rules.tiles.house_ways.from_file import parse_house_way, row_of_fault
from rules.tiles.house_ways.lines import TileSetting
from rules.tiles.tile import Tile, tiles
from tables.games import GAME_OF_PROFILE, TILE_GAME

TILES_IN_A_HAND = 4


@dataclass(frozen=True, slots=True)
class WayTried:
    """Four tiles as both house ways set them."""

    tiles: tuple[Tile, ...]
    own: TileSetting
    published: TileSetting


@dataclass(frozen=True, slots=True)
class WaySheet:
    """What can be said of the text of a house way; a fault with the row of the file it is in."""

    fault: str = ""
    row: int | None = None
    name: str = ""
    lines: tuple[Mapping[str, Any], ...] = field(default=())
    tried: WayTried | None = None
    try_fault: str = ""
    compared: WaysCompared | None = None

    @property
    def edges(self) -> dict[str, str]:
        """Both edges and their change, in hundredths of a per cent."""
        if self.compared is None:
            return {}
        both = {
            "published": self.compared.published_edge,
            "own": self.compared.own_edge,
            "change": self.compared.edge_change,
        }
        return {name: f"{100 * float(edge):.4f} %" for name, edge in both.items()}


def tile_profiles() -> tuple[str, ...]:
    """The rule sets that are played with tiles and so have a house way to replace."""
    return tuple(each for each in PROFILES if GAME_OF_PROFILE[each] is TILE_GAME)


def way_sheet(profile_id: str, text: str, wanted: str) -> WaySheet:
    """Read a house way and prove it on every deal; then try it and hold it beside the other."""
    published = tile_profile(profile_id).house_way
    try:
        own = parse_house_way(text, published.ranking)
    except RulesError as error:
        return WaySheet(fault=error.message, row=row_of_fault(error.message, text))
    tried, try_fault = _tried(own, published, wanted)
    lines = own.source.get("line", ())
    return WaySheet(
        name=own.name,
        lines=tuple(lines) if isinstance(lines, list) else (),
        tried=tried,
        try_fault=try_fault,
        compared=_compared(own, published),
    )


@lru_cache(maxsize=16)
def _compared(own: HouseWay, published: HouseWay) -> WaysCompared:
    return compare_house_ways(own, published)


def _tried(own: HouseWay, published: HouseWay, wanted: str) -> tuple[WayTried | None, str]:
    if not wanted.strip():
        return None, ""
    try:
        held = tiles(wanted.replace(",", " "))
    except ValueError:
        return None, _("Write four tiles by their ends, such as 6-6 1-1 4-4 1-3.")
    if len(held) != TILES_IN_A_HAND or any(held.count(each) > each.count for each in held):
        return None, _("Write four tiles by their ends, such as 6-6 1-1 4-4 1-3.")
    return WayTried(held, own.set(held), published.set(held)), ""
