"""Write SVG elements and sprites.

Sprites are used from other files (``<use href="tiles.svg#tile-1-3">``), where gradients, filters
and style sheets of the sprite are not dependable, so a drawing is plain shapes in plain colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def number(value: float) -> str:
    """Write a coordinate with at most two decimals: the same on every machine."""
    return f"{round(value, 2):g}"


def element(name: str, /, *children: str, **attributes: float | str) -> str:
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def _attribute(key: str, value: float | str) -> str:
    text = value if isinstance(value, str) else number(value)
    return f' {key.rstrip("_").replace("_", "-")}="{text}"'


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a part of a path, so that several of them are one shape."""
    across = f"{number(radius)} {number(radius)} 0 1 0 {{}} 0"
    there, back = across.format(number(2 * radius)), across.format(number(-2 * radius))
    return f"M{number(x - radius)} {number(y)}a{there}a{back}Z"


def symbol(identity: str, width: float, height: float, shapes: Iterable[str]) -> str:
    return element("symbol", *shapes, id=identity, viewBox=f"0 0 {number(width)} {number(height)}")


def sprite(symbols: Mapping[str, str]) -> str:
    """Join symbols into one file, one symbol a line so that a change shows in a comparison."""
    lines = "\n".join(symbols.values())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'
