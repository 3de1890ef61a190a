"""Record what happened, in the same transaction as the change itself."""

import hashlib
import os
import re
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.events import EventKind
from audit.log.canonical import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_INTEGER,
    NotCanonical,
    canonical_bytes,
    canonical_time,
)
from audit.models import SITE_LOG
from foundation.context import SignedBy, current
from foundation.prepared import planned_cursor
from staff.commands.strangers import count_refusal

PROFILE = 1
NO_CHANGE: Mapping[str, Any] = {"before": None, "after": None}
_NOT_IN_KEYS = re.compile(r"[^a-z0-9_]")


def reference(thing: Any) -> str:
    """How events name a thing: `table:7`, `round:018f…`; what is named so already stays so."""
    if isinstance(thing, str):
        return thing
    name = getattr(thing, "audit_name", "") or thing._meta.model_name
    return f"{name}:{thing.pk}"


# Wrong tries at the sign-in; the sign-in itself counts or records them.
COUNTED_BEFORE = frozenset({"wrong_pin", "wrong_password", "locked_out"})


def record(
    kind: EventKind,
    *,
    about: Any,
    by: Any,
    at: datetime,
    detail: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> UUID:
    """Write that something happened; `about` is one thing or several, its stream the first.

    Must run inside the transaction that makes the change. `at` is when it happened; the time of
    the record itself is the database's.
    """
    things = list(about) if isinstance(about, list | tuple) else [about]
    log_id = getattr(things[0], "property_id", None) or SITE_LOG
    return append(
        kind,
        log_id=log_id,
        subjects=[reference(thing) for thing in things],
        by=by,
        at=at,
        detail=detail or {},
        change={"before": before, "after": after},
    )


def record_by_code(code: str, **facts: Any) -> UUID:
    """Record for the staff app, which is below this one and knows only the codes."""
    return record(EventKind.of(code), **facts)


def record_all(
    happened: Sequence[tuple[EventKind, Mapping[str, Any]]], *, about: Any, by: Any, at: datetime
) -> None:
    """Write several events about the same things, in their order, as `record` would one by one."""
    things = list(about) if isinstance(about, list | tuple) else [about]
    subjects = [reference(thing) for thing in things]
    log_id = getattr(things[0], "property_id", None) or SITE_LOG
    with planned_cursor() as cursor:
        cursor.execute(NEXT_IN_STREAM, [subjects[0], len(happened)])
        last, recorded_at = cursor.fetchone()
        first = last - len(happened) + 1
        rows = [
            event_row(
                kind,
                log_id=log_id,
                subjects=subjects,
                by=by,
                at=at,
                detail=detail,
                change=NO_CHANGE,
                # The stream's clock stands at the last of them.
                place=(version, recorded_at - timedelta(microseconds=last - version)),
            )
            for version, (kind, detail) in enumerate(happened, start=first)
        ]
        insert_events(cursor, rows)


def append(
    kind: EventKind,
    *,
    log_id: int,
    subjects: list[str],
    by: Any,
    at: datetime,
    detail: Mapping[str, Any],
    change: Mapping[str, Any],
) -> UUID:
    with planned_cursor() as cursor:
        cursor.execute(NEXT_IN_STREAM, [subjects[0], 1])
        row = event_row(
            kind,
            log_id=log_id,
            subjects=subjects,
            by=by,
            at=at,
            detail=detail,
            change=change,
            place=cursor.fetchone(),
        )
        insert_events(cursor, [row])
    event_id: UUID = row["id"]
    return event_id


def insert_events(cursor: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write events, and that they wait to be sealed in this order: one statement, one document."""
    cursor.execute(INSERT_EVENTS, [orjson.dumps(rows).decode()])


def event_row(
    kind: EventKind,
    *,
    log_id: int,
    subjects: list[str],
    by: Any,
    at: datetime,
    detail: Mapping[str, Any],
    change: Mapping[str, Any],
    place: tuple[int, datetime],
) -> dict[str, Any]:
    """An event as its columns and its canonical body; `place` is its version and its time."""
    event_id, stream = new_event_id(), subjects[0]
    version, recorded_at = place
    body = {
        "profile": PROFILE,
        "id": str(event_id),
        "log": log_id,
        "kind": kind.code,
        "keep": kind.keep.value,
        "stream": stream,
        "stream_v": version,
        "at": stamp(recorded_at),
        "happened_at": stamp(at),
        "about": subjects,
        "by": actor(by),
        "detail": detail,
        **change,
        **surroundings(),
    }
    return {
        "id": event_id,
        "log_id": log_id,
        "keep": kind.keep.value,
        "stream": stream,
        "stream_v": version,
        "kind": kind.code,
        "person_id": getattr(by, "pk", None),
        "table_id": number_in(subjects, "table"),
        "round_id": text_in(subjects, "round"),
        "about": subjects,
        "body": body_bytes(body).decode(),
        "at": recorded_at,
    }


def record_refusal(
    code: str, message: str, rule: str, *, by: Any, about: Sequence[str] = ()
) -> None:
    """Record a refused step: the doors call this after the rollback, in a new transaction.

    `about` are the references of the round and the table that it was about. Strangers are only
    counted; a sum of each minute is recorded.
    """
    log_id = getattr(by, "property_id", None) or SITE_LOG
    person_id = getattr(by, "pk", None)
    if person_id is None:
        if code not in COUNTED_BEFORE:
            count_refusal(None, code, at=timezone.now())
        return
    with transaction.atomic():
        append(
            EventKind.STEP_REFUSED,
            log_id=log_id,
            subjects=[f"refusals:{log_id}", f"person:{person_id}", *about],
            by=by,
            at=timezone.now(),
            detail={"code": code, "rule": rule, "message": message[:500]},
            change={"before": None, "after": None},
        )


def new_event_id() -> UUID:
    """A UUID of version 7: its beginning is the time, so that neighbours lie together."""
    milliseconds = time.time_ns() // 1_000_000
    chance = int.from_bytes(os.urandom(10), "big")
    high, low = chance >> 64 & 0xFFF, chance & (1 << 62) - 1
    return UUID(int=milliseconds << 80 | 0x7 << 76 | high << 64 | 0x2 << 62 | low)


def body_bytes(body: dict[str, Any]) -> bytes:
    """The canonical bytes; what was there before and after yields to its hash when too long.

    Nearly always everything in it is ASCII and lies well inside the profile. Then orjson writes the
    canonical bytes at once; whatever else it is, `canonical_bytes` decides.
    """
    try:
        shaped = {**body, "detail": _shaped(body["detail"])}
        for name in ("before", "after"):
            shaped[name] = _short(_shaped(body[name]))
        written = orjson.dumps(shaped, option=orjson.OPT_SORT_KEYS)
    except (NotCanonical, orjson.JSONEncodeError):
        return canonical_bytes(plain_value(body))
    if written.isascii() and len(written) <= MAX_BYTES:
        return written
    return canonical_bytes(plain_value(shaped))


def _short(content: Any) -> Any:
    """What was there before or after, or its hash when it is too long for an event."""
    if content is None:
        return None
    whole = orjson.dumps(content, option=orjson.OPT_SORT_KEYS)
    if len(whole) <= MAX_BYTES // 4:
        return content
    return {"sha256": hashlib.sha256(whole).hexdigest(), "bytes": len(whole)}


def actor(by: Any) -> dict[str, Any] | None:
    """Who did it: ids and licence only, so that nothing personal has to leave the log later.

    Where others signed, their names are there, and so is the name of whoever they signed with.
    """
    if by is None or getattr(by, "pk", None) is None:
        return None
    named = {"name": plain_value(by.name)} if current().signed else {}
    return named | {
        "person": by.pk,
        "licence": plain_value(by.licence_number),
        "roles": sorted([plain_value(role) for role in by.roles]),
    }


def surroundings() -> dict[str, Any]:
    context = current()
    return {
        "request_id": context.request_id,
        "tablet": context.tablet_id,
        "tablet_at": stamp(context.tablet_at) if context.tablet_at else None,
        "token": context.token_id,
        "software": settings.SOFTWARE_VERSION,
        **({"signed": _signed(context.signed)} if context.signed else {}),
    }


def _signed(signed: Mapping[str, SignedBy]) -> dict[str, Any]:
    """Whose PINs stand under the act, with the names that an outsider can read."""
    return {place: plain_value(each._asdict()) for place, each in signed.items()}


stamp = canonical_time


def plain_value(value: Any) -> Any:
    """Bring a value into the canonical profile: NFC text, whole numbers, lists, objects, null."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else unicodedata.normalize("NFC", value)
    if kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {plain_key(key): plain_value(item) for key, item in value.items()}
    if kind is list:
        return [plain_value(item) for item in value]
    return _plain_other(value)


def _shaped(value: Any, depth: int = 2) -> Any:
    """The same but for the letters of its text, which nearly always are ASCII.

    What is beyond the profile by its size or its depth raises NotCanonical.
    """
    if depth > MAX_DEPTH:
        raise NotCanonical("too deep")
    kind = type(value)
    if kind is dict:
        found = {}
        for key, item in value.items():
            name = key if key in _PLAIN_KEYS else _known_key(key)
            kind = type(item)
            is_leaf = kind in _TEXTS or (kind is int and -MAX_INTEGER <= item <= MAX_INTEGER)
            found[name] = item if is_leaf else _shaped(item, depth + 1)
        return found
    if kind is list or kind is tuple:
        return [item if type(item) in _TEXTS else _shaped(item, depth + 1) for item in value]
    if kind is int:
        if -MAX_INTEGER <= value <= MAX_INTEGER:
            return value
        raise NotCanonical("too large")
    return value if kind in _TEXTS else _shaped(_plain_other(value), depth)


_TEXTS = frozenset({str, bool, type(None)})
_PLAIN_KEYS: set[Any] = set()
_MOST_KEYS = 4096


def _known_key(key: Any) -> str:
    """A key in the profile's letters; those that have them already are known from then on."""
    plain = plain_key(key)
    if plain == key and type(key) is str and len(_PLAIN_KEYS) < _MOST_KEYS:
        _PLAIN_KEYS.add(key)
    return plain


def _plain_other(value: Any) -> Any:
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return unicodedata.normalize("NFC", str(value))
    if isinstance(value, Mapping):
        return {plain_key(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, Iterable):
        return [plain_value(item) for item in value]
    return plain_value(str(value))


@lru_cache(maxsize=4096, typed=True)
def plain_key(key: Any) -> str:
    return _NOT_IN_KEYS.sub("_", str(key).lower()) or "_"


def number_in(subjects: list[str], name: str) -> int | None:
    found = text_in(subjects, name)
    return int(found) if found else None


def text_in(subjects: list[str], name: str) -> str | None:
    for subject in subjects:
        kind, _, key = subject.partition(":")
        if kind == name:
            return key
    return None


NEXT_IN_STREAM = """
insert into audit_stream as s (stream, v, at) values (%s, %s, clock_timestamp())
on conflict (stream) do update
   set v = s.v + excluded.v,
       at = greatest(s.at + excluded.v * interval '1 microsecond', clock_timestamp())
returning v, at
"""

INSERT_EVENTS = """
with written as (
  insert into audit_event
    (id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id, about, body, at)
  select id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id, about,
         convert_to(body, 'UTF8'), at
    from json_to_recordset(%s::json) as event
         (id uuid, log_id bigint, keep text, stream text, stream_v bigint, kind text,
          person_id bigint, table_id bigint, round_id uuid, about jsonb, body text,
          at timestamptz)
  returning log_id, id, keep, at
)
insert into audit_pending (log_id, event_id, keep, at)
select log_id, id, keep, at from written order by at
"""
