"""Who changed each setting of a house last, from the record itself."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from audit.models import Event
from staff.models import Person, Property
from staff.recording import StaffEvent

LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class LastChange:
    """When a setting was changed last, and by whom."""

    at: datetime
    by: str


def last_changes(house: Property) -> dict[str, LastChange]:
    """By setting; one that is missing was never changed since the house was opened."""
    events = Event.objects.filter(
        stream=f"property:{house.pk}", kind=StaffEvent.PROPERTY_CHANGED.value
    ).order_by("-stream_v")[:LOOKED_AT]
    found: dict[str, tuple[datetime, int | None]] = {}
    for event in events:
        body = json.loads(bytes(event.body))
        before, after = _flat(body["before"]), _flat(body["after"])
        for name in after:
            if before.get(name) != after[name]:
                found.setdefault(name, (event.at, event.person_id))
    people = Person.everybody.in_bulk({person_id for _at, person_id in found.values() if person_id})
    return {
        name: LastChange(at, people[person_id].name if person_id in people else "–")
        for name, (at, person_id) in found.items()
    }


def _flat(facts: dict[str, Any] | None) -> dict[str, Any]:
    given = dict(facts or {})
    decided = given.pop("settings", {})
    return {**given, **decided}
