"""Read the trees: their heads, their hashes, the checkpoints over them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connections

from audit.log.merkle import Frontier
from audit.log.notes import Checkpoint, Note, NoteSignature
from audit.log.tiles import TileReader


@dataclass(frozen=True, slots=True)
class TreeHead:
    """A tree as the database has it at this moment."""

    tree_id: int
    log_id: int
    generation: int
    origin: str
    size: int
    frontier: Frontier
    is_open: bool
    follows: str


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A checkpoint, with the cosignatures that came for it, and when it was signed."""

    checkpoint: Checkpoint
    note: Note
    at: datetime

    @property
    def size(self) -> int:
        return self.checkpoint.size


HEAD = """
select id, log_id, generation, origin, size, frontier, closed_at is null, follows from audit_tree
"""


def tree_head(tree_id: int, *, using: str = "default") -> TreeHead:
    return _heads(f"{HEAD} where id = %s", [tree_id], using)[0]


def open_tree(log_id: int, *, using: str = "default") -> TreeHead | None:
    found = _heads(f"{HEAD} where log_id = %s and closed_at is null", [log_id], using)
    return found[0] if found else None


def every_tree(*, using: str = "default") -> list[TreeHead]:
    return _heads(f"{HEAD} order by id", [], using)


def open_trees(*, using: str = "default") -> list[TreeHead]:
    return _heads(f"{HEAD} where closed_at is null order by id", [], using)


def all_trees(*, using: str = "default") -> list[TreeHead]:
    return _heads(f"{HEAD} order by log_id, generation", [], using)


def trees_of(log_id: int, *, using: str = "default") -> list[TreeHead]:
    return _heads(f"{HEAD} where log_id = %s order by generation", [log_id], using)


def _heads(query: str, arguments: Sequence[Any], using: str) -> list[TreeHead]:
    with connections[using].cursor() as cursor:
        cursor.execute(query, arguments)
        return [head_of(row) for row in cursor.fetchall()]


def head_of(row: Sequence[Any]) -> TreeHead:
    """Read a row of HEAD."""
    tree_id, log_id, generation, origin, size, frontier, is_open, follows = row
    edge = Frontier.from_bytes(size, bytes(frontier))
    return TreeHead(tree_id, log_id, generation, origin, size, edge, is_open, follows)


def stored_head(row: Sequence[Any]) -> TreeHead:
    """A tree as it is stored, also where somebody made that impossible: it has then no edge."""
    try:
        return head_of(row)
    except ValueError:
        tree_id, log_id, generation, origin, size, _, is_open, follows = row
        return TreeHead(tree_id, log_id, generation, origin, size, Frontier(), is_open, follows)


def tile_reader(tree_id: int, *, using: str = "default") -> TileReader:
    """Read hashes of a tree as tiles: leaves at level 0, nodes above."""

    def read(level: int, first: int, count: int) -> list[bytes]:
        with connections[using].cursor() as cursor:
            if level == 0:
                cursor.execute(LEAVES, [tree_id, first, first + count])
            else:
                cursor.execute(NODES, [tree_id, level, first, first + count])
            return [bytes(value) for (value,) in cursor.fetchall()]

    return read


def latest_checkpoint(tree_id: int, *, using: str = "default") -> SignedHead | None:
    """The newest checkpoint of a tree, with its cosignatures."""
    found = _checkpoints(f"{CHECKPOINTS} order by c.size desc limit 1", [tree_id], using)
    return found[0] if found else None


def checkpoint_covering(index: int, tree_id: int, *, using: str = "default") -> SignedHead | None:
    """The first checkpoint that vouches for the entry at an index."""
    query = f"{CHECKPOINTS} and c.size > %s order by c.size limit 1"
    found = _checkpoints(query, [tree_id, index], using)
    return found[0] if found else None


def checkpoint_before(size: int, tree_id: int, *, using: str = "default") -> SignedHead | None:
    """The last checkpoint of at most this size."""
    query = f"{CHECKPOINTS} and c.size <= %s order by c.size desc limit 1"
    found = _checkpoints(query, [tree_id, size], using)
    return found[0] if found else None


def checkpoints_between(
    tree_id: int, first: int, end: int, *, using: str = "default"
) -> list[SignedHead]:
    query = f"{CHECKPOINTS} and c.size >= %s and c.size < %s order by c.size"
    return _checkpoints(query, [tree_id, first, end], using)


def witnessed_size(tree_id: int, *, using: str = "default") -> int:
    """How many entries a witness has countersigned."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "select coalesce(max(size), 0) from audit_cosignature where tree_id = %s", [tree_id]
        )
        (size,) = cursor.fetchone()
    return int(size)


def _checkpoints(query: str, arguments: Sequence[Any], using: str) -> list[SignedHead]:
    with connections[using].cursor() as cursor:
        cursor.execute(query, arguments)
        rows = cursor.fetchall()
    return [_signed_head(*row) for row in rows]


def _signed_head(note_text: str, at: datetime, cosignatures: list[str]) -> SignedHead:
    note = Note.parse(note_text)
    lines = [NoteSignature.parse(line.rstrip("\n")) for line in cosignatures]
    return SignedHead(Checkpoint.parse(note.text), note.with_signatures(lines), at)


CHECKPOINTS = """
select c.note, c.at,
       array(select k.line from audit_cosignature k
              where k.tree_id = c.tree_id and k.size = c.size order by k.witness)
  from audit_checkpoint c where c.tree_id = %s
"""
LEAVES = "select hash from audit_leaf where tree_id = %s and idx >= %s and idx < %s order by idx"
NODES = """
select hash from audit_node where tree_id = %s and level = %s and idx >= %s and idx < %s
 order by idx
"""
