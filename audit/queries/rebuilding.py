"""Make the floor's rows again from the log alone, and compare them with those that are there.

Contents come from the versions that the log lists, the last one of each row. What waits for the log
is taken from the queue, so that a floor at work compares as well as one at rest. Events that list
versions are taken in lots, side by side, so that nothing holds all rows at once.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import orjson

from audit.queries.verification.crew import all_checked
from audit.queries.verification.live_rows import LastVersion, live_differences, live_keys
from audit.queries.verification.reading import Reader, Snapshot
from audit.queries.verification.versions import Listings, listings
from foundation.folding import Json, kept, kept_tables, reckonings

Progress = Callable[[int, int], None]
Row = tuple[str, str]


@dataclass(slots=True)
class LotReport:
    """What a lot of the log has: how many rows of each table, how they differ, and the rows."""

    differences: list[str] = field(default_factory=list)
    rows: Counter[str] = field(default_factory=Counter)
    keys: list[Row] = field(default_factory=list)
    versions: int = 0
    lines: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Lot:
    """Some listings whose last versions are compared with the rows; those that wait are not.

    `wants` says what is told beside the differences: every row as a line, or the keys of rows.
    """

    listings: Listings
    waiting: frozenset[Row]
    wants: str = ""

    def checked(self, reader: Reader) -> LotReport:
        reader.execute("set local timezone = 'UTC'")
        versions, newest = self.listings.read(reader)
        last = [each for each in newest if each[:2] not in self.waiting]
        report = compared(reader, last, self.wants)
        report.versions = len(versions)
        return report


def compared(
    reader: Reader, last: list[LastVersion], wants: str, *, are_waiting: bool = False
) -> LotReport:
    """Rows against the last versions of them, in the log or on the way there."""
    found = live_differences(reader, last, are_waiting=are_waiting)
    report = LotReport(list(found), versions=len(last))
    there = [each for each in last if each.now is not None]
    report.rows.update(each.relation for each in there)
    if wants == "keys":
        report.keys = [(each.relation, each.row_id) for each in there]
    elif wants == "lines":
        report.lines = [orjson.dumps([*each[:2], each.content]) + b"\n" for each in there]
    return report


@dataclass(slots=True)
class Rebuilt:
    """How many rows each table has by the log, and everything that is not as the log has it."""

    rows: Counter[str] = field(default_factory=Counter)
    versions: int = 0
    differences: list[str] = field(default_factory=list)


class Rebuilding:
    """One run over one moment of the database."""

    def __init__(
        self,
        reader: Reader,
        moment: Snapshot,
        *,
        processes: int = 1,
        progress: Progress = lambda done, total: None,
    ) -> None:
        self.reader, self.moment = reader, moment
        self.processes, self.progress = processes, progress
        self.lots = list(listings(reader, None))
        self.waiting = {each[:2]: each for each in _waiting(reader)}

    def run(self, path: Path | None = None) -> Rebuilt:
        """Compare every row; write each as a line of JSON (table, key, columns) to a file."""
        found = Rebuilt()
        self.reader.execute("set local timezone = 'UTC'")
        if path is None:
            self.compare_kept(found, None)
        else:
            with path.open("wb") as file:
                self.compare_kept(found, file)
                for table, row in reckoned_rows(self.reader):
                    file.write(orjson.dumps([table, None, row]) + b"\n")
        found.differences += self.unlisted(found.rows)
        self.compare_reckoned(found)
        return found

    def compare_kept(self, found: Rebuilt, file: IO[bytes] | None) -> None:
        wants = "" if file is None else "lines"
        jobs = [Lot(lot, frozenset(self.waiting), wants) for lot in self.lots]
        reports = all_checked(jobs, self.moment, processes=self.processes)
        for done, report in enumerate(reports, 1):
            self.take(found, report, file)
            self.progress(done, len(jobs))
        waiting = list(self.waiting.values())
        self.take(found, compared(self.reader, waiting, wants, are_waiting=True), file)

    def take(self, found: Rebuilt, report: LotReport, file: IO[bytes] | None) -> None:
        found.differences += report.differences
        found.rows += report.rows
        found.versions += report.versions
        if file is not None:
            file.writelines(report.lines)

    def unlisted(self, rows: Counter[str]) -> Iterator[str]:
        """Rows that are there, though the log has none: only where there are too many."""
        for table in kept_tables():
            query = f"select count(*) from {table}"  # noqa: S608 - our own names
            ((there,),) = self.reader.execute(query).fetchall()
            if there > rows[table]:
                known = self.keys_of(table)
                for row_id in live_keys(self.reader, table):
                    if row_id not in known:
                        yield f"{table} {row_id} is there, but not in the log"

    def keys_of(self, table: str) -> set[str]:
        jobs = [Lot(lot, frozenset(self.waiting), "keys") for lot in self.lots]
        reports = all_checked(jobs, self.moment, processes=self.processes)
        listed = {key for report in reports for relation, key in report.keys if relation == table}
        return listed | {key for relation, key in self.waiting if relation == table}

    def compare_reckoned(self, found: Rebuilt) -> None:
        """Work out again what follows by the rules."""
        works = [work for each in reckonings() for work in each.works(self.reader, None)]
        answers = all_checked(works, self.moment, processes=self.processes)
        for done, differences in enumerate(answers, 1):
            found.differences += differences
            self.progress(done, len(works))


def reckoned_rows(reader: Reader) -> Iterator[tuple[str, Json]]:
    """Every row that apps work out again."""
    for reckoning in reckonings():
        yield from reckoning.rows(reader)


def _waiting(reader: Reader) -> Iterator[LastVersion]:
    for relation, row_id, now, content in reader.execute(WAITING):
        row = None if content is None else kept(relation).content(orjson.loads(content), row_id)
        yield LastVersion(relation, row_id, now, row)


WAITING = """
select relation, row_id, encode(digest, 'hex'), content::text from audit_row_pending order by n
"""
