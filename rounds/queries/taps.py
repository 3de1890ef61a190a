"""Who tapped what, when, and where: the events of a round as a person reads them.

That surveillance looked at a round is on the record too, and is not shown here: the floor does
not learn from this page that it is watched.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.models import Event
from rounds.models import Decision, RoundState
from rounds.reasons import DISPUTE_CLAIMS
from rounds.words import RULINGS
from rules.irregularities import EVENTS
from staff.models import Person, Tablet

WORDS: Mapping[str, Mapping[str, Any]] = {
    "claim": DISPUTE_CLAIMS,
    "decision": {each.value: each.label for each in Decision},
    "event": EVENTS,
    "ruling": RULINGS,
}
ICONS = {
    "rounds.round_opened": "play",
    "rounds.wagers_placed": "chips",
    "rounds.bank_offered": "bank",
    "rounds.wagers_closed": "lock",
    "rounds.dice_rolled": "dice",
    "rounds.no_roll": "dice",
    "rounds.round_dealt": "tiles",
    "rounds.hands_set": "tile",
    "rounds.round_settled": "check",
    "rounds.round_voided": "void",
    "rounds.round_corrected": "edit",
    "rounds.irregularity_reported": "warn",
    "rounds.ruling_confirmed": "flag",
    "rounds.dispute_opened": "dispute",
    "rounds.dispute_decided": "dispute",
    "rounds.stepped_back": "undo",
}


@dataclass(frozen=True, slots=True)
class Tap:
    """One event: what happened, who did it, on which tablet, by which clock."""

    kind: str
    icon: str
    text: str
    person: str
    licence: str
    tablet: str
    at: datetime
    happened_at: datetime
    tablet_at: datetime | None
    detail: Mapping[str, Any]

    @property
    def is_late(self) -> bool:
        """Recorded more than a minute after it happened."""
        return (self.at - self.happened_at).total_seconds() > 60


def taps_of(round_id: UUID) -> list[Tap]:
    """The events of a round in the order in which they were recorded."""
    found = Event.objects.filter(round_id=round_id).exclude(kind__startswith="audit.")
    events = list(found.order_by("at", "stream_v")[:500])
    bodies = [orjson.loads(bytes(event.body)) for event in events]
    people = Person.objects.in_bulk({e.person_id for e in events if e.person_id})
    tablets = Tablet.objects.in_bulk({b["tablet"] for b in bodies if b.get("tablet")})
    return [
        _tap(event, body, people.get(event.person_id or 0), tablets.get(body.get("tablet") or 0))
        for event, body in zip(events, bodies, strict=True)
    ]


def _tap(event: Event, body: Mapping[str, Any], person: Person | None, tablet: Any) -> Tap:
    return Tap(
        kind=event.kind,
        icon=ICONS.get(event.kind, "right"),
        text=sentence_of(event.kind, body.get("detail") or {}, person, event.table_id),
        person=person.name if person else _("the software"),
        licence=person.licence_number if person else "",
        tablet=tablet.name if tablet else "",
        at=event.at,
        happened_at=_moment(body.get("happened_at")) or event.at,
        tablet_at=_moment(body.get("tablet_at")),
        detail=body.get("detail") or {},
    )


def sentence_of(
    code: str, detail: Mapping[str, Any], person: Person | None, table_id: int | None
) -> str:
    """Say an event; a word that the record lacks is left as a dash."""
    words = _Words({key: _word(key, value) for key, value in detail.items()})
    words["person"] = person.name if person else _("the software")
    words.setdefault("table", _("the table"))
    return str(EventKind.of(code).sentence).format_map(words)


def _word(key: str, value: Any) -> Any:
    if key == "state" and value in RoundState.values:
        return str(RoundState(value).label)
    if key in WORDS:
        return str(WORDS[key].get(value, value)) if isinstance(value, str) else value
    return value


def _moment(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None


class _Words(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "–"
