"""Who a payout goes to, as far as the cash log knows; never who they are."""

from dataclasses import dataclass

from banking.models import Patron, PatronIdentity, PatronSeat, Slip, SlipKind, SlipState
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
    seats = PatronSeat.objects.filter(
        table=slip.table,
        seat=slip.payout.seat,
        player=slip.payout.player,
        gaming_day=slip.gaming_day,
    )
    found = seats.select_related("patron").first()
    if found is None:
        return PayoutPatron(None, "", False)
    known = PatronIdentity.objects.filter(patron=found.patron).exists()
    return PayoutPatron(found.patron_id, found.patron.key, known)


def tax_payouts(viewer: Person, patron: Patron) -> tuple[SlipSheet, ...]:
    """The payouts of a patron that want form W-2G, the latest first."""
    seats = {
        (each.table_id, each.seat, each.player, each.gaming_day) for each in patron.seats.all()
    }
    found = slips_seen_by(viewer).filter(
        kind=SlipKind.PAYOUT, payout__wants_tax_form=True, table__in={seat[0] for seat in seats}
    )
    return tuple(
        sheet_of(slip)
        for slip in found.exclude(state=SlipState.VOID).order_by("-prepared_at")
        if (slip.table_id, slip.payout.seat, slip.payout.player, slip.gaming_day) in seats
    )
