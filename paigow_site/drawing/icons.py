"""Draw the icons: line drawings on a grid of 24, and the pieces that stand on a table."""

from __future__ import annotations

import math
from pathlib import Path

from paigow_site.drawing.svg import element, number, sprite, symbol

# Line icons take stroke and colour from the page. "name: path", and after a "|" what is filled.
LINES = dict(
    line.split(": ", 1)
    for line in (Path(__file__).parent / "icon_lines.txt").read_text(encoding="utf-8").splitlines()
)

IVORY, IVORY_EDGE, INK, DICE_RED = "#f6f1e6", "#8a8371", "#16191a", "#b0180f"
BRASS, BRASS_DEEP, FELT, FELT_DEEP = "#e0b869", "#8a6a26", "#14563c", "#0e3f2c"
LOW, MID, HIGH = 27.0, 50.0, 73.0
DIE_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MID, MID),),
    2: ((LOW, MID), (HIGH, MID)),
    3: ((LOW, LOW), (MID, MID), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MID, MID), (LOW, HIGH), (HIGH, HIGH)),
    6: ((LOW, LOW), (HIGH, LOW), (LOW, MID), (HIGH, MID), (LOW, HIGH), (HIGH, HIGH)),
}


def draw_line_icon(name: str) -> str:
    lines, _, filled = LINES[name].partition("|")
    shapes = [element("path", d=lines)] if lines else []
    if filled:
        shapes.append(element("path", d=filled, fill="currentColor", stroke="none"))
    return symbol(f"icon-{name}", 24, 24, shapes)


def draw_die(face: int) -> str:
    """Draw a die of the East: the one large, ones and fours red."""
    colour = DICE_RED if face in {1, 4} else INK
    pips = (
        element("circle", cx=x, cy=y, r=17 if face == 1 else 9.5, fill=colour)
        for x, y in DIE_PIPS[face]
    )
    body = element(
        "rect",
        x=3,
        y=3,
        width=94,
        height=94,
        rx=20,
        fill=IVORY,
        stroke=IVORY_EDGE,
        stroke_width=4,
    )
    return symbol(f"die-{face}", 100, 100, (body, *pips))


def draw_chip() -> str:
    """Draw a chip: the body in ``currentColor``, its edge spots in the ``fill`` of the page."""
    spots = ""
    for step in range(8):
        middle = math.radians(45 * step)
        corners = [
            (radius, middle + turn)
            for radius, turn in ((48, -0.15), (48, 0.15), (37, 0.17), (37, -0.17))
        ]
        places = [
            f"{number(50 + radius * math.cos(angle))} {number(50 + radius * math.sin(angle))}"
            for radius, angle in corners
        ]
        spots += f"M{places[0]}L{places[1]}L{places[2]}L{places[3]}Z"
    return symbol(
        "chip",
        100,
        100,
        (
            element(
                "circle",
                cx=50,
                cy=50,
                r=48,
                fill="currentColor",
                stroke="#9aa39b",
                stroke_width=3,
            ),
            element("path", d=spots),
            element("circle", cx=50, cy=50, r=35, fill="currentColor"),
            element(
                "circle",
                cx=50,
                cy=50,
                r=33.5,
                fill="none",
                stroke="#ffffff",
                stroke_opacity=0.45,
                stroke_width=2,
            ),
        ),
    )


def draw_chung() -> str:
    """Draw the bank marker: a brass plate with the sign for the banker, 莊, cut in strokes."""
    sign = (
        "M26 33 H74 M41 26 V39 M59 26 V39 M38 45 V74 M38 52 H28 M30 45 V56 M28 62 H38"
        " M38 56 Q37 70 29 76 M46 54 H74 M60 44 V74 M48 74 H73"
    )
    return symbol(
        "chung",
        100,
        100,
        (
            element("circle", cx=50, cy=50, r=47, fill=BRASS, stroke=BRASS_DEEP, stroke_width=4),
            element("circle", cx=50, cy=50, r=40, fill="none", stroke=BRASS_DEEP, stroke_width=2),
            element(
                "path",
                d=sign,
                fill="none",
                stroke="#1a1204",
                stroke_width=5.5,
                stroke_linecap="round",
                stroke_linejoin="round",
            ),
        ),
    )


def draw_shaker() -> str:
    return symbol(
        "shaker",
        100,
        100,
        (
            element(
                "path",
                d="M22 48 A28 34 0 0 1 78 48 Z",
                fill="#2b3d35",
                stroke="#9aa39b",
                stroke_width=4,
            ),
            element(
                "rect",
                x=14,
                y=48,
                width=72,
                height=14,
                rx=6,
                fill=BRASS,
                stroke=BRASS_DEEP,
                stroke_width=3,
            ),
            element(
                "path",
                d="M20 62 H80 L75 86 A6 6 0 0 1 69 90 H31 A6 6 0 0 1 25 86 Z",
                fill="#2b3d35",
                stroke="#9aa39b",
                stroke_width=4,
                stroke_linejoin="round",
            ),
            element("circle", cx=50, cy=12, r=6, fill=BRASS, stroke=BRASS_DEEP, stroke_width=3),
        ),
    )


def draw_dead_hand() -> str:
    """Draw the dead hand: four tiles face down behind a bar."""
    tiles = (
        element(
            "rect",
            x=10 + 20 * place,
            y=22,
            width=17,
            height=44,
            rx=4,
            fill="#101312",
            stroke="#8f958f",
            stroke_width=3,
        )
        for place in range(4)
    )
    bar = element("path", d="M8 82 H92", stroke=BRASS, stroke_width=6, stroke_linecap="round")
    return symbol("dead-hand", 100, 100, (*tiles, bar))


def draw_icons() -> str:
    symbols = {name: draw_line_icon(name) for name in LINES}
    symbols |= {f"die-{face}": draw_die(face) for face in DIE_PIPS}
    symbols |= {
        "piece-chip": draw_chip(),
        "piece-chung": draw_chung(),
        "piece-shaker": draw_shaker(),
        "piece-dead-hand": draw_dead_hand(),
    }
    return sprite(symbols)
