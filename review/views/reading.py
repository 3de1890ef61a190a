"""That surveillance looked at something is on the record; the floor's pages do not show it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from audit.events import EventKind
from audit.record import record
from staff.models import Person, Role

WATCHERS = (Role.SURVEILLANCE, Role.COMPLIANCE, Role.REGULATOR)


def note_reading(person: Person, what: str, *, about: Sequence[Any], at: datetime) -> None:
    """Record that somebody from outside the floor read this; `what` is a code of audit.wording."""
    if person.has_role(*WATCHERS):
        record_reading(person, what, about=about, at=at)


def record_reading(
    person: Person, what: str, *, about: Sequence[Any], at: datetime, **more: object
) -> None:
    """Record that somebody read this, or took it away."""
    detail = {"what": what, **more}
    with transaction.atomic():
        record(EventKind.RECORD_READ, about=[person, *about], by=person, at=at, detail=detail)
