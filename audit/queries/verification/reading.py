"""Read logs in one snapshot: hashes a tile at a time, entries with their events in ranges.

Every connection sees the same moment, so that several processes can work on one log. PostgreSQL
puts each entry beside its event and writes ids and times as the body spells them: that work is
then on its side, beside ours.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg
from django.db import connections

from audit.log.merkle import HASH_SIZE, TILE_WIDTH

Reader = psycopg.Connection[Any]
TILES_AT_ONCE = 512


class LeafEntry(NamedTuple):
    """An entry of a tree, and its event as stored beside it; no event id when there is none."""

    idx: int
    event_id: str
    leaf_keep: str
    leaf_at: str
    hash: bytes
    id: str | None
    keep: str
    at: str
    kind: str
    stream: str
    stream_v: int
    person_id: int | None
    table_id: int | None
    round_id: str | None
    about: str
    body: bytes


class HashTile(NamedTuple):
    """Up to 256 neighbouring leaf hashes of a tree, and which of them are there."""

    first: int
    indexes: Sequence[int]
    hashes: bytes

    @property
    def is_whole(self) -> bool:
        """All there are, from the first on, without a hole."""
        count = len(self.indexes)
        return (
            len(self.hashes) == count * HASH_SIZE
            and self.indexes[0] == self.first
            and self.indexes[-1] == self.first + count - 1
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot of the database that other connections can join while its owner lives."""

    name: str
    parameters: dict[str, Any]

    def joined(self) -> Reader:
        reader = _connected(self.parameters)
        reader.execute(f"set transaction snapshot '{self.name}'")
        return reader


@contextmanager
def snapshot(*, using: str = "auditor") -> Iterator[tuple[Reader, Snapshot]]:
    """Open a connection that sees the database as it is now, and let others see the same."""
    parameters = connection_parameters(using)
    with _connected(parameters) as reader:
        ((name,),) = reader.execute("select pg_export_snapshot()").fetchall()
        yield reader, Snapshot(name, parameters)


def _connected(parameters: dict[str, Any]) -> Reader:
    reader = psycopg.connect(**parameters, autocommit=True)
    for setting in SETTINGS:
        reader.execute(f"set {setting}")
    reader.execute("begin isolation level repeatable read read only")
    return reader


def connection_parameters(using: str) -> dict[str, Any]:
    settings = connections[using].settings_dict
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    return {
        "host": settings["HOST"] or None,
        "port": settings["PORT"] or None,
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "password": settings["PASSWORD"],
        **options,
    }


def hash_tiles(reader: Reader, tree_id: int) -> Iterator[HashTile]:
    """The leaf hashes of a tree in order, whatever stands there."""
    with reader.cursor(name=f"tiles_{tree_id}", binary=True) as cursor:
        cursor.itersize = TILES_AT_ONCE
        cursor.execute(TILES, [TILE_WIDTH, tree_id])
        for number, indexes, hashes in cursor:
            yield HashTile(number * TILE_WIDTH, indexes, hashes)


def entries(reader: Reader, tree_id: int, log_id: int, first: int, end: int) -> list[LeafEntry]:
    """The entries `first` to `end` - 1 of a tree, each with its event, in order."""
    wanted = {"tree": tree_id, "log": log_id, "first": first, "end": end}
    times = reader.execute(TIMES, wanted).fetchone()
    if times is None or times[0] is None:
        return []
    wanted |= {"since": times[0], "until": times[1]}
    rows = reader.execute(ENTRIES, wanted, binary=True).fetchall()
    found = sorted(map(LeafEntry._make, rows), key=_index)
    lost = {entry.event_id for entry in found if entry.id is None}
    return found if not lost else _sought(reader, log_id, found, lost)


def _sought(reader: Reader, log_id: int, found: list[LeafEntry], lost: set[str]) -> list[LeafEntry]:
    """Look for events by their ids alone, whatever their other columns were made to say."""
    rows = reader.execute(BY_ID, {"log": log_id, "ids": list(lost)}, binary=True).fetchall()
    events = {row[0]: row for row in rows}
    return [
        LeafEntry._make((*entry[:5], *events[entry.event_id]))
        if entry.event_id in events
        else entry
        for entry in found
    ]


def _index(entry: LeafEntry) -> int:
    return entry.idx


SETTINGS = (
    "statement_timeout = 0",
    "transaction_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
    "work_mem = '64MB'",
    "jit = off",
)
TILES = """
select idx / %s, array_agg(idx order by idx), string_agg(hash, ''::bytea order by idx)
  from (select idx, hash from audit_leaf where tree_id = %s order by idx) l group by 1 order by 1
"""
TIMES = """
select min(at), max(at) from audit_leaf
 where tree_id = %(tree)s and idx >= %(first)s and idx < %(end)s
"""
TEXT = '\'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\''
COLUMNS = f"""
e.id::text, e.keep, to_char(e.at at time zone 'UTC', {TEXT}), e.kind, e.stream, e.stream_v,
 e.person_id, e.table_id, e.round_id::text, e.about::text, e.body
"""
ENTRIES = f"""
select l.idx, l.event_id::text, l.keep, to_char(l.at at time zone 'UTC', {TEXT}), l.hash, {COLUMNS}
  from audit_leaf l
  left join audit_event e
    on e.id = l.event_id and e.at = l.at and e.keep = l.keep
   and e.log_id = %(log)s and e.at >= %(since)s and e.at <= %(until)s
 where l.tree_id = %(tree)s and l.idx >= %(first)s and l.idx < %(end)s
"""  # noqa: S608 - only our own columns
BY_ID = f"""
select {COLUMNS} from audit_event e where e.id = any(%(ids)s::uuid[]) and e.log_id = %(log)s
"""  # noqa: S608 - only our own columns
