"""The event stream: by filters, newest first, page by page, however long the log is.

Pages are cut by the last row's time and id, never counted, and every filter has its own index that
ends in the time, so a page costs the same at the beginning and ten million events later.
"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import QuerySet

from audit.events import EventKind
from staff.models import Person, Role

PAGE = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """What the reader wants to see of one log. Everything but the log may be left open."""

    log_id: int
    person_id: int | None = None
    table_id: int | None = None
    round_id: UUID | None = None
    subject: str = ""
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None
    hides: tuple[int, ...] = ()

    def wanted(self) -> dict[str, Any]:
        """The filters that are set, for links and for the record of who read what."""
        chosen = {
            "person": self.person_id,
            "table": self.table_id,
            "round": str(self.round_id) if self.round_id else None,
            "about": self.subject,
            "kind": self.kind,
            "since": self.since.isoformat() if self.since else None,
            "until": self.until.isoformat() if self.until else None,
        }
        return {name: value for name, value in chosen.items() if value}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row of a page: the next page begins behind it."""

    at: datetime
    event_id: UUID

    def __str__(self) -> str:
        text = f"{self.at.isoformat()} {self.event_id}"
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        try:
            padded = text + "=" * (-len(text) % 4)
            at, _space, event_id = base64.urlsafe_b64decode(padded).decode().partition(" ")
            moment = datetime.fromisoformat(at)
            return cls(moment, UUID(event_id)) if moment.tzinfo else None
        except (binascii.Error, UnicodeDecodeError, ValueError):
            return None


@dataclass(frozen=True, slots=True)
class Found:
    """An event as the stream shows it, with the place that it has by now."""

    id: UUID
    at: datetime
    kind: str
    body: dict[str, Any]
    raw: bytes
    tree_id: int | None
    idx: int | None
    leaf: bytes | None


@dataclass(frozen=True, slots=True)
class EventPage:
    events: Sequence[Found]
    next: Cursor | None


def event_page(filters: Filters, after: Cursor | None = None, *, size: int = PAGE) -> EventPage:
    """A page of the stream, newest first."""
    where, arguments = _conditions(filters)
    if after is not None:
        where += " and e.at <= %(at)s and (e.at, e.id) < (%(at)s, %(id)s)"
        arguments |= {"at": after.at, "id": after.event_id}
    rows = _fetch(STREAM.format(where=where, order="desc"), {**arguments, "size": size + 1})
    shown = rows[:size]
    last = Cursor(shown[-1].at, shown[-1].id) if len(rows) > size else None
    return EventPage(shown, last)


def timeline(filters: Filters, *, most: int = 500) -> list[Found]:
    """Everything about one subject, in the order in which it happened."""
    where, arguments = _conditions(filters)
    return _fetch(STREAM.format(where=where, order="asc"), {**arguments, "size": most})


def hidden_from(viewer: Person) -> tuple[int, ...]:
    """Whose looks at the record a reader does not see: those of regulators, unless one reads.

    What they asked for and was refused says as much, and so does what was written for them: it is
    not seen either. All is sealed like everything else; only whoever is investigated is not told.
    """
    if viewer.has_role(Role.REGULATOR):
        return ()
    return tuple(regulators_of(viewer.property_id).values_list("pk", flat=True))


def regulators_of(property_id: int) -> QuerySet[Person]:
    return Person.objects.filter(property_id=property_id, roles__contains=[Role.REGULATOR])


def seen_event(viewer: Person, event_id: UUID) -> Found | None:
    """An event of the viewer's house, if it is not another's look at the record."""
    found = one_event(viewer.property_id, event_id)
    by = (found.body.get("by") or {}).get("person") if found else None
    if found and found.kind in LOOKS and by in hidden_from(viewer):
        return None
    return found


def one_event(log_id: int, event_id: UUID) -> Found | None:
    """An event of a log by its id. The id begins with its time, which finds the partition."""
    if event_id.version != 7:
        return None
    near = datetime.fromtimestamp((event_id.int >> 80) / 1000).astimezone()
    query = STREAM.format(where="e.log_id = %(log_id)s and e.id = %(id)s{near}", order="desc")
    arguments = {"log_id": log_id, "id": event_id, "near": near, "size": 1}
    close = " and e.at between %(near)s - interval '1 day' and %(near)s + interval '1 day'"
    found = _fetch(query.format(near=close), arguments)
    if not found:
        found = _fetch(query.format(near=""), arguments)
    return found[0] if found else None


def filters_about(viewer: Person, subject: str) -> Filters:
    """The filters for a timeline of a table, a round, a set or a person."""
    kind, _colon, number = subject.partition(":")
    filters = Filters(viewer.property_id, hides=hidden_from(viewer))
    if kind == "table" and number.isdigit():
        return replace(filters, table_id=int(number))
    if kind == "round":
        try:
            return replace(filters, round_id=UUID(number))
        except ValueError:
            return replace(filters, subject=subject)
    return replace(filters, subject=subject)


def _conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    conditions = ["e.log_id = %(log_id)s"]
    for is_set, condition in (
        (filters.person_id is not None, "e.person_id = %(person_id)s"),
        (filters.table_id is not None, "e.table_id = %(table_id)s"),
        (filters.round_id is not None, "e.round_id = %(round_id)s"),
        (filters.subject, "e.about @> jsonb_build_array(%(subject)s::text)"),
        (filters.kind, "e.kind = %(kind)s"),
        (filters.since, "e.at >= %(since)s"),
        (filters.until, "e.at < %(until)s"),
        (filters.hides, UNSEEN),
    ):
        if is_set:
            conditions.append(condition)
    arguments = {
        "log_id": filters.log_id,
        "person_id": filters.person_id,
        "table_id": filters.table_id,
        "round_id": filters.round_id,
        "subject": filters.subject,
        "kind": filters.kind,
        "since": filters.since,
        "until": filters.until,
        "hides": list(filters.hides),
        "looks": LOOKS,
    }
    return " and ".join(conditions), arguments


def _fetch(query: str, arguments: dict[str, Any]) -> list[Found]:
    with connection.cursor() as cursor:
        cursor.execute(query, arguments)
        return [_found(row) for row in cursor.fetchall()]


def _found(row: Sequence[Any]) -> Found:
    event_id, at, kind, body, tree_id, idx, leaf = row
    raw = bytes(body)
    return Found(
        event_id,
        at,
        kind,
        orjson.loads(raw),
        raw,
        tree_id,
        idx,
        bytes(leaf) if leaf is not None else None,
    )


LOOKS = [
    kind.code
    for kind in (
        EventKind.RECORD_READ,
        EventKind.EXPORT_REQUESTED,
        EventKind.EXPORT_WRITTEN,
        EventKind.BUNDLE_CLAIMED,
        EventKind.EXPORT_FETCHED,
        EventKind.REPORT_ASKED,
        EventKind.REPORT_MADE,
        EventKind.REPORT_TAKEN,
        EventKind.REPORTED_ELSEWHERE,
        EventKind.SEARCH_SAVED,
        EventKind.SEARCH_DROPPED,
        EventKind.STEP_REFUSED,
    )
]
UNSEEN = "not (e.kind = any(%(looks)s) and coalesce(e.person_id = any(%(hides)s), false))"
STREAM = """
select e.id, e.at, e.kind, e.body, l.tree_id, l.idx, l.hash
  from (select e.id, e.at, e.kind, e.body from audit_event e
         where {where} order by e.at {order}, e.id {order} limit %(size)s) e
  left join audit_leaf l on l.event_id = e.id
 order by e.at {order}, e.id {order}
"""
