"""Compare an event's columns with its body, and its number with its subject's last."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from audit.queries.verification.faults import FaultCode
from audit.queries.verification.reading import EventRow, Leaf

Trouble = tuple[FaultCode, str]


@dataclass(slots=True)
class Bodies:
    """What was seen of all events so far: how many, and how far each subject is."""

    checked: int = 0
    archived: int = 0
    streams: dict[str, int] = field(default_factory=dict)

    def trouble_of(self, row: EventRow, log_id: int, leaf: Leaf) -> Trouble | None:
        """What is wrong with an event whose body matches its entry."""
        self.checked += 1
        try:
            column = disagreement(row, orjson.loads(row.body), log_id, leaf)
        except (LookupError, TypeError, ValueError) as error:
            return FaultCode.EVENT_DISAGREES, f"the entry is no event: {error!r}"
        if column:
            return FaultCode.EVENT_DISAGREES, f"the column {column} says another than the event"
        stream, version = row.stream, row.stream_v
        last = self.streams.get(stream)
        self.streams[stream] = version
        if last is not None and version != last + 1:
            return FaultCode.STREAM_HOLE, f"{stream}: event {version} follows event {last}"
        if last is None and version != 1 and not self.archived:
            return FaultCode.STREAM_HOLE, f"{stream}: its first event is number {version}"
        return None


def disagreement(row: EventRow, body: dict[str, Any], log_id: int, leaf: Leaf) -> str:
    """The first column that does not repeat the body; empty when all do."""
    by, about = body["by"], body["about"]
    for name, stored, said in (
        ("id", row.id, body["id"]),
        ("at", row.at, body["at"]),
        ("at", leaf.at, body["at"]),
        ("kind", row.kind, body["kind"]),
        ("stream", row.stream, body["stream"]),
        ("stream_v", row.stream_v, body["stream_v"]),
        ("person_id", row.person_id, by and by["person"]),
        ("keep", row.keep, body["keep"]),
        ("log_id", log_id, body["log"]),
    ):
        if stored != said:
            return name
    return subject_disagreement(row, about)


def subject_disagreement(row: EventRow, about: list[str]) -> str:
    table = round_id = None
    for subject in about:
        if table is None and subject.startswith("table:"):
            table = subject[6:]
        elif round_id is None and subject.startswith("round:"):
            round_id = subject[6:]
    if (table and int(table)) != row.table_id:
        return "table_id"
    if round_id != row.round_id:
        return "round_id"
    return "" if orjson.loads(row.about) == about else "about"
