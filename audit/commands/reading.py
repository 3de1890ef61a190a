"""Record who read the record: what was looked at, with which filters."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from audit.events import EventKind
from audit.record import append
from staff.models import Person
from staff.policy import Act, require


@transaction.atomic
def note_read(
    what: str, *, by: Person, at: datetime, detail: Mapping[str, Any] | None = None
) -> None:
    """Write that somebody looked, before it is shown. Nobody reads the record unrecorded.

    Rule: COMAR 36.03.10.36; NJ 13:69O-1.8.
    """
    require(by, Act.VIEW_RECORD)
    append(
        EventKind.RECORD_READ,
        log_id=by.property_id,
        subjects=[f"reads:{by.pk}", f"person:{by.pk}"],
        by=by,
        at=at,
        detail={"what": what, **(detail or {})},
        change={"before": None, "after": None},
    )
