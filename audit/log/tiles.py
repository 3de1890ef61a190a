"""A tree kept as tiles, and the proofs built from them.

Level 0 holds the leaf hashes; for every complete group of 256^L leaves there is one hash at level
L (the layout of C2SP tlog-tiles). Every root and every proof is then read from a handful of tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from audit.log.merkle import EMPTY_ROOT, TILE_HEIGHT, TILE_WIDTH, fold, perfect_root

TileReader = Callable[[int, int, int], Sequence[bytes]]
"""(level, first, count) -> that many consecutive hashes of a level, all of one tile."""


def root_at(size: int, read: TileReader) -> bytes:
    """The root of the first `size` leaves, from the tiles along their right edge."""
    if size == 0:
        return EMPTY_ROOT
    return _range_hash(0, size, cached(read, size))


def inclusion_proof(index: int, size: int, read: TileReader) -> list[bytes]:
    """The sibling hashes from a leaf up to the root, nearest first.

    Rule: RFC 9162 §2.1.3.1.
    """
    if not 0 <= index < size:
        raise ValueError(f"no such leaf in a tree of {size}: {index}")
    read = cached(read, size)
    return [_range_hash(first, end, read) for first, end in _inclusion_ranges(index, 0, size)]


def consistency_proof(old_size: int, size: int, read: TileReader) -> list[bytes]:
    """The hashes that show the tree of `old_size` leaves to be the beginning of the larger one.

    Rule: RFC 9162 §2.1.4.1.
    """
    if not 0 <= old_size <= size:
        raise ValueError(f"not within a tree of {size}: {old_size}")
    if old_size in (0, size):
        return []
    read = cached(read, size)
    ranges = _consistency_ranges(old_size, 0, size, is_whole=True)
    return [_range_hash(first, end, read) for first, end in ranges]


def tile_path(level: int, index: int, width: int = TILE_WIDTH) -> str:
    """Where C2SP tlog-tiles keeps a tile.

    >>> tile_path(0, 1234067)
    'tile/0/x001/x234/067'
    >>> tile_path(1, 2, 17)
    'tile/1/002.p/17'
    """
    digits = f"{index:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    path = "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])
    partial = "" if width == TILE_WIDTH else f".p/{width}"
    return f"tile/{level}/{path}{partial}"


def tile_width(level: int, index: int, size: int) -> int:
    """How many hashes the tile has in a tree of `size` leaves."""
    filled = (size >> (TILE_HEIGHT * level)) - index * TILE_WIDTH
    return max(0, min(TILE_WIDTH, filled))


def tiles_above(index: int, size: int) -> Iterator[tuple[int, int]]:
    """The tiles that hold the leaf at `index` and the complete groups it belongs to.

    For the last leaf these are the tiles that give the root.
    """
    level = 0
    while True:
        index >>= TILE_HEIGHT
        if tile_width(level, index, size) == 0:
            return
        yield level, index
        level += 1


def new_tile_hashes(first: int, leaves: Sequence[bytes], read: TileReader) -> list[list[bytes]]:
    """The hashes that appending `leaves` at index `first` adds to tile levels 1, 2, and so on.

    Each list continues its level where the tree of `first` leaves left it.
    """
    added: list[list[bytes]] = []
    below: Sequence[bytes] = leaves
    while True:
        held = first % TILE_WIDTH
        if held + len(below) < TILE_WIDTH:
            return added
        before = list(read(len(added), first - held, held)) if held else []
        joined = before + list(below)
        whole = len(joined) // TILE_WIDTH
        roots = [perfect_root(joined[at * TILE_WIDTH :][:TILE_WIDTH]) for at in range(whole)]
        added.append(roots)
        first, below = first >> TILE_HEIGHT, roots


def cached(read: TileReader, size: int) -> TileReader:
    """Read whole tiles of a tree of `size` leaves, each of them once."""
    tiles: dict[tuple[int, int], Sequence[bytes]] = {}

    def read_part(level: int, first: int, count: int) -> Sequence[bytes]:
        index, offset = divmod(first, TILE_WIDTH)
        if (level, index) not in tiles:
            width = tile_width(level, index, size)
            tiles[level, index] = read(level, index * TILE_WIDTH, width)
        part = tiles[level, index][offset : offset + count]
        if len(part) != count:
            raise LookupError(f"hashes missing at level {level}: {first} to {first + count - 1}")
        return part

    return read_part


def _range_hash(first: int, end: int, read: TileReader) -> bytes:
    return fold([_node(height, index, read) for height, index in _complete_nodes(first, end)])


def _node(height: int, index: int, read: TileReader) -> bytes:
    level, inner = divmod(height, TILE_HEIGHT)
    return perfect_root(read(level, index << inner, 1 << inner))


def _complete_nodes(first: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a range that starts a subtree into complete subtrees, the largest first."""
    while first < end:
        height = (end - first).bit_length() - 1
        yield height, first >> height
        first += 1 << height


def _inclusion_ranges(index: int, first: int, end: int) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((first, middle))
            first = middle
    return ranges[::-1]


def _consistency_ranges(
    old_size: int, first: int, end: int, *, is_whole: bool
) -> list[tuple[int, int]]:
    if old_size == end:
        return [] if is_whole else [(first, end)]
    middle = first + _split(end - first)
    if old_size <= middle:
        return [
            *_consistency_ranges(old_size, first, middle, is_whole=is_whole),
            (middle, end),
        ]
    return [*_consistency_ranges(old_size, middle, end, is_whole=False), (first, middle)]


def _split(count: int) -> int:
    return 1 << ((count - 1).bit_length() - 1)
