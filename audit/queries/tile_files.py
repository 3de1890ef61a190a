"""The tree as files: tiles of hashes and bundles of entries, by their C2SP tlog-tiles names."""

import re
import struct

from audit.log.merkle import TILE_WIDTH
from audit.log.tiles import tile_path, tile_width
from audit.queries.leaves import places_between
from audit.queries.selections import bodies
from audit.queries.trees import TreeHead, tile_reader

_TILE = re.compile(
    r"(?:(x[0-9]{3})/)?(?:(x[0-9]{3})/)?(?:(x[0-9]{3})/)?([0-9]{3})(?:\.p/([0-9]{1,3}))?\Z"
)


def parse_tile(name: str) -> tuple[int, int] | None:
    """Read `x001/234.p/17` as the tile's number and its width."""
    found = _TILE.match(name)
    if found is None:
        return None
    *groups, last, partial = found.groups()
    index = int("".join(group[1:] for group in groups if group) + last)
    width = int(partial) if partial else TILE_WIDTH
    is_right = tile_path(0, index, width) == f"tile/0/{name}" and 0 < width <= TILE_WIDTH
    return (index, width) if is_right else None


def hash_tile(tree: TreeHead, name: str) -> bytes | None:
    """The hashes of `<level>/<number>`, when the tree has that many."""
    level_text, _slash, rest = name.partition("/")
    parsed = parse_tile(rest)
    if not re.fullmatch(r"[0-9]|[1-5][0-9]|6[0-3]", level_text) or parsed is None:
        return None
    level, (index, width) = int(level_text), parsed
    if width > tile_width(level, index, tree.size):
        return None
    return b"".join(tile_reader(tree.tree_id)(level, index * TILE_WIDTH, width))


def entry_tile(tree: TreeHead, name: str) -> bytes | None:
    """The entries of a tile, each with its length before it; None if some are in the archive."""
    parsed = parse_tile(name)
    if parsed is None:
        return None
    index, width = parsed
    if width > tile_width(0, index, tree.size):
        return None
    found = places_between(tree.tree_id, index * TILE_WIDTH, index * TILE_WIDTH + width)
    try:
        entries = [body for _place, body in bodies(found, using="default")]
    except KeyError:
        return None
    return b"".join(struct.pack(">H", len(entry)) + entry for entry in entries)
