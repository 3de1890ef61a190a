"""Disputes by their number, for the record."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from audit.subjects import NamedThing
from review.models import Dispute
from rounds.wording import DISPUTE_CLAIMS

A_DISPUTE = re.compile(r"(?:dispute|爭議|争议)\W*(\d{1,9})", re.IGNORECASE)


def disputes_called(house_id: int, words: str) -> Iterable[NamedThing]:
    """A dispute by its number: "dispute 7"."""
    asked = A_DISPUTE.fullmatch(words)
    if asked is None:
        return
    disputes = Dispute.objects.filter(property_id=house_id, pk=int(asked[1]))
    for found in disputes.select_related("round__table", "held_set"):
        label = _("Dispute {dispute}: table {table}, round {number}").format(
            dispute=found.pk, table=found.round.table.number, number=found.round.number
        )
        parts = [str(DISPUTE_CLAIMS[found.claim])]
        if found.held_set is not None:
            parts.append(_("set {serial}").format(serial=found.held_set.serial))
        if found.cameras:
            parts.append(_("cameras {cameras}").format(cameras=", ".join(found.cameras)))
        yield NamedThing(f"dispute:{found.pk}", label, "; ".join(parts))
