"""The letters on paper: DejaVu Sans, and Noto Sans for Chinese; which can be drawn, how wide."""

import unicodedata
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LATIN, BOLD, CHINESE = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "NotoSansSC-Regular.ttf"
MISSING = "\ufffd"


def font_folders() -> tuple[Path, Path]:
    """Where the two packages keep their fonts; neither package is run for it."""
    return (
        _package("matplotlib") / "mpl-data" / "fonts" / "ttf",
        _package("zhplot") / "fonts",
    )


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """How wide a text is in points; a Chinese character is as wide as it is high."""
    widths = _widths(BOLD if is_bold else LATIN)
    return sum(widths.get(each, 1.0) for each in text) * size


def drawable(text: str) -> str:
    """The text without what no letter of ours can draw: such a character becomes a lozenge.

    >>> drawable("陳美麗 · Zoë"), drawable("tile 🀄"), drawable("a bell\\a rings")
    ('陳美麗 · Zoë', 'tile �', 'a bell rings')
    """
    return "".join(map(_drawn, text))


@cache
def _drawn(character: str) -> str:
    if character == "\n":
        return character
    if unicodedata.category(character) in ("Cc", "Cf") or 0xFE00 <= ord(character) <= 0xFE0F:
        return ""
    is_private = unicodedata.category(character) == "Co"
    return character if ord(character) in _every_letter() and not is_private else MISSING


@cache
def _every_letter() -> frozenset[int]:
    latin, chinese = font_folders()
    both = _letters_in(latin / LATIN) & _letters_in(latin / BOLD)
    return both | _letters_in(chinese / CHINESE)


def _letters_in(path: Path) -> frozenset[int]:
    with _font(path) as font:
        return frozenset(font.getBestCmap())


@cache
def _widths(name: str) -> dict[str, float]:
    with _font(font_folders()[0] / name) as font:
        advances, em = font["hmtx"], font["head"].unitsPerEm
        return {chr(code): advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def _font(path: Path) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(path, lazy=True)


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(name)
    return Path(spec.submodule_search_locations[0])
