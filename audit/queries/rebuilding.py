"""Make the floor's kept rows again from the log alone, and compare them with those that are there.

Contents come from the versions that the log lists, the last one of each row. What waits for the log
is taken from the queue, so that a floor at work compares as well as one at rest.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from audit.queries.verification.live_rows import all_live_rows, column_differences
from audit.queries.verification.reading import Reader
from audit.queries.verification.versions import BODIES, listings, versions_of
from foundation.folding import Json, Reckoned, folds, kept, kept_tables

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Rebuilt:
    """The rows of every kept table as the log has them, by table and key."""

    rows: dict[str, dict[str, Json | str]] = field(default_factory=dict)
    versions: int = 0

    def take(self, relation: str, row_id: str, now: str | None, content: Any) -> None:
        table = self.rows.setdefault(relation, {})
        self.versions += 1
        if now is None:
            table.pop(row_id, None)
        elif content is not None:
            table[row_id] = content


def rebuilt(reader: Reader, progress: Progress = lambda done, total: None) -> Rebuilt:
    """Fold every version in the log, and those that wait for it."""
    found = Rebuilt()
    lots = list(listings(reader, None))
    for done, lot in enumerate(lots, 1):
        rows = reader.execute(BODIES, {"ids": list(lot.ids)})
        bodies = {event_id: bytes(body) for event_id, _, body in rows}
        for event_id in lot.ids:
            for version in versions_of(orjson.loads(bodies[event_id])):
                found.take(version.relation, version.row_id, version.now, version.content)
        progress(done, len(lots))
    for relation, row_id, now, content in reader.execute(WAITING):
        row = None if content is None else kept(relation).content(orjson.loads(content), row_id)
        found.take(relation, row_id, now, row)
    return found


def write_rows(reader: Reader, made: Rebuilt, path: Path) -> None:
    """Write the rows as lines of JSON: table, key, columns.

    What is worked out again comes last and has no key of its own: plays, rolls, turns, and of
    settlements what they came to.
    """
    with path.open("wb") as file:
        for table, rows in made.rows.items():
            for row_id, row in rows.items():
                file.write(orjson.dumps([table, row_id, row]) + b"\n")
        for table, row in reckoned_rows(reader):
            file.write(orjson.dumps([table, None, row]) + b"\n")


def reckoned_rows(reader: Reader) -> Iterator[tuple[str, Json]]:
    """Every row that apps work out again, each reckoning once."""
    found = {id(fold.by): fold.by for fold in folds().values() if isinstance(fold, Reckoned)}
    for reckoning in found.values():
        yield from reckoning.rows(reader)


def differences(reader: Reader, made: Rebuilt) -> Iterator[str]:
    """Every kept row that is not as the log has it, by table, key and column."""
    reader.execute("set local timezone = 'UTC'")
    for table in kept_tables():
        expected = dict(made.rows.get(table, {}))
        for row_id, row in all_live_rows(reader, table):
            yield from row_differences(table, row_id, expected.pop(row_id, None), row)
        yield from (f"{table} {row_id} is in the log, but not there" for row_id in expected)


def row_differences(table: str, row_id: str, wanted: Json | str | None, row: Json) -> Iterator[str]:
    if wanted is None:
        yield f"{table} {row_id} is there, but not in the log"
    elif isinstance(wanted, dict):
        yield from column_differences(f"{table} {row_id}", wanted, row)


WAITING = """
select relation, row_id, encode(digest, 'hex'), content::text from audit_row_pending order by n
"""
