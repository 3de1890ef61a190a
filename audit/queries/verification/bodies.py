"""Compare an event with its entry and with its own columns."""

from hashlib import sha256
from typing import Any

import orjson

from audit.queries.verification.faults import FaultCode
from audit.queries.verification.reading import LeafEntry

Trouble = tuple[FaultCode, str]


def trouble_of(entry: LeafEntry, log_id: int) -> Trouble | None:
    """What is wrong with the event of an entry, on its own."""
    if entry.id is None:
        return FaultCode.EVENT_MISSING, "the event is gone"
    if sha256(b"\x00" + entry.body).digest() != entry.hash:
        return FaultCode.EVENT_CHANGED, "the event was changed: it does not match its entry"
    try:
        column = disagreement(entry, orjson.loads(entry.body), log_id)
    except (LookupError, TypeError, ValueError) as error:
        return FaultCode.EVENT_DISAGREES, f"the entry is no event: {error!r}"
    if column:
        return FaultCode.EVENT_DISAGREES, f"the column {column} says another than the event"
    return None


def disagreement(entry: LeafEntry, body: dict[str, Any], log_id: int) -> str:
    """The first column that does not repeat the body; empty when all do."""
    by, about, at, keep = body["by"], body["about"], body["at"], body["keep"]
    is_same = (
        entry.id == body["id"]
        and entry.at == at == entry.leaf_at
        and entry.kind == body["kind"]
        and entry.stream == body["stream"]
        and entry.stream_v == body["stream_v"]
        and entry.person_id == (by and by["person"])
        and entry.keep == keep == entry.leaf_keep
        and log_id == body["log"]
    )
    if not is_same:
        return _column_that_differs(entry, body, log_id)
    return subject_disagreement(entry, about)


def _column_that_differs(entry: LeafEntry, body: dict[str, Any], log_id: int) -> str:
    by = body["by"]
    for name, stored, said in (
        ("id", entry.id, body["id"]),
        ("at", entry.at, body["at"]),
        ("at", entry.leaf_at, body["at"]),
        ("kind", entry.kind, body["kind"]),
        ("stream", entry.stream, body["stream"]),
        ("stream_v", entry.stream_v, body["stream_v"]),
        ("person_id", entry.person_id, by and by["person"]),
        ("keep", entry.keep, body["keep"]),
        ("log_id", log_id, body["log"]),
    ):
        if stored != said:
            return name
    return "keep"


def subject_disagreement(entry: LeafEntry, about: list[str]) -> str:
    table = round_id = None
    for subject in about:
        if table is None and subject.startswith("table:"):
            table = subject[6:]
        elif round_id is None and subject.startswith("round:"):
            round_id = subject[6:]
    if (table and int(table)) != entry.table_id:
        return "table_id"
    if round_id != entry.round_id:
        return "round_id"
    # PostgreSQL writes an array of plain strings like this; anything else is read in full.
    joined = '", "'.join(about)
    if entry.about == f'["{joined}"]' or orjson.loads(entry.about) == about:
        return ""
    return "about"
