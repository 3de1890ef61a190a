"""What can be claimed about a round, who may take part in a dispute, and when it is over."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from review.models import Decision, Dispute
from rounds.guards.steps import guard_seat
from rounds.models import Round, RoundState
from rounds.wording import DEALER_ACCOUNTS, DISPUTE_CLAIMS, DISPUTE_FACTS, FACT_ANSWERS
from rules.citations import cited
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may, require


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


def guard_may_lift(person: Person, current: Round) -> None:
    require(person, Act.LIFT_HOLD)


def guard_any_round(current: Round) -> None:
    """A dispute goes on whatever state its round is in."""


def open_dispute_of(current: Round, dispute_id: int) -> Dispute:
    """Find a dispute of the round that is not decided yet."""
    found = Dispute.objects.select_for_update(of=("self",)).get(pk=dispute_id, round=current)
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


def guard_account(account: str, facts: Mapping[str, str]) -> None:
    """Refuse answers that are not on the lists."""
    if account and account not in DEALER_ACCOUNTS:
        raise Refused("unknown_account", _("Choose one of the listed accounts."))
    for question, answer in facts.items():
        if question not in DISPUTE_FACTS or answer not in FACT_ANSWERS:
            raise Refused("unknown_fact", _("Choose one of the listed answers."))


def guard_decision(code: str, cite: str) -> None:
    """Refuse a decision without the paragraph or finding that it rests on."""
    if code not in Decision.values:
        raise Refused("unknown_decision", _("Choose one of the listed decisions."))
    if not cite.strip():
        raise Refused("cite_missing", _("Name the paragraph that decides. The replay shows it."))


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
