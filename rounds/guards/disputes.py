"""What can be claimed about a round."""

from django.utils.translation import gettext as _

from rounds.guards.steps import guard_seat
from rounds.reasons import DISPUTE_CLAIMS
from rules.refusals import Refused


def guard_claim(code: str, seat: int | None, seats: int) -> None:
    """Refuse a claim that is not on the list."""
    if code not in DISPUTE_CLAIMS:
        raise Refused(
            "unknown_claim", _("Choose one of the listed claims."), claims=list(DISPUTE_CLAIMS)
        )
    if seat is not None:
        guard_seat(seat, seats)
