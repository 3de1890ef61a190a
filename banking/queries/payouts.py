"""Who a payout goes to, as far as the cash log knows; never who they are."""

from dataclasses import dataclass

from banking.models import Patron, Slip, SlipKind, SlipState
from banking.queries.cash_log import Seats
from banking.queries.slips import SlipSheet, sheet_of, slips_seen_by
from staff.models import Person


@dataclass(frozen=True, slots=True)
class PayoutPatron:
    """The patron at the seat of a payout, by key; none before somebody described them."""

    patron_id: int | None
    key: str
    is_identified: bool


def payout_patron(slip: Slip) -> PayoutPatron | None:
    """The patron of a payout document; nothing for other slips."""
    if slip.kind != SlipKind.PAYOUT:
        return None
    found = _owner(slip, Seats(slip.property, slip.gaming_day))
    if found is None:
        return PayoutPatron(None, "", False)
    return PayoutPatron(found.pk, found.key, hasattr(found, "identity"))


def _owner(slip: Slip, seats: Seats) -> Patron | None:
    return seats.owner((slip.table_id, slip.payout.seat, slip.payout.player), slip.prepared_at)


def tax_payouts(viewer: Person, patron: Patron) -> tuple[SlipSheet, ...]:
    """The payouts of a patron that want form W-2G, the latest first."""
    days = {each.gaming_day for each in patron.seats.all()}
    seats = {day: Seats(viewer.property, day) for day in days}
    found = slips_seen_by(viewer).filter(
        kind=SlipKind.PAYOUT, payout__wants_tax_form=True, gaming_day__in=days
    )
    return tuple(
        sheet_of(slip)
        for slip in found.exclude(state=SlipState.VOID).order_by("-prepared_at")
        if _owner(slip, seats[slip.gaming_day]) == patron
    )
