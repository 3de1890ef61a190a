"""Sign off that a report which is to be reviewed was gone through."""

from typing import Annotated
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, Signature, command
from foundation.inputs import Input, text
from reports.kinds import KINDS, REVIEWED
from reports.models import ReportRun, ReportState, ReviewSigned
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.policy import Act, require


class SignReview(Input):
    """Which report, and what was found."""

    run_id: UUID
    finding: Annotated[str, text(500)]


@command(
    SignReview,
    act=Act.SIGN_REVIEW,
    says=gettext_lazy("Sign off the review"),
    path="reports/made/<uuid:run_id>/review/",
    signs=[Signature("own", Act.SIGN_REVIEW, gettext_lazy("Whoever went through it"))],
)
def sign_review(call: Call[SignReview]) -> ReviewSigned:
    """Record that somebody went through a report, and what they found.

    Rule: 25 CFR 543.20(f); COMAR 36.03.10.01B(14).
    """
    run = ReportRun.objects.filter(pk=call.input.run_id, property_id=call.by.property_id).first()
    signer, finding = call.signed["own"], call.input.finding.strip()
    if run is None:
        raise Http404
    require(signer.person, KINDS[run.kind].act)
    if run.kind not in REVIEWED or run.state != ReportState.READY:
        raise Refused("not_reviewed", _("This report is not one that is signed off."))
    if signer.person.pk != call.by.pk:
        raise Refused("not_the_same", _("Whoever went through it signs with their own PIN."))
    if not finding:
        raise Refused("finding_missing", _("Say what you found, or that nothing is wrong."))
    if run.reviews.filter(signed_by=signer.person).exists():
        raise Refused("already_signed", _("You signed this review already."))
    content = {"report": str(run.pk), "kind": run.kind, "finding": finding}
    sign_off = sign(
        signer, act=Act.SIGN_REVIEW, subject=f"report:{run.pk}", content=content, at=call.at
    )
    review = ReviewSigned.objects.create(
        property_id=run.property_id,
        run=run,
        finding=finding,
        signed_by=signer.person,
        signed_at=call.at,
        sign_off=sign_off,
    )
    detail = {"kind": run.kind, "finding": finding, "person": signer.person.pk}
    call.record(EventKind.REVIEW_SIGNED, about=[review, run], detail=detail)
    return review
