"""What an inspection ticks off and what lies on a table without play, in the rules' own order."""

from rules.profiles import TileProfile
from rules.tiles.ranking import MATCHED_PAIRS, MIXED_PAIRS
from rules.tiles.tile import KINDS, Tile


def inspection_pairs() -> tuple[tuple[Tile, Tile], ...]:
    """Give the sixteen pairs of a complete set, the Supreme Pair first.

    Rule: MD 4 §C(1), §D(2)-(4), §H; NZ 8, 10.17.

    >>> len(inspection_pairs()), inspection_pairs()[0]
    (16, (tile('2-4'), tile('1-2')))
    """
    supreme = [kind for kind in KINDS if kind.is_gee]
    mixed = [[kind for kind in KINDS if kind.name == name] for name in MIXED_PAIRS]
    return (
        (supreme[0], supreme[1]),
        *((kind, kind) for kind in MATCHED_PAIRS),
        *((pair[0], pair[1]) for pair in mixed),
    )


def tiles_by_rank(profile: TileProfile) -> tuple[Tile, ...]:
    """Give the 32 tiles in individual order, best first, for a display in order of rank.

    Rule: MD 3 §I; MBS Appendix A; NZ 8, 10.17, Appendix 3.
    """
    every = [kind for kind in KINDS for _ in range(kind.count)]
    return tuple(sorted(every, key=profile.ranking.tile_rank))


def display_groups(profile: TileProfile) -> tuple[tuple[Tile, ...], ...]:
    """Give the tiles as they lie face up while nobody plays, group by group, best first.

    In Maryland (and by the leaflet, which is silent: reading) they lie in sixteen pairs, the
    Supreme Pair first; in New Zealand tile by tile in order of rank.

    Rule: MD 4 §D(2)-(3), §H; NZ 8, 10.16.

    >>> from rules.profiles import MARYLAND, NEW_ZEALAND
    >>> display_groups(MARYLAND)[0], len(display_groups(NEW_ZEALAND))
    ((tile('2-4'), tile('1-2')), 32)
    """
    if profile.displays_pairs:
        return inspection_pairs()
    return tuple((each,) for each in tiles_by_rank(profile))
