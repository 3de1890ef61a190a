"""Hand the shift over: what is open comes from the record, and both sign under it."""

from typing import Annotated
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Input, Plain, text
from reports.models import HAND_OVER, ReportRun, ReportState, ShiftHandOver
from rules.refusals import Refused
from staff.policy import Act


class SignHandOver(Input):
    """Which report, and what it does not say."""

    run_id: UUID
    notes: Annotated[str, text(2000), Plain] = ""


@command(
    SignHandOver,
    act=Act.HAND_OVER_SHIFT,
    says=gettext_lazy("Hand the shift over"),
    path="reports/made/<uuid:run_id>/hand-over/",
    signs=[
        Signature("outgoing", Act.HAND_OVER_SHIFT, gettext_lazy("Whoever goes")),
        Signature("incoming", Act.HAND_OVER_SHIFT, gettext_lazy("Whoever comes")),
    ],
    two=[TwoPeople("outgoing", "incoming")],
)
def sign_hand_over(call: Call[SignHandOver]) -> ShiftHandOver:
    """Record that one shift gave the floor to the next, by the report of what is open.

    Rule: house procedure.
    """
    run = ReportRun.objects.get(
        pk=call.input.run_id, property_id=call.by.property_id, kind=HAND_OVER
    )
    if run.state != ReportState.READY:
        raise Refused("report_not_ready", _("The report is not ready yet. Wait a moment."))
    outgoing, incoming = call.signed["outgoing"].person, call.signed["incoming"].person
    try:
        with transaction.atomic():
            signed = ShiftHandOver.objects.create(
                property_id=run.property_id,
                report=run,
                notes=call.input.notes.strip(),
                outgoing=outgoing,
                incoming=incoming,
                at=call.at,
            )
    except IntegrityError:
        raise Refused("handed_over_already", _("This shift was handed over already.")) from None
    call.record(
        EventKind.SHIFT_HANDED_OVER,
        about=[signed, run, outgoing, incoming],
        by=outgoing,
        detail={"outgoing": outgoing.name, "incoming": incoming.name, "notes": signed.notes},
    )
    return signed
