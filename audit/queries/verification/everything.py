"""Verify logs from end to end and say what was found."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter

from audit.queries.trees import HEAD, TreeHead, stored_head
from audit.queries.verification.archives import (
    Fetch,
    archive_faults,
    archived_classes,
    unrecorded_archives,
)
from audit.queries.verification.crew import Job, all_checked, processes_for
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.heads import (
    Memory,
    Trust,
    absences,
    doubts,
    losses,
    remembered,
    succession_fault,
    testimonies,
)
from audit.queries.verification.promises import claim_faults, promise_faults
from audit.queries.verification.ranges import RangeReport, Streams, ranges_of
from audit.queries.verification.reading import Reader, Snapshot, snapshot
from audit.queries.verification.rows import (
    extra_events,
    pending_faults,
    stream_faults,
    unrecorded_rows,
    unsealed_digests,
)
from audit.queries.verification.shape import shape_faults
from audit.queries.verification.tree_jobs import TreeJob, TreeReport
from audit.queries.verification.trees import EVENT, Found
from audit.queries.verification.versions import listings, version_faults, waiting_faults
from foundation.folding import Work, folds, reckonings

Progress = Callable[[int, int], None]
Answers = Iterator[TreeReport | RangeReport]


@dataclass(slots=True)
class Report:
    """What verification found: the faults in order, and what is right, in words.

    `doubts` say who could not be asked. Without them, and without faults, the record is proven.
    """

    faults: list[Fault] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    events: int = 0
    archived: int = 0

    @property
    def is_proven(self) -> bool:
        return not self.faults and not self.doubts


@dataclass(frozen=True, slots=True)
class Demand:
    """What is to be verified: which logs (all, when none is named), and against what."""

    trust: Trust
    log_ids: Sequence[int] | None = None
    archive: Fetch | None = None
    processes: int | None = None
    memory: Memory = field(default_factory=dict)


def verify_logs(
    trust: Trust,
    *,
    log_ids: Sequence[int] | None = None,
    archive: Fetch | None = None,
    processes: int | None = None,
    patience: float = 0.0,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Recheck logs, all of them unless some are named, as the database is at this moment."""
    memory = remembered(trust, patience=patience)
    demand = Demand(trust, log_ids, archive, processes, memory)
    with snapshot() as (reader, moment):
        return _Verification(reader, moment, demand, progress).run()


@dataclass(frozen=True, slots=True)
class WholeCheck:
    """One question to the whole database, for one process."""

    faults: Callable[[Reader, Sequence[int] | None], Iterable[Fault]]
    log_ids: Sequence[int] | None

    def checked(self, reader: Reader) -> list[Fault]:
        return list(self.faults(reader, self.log_ids))


@dataclass(frozen=True, slots=True)
class RowsCheck:
    """Some rows that are compared with the log, for one process."""

    work: Work

    def checked(self, reader: Reader) -> list[Fault]:
        return [Fault(FaultCode.ROW_DIFFERS, message) for message in self.work.checked(reader)]


CHECKS = (unrecorded_rows, unsealed_digests, version_faults, waiting_faults, shape_faults)
PROMISES = (promise_faults, claim_faults)


class _Verification:
    """One run over one moment of the database."""

    def __init__(
        self, reader: Reader, moment: Snapshot, demand: Demand, progress: Progress
    ) -> None:
        self.reader, self.moment, self.demand = reader, moment, demand
        self.report, self.streams = Report(), Streams()
        logs = demand.log_ids
        rows = reader.execute(f"{HEAD} order by log_id, generation").fetchall()
        self.trees = [tree for tree in map(stored_head, rows) if not logs or tree.log_id in logs]
        self.total = sum(tree.size for tree in self.trees)
        self.progress, self.works = progress, 0
        folds()  # read here once, and not again in every process

    def run(self) -> Report:
        report, reader, logs = self.report, self.reader, self.demand.log_ids
        processes = self.demand.processes or processes_for(self.total)
        answers = all_checked(self.jobs(), self.moment, processes=processes)
        for log_id in sorted({tree.log_id for tree in self.trees}):
            line = [tree for tree in self.trees if tree.log_id == log_id]
            report.faults += self.log_faults(line, answers)
            report.findings += losses(line)
        report.faults += pending_faults(reader, logs)
        report.faults += stream_faults(reader, self.streams, is_whole=not logs)
        report.faults += self.row_faults(processes)
        report.faults += unrecorded_archives(reader, self.trees)
        report.faults += archive_faults(
            reader, self.trees, self.demand.trust.logs, self.demand.archive
        )
        report.findings += _findings(self.trees, report)
        report.findings += absences(self.trees, self.demand.memory)
        report.findings += testimonies(self.trees, self.demand.memory)
        report.doubts += doubts(reader, self.trees, self.demand.trust, self.demand.memory)
        self.progress(self.total, self.total)
        return report

    def row_faults(self, processes: int) -> Iterator[Fault]:
        """Rows that do not follow from the log, then what they promise and the record has not.

        A row that was changed is named before what does not fit any more because of it.
        """
        answers = all_checked(self.row_works(), self.moment, processes=processes)
        promised = [next(answers) for _ in PROMISES]
        for done, faults in enumerate(answers, 1 + len(PROMISES)):
            yield from faults
            self.progress(done, max(done, self.works))
        for faults in promised:
            yield from faults

    def row_works(self) -> Iterator[Job[list[Fault]]]:
        """Every check of rows. Those of the whole database are first: they take the longest."""
        logs = self.demand.log_ids
        for check in (*PROMISES, *CHECKS):
            yield WholeCheck(check, logs)
        lots = [*listings(self.reader, logs), *self.reckonings()]
        self.works = len(PROMISES) + len(CHECKS) + len(lots)
        for work in lots:
            yield RowsCheck(work)

    def reckonings(self) -> Iterator[Work]:
        """Everything that apps work out again, each once."""
        for reckoning in reckonings():
            yield from reckoning.works(self.reader, self.demand.log_ids)

    def jobs(self) -> Iterator[Job[TreeReport | RangeReport]]:
        for tree, successor in self.with_successors():
            memory = self.demand.memory.get(tree.origin, ())
            yield TreeJob(tree, successor, self.demand.trust, memory)
            archived = archived_classes(self.reader, tree)
            yield from ranges_of(tree, archived)

    def with_successors(self) -> Iterable[tuple[TreeHead, TreeHead | None]]:
        for tree, after in zip(self.trees, [*self.trees[1:], None], strict=True):
            yield tree, after if after and after.log_id == tree.log_id else None

    def log_faults(self, line: Sequence[TreeHead], answers: Answers) -> Iterator[Fault]:
        """Check the trees of one log, one after the other; the first fault comes first."""
        found = 0
        for tree in line:
            heads = next(answers)
            assert isinstance(heads, TreeReport)
            events: list[Found] = []
            for _ in ranges_of(tree, frozenset()):
                part = next(answers)
                assert isinstance(part, RangeReport)
                found += part.found
                events += self.taken(part)
            yield from (fault for _, fault in sorted(heads.found + events, key=itemgetter(0)))
            yield from heads.faults
        yield from extra_events(self.reader, line[-1], found)
        for old, new in pairwise(line):
            fault = succession_fault(self.reader, old, new)
            if fault is not None:
                yield fault

    def taken(self, part: RangeReport) -> Iterator[Found]:
        self.report.events += part.found
        self.report.archived += part.archived
        for fault in [*part.faults, *self.streams.joined(part)]:
            yield (fault.index or 0, EVENT), fault
        self.progress(self.report.events + self.report.archived, self.total)


def _findings(trees: Sequence[TreeHead], report: Report) -> Iterator[str]:
    for tree in trees:
        state = "" if tree.is_open else ", closed"
        yield f"{tree.origin}: {tree.size} entries{state}"
    yield f"{report.events} events match their entries"
    if report.archived:
        yield f"{report.archived} entries have their events in the archive"
