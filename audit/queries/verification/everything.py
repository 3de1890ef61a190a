"""Verify logs from end to end and say what was found."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from audit.queries.trees import HEAD, TreeHead, head_of
from audit.queries.verification.archives import archive_faults, archived_classes
from audit.queries.verification.bodies import Bodies
from audit.queries.verification.faults import Fault
from audit.queries.verification.heads import HeadCheck, Trust, losses, succession_fault
from audit.queries.verification.reading import EventWindow, Reader, events, leaves, snapshot
from audit.queries.verification.rows import (
    extra_events,
    pending_faults,
    stream_faults,
    unrecorded_rows,
)
from audit.queries.verification.trees import TreeCheck

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Report:
    """What verification found: the faults in order, and what is right, in words."""

    faults: list[Fault] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    events: int = 0


@dataclass(frozen=True, slots=True)
class Readers:
    """Connections that see the same moment: two that stream, and one for all other questions."""

    leaves: Reader
    events: Reader
    other: Reader


def verify_logs(
    trust: Trust,
    *,
    log_ids: Sequence[int] | None = None,
    archive: Path | None = None,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Recheck logs, all of them unless some are named, as the database is at this moment."""
    report, bodies = Report(), Bodies()
    with snapshot(3) as opened:
        readers = Readers(*opened)
        trees = [tree for tree in _trees(readers.other) if not log_ids or tree.log_id in log_ids]
        total = sum(tree.size for tree in trees)

        def tell() -> None:
            progress(bodies.checked + bodies.archived, total)

        for log_id in sorted({tree.log_id for tree in trees}):
            line = [tree for tree in trees if tree.log_id == log_id]
            report.faults += _log_faults(readers, line, trust, bodies, tell)
            report.findings += losses(line)
        report.faults += pending_faults(readers.other, log_ids)
        report.faults += stream_faults(readers.other, bodies, is_whole=not log_ids)
        report.faults += unrecorded_rows(readers.other, log_ids)
        report.faults += archive_faults(readers.other, trees, trust.logs, archive)
        report.findings += _findings(trees, bodies)
    report.events = bodies.checked
    progress(total, total)
    return report


def _trees(reader: Reader) -> list[TreeHead]:
    rows = reader.execute(f"{HEAD} order by log_id, generation").fetchall()
    return [head_of(row) for row in rows]


def _log_faults(
    readers: Readers,
    line: Sequence[TreeHead],
    trust: Trust,
    bodies: Bodies,
    tell: Callable[[], None],
) -> Iterator[Fault]:
    """Check the trees of one log, one after the other, against one stream of its events."""
    log_id = line[0].log_id
    window = EventWindow(events(readers.events, log_id), readers.other, log_id)
    for tree, successor in zip(line, [*line[1:], None], strict=True):
        heads = HeadCheck(readers.other, tree, trust, successor)
        check = TreeCheck(
            tree=tree,
            statements=heads.statements(),
            nodes=_nodes(readers.other, tree),
            archived=archived_classes(readers.other, tree),
            bodies=bodies,
            progress=tell,
        )
        yield from check.run(leaves(readers.leaves, tree.tree_id), window)
        yield from heads.finish()
    yield from extra_events(readers.other, window.rest(), line[-1].origin)
    for old, new in pairwise(line):
        fault = succession_fault(readers.other, old, new)
        if fault is not None:
            yield fault


def _nodes(reader: Reader, tree: TreeHead) -> dict[tuple[int, int], bytes]:
    query = "select level, idx, hash from audit_node where tree_id = %s"
    rows = reader.execute(query, [tree.tree_id])
    return {(level, index): bytes(value) for level, index, value in rows}


def _findings(trees: Sequence[TreeHead], bodies: Bodies) -> Iterator[str]:
    for tree in trees:
        state = "" if tree.is_open else ", closed"
        yield f"{tree.origin}: {tree.size} entries{state}"
    yield f"{bodies.checked} events match their entries"
    if bodies.archived:
        yield f"{bodies.archived} entries have their events in the archive"
