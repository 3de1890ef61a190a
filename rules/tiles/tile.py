"""The 32 tiles: 21 kinds, eleven of them twice.

A `Tile` stands for its kind. The two Teens are the same object, because no rule tells them apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from rules.refusals import RulesError

# Each kind has its own six bits in a weight, so that the sum of the weights of up to 32 tiles is
# a name for exactly that collection of tiles.
BITS_A_KIND = 6


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One of the 21 kinds of tile.

    Rule: MD 3 §I; MBS Appendix A; NZ 1.0 Tile, Appendix 3.
    """

    text: str
    name: str
    points: int
    count: int
    index: int
    weight: int

    @property
    def is_gee(self) -> bool:
        """Tell whether this is one of the two tiles of the Supreme Pair."""
        return self.name == "Gee"

    def __repr__(self) -> str:
        return f"tile({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return tile, (self.text,)


def _kinds() -> tuple[Tile, ...]:
    rows = (
        ("6-6", "Teen", 2),
        ("1-1", "Day", 2),
        ("4-4", "High 8", 2),
        ("1-3", "High 4", 2),
        ("5-5", "High 10", 2),
        ("3-3", "High 6", 2),
        ("2-2", "Low 4", 2),
        ("5-6", "Eleven", 2),
        ("4-6", "Low 10", 2),
        ("1-6", "High 7", 2),
        ("1-5", "Low 6", 2),
        ("3-6", "Nine", 1),
        ("4-5", "Nine", 1),
        ("2-6", "Low 8", 1),
        ("3-5", "Low 8", 1),
        ("2-5", "Low 7", 1),
        ("3-4", "Low 7", 1),
        ("2-4", "Gee", 1),
        ("1-4", "Five", 1),
        ("2-3", "Five", 1),
        ("1-2", "Gee", 1),
    )
    return tuple(
        Tile(text, name, int(text[0]) + int(text[2]), count, index, 1 << BITS_A_KIND * index)
        for index, (text, name, count) in enumerate(rows)
    )


KINDS = _kinds()
TILE_SET = tuple(kind for kind in KINDS for _ in range(KINDS[kind.index].count))

_BY_TEXT = MappingProxyType(
    {kind.text: kind for kind in KINDS} | {kind.text[::-1]: kind for kind in KINDS}
)

# Adding this to a sum of weights carries into the top bit of a kind that is there too often.
_ROOM = sum(((1 << BITS_A_KIND - 1) - 1 - kind.count) * kind.weight for kind in KINDS)
_TOO_MANY = sum((1 << BITS_A_KIND - 1) * kind.weight for kind in KINDS)


def tile(text: object) -> Tile:
    """Name the tile written as its pips, in either order.

    >>> tile("3-1").text, tile("3-1").name
    ('1-3', 'High 4')
    """
    if isinstance(text, str):
        found = _BY_TEXT.get(text)
        if found is not None:
            return found
    raise RulesError("unknown-tile", f"not a tile: {text!r}")


def tiles_named(texts: Iterable[object]) -> tuple[Tile, ...]:
    """Name several tiles at once.

    >>> tiles_named(["6-6", "2-1"])
    (tile('6-6'), tile('1-2'))
    """
    try:
        return tuple([_BY_TEXT[text] for text in texts])  # type: ignore[index]  # or it is no tile
    except (KeyError, TypeError):
        return tuple(tile(text) for text in texts)


def tiles(text: str) -> tuple[Tile, ...]:
    """Name several tiles written with spaces between them.

    >>> tiles("6-6 2-1")
    (tile('6-6'), tile('1-2'))
    """
    return tuple(tile(word) for word in text.split())


def is_within_a_set(weight: int) -> bool:
    """Tell whether one set holds a collection of at most 32 tiles, given its summed weight."""
    return not (weight + _ROOM) & _TOO_MANY


def guard_one_tile_set(held: Iterable[Tile]) -> None:
    """Refuse a collection that no single set of 32 tiles can show.

    Rule: MD 4 §C(1); MBS 2.2; NZ 3.3(a).

    >>> guard_one_tile_set(tiles("6-6 6-6 1-2"))
    >>> guard_one_tile_set(tiles("1-2 1-2"))
    Traceback (most recent call last):
    ...
    rules.refusals.RulesError: more of 1-2 than the set has
    """
    seen: dict[Tile, int] = {}
    for each in held:
        seen[each] = seen.get(each, 0) + 1
        if seen[each] > each.count:
            raise RulesError("duplicate-tile", f"more of {each.text} than the set has")
