"""Draw the icons: line drawings on a grid of 24, and the pieces of the game that stand on a table."""

from __future__ import annotations

import math

from paigow_site.drawing.svg import element, number, sprite, symbol

# Line icons take stroke and colour from the page. A path after a "|" is filled instead.
LINES: dict[str, str] = {
    # places
    "home": "M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1Z",
    "floor": "M3 4h8v7H3zM13 4h8v7h-8zM3 13h8v7H3zM13 13h8v7h-8z",
    "table": "M3 8h18a9 9 0 0 1-18 0ZM9.500 8a2.500 2.500 0 0 0 5 0M8 17.500 6.500 21M16 17.500l1.500 3.500",
    "round": "M20 12a8 8 0 1 1-2.300-5.600M20 3.500v4h-4|M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
    "tablet": "M5 3h14a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM10.500 18h3",
    "dispute": "M12 4v16M8 20h8M5 7h14M5 7l-3 6.500a3.200 3.200 0 0 0 6 0ZM19 7l-3 6.500a3.200 3.200 0 0 0 6 0Z",
    "review": "M2 12c2.500-4.500 6-6.500 10-6.500s7.500 2 10 6.500c-2.500 4.500-6 6.500-10 6.500S4.500 16.500 2 12Z"
    "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
    "camera": "M3 7h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM16 11l6-3v8l-6-3Z",
    "ledger": "M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8 3v18M11.500 8h4.500M11.500 12h4.500",
    "report": "M6 3h8l5 5v13H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v5h5M9 17v-3M12 17v-6M15 17v-2",
    "staff": "M9 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM2.500 20c0-4 3-5.500 6.500-5.500s6.500 1.500 6.500 5.500"
    "M16 5a3.500 3.500 0 0 1 0 6.500M18 14.800c2.300.8 3.500 2.500 3.500 5.200",
    "person": "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c0-4.500 3.500-6 8-6s8 1.500 8 6",
    "badge": "M6 5h12a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM10 5V3h4v2"
    "M12 9.500a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400ZM8.500 18c.300-1.800 1.600-2.500 3.500-2.500s3.200.700 3.500 2.500",
    "audit": "M12 3l8 3v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6ZM8.500 12l2.500 2.500 4.500-5",
    "chain": "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300L11.800 6.500M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
    "book": "M12 6c-2-1.500-5-2-9-2v14c4 0 7 .500 9 2 2-1.500 5-2 9-2V4c-4 0-7 .500-9 2ZM12 6v14",
    "jackpot": "M7 4h10v5a5 5 0 0 1-10 0ZM7 5H4c0 3 1 5 3.300 5.500M17 5h3c0 3-1 5-3.300 5.500M12 14v3M8 20h8M9.500 20c0-2 1-3 2.500-3s2.500 1 2.500 3",
    "pit": "M4 9c0-3 3.500-5 8-5s8 2 8 5-3.500 5-8 5-8-2-8-5ZM4 9v6c0 3 3.500 5 8 5s8-2 8-5V9",
    # things
    "tile": "M8 2.500h8a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1Z"
    "|M10 6a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM14 6a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM12 14.500a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600Z",
    "tiles": "M4 4h5v16H4zM12 4.300l4.800-1.200 3.900 15.500-4.800 1.200Z|M6.500 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM6.500 15a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z",
    "cards": "M4 6.500 12.500 4a1 1 0 0 1 1.200.7L17 16.500a1 1 0 0 1-.7 1.200L8 20.200a1 1 0 0 1-1.200-.7L3.300 7.700A1 1 0 0 1 4 6.500ZM16 6h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-7"
    "|M9.300 8.500l3 2.700-1.600 3.900-3-2.700Z",
    "dice": "M4 8l8-4 8 4v8l-8 4-8-4ZM4 8l8 4 8-4M12 12v8|M12 7a1 .7 0 1 1 0 1.700A1 .7 0 0 1 12 7ZM8 13.500a.9.900 0 1 1 0 1.800.9.900 0 0 1 0-1.800ZM16 12.500a.9.900 0 1 1 0 1.800.9.900 0 0 1 0-1.800ZM16 15.500a.9.900 0 1 1 0 1.800.9.900 0 0 1 0-1.800Z",
    "shaker": "M6 9a6 6 0 0 1 12 0v1H6ZM5 10h14v3H5ZM6 13v5a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2v-5M2.500 5.500 4 7M21.500 5.500 20 7",
    "dead-hand": "M7 4h5v8H7zM13.500 4h3.500v5.500M5 21 19 15M5 15l14 6",
    "bank": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9 8h6M8 12h8M12 8v8.500M8.500 16.500h7",
    "co-bank": "M9 6a6 6 0 1 1 0 12A6 6 0 0 1 9 6ZM14.500 6.200a6 6 0 1 1 0 11.600",
    "chips": "M4 8c0-1.700 3.600-3 8-3s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3ZM4 8v4c0 1.700 3.600 3 8 3s8-1.300 8-3V8M4 12v4c0 1.700 3.600 3 8 3s8-1.300 8-3v-4",
    "envelope": "M3 6h18v12H3zM3 7l9 6.500L21 7",
    "seal": "M12 3l2 2.200 3-.4.400 3L20 9.500 18.500 12 20 14.500l-2.600 1.700-.4 3-3-.4L12 21l-2-2.200-3 .4-.4-3L4 14.500 5.500 12 4 9.500l2.600-1.700.4-3 3 .4ZM9 12l2.200 2.200L15 10",
    "inspection": "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM15.300 15.300 20.500 20.500M7.800 10.500l2 2 3.500-4",
    "barcode": "M4 5v14M7.500 5v14M10 5v14M14 5v14M16.500 5v14M20 5v14",
    "key": "M8 10a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11 11l8-8M15.500 6.500l3 3M13 9l2 2",
    "calendar": "M4 6h16v14H4zM4 10.500h16M8 3.500V8M16 3.500V8",
    "clock": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5.500l3.500 2",
    "hourglass": "M6 3h12M6 21h12M7 3c0 5 3 6.500 5 9 2-2.500 5-4 5-9M7 21c0-5 3-6.500 5-9 2 2.500 5 4 5 9",
    "bell": "M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15ZM10 21h4",
    "flag": "M5 21V4c4-2 7 2 14 0v10c-7 2-10-2-14 0",
    "training": "M2 9.500 12 5l10 4.500L12 14ZM6 11.500V17c3.500 2.500 8.500 2.500 12 0v-5.500M22 9.500V15",
    "quick": "M13 2.500 5 13.500h6l-1 8 8-11h-6Z",
    # acts
    "check": "M4.500 12.500 10 18 20 6.500",
    "close": "M6 6l12 12M18 6 6 18",
    "plus": "M12 5v14M5 12h14",
    "minus": "M5 12h14",
    "undo": "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-1",
    "redo": "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h1",
    "swap": "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
    "repeat": "M4 12V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 12v3a3 3 0 0 1-3 3H5M8 21l-3-3 3-3",
    "edit": "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19ZM13.500 7l3.500 3.500",
    "void": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM5.700 5.700l12.600 12.600",
    "backspace": "M8.500 5H20a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H8.500L2.500 12ZM11 9l6 6M17 9l-6 6",
    "print": "M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7Z",
    "download": "M12 3v12M7 10.500l5 5 5-5M4 20h16",
    "upload": "M12 16V4M7 8.500l5-5 5 5M4 20h16",
    "search": "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM15.300 15.300 20.500 20.500",
    "filter": "M3 5h18l-7 8v6l-4 2v-8Z",
    "lock": "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2",
    "unlock": "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 6.800-1.200M12 14.500v2",
    "sign-in": "M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",
    "sign-out": "M10 4H5v16h5M9 12h11M16 8l4 4-4 4",
    "call": "M7 12V6.500a1.500 1.500 0 0 1 3 0V11M10 10V4.500a1.500 1.500 0 0 1 3 0V11M13 10V5.500a1.500 1.500 0 0 1 3 0V12M16 9.500a1.500 1.500 0 0 1 3 0V15c0 4-2.500 6.500-6.500 6.500-3.500 0-5-1.500-6.500-4.500l-2-4c-.8-2 1.700-3 2.700-1.300L7 13.500",
    "play": "M7 4.500v15l12-7.500Z",
    "pause": "M8 5v14M16 5v14",
    "copy": "M9 8h11v12H9zM15 8V4H4v12h5",
    "more": "|M5 10.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3ZM12 10.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3ZM19 10.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3Z",
    "menu": "M4 6h16M4 12h16M4 18h16",
    "left": "M15 5l-7 7 7 7",
    "right": "M9 5l7 7-7 7",
    "up": "M5 15l7-7 7 7",
    "down": "M5 9l7 7 7-7",
    "forward": "M4 12h15M13 6l6 6-6 6",
    # states
    "win": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM7.500 12.500l3 3 6-7",
    "lose": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM8.500 8.500l7 7M15.500 8.500l-7 7",
    "push": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM8 10h8M8 14h8",
    "info": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 11v5.500|M12 6.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
    "why": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.300 9.500a2.800 2.800 0 1 1 4.200 2.400c-1 .6-1.500 1.100-1.500 2.100|M12 15.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
    "warn": "M12 3.500 22 20H2ZM12 10v4.500|M12 15.800a1.100 1.100 0 1 1 0 2.200 1.100 1.100 0 0 1 0-2.200Z",
    "refused": "M8.300 3h7.400L21 8.300v7.400L15.700 21H8.300L3 15.700V8.300ZM12 7.500v5|M12 14.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
    "online": "M3 9.500a13 13 0 0 1 18 0M6 13a8.500 8.500 0 0 1 12 0M9 16.500a4 4 0 0 1 6 0|M12 18.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
    "offline": "M3 3l18 18M8.500 6.700A13 13 0 0 1 21 9.500M3 9.500a13 13 0 0 1 2.700-2M9.800 11.200A8.500 8.500 0 0 1 18 13M6 13c.6-.6 1.200-1 1.900-1.400|M12 18.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400Z",
    "unsent": "M7 18a4.500 4.500 0 0 1-.5-9 6 6 0 0 1 11.300 1.500A3.800 3.800 0 0 1 17.500 18M12 20v-8M9 14.500l3-3 3 3",
    "sync": "M4 12a8 8 0 0 1 14-5.300L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.300L4 15M4 20v-5h5",
    # the tablet itself
    "language": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
    "sun": "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
    "moon": "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z",
    "brightness": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z|M12 6a6 6 0 0 1 0 12Z",
    "mirror": "M12 3v18M9 7 3 17h6ZM15 7l6 10h-6Z",
    "sound": "M4 9.500v5h4l5 4.500V5L8 9.500ZM16.500 8.500a5 5 0 0 1 0 7M19 6a8.500 8.500 0 0 1 0 12",
    "silent": "M4 9.500v5h4l5 4.500V5L8 9.500ZM17 9.500l5 5M22 9.500l-5 5",
    "appearance": "M12 3a9 9 0 1 1 0 18c-2 0-2-1.500-1.500-2.500.8-1.700 0-3-2-3H6a3 3 0 0 1-3-3.500 9 9 0 0 1 9-9Z|M8 8.500a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600ZM12.500 6a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600ZM16.800 9.500a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600Z",
}  # fmt: skip

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
    """Draw a chip: the body in ``currentColor``, edge spots and rings in the ``fill`` of the page."""
    spots = []
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
        spots.append(
            element("path", d=f"M{places[0]}L{places[1]}L{places[2]}L{places[3]}Z")
        )
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
            *spots,
            element("circle", cx=50, cy=50, r=35, fill="currentColor"),
            element("circle", cx=50, cy=50, r=33.5, fill="none", stroke="#ffffff", stroke_opacity=0.45, stroke_width=2),
        ),
    )  # fmt: skip


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
            element(
                "circle", cx=50, cy=50, r=47, fill=BRASS, stroke=BRASS_DEEP, stroke_width=4
            ),
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
    )  # fmt: skip


def draw_shaker() -> str:
    return symbol(
        "shaker",
        100,
        100,
        (
            element("path", d="M22 48 A28 34 0 0 1 78 48 Z", fill="#2b3d35", stroke="#9aa39b", stroke_width=4),
            element("rect", x=14, y=48, width=72, height=14, rx=6, fill=BRASS, stroke=BRASS_DEEP, stroke_width=3),
            element("path", d="M20 62 H80 L75 86 A6 6 0 0 1 69 90 H31 A6 6 0 0 1 25 86 Z", fill="#2b3d35", stroke="#9aa39b", stroke_width=4, stroke_linejoin="round"),
            element("circle", cx=50, cy=12, r=6, fill=BRASS, stroke=BRASS_DEEP, stroke_width=3),
        ),
    )  # fmt: skip


def draw_dead_hand() -> str:
    """Draw the dead hand: four tiles face down behind a bar."""
    tiles = (
        element("rect", x=10 + 20 * place, y=22, width=17, height=44, rx=4, fill="#101312", stroke="#8f958f", stroke_width=3)
        for place in range(4)
    )  # fmt: skip
    bar = element(
        "path", d="M8 82 H92", stroke=BRASS, stroke_width=6, stroke_linecap="round"
    )
    return symbol("dead-hand", 100, 100, (*tiles, bar))


def draw() -> str:
    symbols = {name: draw_line_icon(name) for name in LINES}
    symbols |= {f"die-{face}": draw_die(face) for face in DIE_PIPS}
    symbols |= {
        "piece-chip": draw_chip(),
        "piece-chung": draw_chung(),
        "piece-shaker": draw_shaker(),
        "piece-dead-hand": draw_dead_hand(),
    }
    return sprite(symbols)
