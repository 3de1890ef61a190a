"""Draw every picture into ``static/``."""

from __future__ import annotations

from pathlib import Path

from paigow_site.drawing import cards, icons, logo, tiles

STATIC = Path(__file__).resolve().parent.parent.parent / "static"


def drawings() -> dict[str, str]:
    return {
        "tiles/tiles.svg": tiles.draw_tiles(),
        "cards/cards.svg": cards.draw_cards(),
        "icons/icons.svg": icons.draw_icons(),
        "icons/logo.svg": logo.draw_svg(),
    }


def main() -> None:
    for path, text in drawings().items():
        (STATIC / path).write_text(text, encoding="utf-8")
    for name, picture in logo.draw_pngs().items():
        (STATIC / "icons" / name).write_bytes(picture)


if __name__ == "__main__":
    main()
