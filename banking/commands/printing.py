"""Slips on paper: the first print is the original, every other one is marked as a reprint."""

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from banking.commands.slips import SignSlip, locked_slip
from banking.models import SlipPrint
from banking.queries.answers import PrintAnswer, print_answer
from foundation.commands import Call, command
from staff.policy import Act


@command(
    SignSlip,
    act=Act.VIEW_SLIPS,
    says=gettext_lazy("Paper"),
    path="slips/<int:slip_id>/prints/",
    answer=print_answer,
)
def print_slip(call: Call[SignSlip]) -> PrintAnswer:
    """Count a print of a slip, before it is shown as paper.

    Rule: COMAR 36.05.03.04-.05.
    """
    slip = locked_slip(call.input.slip_id, call.by)
    n = slip.prints.count() + 1
    SlipPrint.objects.create(slip=slip, n=n, by=call.by, at=call.at)
    said = {"kind": slip.kind, "serial": slip.serial, "n": n}
    call.record(EventKind.SLIP_PRINTED, about=[slip, slip.table], detail=said)
    return PrintAnswer(slip.pk, n)
