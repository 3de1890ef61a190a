"""Who signs which slip: one part each, every part by another person.

Rule: COMAR 36.05.03.02-.05.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from banking.models import Slip, SlipKind
from foundation.currencies import bills_of
from staff.policy import Act
from tables.models import GamingTable, TableState


@dataclass(frozen=True, slots=True)
class SlipPart:
    """One signature that a slip needs."""

    code: str
    label: Promise
    act: Act


FLOOR = SlipPart("floor", _("Floorperson"), Act.SIGN_AS_FLOOR)
DEALER = SlipPart("dealer", _("Dealer"), Act.SIGN_AS_DEALER)
CASHIER = SlipPart("cashier", _("Cashier"), Act.SIGN_AS_CASHIER)
SECURITY = SlipPart("security", _("Security"), Act.SIGN_AS_SECURITY)
MANAGER = SlipPart("manager", _("Pit manager"), Act.SIGN_AS_MANAGER)

PARTS: Mapping[str, tuple[SlipPart, ...]] = MappingProxyType(
    {
        SlipKind.FILL.value: (FLOOR, CASHIER, SECURITY, DEALER),
        SlipKind.CREDIT.value: (FLOOR, DEALER, SECURITY, CASHIER),
        SlipKind.OPENING.value: (FLOOR, DEALER),
        SlipKind.CLOSING.value: (FLOOR, DEALER),
        SlipKind.DROP.value: (FLOOR, SECURITY, CASHIER),
        SlipKind.COUNT.value: (FLOOR, DEALER),
        SlipKind.CLOSED.value: (FLOOR, SECURITY),
        SlipKind.PAYOUT.value: (DEALER, FLOOR),
        SlipKind.BOX.value: (SECURITY, CASHIER),
        SlipKind.TIPS.value: (FLOOR, DEALER),
    }
)

LARGEST_PAYOUT = (DEALER, FLOOR, SECURITY, MANAGER)
"""Who signs a payout from the amount that the house sets.

Rule: COMAR 36.05.03.23.
"""


def parts_of(slip: Slip) -> tuple[SlipPart, ...]:
    """Who signs a slip; for a payout that depends on its amount."""
    if slip.kind == SlipKind.PAYOUT and slip.payout.wants_manager:
        return LARGEST_PAYOUT
    return PARTS[slip.kind]


IN_ORDER = (SlipKind.FILL, SlipKind.CREDIT)
"""Chips on their way: each signs where they stand, one after the other.

Rule: COMAR 36.05.03.04-.05.
"""

TRAY_COUNTS = (SlipKind.OPENING, SlipKind.CLOSING, SlipKind.COUNT)
BOXES = (SlipKind.DROP, SlipKind.BOX)
COUNTS = (*TRAY_COUNTS, *BOXES)
OF_ITSELF = (SlipKind.PAYOUT, SlipKind.BOX)
"""Not written on the pad: a round asks for the one, the count room writes the other."""

IN_PLAY = (SlipKind.FILL, SlipKind.CREDIT, SlipKind.COUNT, SlipKind.DROP, SlipKind.TIPS)
KINDS_AT: Mapping[TableState, tuple[SlipKind, ...]] = MappingProxyType(
    {
        TableState.CLOSED: (SlipKind.CLOSED, SlipKind.DROP, SlipKind.TIPS),
        TableState.OPENING: (SlipKind.OPENING, SlipKind.FILL, SlipKind.CREDIT),
        TableState.OPEN: IN_PLAY,
        TableState.SUSPENDED: IN_PLAY,
        TableState.CLOSING: (SlipKind.CLOSING, SlipKind.CREDIT, SlipKind.DROP, SlipKind.TIPS),
    }
)
"""What is written for a table in each of its states.

Rule: COMAR 36.05.03.02-.05.
"""


def pieces_of(kind: str, table: GamingTable) -> tuple[int, ...]:
    """What is counted on a slip, by value in cents: the table's chips, or the cash of a drop."""
    if kind == SlipKind.PAYOUT:
        return ()
    if kind in BOXES:
        return bills_of(table.property.currency)
    return tuple(table.denominations)
