"""The written report of a difference."""

from typing import Annotated

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from banking.commands.slips import SLIP, locked_slip
from banking.differences import difference
from banking.guards import guard_report
from banking.models import DifferenceReport, Slip
from banking.queries.answers import slip_answer
from banking.wording import FINDINGS
from foundation.commands import Call, Signature, command
from foundation.inputs import Id, Input, Note, OneOf
from staff.commands.signing import sign
from staff.policy import Act
from tables.commands.alerts import close_alerts


class ReportDifference(Input):
    """What was found out about the difference of a count."""

    slip_id: Id
    finding: Annotated[str, OneOf(FINDINGS)]
    note: Note = ""


@command(
    ReportDifference,
    act=Act.REPORT_DIFFERENCE,
    says=gettext_lazy("File the report"),
    path=f"{SLIP}report/",
    signs=[Signature("signer", Act.REPORT_DIFFERENCE, gettext_lazy("Signature"))],
    answer=slip_answer,
)
def report_difference(call: Call[ReportDifference]) -> Slip:
    """Record the report of a count's difference, signed; its alert is answered with it.

    Rule: COMAR 36.05.03.03.
    """
    asked, signer = call.input, call.signed["signer"]
    slip = locked_slip(asked.slip_id, signer.person)
    guard_report(slip, asked.finding)
    content = {
        "kind": slip.kind,
        "serial": slip.serial,
        "difference_cents": difference(slip),
        "finding": asked.finding,
        "note": asked.note,
    }
    subject = f"slip:{slip.pk}"
    sign_off = sign(signer, act=Act.REPORT_DIFFERENCE, subject=subject, content=content, at=call.at)
    report = DifferenceReport.objects.create(
        property_id=slip.property_id,
        slip=slip,
        finding=asked.finding,
        note=asked.note,
        filed_by=signer.person,
        filed_at=call.at,
        sign_off=sign_off,
    )
    call.record(
        EventKind.DIFFERENCE_REPORTED,
        about=[report, slip, slip.table],
        by=signer.person,
        detail=content,
    )
    close_alerts(slip.property_id, f"slip:{slip.pk}", by=signer.person, at=call.at)
    call.publish(f"table:{slip.table_id}", "slip")
    return slip
