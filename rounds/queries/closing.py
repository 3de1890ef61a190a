"""What a round has to say on the list of what must be done before a table is closed."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from rounds.guards.steps import OPEN_ROUND
from tables.models import GamingTable
from tables.queries.floor import ExtraStep


def last_round_step(table: GamingTable, at: datetime) -> ExtraStep:
    """Say whether the last round is finished, and lead to it while it is not."""
    left = OPEN_ROUND.first(table.pk)
    if left is None:
        return ExtraStep("last_round", _("The last round is finished"), is_done=True)
    label = _("Finish round {number}, or have it declared void").format(number=left.number)
    return ExtraStep("last_round", label, is_done=False, url=reverse("round", args=[left.pk]))
