"""The words for stored codes of slips: why one is void, what was found of a difference."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.naming import Called, said_by
from audit.wording import known_in
from banking.models import BankKind, CashKind, EntryKind, PayoutKind, SlipKind

VOID_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "miscounted": _("Counted or written wrongly"),
        "not_needed": _("No longer needed"),
        "wrong_table": _("Meant for another table"),
        "round_corrected": _("The round was corrected"),
    }
)

FINDINGS: Mapping[str, Promise] = MappingProxyType(
    {
        "not_found": _("Looked for and not found"),
        "recounted": _("Found in a recount"),
        "payout_error": _("A round was paid wrongly"),
        "slip_error": _("A fill or credit was wrong"),
        "entry_error": _("A round was entered wrongly"),
        "under_investigation": _("Surveillance investigates"),
    }
)

EVENT_WORDS = {
    "kind": known_in(dict(SlipKind.choices) | dict(BankKind.choices)),
    "reason": known_in(VOID_REASONS),
    "finding": known_in(FINDINGS),
    "what": known_in(dict(PayoutKind.choices)),
}
"""The words for codes in the events of this app, by the key of their detail."""

BANKING_THINGS = {
    "cash": Called(
        _("Cash or chips"),
        _("{kind} at table {table}, {at}"),
        kind=("kind", said_by(dict(CashKind.choices))),
        table="table__number",
        at="at",
    ),
    "chip_request": Called(
        _("Request for chips"), _("Request for chips at table {table}"), table="table__number"
    ),
    "difference_report": Called(
        _("Report of a difference"),
        _("Report of a difference, slip {number}"),
        number="slip__serial",
    ),
    "drop_box": Called(
        _("Drop box"),
        _("Drop box {number} of table {table}"),
        number="number",
        table="table__number",
    ),
    "entry": Called(
        _("Entry of the ledger"),
        _("Entry of the ledger: {kind}, {at}"),
        kind=("kind", said_by(dict(EntryKind.choices))),
        at="at",
    ),
    "jackpot": Called(_("Jackpot"), "{name}", name="name"),
    "par_level": Called(_("Par level"), _("Par level of table {table}"), table="table__number"),
    "patron": Called(_("Patron"), _("Patron {number}"), number="pk"),
    "payout": Called(_("Payout"), _("Payout in round {number}"), number="round_number"),
    "slip": Called(_("Slip"), _("slip {number}"), number="serial"),
}
"""What the record calls slips, boxes, cash and entries of the ledger."""
