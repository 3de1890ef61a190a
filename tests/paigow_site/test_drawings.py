import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from paigow_site.drawing import cards, icons, logo, tiles
from paigow_site.drawing.__main__ import STATIC, drawings

SVG = "{http://www.w3.org/2000/svg}"
# Low-high, red pips, white pips: ones and fours red wherever they occur, the 6-6 half and half.
PIPS = [
    ("1-1", 2, 0),
    ("1-2", 1, 2),
    ("1-3", 1, 3),
    ("1-4", 5, 0),
    ("1-5", 1, 5),
    ("1-6", 1, 6),
    ("2-2", 0, 4),
    ("2-3", 0, 5),
    ("2-4", 4, 2),
    ("2-5", 0, 7),
    ("2-6", 0, 8),
    ("3-3", 0, 6),
    ("3-4", 4, 3),
    ("3-5", 0, 8),
    ("3-6", 0, 9),
    ("4-4", 8, 0),
    ("4-5", 4, 5),
    ("4-6", 4, 6),
    ("5-5", 0, 10),
    ("5-6", 0, 11),
    ("6-6", 6, 6),
]


def symbols(path: str) -> dict[str, ET.Element]:
    root = ET.parse(STATIC / path).getroot()
    return {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}


TILES = symbols("tiles/tiles.svg")


def pips_in_file(kind: str) -> list[str | None]:
    """The colour of each pip; those of one colour are the circles of one path."""
    paths = TILES[f"tile-{kind}"].iter(f"{SVG}path")
    pips = [path for path in paths if "pip" in path.get("class", "")]
    return [path.get("fill") for path in pips for _ in range(path.get("d", "").count("M"))]


@pytest.mark.parametrize(("path", "text"), drawings().items())
def test_the_file_is_what_the_script_draws(path, text):
    assert (STATIC / path).read_text(encoding="utf-8") == text, "run python -m paigow_site.drawing"


@pytest.mark.parametrize(("name", "drawn"), logo.draw_pngs().items())
def test_the_icons_of_the_installed_application_are_current(name, drawn):
    kept, now = Image.open(STATIC / "icons" / name), Image.open(io.BytesIO(drawn))
    assert kept.size == now.size
    assert kept.convert("RGBA").tobytes() == now.convert("RGBA").tobytes()


@pytest.mark.parametrize(("kind", "red", "white"), PIPS)
def test_a_tile_has_its_red_and_its_white_pips(kind, red, white):
    colours = pips_in_file(kind)
    assert (colours.count(tiles.RED), colours.count(tiles.WHITE)) == (red, white)
    assert len(colours) == red + white == sum(map(int, kind.split("-")))


def test_every_kind_is_drawn_and_nothing_else():
    assert TILES.keys() == {f"tile-{kind}" for kind, _, _ in PIPS} | {"tile-back"}


def test_a_tile_is_known_without_its_colours_and_whichever_way_up():
    shapes = set()
    for low, high in tiles.KINDS:
        pips = tiles.pips_of(low, high)
        upright = frozenset((pip.x, pip.y) for pip in pips)
        turned = frozenset((pip.turned().x, pip.turned().y) for pip in pips)
        shapes |= {frozenset((upright, turned))}
    assert len(shapes) == 21


def test_the_halves_of_a_double_mirror_each_other():
    for number in range(1, 7):
        pips = tiles.pips_of(number, number)
        assert {pip.turned() for pip in pips} == set(pips)


def test_pips_stay_on_the_face_and_apart():
    for low, high in tiles.KINDS:
        pips = tiles.pips_of(low, high)
        for at, pip in enumerate(pips):
            assert pip.radius + 8 <= pip.x <= tiles.WIDTH - pip.radius - 8
            assert pip.radius + 8 <= pip.y <= tiles.HEIGHT - pip.radius - 8
            for other in pips[at + 1 :]:
                gap = ((pip.x - other.x) ** 2 + (pip.y - other.y) ** 2) ** 0.5
                assert gap > pip.radius + other.radius + 5


def test_all_cards_have_an_index_and_a_suit():
    drawn = symbols("cards/cards.svg")
    assert drawn.keys() == {f"card-{name}" for name in cards.CARDS} | {"card-back"}
    assert len(cards.CARDS) == 52
    for name in cards.CARDS:
        paths = [path.get("d") for path in drawn[f"card-{name}"].iter(f"{SVG}path")]
        assert cards.INDEX[name[0]][1] in paths
        assert cards.SUITS[name[1]] in paths


def test_dice_show_their_number_with_red_ones_and_fours():
    drawn = symbols("icons/icons.svg")
    for face in range(1, 7):
        fills = [circle.get("fill") for circle in drawn[f"die-{face}"].iter(f"{SVG}circle")]
        assert fills == [icons.DICE_RED if face in {1, 4} else icons.INK] * face


def test_sprites_hold_only_what_every_browser_draws_from_another_file():
    for path in ("tiles/tiles.svg", "cards/cards.svg", "icons/icons.svg"):
        text = Path(STATIC / path).read_text()
        for word in ("style=", "<style", "url(", "<script", "<filter", "Gradient", "<text"):
            assert word not in text, (path, word)
