"""The five published rule sets, each as one frozen object.

A profile is what a regulator (or the maker of the game) published; what one property filed under
it is `rules.options.Options`. Code asks the profile, never its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.refusals import RulesError
from rules.tiles import bank, dealing, irregularities, ranking
from rules.tiles.bank import BankTerms
from rules.tiles.dealing import Layout
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.maryland import LEAFLET as LEAFLET_WAY
from rules.tiles.house_ways.maryland import MARYLAND as MARYLAND_WAY
from rules.tiles.house_ways.mbs import MBS as MBS_WAY
from rules.tiles.house_ways.new_zealand import NEW_ZEALAND as NEW_ZEALAND_WAY
from rules.tiles.irregularities import Table as IrregularityTable
from rules.tiles.ranking import Ranking


@dataclass(frozen=True, eq=False, kw_only=True)
class Profile:
    """What every published rule set has, tiles or cards.

    `cite` is the prefix of its paragraphs; `states` are the ways a wager's hand can end, `played`
    first; `tile_hours` and `dice_hours` are the defaults of the change timers; `lifts_maximum`
    lifts the table maximum against a player bank; `caps_dealer_wager` holds every dealer's wager
    within the banker's last one.
    """

    id: str
    cite: str
    short_name: str
    title: str
    edition: str
    game: str
    seat_count: int
    seat_word: str
    fee_word: str
    bank_kinds: tuple[str, ...]
    states: tuple[str, ...]
    uses_dice: bool
    tile_hours: int | None
    dice_hours: int | None
    lifts_maximum: bool = False
    caps_dealer_wager: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class TileProfile(Profile):
    """A rule set for tiles.

    `house_box` is the seat that the house banks from and that then takes no wager;
    `pays_exactly` refuses what chips cannot pay (NZ 6.12); `lets_stand` lets a wrongly set hand
    stand (NZ 12.8); `pays_from_bank` pays winners counterclockwise from the bank and not from
    seat 1; `gathers_losers` takes a house bank's losing wagers before paying any winner;
    `displays_pairs` lays the tiles out in sixteen pairs, the Supreme Pair first (MD 4 §D);
    `sets_other_areas`: of a player's several areas the dealer sets all but one (MBS 3.12, NZ 7.2);
    `any_player_looked`: what counts is whether any player has seen their tiles (MBS 5.1-5.3).
    `cites` names the paragraph behind each part of a settlement.
    """

    ranking: Ranking
    house_way: HouseWay
    layout: Layout
    bank_terms: BankTerms
    irregularities: IrregularityTable
    cites: Mapping[str, str]
    game: str = "tiles"
    uses_dice: bool = True
    tile_hours: int | None = 12
    dice_hours: int | None = 24
    has_dealer_wager: bool = False
    has_match_play: bool = False
    has_pair_fortunes: bool = False
    house_box: int | None = None
    pays_exactly: bool = False
    lets_stand: bool = False
    pays_from_bank: bool = False
    gathers_losers: bool = False
    displays_pairs: bool = False
    sets_other_areas: bool = False
    any_player_looked: bool = False

    @property
    def positions(self) -> tuple[str, ...]:
        """Give the eight positions in counting order."""
        return self.layout.positions


_MARYLAND_CITES = {
    "win": "MD 8 §I",
    "lose": "MD 8 §G",
    "push-high": "MD 8 §H(1)",
    "push-low": "MD 8 §H(2)",
    "reversed": "MD 1 §B(5)",
    "house-way": "MD 8 §B(2)",
    "pays": "MD 8 §K",
    "vigorish": "MD 8 §K",
    "vigorish-rounding": "MD 8 §K(1)",
    "surrendered": "MD 8 §E",
    "abandoned": "MD 5 §C(2)",
    "void": "MD 10",
    "dealer-wager": "MD 9 §O",
    "bank-surplus": "MD 9 §P(7)",
    "bank-shortfall": "MD 9 §P(5)",
    "co-bank-surplus": "MD 9 §S(8)",
    "co-bank-shortfall": "MD 9 §S(5)",
    "pair-fortunes": "MD 8 §L",
    "order-of-setting": "MD 5 §E(2)-(3)",
    "bank-names-style": "MD 9 §J",
}

MARYLAND = TileProfile(
    id="maryland",
    cite="MD",
    short_name="Maryland",
    title="Maryland State Lottery and Gaming Control Agency, Standard Rules - Pai Gow Tiles",
    edition="standard rules",
    seat_count=6,
    seat_word="seat",
    fee_word="vigorish",
    bank_kinds=("house", "player", "co-bank"),
    states=("played", "surrendered", "abandoned", "void"),
    ranking=ranking.MARYLAND,
    house_way=MARYLAND_WAY,
    layout=dealing.MARYLAND_LAYOUT,
    bank_terms=bank.MARYLAND_TERMS,
    irregularities=irregularities.MARYLAND_TABLE,
    cites=MappingProxyType(_MARYLAND_CITES),
    has_dealer_wager=True,
    has_pair_fortunes=True,
    displays_pairs=True,
)
LEAFLET = TileProfile(
    id="leaflet",
    cite="Leaflet",
    short_name="Leaflet",
    title="Introduction to Pai Gow Tiles, a casino's leaflet for players",
    edition="undated",
    seat_count=6,
    seat_word="seat",
    fee_word="commission",
    bank_kinds=("house", "player", "co-bank"),
    states=("played", "surrendered", "abandoned", "void"),
    ranking=ranking.LEAFLET,
    house_way=LEAFLET_WAY,
    layout=dealing.MARYLAND_LAYOUT,
    bank_terms=bank.LEAFLET_TERMS,
    irregularities=irregularities.LEAFLET_TABLE,
    cites=MappingProxyType(
        _MARYLAND_CITES
        | {
            "win": "Leaflet ¶16",
            "lose": "Leaflet ¶15",
            "push-high": "Leaflet ¶17",
            "push-low": "Leaflet ¶17",
            "reversed": "Leaflet ¶12",
            "house-way": "Leaflet ¶14",
            "pays": "Leaflet ¶16",
            "vigorish": "Leaflet ¶16",
            "match-play": "Leaflet ¶20",
        }
    ),
    has_dealer_wager=True,
    has_match_play=True,
    caps_dealer_wager=True,
    displays_pairs=True,
)
MBS = TileProfile(
    id="mbs",
    cite="MBS",
    short_name="Marina Bay Sands",
    title="Pai Gow Tiles (MBS) Game Rules",
    edition="version 2, effective 2017-12-05",
    seat_count=7,
    seat_word="seat",
    fee_word="commission",
    bank_kinds=("house", "player"),
    states=("played", "void"),
    ranking=ranking.MBS,
    house_way=MBS_WAY,
    layout=dealing.MBS_LAYOUT,
    bank_terms=bank.MBS_TERMS,
    irregularities=irregularities.MBS_TABLE,
    cites=MappingProxyType(
        {
            "win": "MBS 3.14",
            "lose": "MBS 3.15",
            "push-high": "MBS 3.16",
            "push-low": "MBS 3.16",
            "reversed": "MBS 1.1.6",
            "house-way": "MBS 3.11.1",
            "pays": "MBS 4.1",
            "vigorish": "MBS 4.1",
            "void": "MBS 5",
            "bank-surplus": "MBS 4.2",
            "bank-shortfall": "MBS 3.20",
        }
    ),
    lifts_maximum=True,
    sets_other_areas=True,
    any_player_looked=True,
)
NEW_ZEALAND = TileProfile(
    id="new-zealand",
    cite="NZ",
    short_name="New Zealand",
    title="New Zealand casino game rules, division on pai gow",
    edition="with Amendment No. 12",
    seat_count=8,
    seat_word="box",
    fee_word="commission",
    bank_kinds=("house", "player", "co-bank"),
    states=("played", "conceded", "void"),
    ranking=ranking.NEW_ZEALAND,
    house_way=NEW_ZEALAND_WAY,
    layout=dealing.NEW_ZEALAND_LAYOUT,
    bank_terms=bank.NEW_ZEALAND_TERMS,
    irregularities=irregularities.NEW_ZEALAND_TABLE,
    cites=MappingProxyType(
        {
            "win": "NZ 6.1(a)",
            "lose": "NZ 6.1(b)",
            "push-high": "NZ 6.1(c)",
            "push-low": "NZ 6.1(c)",
            "reversed": "NZ 1.0 Hand",
            "house-way": "NZ 10.4",
            "stands": "NZ 12.8(b)",
            "pays": "NZ 6.11",
            "vigorish": "NZ 6.11",
            "conceded": "NZ 10.13",
            "void": "NZ 12",
            "refused": "NZ 6.13",
            "bank-surplus": "NZ 6.14, 11.2(i)",
            "bank-shortfall": "NZ 11.2(j)",
            "co-bank-surplus": "NZ 11.3(j)-(k)",
            "co-bank-shortfall": "NZ 11.3(l)",
            "controls-box": "NZ 7.1(a)",
            "bank-box-off": "NZ 5.3(b), 12.10",
            "box-drawn": "NZ 12.10",
            "box-removed": "NZ 12.10-12.11",
            "box-returned": "NZ 12.11",
        }
    ),
    house_box=1,
    pays_exactly=True,
    lets_stand=True,
    lifts_maximum=True,
    pays_from_bank=True,
    gathers_losers=True,
    sets_other_areas=True,
)
THREE_CARD_SPLIT = Profile(
    id="three-card-split",
    cite="3CS",
    short_name="Three Card Split",
    title="Galaxy Gaming, Three Card Split Pai Gow Poker",
    edition="rev. 9/22/08",
    game="cards",
    seat_count=7,
    seat_word="seat",
    fee_word="commission",
    bank_kinds=("house",),
    states=("played", "void"),
    uses_dice=False,
    tile_hours=None,
    dice_hours=None,
)

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {each.id: each for each in (MARYLAND, LEAFLET, MBS, NEW_ZEALAND, THREE_CARD_SPLIT)}
)


def profile(profile_id: object) -> Profile:
    """Give a profile by its id.

    >>> profile("mbs").seat_count
    7
    """
    if isinstance(profile_id, str) and profile_id in PROFILES:
        return PROFILES[profile_id]
    raise RulesError("unknown-profile", f"not a profile: {profile_id!r}")


def tile_profile(profile_id: object) -> TileProfile:
    """Give a profile that is played with tiles."""
    found = profile(profile_id)
    if not isinstance(found, TileProfile):
        raise RulesError("bad-option", f"not played with tiles: {found.id}")
    return found
