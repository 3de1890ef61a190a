"""Evidence holds: while one stands, nothing about its subject leaves the database."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.models import Hold
from audit.record import record
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require


@transaction.atomic
def place_hold(subject: str, *, reason: str, by: Person, at: datetime) -> Hold:
    """Hold everything about a subject, such as `round:…` or `equipment:…`, as evidence.

    Rule: COMAR 36.03.10.08.
    """
    require(by, Act.HOLD_RECORD)
    hold, is_new = Hold.objects.get_or_create(
        property_id=by.property_id,
        subject=subject,
        released_at=None,
        defaults={"reason": reason, "placed_by_id": by.pk, "placed_at": at},
    )
    if not is_new:
        raise Refused("held_already", _("This is held as evidence already."))
    detail = {"subject": subject, "reason": reason}
    record(EventKind.HOLD_PLACED, about=hold, by=by, at=at, detail=detail)
    return hold


@transaction.atomic
def release_hold(hold_id: int, *, by: Person, at: datetime) -> Hold:
    """End an evidence hold."""
    require(by, Act.HOLD_RECORD)
    hold = Hold.objects.select_for_update(no_key=True).get(pk=hold_id, property_id=by.property_id)
    if hold.released_at is not None:
        raise Refused("released_already", _("This hold was released before."))
    hold.released_by_id, hold.released_at = by.pk, at
    hold.save(update_fields=["released_by_id", "released_at"])
    record(EventKind.HOLD_RELEASED, about=hold, by=by, at=at, detail={"subject": hold.subject})
    return hold
