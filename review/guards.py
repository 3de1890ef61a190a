"""What can be claimed about a round, who may take part in a dispute, and when it is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from review.models import Decision, Dispute, Statement, SurveillanceEntry
from rounds.guards.steps import guard_seat
from rounds.models import Round, RoundState
from rounds.wording import DEALER_ACCOUNTS, DISPUTE_CLAIMS, DISPUTE_FACTS, FACT_ANSWERS
from rules.citations import cited
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may, require

OUTAGE = SurveillanceEntry.Outage
TOLD_WITHIN = {
    OUTAGE.SECURITY_TOLD: timedelta(minutes=5),
    OUTAGE.REGULATOR_TOLD: timedelta(minutes=30),
}
"""How soon who is told of a failure of surveillance. Rule: COMAR 36.03.10.12C(5)."""
FOR_THE_PLAYER = (Decision.UPHELD, Decision.PARTLY, Decision.OPEN_TO_DOUBT)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from a decision; `corrects` is None where nobody was asked."""

    decision: str
    has_changes: bool
    corrects: bool | None
    has_second: bool
    reason: str


def guard_claim(code: str, seat: int | None, seats: int) -> None:
    """Refuse a claim that is not on the list."""
    if code not in DISPUTE_CLAIMS:
        raise Refused(
            "unknown_claim", _("Choose one of the listed claims."), claims=list(DISPUTE_CLAIMS)
        )
    if seat is not None:
        guard_seat(seat, seats)


def guard_may_review(person: Person, current: Round) -> None:
    """Refuse a review by somebody who neither watches nor leads the pit."""
    require(person, Act.REVIEW_DISPUTE)


def guard_may_decide(person: Person, current: Round) -> None:
    require(person, Act.DECIDE_DISPUTE)


def guard_may_reopen(person: Person, current: Round) -> None:
    require(person, Act.REOPEN_DISPUTE)


def guard_may_lift(person: Person, current: Round) -> None:
    require(person, Act.LIFT_HOLD)


def guard_any_round(current: Round) -> None:
    """A dispute goes on whatever state its round is in."""


def dispute_of_round(current: Round, dispute_id: int) -> Dispute:
    return Dispute.objects.select_for_update(of=("self",)).get(pk=dispute_id, round=current)


def open_dispute_of(current: Round, dispute_id: int) -> Dispute:
    """Find a dispute of the round that is not decided yet."""
    found = dispute_of_round(current, dispute_id)
    if found.decided_at is not None:
        raise Refused(
            "already_decided",
            _("This dispute is decided. Its decision stands."),
            cited(current.submission.profile, "dispute"),
        )
    return found


def guard_may_withdraw(dispute: Dispute, by: Person) -> None:
    """Refuse to take back what another opened, or what is being reviewed."""
    if dispute.opened_by_id != by.pk and not may(by, Act.LIFT_HOLD):
        raise Refused("not_yours", _("Whoever opened the dispute withdraws it, or the floor."))
    if dispute.review_began_at is not None:
        raise Refused(
            "review_began", _("The review has begun. Whoever reviews the dispute decides it.")
        )


def guard_statement(speaker: str, account: str, words: str) -> None:
    """Refuse a statement of nobody, or one that says nothing."""
    if speaker not in Statement.Speaker.values:
        raise Refused("unknown_speaker", _("Say who speaks."))
    if account and account not in DEALER_ACCOUNTS:
        raise Refused("unknown_account", _("Choose one of the listed accounts."))
    if not account and not words.strip():
        raise Refused("nothing_said", _("Write down what was said."))


def guard_speaker(speaker: str, person: Person, current: Round) -> None:
    """Refuse a signature of somebody who is not the one that speaks."""
    if speaker in (Statement.Speaker.PLAYER, Statement.Speaker.WITNESS):
        raise Refused(
            "no_pin",
            _(
                "Players and witnesses have no PIN. Leave the signature away: the statement is "
                "kept as told to you, under your name."
            ),
        )
    if speaker == Statement.Speaker.DEALER and person.pk != current.dealer_id:
        raise Refused(
            "not_the_dealer",
            _("{name} did not deal this round. Choose “Somebody of the staff”.").format(
                name=person.name
            ),
        )


def guard_facts(facts: Mapping[str, str]) -> None:
    """Refuse answers that are not on the lists."""
    for question, answer in facts.items():
        if question not in DISPUTE_FACTS or answer not in FACT_ANSWERS:
            raise Refused("unknown_fact", _("Choose one of the listed answers."))


def guard_decision(code: str, cite: str) -> None:
    """Refuse a decision without the paragraph or finding that it rests on."""
    if code not in Decision.values:
        raise Refused("unknown_decision", _("Choose one of the listed decisions."))
    if not cite.strip():
        raise Refused("cite_missing", _("Name the paragraph that decides. The replay shows it."))


def guard_consequence(found: Consequence) -> None:
    """Refuse a decision whose words, changes and signatures do not say the same."""
    if found.has_changes and found.corrects is False:
        raise Refused(
            "changes_not_ordered",
            _(
                "You changed the round in this form, but did not say that it is corrected. Turn on "
                "“The decision changes the round as follows”, or put the fields back."
            ),
        )
    if found.corrects and not found.has_changes:
        raise Refused(
            "nothing_changed",
            _("The decision says that the round is corrected, but nothing in it was changed."),
        )
    if found.has_changes and found.decision not in FOR_THE_PLAYER:
        raise Refused(
            "decision_contradicts",
            _("The round stands as recorded by this decision, so nothing in it can be corrected."),
        )
    if found.decision in FOR_THE_PLAYER and not found.has_changes and not found.reason.strip():
        raise Refused(
            "consequence_missing",
            _("The claim is right, yet nothing moves. Correct the round, or say why nothing does."),
        )


def guard_second_has_an_act(dispute: Dispute, decided_by: Person, found: Consequence) -> None:
    """Refuse a second signature under nothing, and a decision alone about one's own dispute."""
    is_own = dispute.opened_by_id == decided_by.pk
    if found.has_second and not found.has_changes and not is_own:
        raise Refused(
            "second_without_act",
            _("A second person signed, but nothing is corrected. Correct the round, or leave it."),
        )
    if is_own and not found.has_second:
        raise Refused(
            "own_dispute",
            _("You opened this dispute yourself. A second person signs the decision as well."),
        )


def guard_not_the_dealer(current: Round, person: Person) -> None:
    """Refuse a decision by whoever dealt the round."""
    if current.dealer_id == person.pk:
        raise Refused("own_round", _("Whoever dealt the round cannot decide about it."))


def guard_can_be_corrected(current: Round) -> None:
    if current.state != RoundState.SETTLED:
        raise Refused(
            "not_settled",
            _("Only a settled round can be corrected. Lift the hold and finish it first."),
        )


def guard_outage_step(first: SurveillanceEntry, step: str) -> None:
    """Refuse a step of what is no failure, is unknown, or was noted already."""
    known = (*TOLD_WITHIN, OUTAGE.ENDED)
    if first.outage != OUTAGE.BEGAN or step not in known:
        raise Refused("not_an_outage", _("This entry is no failure of equipment."))
    if SurveillanceEntry.objects.filter(adds_to=first, outage=step).exists():
        raise Refused("already_noted", _("This is in the log already."))
