"""Open a dispute about a round; what is held waits until it is decided."""

from dataclasses import dataclass

from audit.events import EventKind
from rounds.commands.steps import Play, step
from rounds.guards.disputes import guard_claim
from rounds.guards.steps import guard_may_dispute
from rounds.models import Dispute
from tables.models import GamingTable

HOLD = "dispute"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed, by whom it was noticed, and what shall wait."""

    code: str
    seat: int | None = None
    amount_cents: int | None = None
    note: str = ""
    hold: Dispute.Hold = Dispute.Hold.ROUND


@step("rounds.open_dispute", who=guard_may_dispute)
def open_dispute(play: Play, claim: Claim) -> None:
    """Record a claim about a round, and hold the table if it asks for that.

    Rule: COMAR 36.03.10.47.
    """
    guard_claim(claim.code, claim.seat, play.table.seats)
    dispute = Dispute.objects.create(
        property_id=play.round.property_id,
        round=play.round,
        n=Dispute.objects.filter(round=play.round).count() + 1,
        claim=claim.code,
        seat=claim.seat,
        amount_cents=claim.amount_cents,
        note=claim.note,
        hold=claim.hold,
        opened_by=play.by,
        opened_at=play.at,
    )
    if claim.hold == Dispute.Hold.TABLE:
        GamingTable.objects.filter(pk=play.table.pk).update(hold=HOLD)
    play.extra["dispute"] = dispute.pk
    play.happened(
        EventKind.DISPUTE_OPENED,
        claim=claim.code,
        dispute=dispute.pk,
        seat=claim.seat,
        amount_cents=claim.amount_cents,
        note=claim.note,
        hold=claim.hold.value,
    )
