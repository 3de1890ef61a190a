"""Draw the logo: the Supreme Pair, 2-4 over 1-2, on a felt disc with a brass rim.

The SVG is for pages and the browser's tab; tablets want PNGs for an installed application.
"""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from paigow_site.drawing import tiles
from paigow_site.drawing.svg import element, number

SIZE = 512.0
FELT, FELT_DEEP, BRASS = "#14563c", "#0e3f2c", "#e0b869"
ROOM = "#0b1310"
# The two tiles: kind, centre, turn in degrees, height.
PAIR = (((1, 2), (306.0, 262.0), 16.0, 290.0), ((2, 4), (204.0, 256.0), -10.0, 290.0))
OVERSAMPLING = 4


def draw_svg() -> str:
    shapes = [
        element("circle", cx=256, cy=256, r=246, fill=FELT, stroke=BRASS, stroke_width=20),
        element(
            "circle",
            cx=256,
            cy=256,
            r=222,
            fill="none",
            stroke=FELT_DEEP,
            stroke_width=10,
        ),
    ]
    for (low, high), (x, y), turn, height in PAIR:
        scale = height / tiles.HEIGHT
        place = (
            f"translate({number(x)} {number(y)}) rotate({number(turn)}) scale({number(scale)})"
            f" translate({number(-tiles.WIDTH / 2)} {number(-tiles.HEIGHT / 2)})"
        )
        pips = tiles.draw_pips(tiles.pips_of(low, high))
        shapes.append(element("g", *tiles.blank(), *pips, transform=place))
    inside = "\n".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n{inside}\n</svg>\n'


def paste_tile(
    canvas: Image.Image,
    kind: tuple[int, int],
    centre: tuple[float, float],
    turn: float,
    height: float,
) -> None:
    """Paste one tile: drawn upright, then turned, as the SVG does."""
    scale = height / tiles.HEIGHT
    tile = Image.new("RGBA", (round(tiles.WIDTH * scale), round(tiles.HEIGHT * scale)))
    pen = ImageDraw.Draw(tile)
    side = (2 * scale, 8 * scale, 98 * scale, 248 * scale)
    face = (2 * scale, 2 * scale, 98 * scale, 243 * scale)
    pen.rounded_rectangle(side, 15 * scale, fill=tiles.SIDE)
    pen.rounded_rectangle(
        face, 15 * scale, fill=tiles.FACE, outline=tiles.EDGE, width=round(4 * scale)
    )
    for pip in tiles.pips_of(*kind):
        radius = pip.radius * scale
        x, y = pip.x * scale, pip.y * scale
        pen.ellipse(
            (x - radius, y - radius, x + radius, y + radius),
            fill=tiles.RED if pip.red else tiles.WHITE,
        )
    turned = tile.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    corner = (round(centre[0] - turned.width / 2), round(centre[1] - turned.height / 2))
    canvas.alpha_composite(turned, corner)


def draw_png(pixels: int, *, inset: float, background: str | None) -> bytes:
    """Draw the logo as a PNG; ``inset`` leaves the margin that a masked icon must have."""
    full = pixels * OVERSAMPLING
    scale = full * (1 - 2 * inset) / SIZE
    canvas = Image.new("RGBA", (full, full), background or (0, 0, 0, 0))
    pen = ImageDraw.Draw(canvas)
    middle, rim = full / 2, 256 * scale
    for radius, fill in (
        (rim, BRASS),
        (rim - 20 * scale, FELT_DEEP),
        (rim - 30 * scale, FELT),
    ):
        pen.ellipse(
            (middle - radius, middle - radius, middle + radius, middle + radius),
            fill=fill,
        )
    for kind, (x, y), turn, height in PAIR:
        centre = (middle + (x - 256) * scale, middle + (y - 256) * scale)
        paste_tile(canvas, kind, centre, turn, height * scale)
    small = canvas.resize((pixels, pixels), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_pngs() -> dict[str, bytes]:
    return {
        "icon-192.png": draw_png(192, inset=0.0, background=None),
        "icon-512.png": draw_png(512, inset=0.0, background=None),
        "icon-maskable-512.png": draw_png(512, inset=0.12, background=ROOM),
        "apple-touch-icon.png": draw_png(180, inset=0.06, background=ROOM),
        "favicon-48.png": draw_png(48, inset=0.0, background=None),
    }
