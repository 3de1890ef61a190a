import re
from itertools import product
from pathlib import Path

import pytest

from paigow_site.drawing import tiles

TOKENS = Path(__file__).parents[2] / "static/css/tokens.css"
AIM, TEXT, EDGE = 7.0, 4.5, 3.0

SURFACES = ("sunk", "room", "panel", "raised")
INKS = ("text", "muted", "accent", "win", "lose", "push", "warn", "info")
TONES = ("win", "lose", "push", "warn", "info")
FILLED = (
    ("on-brass", "brass"),
    ("on-brass", "brass-press"),
    ("on-alarm", "alarm"),
    ("on-alarm", "alarm-press"),
    ("on-felt", "felt"),
    ("on-felt", "felt-deep"),
)
CHIPS = ("1", "5", "25", "100", "500", "1000", "5000", "other")


def colours_of(selector: str) -> dict[str, str]:
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(), flags=re.DOTALL)
    found: dict[str, str] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        if selector in (part.strip() for part in selectors.split(",")):
            found |= dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*;", body))
    return found


def dimmest() -> float:
    steps = re.findall(r"--brightness:\s*([\d.]+)", TOKENS.read_text())
    return min(float(step) for step in steps)


def channels(colour: str, brightness: float) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 * brightness for at in (1, 3, 5)]


def luminance(colour: str, brightness: float) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in channels(colour, brightness)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str, brightness: float = 1.0) -> float:
    low, high = sorted((luminance(one, brightness), luminance(other, brightness)))
    return (high + 0.05) / (low + 0.05)


ROOT = colours_of(":root")
THEMES = {
    "dark": ROOT | colours_of('[data-theme="dark"]'),
    "light": ROOT | colours_of('[data-theme="light"]'),
}


def pairs(theme: str) -> list[tuple[str, str, float]]:
    """Name every pair of colours that meet on a page, and the contrast it must have."""
    text = [(ink, surface, AIM) for ink, surface in product(INKS, SURFACES)]
    tinted = [(ink, f"{tone}-tint", AIM) for tone in TONES for ink in ("text", "muted", tone)]
    filled = [(ink, fill, AIM) for ink, fill in FILLED]
    lines = [(line, surface, EDGE) for line, surface in product(("line", "focus"), SURFACES)]
    chips = [(f"chip-{chip}-text", f"chip-{chip}", TEXT) for chip in CHIPS]
    return text + tinted + filled + lines + chips


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_read_has_the_contrast_of_the_tablet_page(theme):
    colours = THEMES[theme]
    poor = {
        (ink, ground): round(contrast(colours[ink], colours[ground]), 2)
        for ink, ground, least in pairs(theme)
        if contrast(colours[ink], colours[ground]) < least
    }
    assert poor == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_dimmest_step_is_still_readable(theme):
    colours = THEMES[theme]
    poor = {
        (ink, ground): round(contrast(colours[ink], colours[ground], dimmest()), 2)
        for ink, ground, least in pairs(theme)
        if contrast(colours[ink], colours[ground], dimmest()) < min(least, TEXT)
    }
    assert poor == {}


def test_both_themes_name_the_same_colours():
    dark, light = colours_of('[data-theme="dark"]'), colours_of('[data-theme="light"]')
    assert dark.keys() == light.keys()


@pytest.mark.parametrize("surface", SURFACES)
def test_a_tile_stands_out_from_the_table(surface):
    dark, light = THEMES["dark"], THEMES["light"]
    assert contrast(tiles.EDGE, dark[surface]) >= EDGE
    assert contrast(tiles.FACE, light[surface]) >= EDGE
    assert contrast(tiles.EDGE, tiles.FACE) >= EDGE


def test_both_colours_of_pips_are_plain_on_the_face():
    assert contrast(tiles.RED, tiles.FACE) >= AIM
    assert contrast(tiles.WHITE, tiles.FACE) >= AIM
    assert contrast(tiles.RED, tiles.FACE, dimmest()) >= EDGE


def test_the_drawing_uses_the_colours_of_the_tokens():
    drawn = {"tile-face": tiles.FACE, "tile-edge": tiles.EDGE}
    drawn |= {"pip-red": tiles.RED, "pip-white": tiles.WHITE}
    assert drawn.items() <= ROOT.items()
