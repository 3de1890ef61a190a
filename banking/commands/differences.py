"""The written report of a difference."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from banking.commands.slips import locked_slip
from banking.differences import difference
from banking.guards import guard_report
from banking.models import DifferenceReport
from staff.commands.signing import Signer, sign
from staff.policy import Act
from tables.commands.alerts import close_alerts


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about a difference."""

    code: str
    note: str = ""


@transaction.atomic
def report_difference(
    slip_id: int, finding: Finding, *, signer: Signer, at: datetime
) -> DifferenceReport:
    """Record the report of a count's difference, signed; its alert is answered with it.

    Rule: COMAR 36.05.03.03.
    """
    slip = locked_slip(slip_id, signer.person)
    guard_report(slip, finding.code)
    content = {
        "kind": slip.kind,
        "serial": slip.serial,
        "difference_cents": difference(slip),
        "finding": finding.code,
        "note": finding.note,
    }
    sign_off = sign(
        signer, act=Act.REPORT_DIFFERENCE, subject=f"slip:{slip.pk}", content=content, at=at
    )
    report = DifferenceReport.objects.create(
        property_id=slip.property_id,
        slip=slip,
        finding=finding.code,
        note=finding.note,
        filed_by=signer.person,
        filed_at=at,
        sign_off=sign_off,
    )
    record(
        EventKind.DIFFERENCE_REPORTED,
        about=[report, slip, slip.table],
        by=signer.person,
        at=at,
        detail=content,
    )
    close_alerts(slip.property_id, f"slip:{slip.pk}", by=signer.person, at=at)
    publish_on_commit(slip.property_id, f"table:{slip.table_id}", "slip")
    return report
