"""The five published rule sets, each as one frozen object.

A profile is what a regulator (or the maker of the game) published; what one property filed under
it is `rules.options.Options`. Code asks the profile, never its name.
"""

from dataclasses import dataclass
from types import MappingProxyType

from rules import ranking
from rules.house_ways import HouseWay
from rules.house_ways.maryland import LEAFLET as LEAFLET_WAY
from rules.house_ways.maryland import MARYLAND as MARYLAND_WAY
from rules.house_ways.mbs import MBS as MBS_WAY
from rules.house_ways.new_zealand import NEW_ZEALAND as NEW_ZEALAND_WAY
from rules.ranking import Ranking
from rules.refusals import RulesError


@dataclass(frozen=True, eq=False)
class Profile:
    """What every published rule set has, tiles or cards."""

    id: str
    cite: str
    short_name: str
    title: str
    edition: str
    game: str
    seat_count: int
    seat_word: str


@dataclass(frozen=True, eq=False)
class TileProfile(Profile):
    """A rule set for tiles."""

    ranking: Ranking
    house_way: HouseWay


MARYLAND = TileProfile(
    id="maryland",
    cite="MD",
    short_name="Maryland",
    title="Maryland State Lottery and Gaming Control Agency, Standard Rules - Pai Gow Tiles",
    edition="standard rules",
    game="tiles",
    seat_count=6,
    seat_word="seat",
    ranking=ranking.MARYLAND,
    house_way=MARYLAND_WAY,
)
LEAFLET = TileProfile(
    id="leaflet",
    cite="Leaflet",
    short_name="Leaflet",
    title="Introduction to Pai Gow Tiles, a casino's leaflet for players",
    edition="undated",
    game="tiles",
    seat_count=6,
    seat_word="seat",
    ranking=ranking.LEAFLET,
    house_way=LEAFLET_WAY,
)
MBS = TileProfile(
    id="mbs",
    cite="MBS",
    short_name="Marina Bay Sands",
    title="Pai Gow Tiles (MBS) Game Rules",
    edition="version 2, effective 2017-12-05",
    game="tiles",
    seat_count=7,
    seat_word="seat",
    ranking=ranking.MBS,
    house_way=MBS_WAY,
)
NEW_ZEALAND = TileProfile(
    id="new-zealand",
    cite="NZ",
    short_name="New Zealand",
    title="New Zealand casino game rules, division on pai gow",
    edition="with Amendment No. 12",
    game="tiles",
    seat_count=8,
    seat_word="box",
    ranking=ranking.NEW_ZEALAND,
    house_way=NEW_ZEALAND_WAY,
)
THREE_CARD_SPLIT = Profile(
    id="three-card-split",
    cite="3CS",
    short_name="Three Card Split",
    title="Galaxy Gaming, Three Card Split Pai Gow Poker",
    edition="rev. 9/22/08",
    game="cards",
    seat_count=6,
    seat_word="seat",
)

PROFILES = MappingProxyType(
    {each.id: each for each in (MARYLAND, LEAFLET, MBS, NEW_ZEALAND, THREE_CARD_SPLIT)}
)


def profile(id: object) -> Profile:  # noqa: A002
    """Give a profile by its id.

    >>> profile("mbs").seat_count
    7
    """
    if isinstance(id, str) and id in PROFILES:
        return PROFILES[id]
    raise RulesError("unknown-profile", f"not a profile: {id!r}")


def tile_profile(id: object) -> TileProfile:  # noqa: A002
    """Give a profile that is played with tiles."""
    found = profile(id)
    if not isinstance(found, TileProfile):
        raise RulesError("bad-option", f"not played with tiles: {found.id}")
    return found
