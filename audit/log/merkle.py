"""The Merkle tree of RFC 6962 and RFC 9162 over SHA-256: growing it, and checking its proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

HASH_SIZE = 32
TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
EMPTY_ROOT = sha256(b"").digest()


class BadProof(ValueError):
    """The proof does not show what it claims; the message says which step failed."""


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def perfect_root(hashes: Sequence[bytes]) -> bytes:
    """Hash a power-of-two number of sibling nodes up to the one above them all."""
    level = list(hashes)
    while len(level) > 1:
        level = _pair_up(level)
    return level[0]


def tree_root(leaf_hashes: Sequence[bytes]) -> bytes:
    frontier = Frontier()
    frontier.extend(leaf_hashes)
    return frontier.root()


@dataclass(slots=True)
class Frontier:
    """What is needed to append to a tree: its size and the roots of its complete subtrees.

    There is one subtree for each bit set in the size, the largest first.
    """

    size: int = 0
    roots: list[bytes] = field(default_factory=list)

    def append(self, leaf: bytes) -> None:
        carried, size = leaf, self.size
        while size & 1:
            carried = node_hash(self.roots.pop(), carried)
            size >>= 1
        self.roots.append(carried)
        self.size += 1

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Append many leaves, whole tiles at a time."""
        position, end = 0, len(leaves)
        while position < end and self.size % TILE_WIDTH:
            self.append(leaves[position])
            position += 1
        while end - position >= TILE_WIDTH:
            self._append_tile(perfect_root(leaves[position : position + TILE_WIDTH]))
            position += TILE_WIDTH
        for leaf in leaves[position:]:
            self.append(leaf)

    def root(self) -> bytes:
        return fold(self.roots) if self.roots else EMPTY_ROOT

    def to_bytes(self) -> bytes:
        return b"".join(self.roots)

    @classmethod
    def from_bytes(cls, size: int, packed: bytes) -> Frontier:
        if len(packed) != HASH_SIZE * size.bit_count():
            raise ValueError(f"frontier does not fit the size: {size}")
        return cls(size, [packed[at : at + HASH_SIZE] for at in range(0, len(packed), HASH_SIZE)])

    def _append_tile(self, root: bytes) -> None:
        carried, tiles = root, self.size >> TILE_HEIGHT
        while tiles & 1:
            carried = node_hash(self.roots.pop(), carried)
            tiles >>= 1
        self.roots.append(carried)
        self.size += TILE_WIDTH


def check_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> None:
    """Raise BadProof unless the proof leads from the leaf at `index` to the root.

    Rule: RFC 9162 §2.1.3.2.
    """
    if not 0 <= index < size:
        raise BadProof(f"no such leaf in a tree of {size}: {index}")
    _check_hashes([leaf, root, *proof])
    carried = leaf
    for sibling, is_left in _siblings(proof, index, size - 1):
        carried = node_hash(sibling, carried) if is_left else node_hash(carried, sibling)
    if carried != root:
        raise BadProof("proof does not lead to the root")


def check_consistency(
    old_size: int, size: int, proof: Sequence[bytes], old_root: bytes, root: bytes
) -> None:
    """Raise BadProof unless the old tree is the beginning of the new one.

    Rule: RFC 9162 §2.1.4.2; the empty tree is the beginning of every tree.
    """
    if not 0 <= old_size <= size:
        raise BadProof(f"a tree of {size} cannot extend one of {old_size}")
    _check_hashes([old_root, root, *proof])
    if old_size in (0, size):
        _check_trivial_consistency(old_size, size, proof, old_root, root)
        return
    if not proof:
        raise BadProof("proof is empty")
    path = list(proof)
    if old_size & (old_size - 1) == 0:
        path.insert(0, old_root)
    old_carried, carried = _climb(path, old_size - 1, size - 1)
    if old_carried != old_root:
        raise BadProof("proof does not lead to the old root")
    if carried != root:
        raise BadProof("proof does not lead to the new root")


def _check_trivial_consistency(
    old_size: int, size: int, proof: Sequence[bytes], old_root: bytes, root: bytes
) -> None:
    if proof:
        raise BadProof("proof should be empty")
    if old_size == size and old_root != root:
        raise BadProof("two roots for one size")
    if old_size == 0 and old_root != EMPTY_ROOT:
        raise BadProof("root of the empty tree is wrong")


def _climb(path: Sequence[bytes], node: int, last: int) -> tuple[bytes, bytes]:
    while node & 1:
        node, last = node >> 1, last >> 1
    old_carried = carried = path[0]
    for sibling, is_left in _siblings(path[1:], node, last):
        if is_left:
            old_carried = node_hash(sibling, old_carried)
            carried = node_hash(sibling, carried)
        else:
            carried = node_hash(carried, sibling)
    return old_carried, carried


def _siblings(proof: Sequence[bytes], node: int, last: int) -> Iterator[tuple[bytes, bool]]:
    """The hashes on the way up from a node to the root, and whether each stands on the left."""
    for sibling in proof:
        if last == 0:
            raise BadProof("proof is too long")
        is_left = bool(node & 1) or node == last
        yield sibling, is_left
        while is_left and not node & 1 and node:
            node, last = node >> 1, last >> 1
        node, last = node >> 1, last >> 1
    if last:
        raise BadProof("proof is too short")


def _check_hashes(hashes: Iterable[bytes]) -> None:
    if any(len(each) != HASH_SIZE for each in hashes):
        raise BadProof(f"a hash is not {HASH_SIZE} bytes long")


def fold(roots: Sequence[bytes]) -> bytes:
    """Join the roots of neighbouring complete subtrees, the largest first, into one."""
    carried = roots[-1]
    for root in reversed(roots[:-1]):
        carried = node_hash(root, carried)
    return carried


def _pair_up(level: Sequence[bytes]) -> list[bytes]:
    return [
        sha256(b"\x01" + left + right).digest()
        for left, right in zip(level[::2], level[1::2], strict=True)
    ]
