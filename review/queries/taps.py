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
from django.db.models import Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.models import Event
from audit.wording import Names, sentence_of, tables_named
from staff.models import Person, Role, Tablet

REGULATORS = Person.everybody.filter(roles__contains=[Role.REGULATOR])

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
    EventKind.STEP_REFUSED.code: "refused",
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

    @property
    def has_other_clock(self) -> bool:
        """Tapped when the tablet's clock showed another time than the record's."""
        return self.tablet_at is not None and abs(self.at - self.tablet_at).total_seconds() > 5


def taps_of(round_id: UUID, zone: str = "UTC") -> list[Tap]:
    """The events of a round in the order in which they were recorded."""
    shown = ~Q(kind__startswith="audit.") | Q(kind=EventKind.STEP_REFUSED.code)
    found = Event.objects.filter(shown, round_id=round_id).exclude(kind=EventKind.SIGNED.code)
    watched = Q(kind=EventKind.STEP_REFUSED.code, person_id__in=REGULATORS.values("pk"))
    found = found.exclude(watched)
    events = list(found.order_by("at", "stream_v")[:500])
    bodies = [orjson.loads(bytes(event.body)) for event in events]
    people = Person.everybody.in_bulk({e.person_id for e in events if e.person_id})
    tablets = Tablet.objects.in_bulk({b["tablet"] for b in bodies if b.get("tablet")})
    tables, profiles, currencies = tables_named({e.table_id for e in events if e.table_id})
    names = Names(
        people={key: each.name for key, each in people.items()},
        tables=tables,
        profiles=profiles,
        currencies=currencies,
        zone=zone,
    )
    return [
        _tap(
            event,
            body,
            people.get(event.person_id or 0),
            tablets.get(body.get("tablet") or 0),
            sentence_of(body, names),
        )
        for event, body in zip(events, bodies, strict=True)
    ]


def _tap(
    event: Event, body: Mapping[str, Any], person: Person | None, tablet: Any, text: str
) -> Tap:
    return Tap(
        kind=event.kind,
        icon=ICONS.get(event.kind, "right"),
        text=text,
        person=person.name if person else _("the software"),
        licence=person.licence_number if person else "",
        tablet=tablet.name if tablet else "",
        at=event.at,
        happened_at=_moment(body.get("happened_at")) or event.at,
        tablet_at=_moment(body.get("tablet_at")),
        detail={"after": body.get("after")} | (body.get("detail") or {}),
    )


def _moment(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None
