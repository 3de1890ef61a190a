"""The words of house ways: how they name tiles ("a 6", "Low 8"), and how their lines are named."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from types import MappingProxyType

from rules.refusals import RulesError
from rules.tiles.tile import Tile

NEW_ZEALAND_LINE = re.compile(r"^NZ (?=\d)")

# A Gee is a 6 or a 3 only where a line says so, hence it is in no number here.
WORDS = MappingProxyType(
    {
        "Teen": frozenset({"Teen"}),
        "Day": frozenset({"Day"}),
        "High 8": frozenset({"High 8"}),
        "Low 8": frozenset({"Low 8"}),
        "8": frozenset({"High 8", "Low 8"}),
        "High 4": frozenset({"High 4"}),
        "Low 4": frozenset({"Low 4"}),
        "4": frozenset({"High 4", "Low 4"}),
        "High 10": frozenset({"High 10"}),
        "Low 10": frozenset({"Low 10"}),
        "10": frozenset({"High 10", "Low 10"}),
        "High 6": frozenset({"High 6"}),
        "Low 6": frozenset({"Low 6"}),
        "6": frozenset({"High 6", "Low 6"}),
        "High 7": frozenset({"High 7"}),
        "Low 7": frozenset({"Low 7"}),
        "7": frozenset({"High 7", "Low 7"}),
        "11": frozenset({"Eleven"}),
        "9": frozenset({"Nine"}),
        "5": frozenset({"Five"}),
        "Gee": frozenset({"Gee"}),
    }
)


def line_words(rule: str) -> str:
    """Name a line of a house way as it is found in its document.

    New Zealand's is an appendix that counts from 1 again: its 5.1 is about the highest tile, and
    rule 5.1 about who may bank.

    >>> line_words("NZ 5.1"), line_words("MBS exception 6")
    ('NZ Appendix 4, 5.1', 'MBS exception 6')
    """
    return NEW_ZEALAND_LINE.sub("NZ Appendix 4, ", rule)


@cache
def tile_names_of(word: str) -> frozenset[str]:
    """Give the names of the tiles that a word stands for; "7 or Low 8" stands for both.

    >>> sorted(tile_names_of("7 or Low 8"))
    ['High 7', 'Low 7', 'Low 8']
    """
    names: frozenset[str] = frozenset()
    for part in word.split(" or "):
        if part not in WORDS:
            raise RulesError("bad-option", f"not a word for a tile: {part!r}")
        names |= WORDS[part]
    return names


def matched(words: Sequence[str], held: Sequence[Tile]) -> tuple[Tile, ...] | None:
    """Find a different tile for each word, in the order of the words, or None.

    >>> from rules.tiles.tile import tiles
    >>> matched(("Teen", "6"), tiles("1-5 4-5 6-6"))
    (tile('6-6'), tile('1-5'))
    """
    wanted = [tile_names_of(word) for word in words]
    if not all(any(each.name in names for each in held) for names in wanted):
        return None
    for chosen in permutations(held, len(words)):
        if all(each.name in names for each, names in zip(chosen, wanted, strict=True)):
            return chosen
    return None
