"""The words for stored codes of slips: why one is void, what was found of a difference."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.wording import known_in
from banking.models import BankKind, PayoutKind, SlipKind

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
