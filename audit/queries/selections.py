"""Which events a bundle is about, and where they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connections

from audit.queries.events import LOOKS, UNSEEN, regulators_of
from audit.queries.leaves import LeafPlace
from foundation.inputs import Id, Note

CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Selection:
    """What somebody wants to have: about a subject, within a period, or both.

    `subject` is "round:…", "dispute:…", "equipment:…", "table:…", "person:…"; empty means
    everything of the log. Without a subject there must be a period.
    """

    log_id: Id
    subject: Note = ""
    since: datetime | None = None
    until: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "log": self.log_id,
            "subject": self.subject,
            "since": self.since.isoformat() if self.since else None,
            "until": self.until.isoformat() if self.until else None,
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Selection":
        since, until = stored.get("since"), stored.get("until")
        return cls(
            stored["log"],
            stored.get("subject", ""),
            datetime.fromisoformat(since) if since else None,
            datetime.fromisoformat(until) if until else None,
        )


def selected_places(selection: Selection, *, using: str = "auditor") -> list[LeafPlace]:
    """Where the selected events stand, in the order of their trees; unsealed ones are left out."""
    where, arguments = _conditions(selection)
    with connections[using].cursor() as cursor:
        cursor.execute(PLACES.format(where=where), arguments)
        return [LeafPlace.of(row) for row in cursor.fetchall()]


def _conditions(selection: Selection) -> tuple[str, dict[str, Any]]:
    conditions = ["e.log_id = %(log_id)s"]
    kind, _colon, number = selection.subject.partition(":")
    if kind == "table" and number.isdigit():
        conditions.append("e.table_id = %(number)s::bigint")
    elif kind == "person" and number.isdigit():
        conditions.append(
            "(e.person_id = %(number)s::bigint or e.about @> jsonb_build_array(%(subject)s::text))"
        )
    elif selection.subject:
        # Who looked at it is no part of what happened to it.
        conditions.append("e.about ?| %(subjects)s and e.kind <> 'audit.record_read'")
    if selection.subject:
        # Nor is what a regulator asked about it; a period is whole and holds that too.
        conditions.append(UNSEEN)
    if selection.since:
        conditions.append("e.at >= %(since)s")
    if selection.until:
        conditions.append("e.at < %(until)s")
    arguments = {
        "log_id": selection.log_id,
        "subject": selection.subject,
        "subjects": subjects_of(selection),
        "number": number if number.isdigit() else None,
        "since": selection.since,
        "until": selection.until,
        "looks": LOOKS,
        "hides": list(regulators_of(selection.log_id).values_list("pk", flat=True)),
    }
    return " and ".join(conditions), arguments


def unsealed(selection: Selection, *, using: str = "auditor") -> int:
    """How many of the selected events still wait to be sealed."""
    where, arguments = _conditions(selection)
    with connections[using].cursor() as cursor:
        cursor.execute(UNSEALED.format(where=where), arguments)
        (count,) = cursor.fetchone()
    return int(count)


def bodies(
    found: Sequence[LeafPlace], *, using: str = "auditor"
) -> Iterator[tuple[LeafPlace, bytes]]:
    """The events at these places, in the same order."""
    for start in range(0, len(found), CHUNK):
        chunk = found[start : start + CHUNK]
        stored = _bodies(chunk, using)
        for place in chunk:
            yield place, stored[place.event_id]


def _bodies(chunk: Sequence[LeafPlace], using: str) -> dict[UUID, bytes]:
    times = [place.at for place in chunk]
    with connections[using].cursor() as cursor:
        cursor.execute(
            "select id, body from audit_event where id = any(%s) and at between %s and %s",
            [[place.event_id for place in chunk], min(times), max(times)],
        )
        return {event_id: bytes(body) for event_id, body in cursor.fetchall()}


def whole_streams(
    found: Sequence[LeafPlace], selection: Selection, size: int
) -> dict[str, tuple[int, int]]:
    """The subjects of which all events are there, of those among the first `size` entries."""
    if not selection.subject or selection.since or selection.until:
        return {}
    wanted: dict[str, Any] = {
        "streams": subjects_of(selection),
        "found": [place.event_id for place in found],
        "tree": found[0].tree_id,
        "size": size,
    }
    with connections["auditor"].cursor() as cursor:
        cursor.execute(WHOLE_STREAMS, wanted)
        return {stream: (1, last) for stream, last in cursor.fetchall()}


def subjects_of(selection: Selection, *, using: str = "auditor") -> list[str]:
    """The subject, and for a dispute the rounds that it is about: they belong to it."""
    subject = selection.subject
    if not subject.startswith("dispute:"):
        return [subject] if subject else []
    with connections[using].cursor() as cursor:
        cursor.execute(ROUNDS_OF, {"log": selection.log_id, "subject": subject})
        return [subject, *(f"round:{round_id}" for (round_id,) in cursor.fetchall())]


PLACES = """
select l.tree_id, l.idx, l.event_id, l.keep, l.at, l.hash
  from audit_event e join audit_leaf l on l.event_id = e.id
 where {where} order by l.tree_id, l.idx
"""
UNSEALED = """
select count(*) from audit_event e join audit_pending p on p.event_id = e.id where {where}
"""
WHOLE_STREAMS = """
select e.stream, max(e.stream_v) from audit_event e
  join audit_leaf l on l.event_id = e.id and l.tree_id = %(tree)s and l.idx < %(size)s
 where e.stream = any(%(streams)s)
 group by e.stream
having min(e.stream_v) = 1 and max(e.stream_v) = count(*) and bool_and(e.id = any(%(found)s))
"""
ROUNDS_OF = """
select distinct e.round_id from audit_event e
 where e.log_id = %(log)s and e.about @> jsonb_build_array(%(subject)s::text)
   and e.round_id is not null
"""
