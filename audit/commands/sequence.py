"""Put events in their definite order and hash them into the tree of their log.

What is to be sealed is taken from the set of pending rows, never from "newer than the last": a
transaction that commits late is simply in the set at a later moment. Everything happens in one
transaction, so a sequencer that dies has done nothing, and the lock on the tree's row lets at most
one run at a time.
"""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from audit.log.merkle import leaf_hash
from audit.log.tiles import TileReader, new_tile_hashes
from audit.models import SITE_LOG
from audit.queries.trees import HEAD, TreeHead, head_of, tile_reader
from staff.models import Property
from staff.queries.installation import operator_name

SEQUENCER = "sequencer"
BATCH = 2_000

Row = tuple[UUID | str, str, datetime | str, bytes]


def seal_everything(*, within_seconds: float = 20.0) -> int:
    """Seal all that is pending in all logs, as far as the time goes; return how many events."""
    deadline = time.monotonic() + within_seconds
    if not Property.objects.exists():
        return 0  # a log without an operator has no name yet; what happened waits for it
    with connections[SEQUENCER].cursor() as cursor:
        cursor.execute("select distinct log_id from audit_pending")
        logs = [log_id for (log_id,) in cursor.fetchall()]
    return sum(seal_log(log_id, deadline=deadline) for log_id in sorted(logs))


def seal_log(log_id: int, *, deadline: float | None = None) -> int:
    """Seal what is pending in one log; nothing, if another sequencer is at it."""
    _ensure_tree(log_id)
    sealed = 0
    while True:
        with transaction.atomic(using=SEQUENCER), connections[SEQUENCER].cursor() as cursor:
            tree = locked_tree(cursor, log_id)
            rows = _take_pending(cursor, log_id) if tree else []
            if tree and rows:
                append_leaves(cursor, tree, rows)
        sealed += len(rows)
        is_late = deadline is not None and time.monotonic() > deadline
        if len(rows) < BATCH or is_late:
            return sealed


def locked_tree(cursor: CursorWrapper, log_id: int) -> TreeHead | None:
    cursor.execute(
        f"{HEAD} where log_id = %s and closed_at is null for update skip locked", [log_id]
    )
    row = cursor.fetchone()
    return head_of(row) if row else None


def append_leaves(
    cursor: Any, tree: TreeHead, rows: Sequence[Row], read: TileReader | None = None
) -> None:
    """Add events to a locked tree: leaves, the nodes they complete, the new edge."""
    leaves = [leaf_hash(body) for *_, body in rows]
    read = read or tile_reader(tree.tree_id, using=SEQUENCER)
    above = new_tile_hashes(tree.size, leaves, read)
    with cursor.copy(COPY_LEAVES) as copy:
        for offset, ((*place, _), leaf) in enumerate(zip(rows, leaves, strict=True)):
            copy.write_row((tree.tree_id, tree.size + offset, *place, leaf))
    nodes = list(_node_rows(tree, above))
    if nodes:
        cursor.executemany("insert into audit_node values (%s, %s, %s, %s)", nodes)
    frontier = tree.frontier
    frontier.extend(leaves)
    cursor.execute(
        "update audit_tree set size = %s, frontier = %s where id = %s",
        [frontier.size, frontier.to_bytes(), tree.tree_id],
    )


def _node_rows(tree: TreeHead, above: Sequence[Sequence[bytes]]) -> list[tuple[Any, ...]]:
    first, rows = tree.size, []
    for level, hashes in enumerate(above, 1):
        first >>= 8
        rows += [(tree.tree_id, level, first + at, each) for at, each in enumerate(hashes)]
    return rows


def _take_pending(cursor: CursorWrapper, log_id: int) -> list[Row]:
    """Take the oldest pending rows whose events are there, and the events with them.

    Three plain steps: one statement that joins them gets plans that read all events.
    """
    cursor.execute(OLDEST_PENDING, [log_id, BATCH])
    waiting = cursor.fetchall()
    if not waiting:
        return []
    times = [at for *_, at in waiting]
    cursor.execute(BODIES, [[row[1] for row in waiting], min(times), max(times)])
    bodies = {event_id: bytes(body) for event_id, body in cursor.fetchall()}
    found = [row for row in waiting if row[1] in bodies]
    cursor.execute("delete from audit_pending where n = any(%s)", [[row[0] for row in found]])
    return [(event_id, keep, at, bodies[event_id]) for _, event_id, keep, at in found]


def _ensure_tree(log_id: int) -> None:
    with connections[SEQUENCER].cursor() as cursor:
        cursor.execute("select 1 from audit_tree where log_id = %s limit 1", [log_id])
        if cursor.fetchone() is None:
            cursor.execute(FIRST_TREE, [log_id, first_origin(log_id)])


def first_origin(log_id: int) -> str:
    """The name under which a log is known outside: `<operator>/pgt/<property>`."""
    operator = operator_name()
    if log_id == SITE_LOG:
        return f"{operator}/pgt"
    with connection.cursor() as cursor:
        cursor.execute("select slug from staff_property where id = %s", [log_id])
        row = cursor.fetchone()
    return f"{operator}/pgt/{row[0] if row else log_id}"


# Ids and times go from one statement to the next and into the tree; as text they cost little, and
# times of one width sort as they are.
OLDEST_PENDING = """
select n, event_id::text, keep,
       to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"')
  from audit_pending where log_id = %s order by n limit %s
"""

BODIES = """
select id::text, body from audit_event
 where id = any(%s::uuid[]) and at between %s::timestamptz and %s::timestamptz
"""

COPY_LEAVES = """
copy audit_leaf (tree_id, idx, event_id, keep, at, hash) from stdin
"""

FIRST_TREE = """
insert into audit_tree (log_id, generation, origin, size, frontier, opened_at, follows)
values (%s, 1, %s, 0, '', clock_timestamp(), '') on conflict do nothing
"""
