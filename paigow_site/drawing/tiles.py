"""Draw the 21 kinds of Chinese domino and the back of a tile.

A tile stands upright, 1 to 2.5 as COMAR 36.05.02.18 has it. Each half shows one number; the lower
half is the upper one turned round, so a tile reads the same whichever way up it lies. Ones and
fours are red, all other pips white, but the 6-6 has half of its pips red and half white.
"""

from __future__ import annotations

from dataclasses import dataclass

from paigow_site.drawing.svg import circle, element, sprite, symbol

WIDTH, HEIGHT = 100.0, 250.0
FACE, EDGE, SIDE, BEVEL = "#101312", "#8f958f", "#4b524e", "#2c3330"
RED, RED_SHADE = "#ff7a6b", "#8e2f26"
WHITE, WHITE_SHADE = "#f6f1e6", "#77736a"
BRASS = "#e0b869"

KINDS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
RED_NUMBERS = frozenset({1, 4})
SMALL, LARGE = 13.5, 23.0

# Places of the pips in the upper half, seen with the tile upright.
LAYOUT: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((50, 48),),
    2: ((29, 38), (71, 38)),
    3: ((27, 30), (50, 64), (73, 98)),
    4: ((29, 34), (71, 34), (29, 82), (71, 82)),
    5: ((29, 30), (71, 30), (50, 64), (29, 98), (71, 98)),
    6: ((29, 30), (71, 30), (29, 64), (71, 64), (29, 98), (71, 98)),
}


@dataclass(frozen=True)
class Pip:
    x: float
    y: float
    radius: float
    red: bool

    def turned(self) -> Pip:
        return Pip(WIDTH - self.x, HEIGHT - self.y, self.radius, self.red)


def half(pips: int, *, teen: bool) -> tuple[Pip, ...]:
    """Place one number in the upper half; a half of the Teen (6-6) has its left column red."""
    return tuple(
        Pip(
            x,
            y,
            LARGE if pips == 1 else SMALL,
            x < WIDTH / 2 if teen else pips in RED_NUMBERS,
        )
        for x, y in LAYOUT[pips]
    )


def pips_of(low: int, high: int) -> tuple[Pip, ...]:
    teen = low == high == 6
    return half(low, teen=teen) + tuple(pip.turned() for pip in half(high, teen=teen))


def draw_pips(pips: tuple[Pip, ...]) -> tuple[str, ...]:
    """Draw pips as painted hollows, their upper rims in shade.

    Those of one colour are one shape: a pad of 21 tiles is drawn while somebody waits for it.
    """
    shapes: list[str] = []
    for is_red, shade, paint in ((True, RED_SHADE, RED), (False, WHITE_SHADE, WHITE)):
        some = [pip for pip in pips if pip.red is is_red]
        if not some:
            continue
        rims = "".join(circle(pip.x, pip.y, pip.radius) for pip in some)
        hollows = "".join(circle(pip.x, pip.y + 0.9, pip.radius - 0.9) for pip in some)
        name = f"pip {'red' if is_red else 'white'}"
        shapes += [
            element("path", d=rims, fill=shade),
            element("path", class_=name, d=hollows, fill=paint),
        ]
    return tuple(shapes)


def blank() -> tuple[str, ...]:
    """Draw the black body: its side below, the face with a light edge, the edge rounded off."""
    return (
        element("rect", x=2, y=9, width=96, height=239, rx=15, fill=SIDE),
        element(
            "rect", x=2, y=2, width=96, height=241, rx=15, fill=FACE, stroke=EDGE, stroke_width=3
        ),
        element(
            "rect",
            x=5,
            y=5,
            width=90,
            height=235,
            rx=12.5,
            fill="none",
            stroke=BEVEL,
            stroke_width=3,
        ),
        element(
            "path",
            d="M5.5 22 Q5.5 5.5 22 5.5 H58",
            fill="none",
            stroke="#ffffff",
            stroke_opacity=0.34,
            stroke_width=1.6,
            stroke_linecap="round",
        ),
    )


def draw_tile(low: int, high: int) -> str:
    shapes = (*blank(), *draw_pips(pips_of(low, high)))
    return symbol(f"tile-{low}-{high}", WIDTH, HEIGHT, shapes)


def draw_tile_back() -> str:
    ornament = (
        element(
            "rect",
            x=16,
            y=18,
            width=68,
            height=209,
            rx=7,
            fill="none",
            stroke=BRASS,
            stroke_width=2.5,
        ),
        element(
            "path",
            d="M50 84 L76 122.5 L50 161 L24 122.5 Z",
            fill="none",
            stroke=BRASS,
            stroke_width=3,
            stroke_linejoin="round",
        ),
        element("path", d="M50 106 L61 122.5 L50 139 L39 122.5 Z", fill=BRASS),
    )
    return symbol("tile-back", WIDTH, HEIGHT, (*blank(), *ornament))


def draw_tiles() -> str:
    symbols = {f"tile-{low}-{high}": draw_tile(low, high) for low, high in KINDS}
    return sprite(symbols | {"tile-back": draw_tile_back()})
