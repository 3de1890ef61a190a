"""What the rules ask when a tile is exposed before a round is open."""

from dataclasses import replace

from rules.citations import own_paragraphs
from rules.profiles import tile_profile
from rules.rulings import Ruling
from rules.tiles.irregularities import TileScene, propose


def exposure_ruling(
    profile_id: str, event: str = "tile-exposed-stacking", tiles: int = 1
) -> Ruling | None:
    """The ruling of a document, or None where it has no such paragraph.

    Rule: MD 4 §F; NZ 12.1-12.2.
    """
    rules = tile_profile(profile_id)
    if event not in rules.irregularities:
        return None
    ruling = propose(rules, event, TileScene(tiles_exposed=tiles))
    return replace(ruling, cite=own_paragraphs(profile_id, ruling.cite))
