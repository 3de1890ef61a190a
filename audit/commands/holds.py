"""Evidence holds: while one stands, nothing about its subject leaves the database."""

from typing import Annotated, ClassVar, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from audit.models import Hold
from audit.subjects import events_about, thing_asked
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Id, Input, Plain, Remark, text
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.models import Person
from staff.policy import Act


class PlaceHold(Input):
    """What is held, as people call it ("table 2 round 45", "T-1009"), and why."""

    takes_more: ClassVar[bool] = True

    subject: Annotated[str, text(80), Plain]
    reason: Remark = ""


class ReleaseHold(Input):
    """Which hold ends, and why."""

    hold_id: Id
    reason: Remark = ""


class HoldAnswer(TypedDict):
    """The hold as it is now."""

    id: int
    subject: str
    label: str
    events: int


def hold_answer(by: Person, hold: Hold) -> HoldAnswer:
    return {
        "id": hold.pk,
        "subject": hold.subject,
        "label": hold.label,
        "events": events_about(hold.property_id, hold.subject),
    }


@command(PlaceHold, act=Act.HOLD_RECORD, says=gettext_lazy("Hold"), answer=hold_answer)
def place_hold(call: Call[PlaceHold]) -> Hold:
    """Hold everything about a round, a dispute, a set, a table or a person as evidence.

    Rule: COMAR 36.03.10.08.
    """
    reason = call.input.reason
    if not call.input.subject or not reason:
        raise Refused("nothing_chosen", _("Say what is to be held, and why."))
    thing = thing_asked(call.by.property_id, call.input.subject)
    hold, is_new = Hold.objects.get_or_create(
        property_id=call.by.property_id,
        subject=thing.reference,
        released_at=None,
        defaults={
            "label": thing.label,
            "reason": reason,
            "placed_by_id": call.by.pk,
            "placed_at": call.at,
        },
    )
    if not is_new:
        raise Refused("held_already", _("This is held as evidence already."))
    call.record(
        EventKind.HOLD_PLACED,
        about=[hold, thing.reference],
        detail={
            "subject": thing.label,
            "reference": thing.reference,
            "reason": reason,
            "events": events_about(call.by.property_id, thing.reference),
        },
    )
    return hold


@command(
    ReleaseHold,
    act=Act.HOLD_RECORD,
    says=gettext_lazy("Release"),
    answer=hold_answer,
    signs=[
        Signature("own", Act.HOLD_RECORD, gettext_lazy("Whoever releases it")),
        Signature("second", Act.HOLD_RECORD, gettext_lazy("A second person")),
    ],
    two=[TwoPeople("own", "second", "COMAR 36.03.10.08")],
)
def release_hold(call: Call[ReleaseHold]) -> Hold:
    """End an evidence hold, by two people with a reason; that it was held stays on record.

    Rule: COMAR 36.03.10.08.
    """
    first, second = call.signed["own"].person, call.signed["second"].person
    if not call.input.reason:
        raise Refused("reason_missing", _("Say why the evidence is no longer needed."))
    holds = Hold.objects.select_for_update(no_key=True)
    hold = holds.get(pk=call.input.hold_id, property_id=call.by.property_id)
    if hold.released_at is not None:
        raise Refused("released_already", _("This hold was released before."))
    hold.released_by_id, hold.released_at = first.pk, call.at
    hold.released_second_id, hold.release_reason = second.pk, call.input.reason
    hold.save(
        update_fields=["released_by_id", "released_at", "released_second_id", "release_reason"]
    )
    detail = {"subject": hold.label, "reference": hold.subject, "reason": call.input.reason}
    for signer in (call.signed["own"], call.signed["second"]):
        sign(signer, act=Act.HOLD_RECORD, subject=f"hold:{hold.pk}", content=detail, at=call.at)
    call.record(EventKind.HOLD_RELEASED, about=[hold, hold.subject], by=first, detail=detail)
    return hold
