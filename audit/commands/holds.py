"""Evidence holds: while one stands, nothing about its subject leaves the database."""

from typing import Annotated, ClassVar, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from audit.models import Hold
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, Remark, text
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act


class PlaceHold(Input):
    """What is held, as `round:…` or `equipment:…`, and why."""

    takes_more: ClassVar[bool] = True

    subject: Annotated[str, text(80), Plain]
    reason: Remark = ""


class ReleaseHold(Input):
    """Which hold ends."""

    hold_id: Id


class HoldAnswer(TypedDict):
    """The hold as it is now."""

    id: int
    subject: str


def hold_answer(by: Person, hold: Hold) -> HoldAnswer:
    return {"id": hold.pk, "subject": hold.subject}


@command(PlaceHold, act=Act.HOLD_RECORD, says=gettext_lazy("Hold"), answer=hold_answer)
def place_hold(call: Call[PlaceHold]) -> Hold:
    """Hold everything about a subject, such as `round:…` or `equipment:…`, as evidence.

    Rule: COMAR 36.03.10.08.
    """
    subject, reason = call.input.subject, call.input.reason
    if not subject or not reason:
        raise Refused("nothing_chosen", _("Say what is to be held, and why."))
    hold, is_new = Hold.objects.get_or_create(
        property_id=call.by.property_id,
        subject=subject,
        released_at=None,
        defaults={"reason": reason, "placed_by_id": call.by.pk, "placed_at": call.at},
    )
    if not is_new:
        raise Refused("held_already", _("This is held as evidence already."))
    call.record(EventKind.HOLD_PLACED, about=hold, detail={"subject": subject, "reason": reason})
    return hold


@command(ReleaseHold, act=Act.HOLD_RECORD, says=gettext_lazy("Release"), answer=hold_answer)
def release_hold(call: Call[ReleaseHold]) -> Hold:
    """End an evidence hold."""
    holds = Hold.objects.select_for_update(no_key=True)
    hold = holds.get(pk=call.input.hold_id, property_id=call.by.property_id)
    if hold.released_at is not None:
        raise Refused("released_already", _("This hold was released before."))
    hold.released_by_id, hold.released_at = call.by.pk, call.at
    hold.save(update_fields=["released_by_id", "released_at"])
    call.record(EventKind.HOLD_RELEASED, about=hold, detail={"subject": hold.subject})
    return hold
