"""Decide a dispute, with the correction that follows from it in the same act."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Signature, TwoPeople
from foundation.inputs import Text, text
from review.commands.disputes import OfDispute, let_go, take_up, tell
from review.guards import (
    Consequence,
    guard_any_round,
    guard_can_be_corrected,
    guard_consequence,
    guard_decision,
    guard_may_decide,
    guard_not_the_dealer,
    guard_second_has_an_act,
    open_dispute_of,
)
from rounds.commands.corrections import ChangesGiven, CorrectionGiven, correct_round
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rounds.models import Correction
from rules.refusals import Refused
from staff.policy import Act, may
from tables.commands.alerts import close_alerts


class DecideDispute(OfDispute):
    """What was decided, by which paragraph, and what of the round is to be corrected."""

    decision: Text
    cite: Annotated[str, text(120)] = ""
    note: Annotated[str, text(1000)] = ""
    changes: ChangesGiven | None = None
    corrects: bool | None = None
    nothing_moves_because: Annotated[str, text(300)] = ""

    def consequence(self, has_second: bool) -> Consequence:
        return Consequence(
            self.decision, self.changes is not None, self.corrects, has_second,
            self.nothing_moves_because,
        )  # fmt: skip


@round_command(
    DecideDispute,
    says=gettext_lazy("Decide a dispute"),
    act=Act.DECIDE_DISPUTE,
    signs=[
        Signature("own", Act.DECIDE_DISPUTE, gettext_lazy("Whoever decides")),
        Signature(
            "second",
            Act.CONFIRM_CORRECTION,
            gettext_lazy("A second person of the floor, for a correction or a dispute of your own"),
            required=False,
        ),
    ],
    two=[
        TwoPeople("own", "second", "MBS 3.13.2"),
        TwoPeople("dealer", "own", earlier="whoever dealt the round"),
    ],
    who=guard_may_decide,
    when=guard_any_round,
)
def decide_dispute(play: Play, finding: DecideDispute) -> None:
    """Decide a dispute in writing; a correction is made with it, under two names.

    Whoever decides what nobody took up has taken it up, and the record says so first.

    Rule: COMAR 36.03.10.47; MBS 3.13.2; design: a settled round is immutable.
    """
    dispute, signer = open_dispute_of(play.round, finding.dispute_id), play.signed["own"]
    guard_decision(finding.decision, finding.cite)
    guard_not_the_dealer(play.round, signer.person)
    if signer.person.pk != play.by.pk:
        raise Refused("not_the_same", _("Whoever decides signs with their own PIN."))
    consequence = finding.consequence("second" in play.signed)
    guard_consequence(consequence)
    guard_second_has_an_act(dispute, signer.person, consequence)
    if dispute.review_began_at is None:
        take_up(play, dispute)
    if finding.changes is not None:
        dispute.correction = _corrected(play, finding.changes, finding.note)
    content = {"dispute": dispute.pk, "decision": finding.decision, "cite": finding.cite,
               "note": finding.note,
               "nothing_moves_because": finding.nothing_moves_because}  # fmt: skip
    dispute.sign_off_id = sign_round(play, signer, Act.DECIDE_DISPUTE, content)
    confirmed_by = _confirmed(play, content, is_corrected=finding.changes is not None)
    dispute.decision, dispute.cite = finding.decision, finding.cite.strip()
    dispute.decision_note = finding.note.strip()
    dispute.nothing_moves_because = finding.nothing_moves_because.strip()
    dispute.decided_by, dispute.decided_at = signer.person, play.at
    dispute.save()
    let_go(play, dispute)
    for prefix in (f"dispute:{dispute.pk}", f"video:{dispute.pk}"):
        close_alerts(play.round.property_id, prefix, by=play.by, at=play.at)
    play.subjects.append(dispute)
    play.happened(
        EventKind.DISPUTE_DECIDED,
        dispute=dispute.pk,
        decision=finding.decision,
        cite=finding.cite,
        note=finding.note,
        nothing_moves_because=finding.nothing_moves_because,
        correction=dispute.correction_id,
        confirmed_by=confirmed_by,
    )
    tell(play)


def _confirmed(play: Play, content: dict[str, object], *, is_corrected: bool) -> int | None:
    """Who signed beside whoever decides; under a correction their signature is kept already."""
    second = play.signed.get("second")
    if second is None:
        return None
    if not is_corrected:
        sign_round(play, second, Act.CONFIRM_CORRECTION, content)
    return int(second.person.pk)


def _corrected(play: Play, changes: ChangesGiven, note: str) -> Correction:
    """Correct the round under two names; the floor orders, whoever decided confirms."""
    guard_can_be_corrected(play.round)
    ordered_by, second = play.signed["own"], play.signed.get("second")
    if second is None:
        raise Refused(
            "second_missing", _("A correction takes two names. A second person signs as well.")
        )
    if not may(ordered_by.person, Act.CORRECT_ROUND):
        ordered_by, second = second, ordered_by
    given = CorrectionGiven(reason="dispute_decided", note=note[:500], **dict(changes))
    correct_round.step(play.signed_by(ordered_by=ordered_by, second=second), given)
    return Correction.objects.filter(round=play.round).latest("at", "pk")
