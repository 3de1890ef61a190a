"""Where events stand in their trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connections


@dataclass(frozen=True, slots=True)
class LeafPlace:
    """The place of an event: in which tree, at which index, and where its body is kept."""

    tree_id: int
    idx: int
    event_id: UUID
    keep: str
    at: datetime
    hash: bytes

    @classmethod
    def of(cls, row: Sequence[Any]) -> "LeafPlace":
        """Read a row of tree_id, idx, event_id, keep, at, hash."""
        tree_id, idx, event_id, keep, at, leaf = row
        return cls(tree_id, idx, event_id, keep, at, bytes(leaf))


def leaf_of(event_id: UUID, *, using: str = "default") -> LeafPlace | None:
    """The place of an event, or None while it waits to be sealed."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "select tree_id, idx, event_id, keep, at, hash from audit_leaf where event_id = %s",
            [event_id],
        )
        row = cursor.fetchone()
    return LeafPlace.of(row) if row else None


def places_between(
    tree_id: int, first: int, end: int, *, using: str = "default"
) -> list[LeafPlace]:
    with connections[using].cursor() as cursor:
        cursor.execute(
            "select tree_id, idx, event_id, keep, at, hash from audit_leaf"
            " where tree_id = %s and idx >= %s and idx < %s order by idx",
            [tree_id, first, end],
        )
        return [LeafPlace.of(row) for row in cursor.fetchall()]
