"""Disputes by their number, for the record."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.naming import Called
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


REVIEW_THINGS = {
    "attachment": Called(
        gettext_lazy("File of a dispute"),
        gettext_lazy("{title}, a file of dispute {dispute}"),
        title="title",
        dispute="dispute_id",
    ),
    "dispute": Called(
        gettext_lazy("Dispute"),
        gettext_lazy("Dispute {dispute}: table {table}, round {number}"),
        dispute="pk",
        table="round__table__number",
        number="round__number",
    ),
    "statement": Called(
        gettext_lazy("Statement"),
        gettext_lazy("Statement of {name} in dispute {dispute}"),
        name="name",
        dispute="dispute_id",
    ),
    "surveillance": Called(
        gettext_lazy("Entry of the surveillance log"),
        gettext_lazy("Entry {number} of the surveillance log"),
        number="number",
    ),
}
"""What the record calls disputes, what was said and filed, and the surveillance log."""
