"""The rules as tables for a tablet that is offline: looked up there, never written twice."""

from functools import cache

from rules.profiles import TileProfile
from rules.tiles.bank_table import bank_table
from rules.tiles.cuts import NEW_ZEALAND_CUTS, NamedCut
from rules.tiles.dealing import DELIVERIES
from rules.tiles.house_ways import distinct_deals
from rules.tiles.irregularities import events_for, facts_asked
from rules.tiles.pair_fortunes import (
    BONUS_CITES,
    PAY_TABLES,
    PairFortunesClass,
    pair_fortunes_class,
)
from rules.tiles.ranking import HAND_NAMES
from rules.tiles.settlement import TAKEN
from rules.tiles.tile import KINDS, Tile
from rules.wagers import CHIPS_PAID_EXACTLY, QUARTER_CENTS, banks_without_maximum

BONUS_CLASSES = tuple(PairFortunesClass)

# What `rules.wagers.VIGORISH` does to an amount, as steps: divide by, after adding, times.
VIGORISH_STEPS = {
    "cent": (20, 10, 1),
    "up-to-25c": (20 * QUARTER_CENTS, 20 * QUARTER_CENTS - 1, QUARTER_CENTS),
}

# One character for each of the 21 kinds, in the order of KINDS.
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"


@cache
def tile_tables_for_browser(profile: TileProfile) -> dict[str, object]:
    """Give every table that a tablet needs to rank, compare, set and pay without the server.

    A hand or deal is a key of letters in alphabetical order. Kinds that no rule tells apart share
    a `look`, and only looks occur in keys: 17 looks make 151 hands of two tiles and 4,285 deals of
    four, which stand for all 496 and 35,960. An entry of `hands` is order, class, value and code;
    an entry of `settings` is the high hand, the low hand, the index of the rule, the reading and
    the index of the Pair Fortunes class. `vigorish` says by what to divide an amount, what to add
    to it before and with what to multiply the whole part after. `cites` and `hand_cites` name the
    paragraphs with which `rules.tiles.explain` explains a settlement.
    """
    return {
        "profile": profile.id,
        "edition": profile.edition,
        "kinds": [_kind(profile, kind) for kind in KINDS],
        "hand_names": dict(HAND_NAMES),
        "hands": _hands(profile),
        **_settings(profile),
        "pair_fortunes": {name: dict(table) for name, table in PAY_TABLES.items()}
        if profile.has_pair_fortunes
        else {},
        "positions": list(profile.positions),
        "layout": {
            "prefix": profile.layout.seat_prefix,
            "house": profile.layout.house,
            "spare": profile.layout.spare,
            "takes_adjustment": profile.layout.takes_adjustment,
        },
        "deliveries": {
            style: [list(map(list, hand)) for hand in hands] for style, hands in DELIVERIES.items()
        },
        "bank": bank_table(profile),
        "cuts": [_cut(cut) for cut in NEW_ZEALAND_CUTS.values()],
        "lost": sorted(TAKEN),
        "vigorish": {name: list(steps) for name, steps in VIGORISH_STEPS.items()},
        "exact_chips": CHIPS_PAID_EXACTLY if profile.pays_exactly else None,
        "banks_without_maximum": banks_without_maximum(profile),
        "pays_from_bank": profile.pays_from_bank,
        "gathers_losers": profile.gathers_losers,
        "sets_other_areas": profile.sets_other_areas,
        "any_player_looked": profile.any_player_looked,
        "facts_asked": {
            event: list(facts_asked(profile, event)) for event, _ in events_for(profile)
        },
        "lets_stand": profile.lets_stand,
        "caps_dealer_wager": profile.caps_dealer_wager,
        "cites": dict(profile.cites),
        "hand_cites": dict(profile.ranking.rules.cites),
        "bonus_cites": dict(BONUS_CITES),
    }


def _cut(cut: NamedCut) -> dict[str, object]:
    return {
        "id": cut.id,
        "choices": [list(choice) for choice in cut.choices],
        "styles": [[list(chosen), style] for chosen, style in cut.styles],
    }


def look_of(each: Tile) -> str:
    """Give the letter of the first kind that no rule tells from this one."""
    if each.is_gee:
        return LETTERS[each.index]
    return LETTERS[next(kind.index for kind in KINDS if kind.name == each.name)]


def key_of(held: tuple[Tile, ...]) -> str:
    """Give the key of a hand or a deal."""
    return "".join(sorted(look_of(each) for each in held))


def _kind(profile: TileProfile, kind: Tile) -> dict[str, object]:
    return {
        "tile": kind.text,
        "name": kind.name,
        "points": kind.points,
        "count": kind.count,
        "look": look_of(kind),
        "rank": profile.ranking.tile_rank(kind),
    }


def _hands(profile: TileProfile) -> dict[str, list[object]]:
    """Map two looks to order, class, value and code of the hand."""
    found: dict[str, list[object]] = {}
    for index, first in enumerate(KINDS):
        for second in KINDS[index:]:
            if first is second and first.count == 1:
                continue
            rank = profile.ranking.rank(first, second)
            entry: list[object] = [rank.order, rank.hand_class.value, rank.value, rank.code]
            found.setdefault(key_of((first, second)), entry)
    return found


def _settings(profile: TileProfile) -> dict[str, object]:
    """Map four looks to the setting and the Pair Fortunes class."""
    rules: list[str] = []
    settings: dict[str, list[object]] = {}
    for held in distinct_deals():
        key = key_of(held)
        if key in settings:
            continue
        setting = profile.house_way.set(held)
        if setting.rule not in rules:
            rules.append(setting.rule)
        high, low = key_of(setting.high), key_of(setting.low)
        made = BONUS_CLASSES.index(pair_fortunes_class(held))
        settings[key] = [high, low, rules.index(setting.rule), int(setting.reading), made]
    return {
        "house_way_rules": rules,
        "settings": settings,
        "bonus_classes": [made.value for made in BONUS_CLASSES],
    }
