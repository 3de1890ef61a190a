"""Read a log in one snapshot and in index order, at the speed of COPY.

Leaves come by index; events come by their time, which is nearly the same order, so a small window
matches the two without any join. PostgreSQL writes ids and times as the body spells them: that
work is then on its side, beside ours.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import psycopg
from django.db import connections

Reader = psycopg.Connection[Any]


class Leaf(NamedTuple):
    idx: int
    event_id: str
    keep: str
    at: str
    hash: bytes


class EventRow(NamedTuple):
    """An event as stored: its columns, and the body that is the record."""

    id: str
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


@contextmanager
def snapshot(count: int, *, using: str = "auditor") -> Iterator[list[Reader]]:
    """Open connections that all see the database as it is at this one moment."""
    readers: list[Reader] = []
    try:
        name = ""
        for _ in range(count):
            reader = psycopg.connect(**_parameters(using), autocommit=True)
            readers.append(reader)
            reader.execute("set statement_timeout = 0")
            reader.execute("set transaction_timeout = 0")
            reader.execute("set idle_in_transaction_session_timeout = 0")
            reader.execute("begin isolation level repeatable read read only")
            if name:
                reader.execute(f"set transaction snapshot '{name}'")
            else:
                ((name,),) = reader.execute("select pg_export_snapshot()").fetchall()
        yield readers
    finally:
        for reader in readers:
            reader.close()


def _parameters(using: str) -> dict[str, Any]:
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


def leaves(reader: Reader, tree_id: int) -> Iterator[Leaf]:
    types = ["int8", "text", "text", "text", "bytea"]
    return map(Leaf._make, _copy(reader, LEAVES, [tree_id], types))


def events(reader: Reader, log_id: int) -> Iterator[EventRow]:
    types = ["text", "text", "text", "text", "text", "int8", "int8", "int8", "text"]
    return map(EventRow._make, _copy(reader, EVENTS, [log_id], [*types, "text", "bytea"]))


def _copy(
    reader: Reader, query: str, arguments: list[int], types: list[str]
) -> Iterator[tuple[Any, ...]]:
    with reader.cursor() as cursor, cursor.copy(query, arguments) as copy:
        copy.set_types(types)
        yield from copy.rows()


class EventWindow:
    """Events by id, read ahead just far enough to find the one that is asked for.

    An event may be far from its entry when the clock was set back in between; it is then fetched
    on its own, and skipped when the stream gets to it.
    """

    FURTHEST = 50_000

    def __init__(self, rows: Iterator[EventRow], fetcher: Reader, log_id: int) -> None:
        self._rows = rows
        self._fetcher = fetcher
        self._log_id = log_id
        self._ahead: dict[str, EventRow] = {}
        self._fetched: set[str] = set()

    def take(self, leaf: Leaf) -> EventRow | None:
        ahead, event_id = self._ahead, leaf.event_id
        found = ahead.pop(event_id, None)
        if found is not None:
            return found
        while len(ahead) < self.FURTHEST:
            row = next(self._rows, None)
            if row is None:
                return None
            if row.id == event_id:
                return row
            if row.id in self._fetched:
                self._fetched.discard(row.id)
            else:
                ahead[row.id] = row
        return self._fetch(leaf)

    def rest(self) -> Iterator[EventRow]:
        """What no leaf asked for."""
        yield from self._ahead.values()
        for row in self._rows:
            if row.id not in self._fetched:
                yield row

    def _fetch(self, leaf: Leaf) -> EventRow | None:
        wanted = {"id": leaf.event_id, "at": leaf.at, "keep": leaf.keep, "log_id": self._log_id}
        row = self._fetcher.execute(ONE_EVENT, wanted).fetchone()
        if row is None:
            return None
        self._fetched.add(leaf.event_id)
        return EventRow._make(row)


LEAVES = """
copy (select idx, event_id::text, keep,
             to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), hash
        from audit_leaf where tree_id = %s order by idx) to stdout (format binary)
"""
COLUMNS = """
id::text, keep, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), kind, stream,
 stream_v, person_id, table_id, round_id::text, about::text, body
"""
EVENTS = f"""
copy (select {COLUMNS} from audit_event where log_id = %s order by at, id)
  to stdout (format binary)
"""  # noqa: S608 - only our own columns
ONE_EVENT = f"""
select {COLUMNS} from audit_event
 where id = %(id)s and at = %(at)s and keep = %(keep)s and log_id = %(log_id)s
"""  # noqa: S608 - only our own columns
