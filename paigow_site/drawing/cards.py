"""Draw the 52 cards and their back: a large index, a large suit, lettering of our own."""

from __future__ import annotations

from paigow_site.drawing.svg import element, sprite, symbol

WIDTH, HEIGHT = 100.0, 140.0
FACE, EDGE = "#f6f1e6", "#8a8371"
BLACK, RED = "#16191a", "#b0180f"
BRASS, FELT, FELT_DEEP = "#b58a35", "#14563c", "#0e3f2c"

# Each index is written in strokes, 54 high, from the upper left corner; the width leads.
INDEX: dict[str, tuple[float, str]] = {
    "2": (36, "M4 14 C5 1 32 1 32 15 C32 27 8 36 4 50 L33 50"),
    "3": (36, "M5 4 L31 4 L17 22 C35 22 35 50 16 50 C10 50 6 47 3 43"),
    "4": (37, "M26 50 L26 4 L3 36 L34 36"),
    "5": (36, "M30 4 L8 4 L6 24 C14 18 32 19 32 34 C32 53 9 54 3 43"),
    "6": (36, "M27 4 C12 9 4 22 4 34 C4 56 32 56 32 35 C32 18 8 18 4.5 33"),
    "7": (36, "M4 4 L32 4 L14 50"),
    "8": (36, "M18 4C3 4 3 24 18 24C33 24 33 4 18 4Z M18 24C0 24 0 50 18 50C36 50 36 24 18 24Z"),
    "9": (36, "M9 50 C24 45 32 32 32 20 C32 -2 4 -2 4 19 C4 36 28 36 31.5 21"),
    "T": (49, "M4 12 L11 4 L11 50 M34 4 C20 4 20 50 34 50 C48 50 48 4 34 4 Z"),
    "J": (36, "M15 4 L33 4 M26 4 L26 36 C26 55 4 54 4 38"),
    "Q": (38, "M18 4 C-1 4 -1 50 18 50 C37 50 37 4 18 4 Z M21 38 L34 53"),
    "K": (37, "M6 4 L6 50 M32 4 L6 30 M15 22 L33 50"),
    "A": (37, "M3 50 L18 4 L33 50 M9 35 L27 35"),
}

# Suits about their centre, 64 high.
SUITS: dict[str, str] = {
    "S": "M0 -32 C9 -17 30 -7 30 9 C30 24 12 26 4 15 C5 24 8 29 13 32 H-13 C-8 29 -5 24 -4 15"
    " C-12 26 -30 24 -30 9 C-30 -7 -9 -17 0 -32 Z",
    "H": "M0 31 C-36 4 -33 -28 -14 -28 C-5 -28 0 -21 0 -14 C0 -21 5 -28 14 -28 C33 -28 36 4 0 31 Z",
    "D": "M0 -32 Q10 -14 25 0 Q10 14 0 32 Q-10 14 -25 0 Q-10 -14 0 -32 Z",
    "C": "M-4 12 A14.5 14.5 0 1 1 -15 -9 A15 15 0 1 1 15 -9 A14.5 14.5 0 1 1 4 12"
    " C5 23 8 29 13 32 H-13 C-8 29 -5 23 -4 12 Z",
}

# A crown for each court, in the corner that the index leaves free: 30 wide, 22 high.
CROWNS: dict[str, str] = {
    "K": "M0 22 L0 4 L8 11 L15 0 L22 11 L30 4 L30 22 Z",
    "Q": "M1 22 C0 14 0 9 2 5 C6 8 8 10 10 12 C12 8 13 4 15 1 C17 4 18 8 20 12 C22 10 24 8 28 5"
    " C30 9 30 14 29 22 Z",
    "J": "M2 22 C2 12 8 7 17 7 C15 3 18 0 24 0 C21 3 22 6 20 8 C26 10 28 15 28 22 Z",
}
CARDS = tuple(rank + suit for suit in SUITS for rank in INDEX)


def body(fill: str) -> str:
    return element(
        "rect",
        x=1.5,
        y=1.5,
        width=97,
        height=137,
        rx=10,
        fill=fill,
        stroke=EDGE,
        stroke_width=3,
    )


def draw_card(rank: str, suit: str) -> str:
    colour = RED if suit in "HD" else BLACK
    shapes = [body(FACE)]
    if rank in CROWNS:
        shapes.append(element("path", d=CROWNS[rank], transform="translate(60 12)", fill=BRASS))
    width, strokes = INDEX[rank]
    shapes += [
        element(
            "path",
            d=strokes,
            transform=f"translate({10 if width < 40 else 8} 12)",
            fill="none",
            stroke=colour,
            stroke_width=9,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        element("path", d=SUITS[suit], transform="translate(60 101)", fill=colour),
        element("path", d=SUITS[suit], transform="translate(21 84) scale(.3)", fill=colour),
    ]
    return symbol(f"card-{rank}{suit}", WIDTH, HEIGHT, shapes)


def draw_card_back() -> str:
    lattice = "".join(f"M{14 + 12 * step} 14 V126 " for step in range(7)) + "".join(
        f"M14 {14 + 14 * step} H86 " for step in range(9)
    )
    shapes = (
        body(FELT),
        element("rect", x=10, y=10, width=80, height=120, rx=5, fill=FELT_DEEP),
        element("path", d=lattice, fill="none", stroke=FELT, stroke_width=3),
        element(
            "rect",
            x=10,
            y=10,
            width=80,
            height=120,
            rx=5,
            fill="none",
            stroke=BRASS,
            stroke_width=2.5,
        ),
        element("path", d="M50 44 L70 70 L50 96 L30 70 Z", fill=BRASS),
        element("path", d="M50 58 L59 70 L50 82 L41 70 Z", fill=FELT_DEEP),
    )
    return symbol("card-back", WIDTH, HEIGHT, shapes)


def draw_cards() -> str:
    symbols = {name: draw_card(name[0], name[1]) for name in CARDS}
    return sprite(symbols | {"back": draw_card_back()})
