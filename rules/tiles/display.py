"""What an inspection ticks off and lays out: the sixteen pairs, the order of rank, the timers."""

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
