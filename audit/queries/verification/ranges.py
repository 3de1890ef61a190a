"""Check ranges of entries: each event by itself, and the numbers of each subject's events.

Ranges are independent of each other, so several processes can take one each; what joins them, the
numbers of subjects whose events are in several ranges, is compared afterwards and in order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from audit.queries.trees import TreeHead
from audit.queries.verification.bodies import Trouble, trouble_of
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import LeafEntry, Reader, entries

WIDTH = 8_192


@dataclass(frozen=True, slots=True)
class Range:
    """Entries `first` to `end` - 1 of one tree, and which of its events are in the archive."""

    tree_id: int
    log_id: int
    origin: str
    first: int
    end: int
    archived: frozenset[tuple[str, str]]

    def checked(self, reader: Reader) -> "RangeReport":
        return check_range(reader, self)

    def fault(self, code: FaultCode, message: str, index: int, event_id: str) -> Fault:
        return Fault(code, message, self.origin, index, event_id)


@dataclass(slots=True)
class RangeReport:
    """What a range has: faults in order, how many events, and each subject's first and last."""

    wanted: Range
    faults: list[Fault] = field(default_factory=list)
    found: int = 0
    archived: int = 0
    streams: dict[str, tuple[int, int, int, str]] = field(default_factory=dict)

    def numbered(self, entry: LeafEntry) -> Trouble | None:
        """Keep the number of an event; it must follow the one before it."""
        stream, version = entry.stream, entry.stream_v
        seen = self.streams.get(stream)
        if seen is None:
            self.streams[stream] = (version, version, entry.idx, entry.event_id)
            return None
        first, last, index, event_id = seen
        self.streams[stream] = (first, version, index, event_id)
        if version == last + 1:
            return None
        return FaultCode.STREAM_HOLE, f"{stream}: event {version} follows event {last}"


@dataclass(slots=True)
class Streams:
    """How far each subject is, over all ranges so far."""

    last: dict[str, int] = field(default_factory=dict)
    has_archive: bool = False

    def joined(self, report: RangeReport) -> Iterator[Fault]:
        """Take a range's subjects in; holes between this range and those before it are faults."""
        self.has_archive = self.has_archive or bool(report.archived)
        last = self.last
        for stream, (first_v, last_v, index, event_id) in report.streams.items():
            before = last.get(stream)
            last[stream] = last_v
            message = ""
            if before is not None and first_v != before + 1:
                message = f"{stream}: event {first_v} follows event {before}"
            elif before is None and first_v != 1 and not self.has_archive:
                message = f"{stream}: its first event is number {first_v}"
            if message:
                yield report.wanted.fault(FaultCode.STREAM_HOLE, message, index, event_id)


def ranges_of(tree: TreeHead, archived: frozenset[tuple[str, str]]) -> Iterator[Range]:
    """All entries that a tree should have."""
    for first in range(0, tree.size, WIDTH):
        end = min(first + WIDTH, tree.size)
        yield Range(tree.tree_id, tree.log_id, tree.origin, first, end, archived)


def check_range(reader: Reader, wanted: Range) -> RangeReport:
    """Compare every entry of a range with its event."""
    report = RangeReport(wanted)
    archived, log_id = wanted.archived, wanted.log_id
    for entry in entries(reader, wanted.tree_id, log_id, wanted.first, wanted.end):
        if archived and (entry.leaf_at[:7], entry.leaf_keep) in archived:
            report.archived += 1
            continue
        trouble = trouble_of(entry, log_id)
        report.found += entry.id is not None
        if trouble is None or trouble[0] is FaultCode.EVENT_CHANGED:
            # A changed event keeps its number, so that the next one is not a fault too.
            hole = report.numbered(entry)
            trouble = trouble or hole
        if trouble is not None:
            report.faults.append(wanted.fault(*trouble, entry.idx, entry.event_id))
    return report
