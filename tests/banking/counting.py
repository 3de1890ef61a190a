"""Chips brought to a table and counted, with everybody's signature."""

from banking.commands.slips import prepare_slip, sign_slip
from banking.models import SlipKind
from staff.commands.signing import Signer

SIGNERS = {
    SlipKind.FILL: ("cashier", "security", "dealer"),
    SlipKind.CREDIT: ("dealer", "security", "cashier"),
    SlipKind.OPENING: ("dealer",),
    SlipKind.CLOSING: ("dealer",),
    SlipKind.COUNT: ("dealer",),
    SlipKind.CLOSED: ("security",),
    SlipKind.DROP: ("security", "cashier"),
    SlipKind.TIPS: ("dealer",),
}


def slip_by(floor, table, kind, counts, *, at):
    """Prepare a slip and have everybody sign it."""
    kind = SlipKind(kind)
    slip = prepare_slip(table.pk, kind, counts, signer=Signer(floor.floorperson, None, at), at=at)
    for role in SIGNERS[kind]:
        slip = sign_slip(slip.pk, signer=Signer(floor.people[role], None, at), at=at)
    return slip


def count_chips(floor, table, *, at, kind="opening", counts=None):
    return slip_by(floor, table, kind, counts or {}, at=at)
