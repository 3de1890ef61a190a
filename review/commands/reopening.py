"""Look at a decided dispute again: by two people, with a reason, as a dispute of its own."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Signature, TwoPeople
from foundation.inputs import text
from review.commands.disputes import OfDispute, call_for_review, hold_set, tell
from review.guards import dispute_of_round, guard_any_round, guard_may_reopen
from review.models import Dispute
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rules.refusals import Refused
from staff.house_settings import minutes_of
from staff.policy import Act

TAKEN_OVER = (
    "claim", "seat", "amount_cents", "paid_cents", "facts", "cameras", "timecode_from",
    "timecode_to", "clock_offset_seconds", "video_until", "video_saved_at", "video_saved_by",
    "video_reference", "video_sha256",
)  # fmt: skip


class ReopenDispute(OfDispute):
    """Why what was decided is looked at again."""

    reason: Annotated[str, text(500)]


@round_command(
    ReopenDispute,
    says=gettext_lazy("Open the dispute again"),
    act=Act.REOPEN_DISPUTE,
    signs=[
        Signature("own", Act.REOPEN_DISPUTE, gettext_lazy("Whoever opens it again")),
        Signature(
            "second",
            Act.REOPEN_DISPUTE,
            gettext_lazy("A second person: pit manager, surveillance or compliance"),
        ),
    ],
    two=[TwoPeople("own", "second")],
    who=guard_may_reopen,
    when=guard_any_round,
)
def reopen_dispute(play: Play, given: ReopenDispute) -> None:
    """Open a decided dispute again; its decision stands beside the one that follows.

    Claim, facts and video are taken over; statements and files stay where they were made and are
    shown with the new dispute.

    Rule: COMAR 36.03.10.47.
    """
    before, reason = dispute_of_round(play.round, given.dispute_id), given.reason.strip()
    if before.decided_at is None:
        raise Refused("not_decided", _("This dispute is not decided yet."))
    if Dispute.objects.filter(reopens=before).exists():
        raise Refused("already_reopened", _("This dispute was opened again already."))
    if not reason:
        raise Refused("reason_missing", _("Say why the decision is looked at again."))
    dispute = Dispute.objects.create(
        property_id=play.round.property_id,
        round=play.round,
        n=Dispute.objects.filter(round=play.round).count() + 1,
        reopens=before,
        note=reason,
        hold=Dispute.Hold.NONE,
        opened_by=play.by,
        opened_at=play.at,
        expected_at=play.at + minutes_of(play.table.property, "review_minutes"),
        held_set=hold_set(play),
        **{name: getattr(before, name) for name in TAKEN_OVER},
    )
    for signer in (play.signed["own"], play.signed["second"]):
        content = {"dispute": dispute.pk, "reopens": before.pk, "reason": reason}
        sign_round(play, signer, Act.REOPEN_DISPUTE, content)
    play.round.has_dispute = True
    call_for_review(play, dispute)
    play.subjects += [dispute, before]
    play.also["dispute"] = dispute.pk
    play.happened(
        EventKind.DISPUTE_REOPENED,
        dispute=dispute.pk,
        reopens=before.pk,
        note=reason,
        second=play.signed["second"].person.pk,
    )
    tell(play)
