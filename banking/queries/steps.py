"""The count of chips as a step of opening and closing a table."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from banking.guards import guard_counted_at_closing, guard_counted_at_opening, needs_counts
from banking.models import SlipKind
from tables.guards import refusal_of
from tables.models import GamingTable
from tables.queries.floor import ExtraStep


def opening_step(table: GamingTable, at: datetime) -> ExtraStep:
    is_done = refusal_of(guard_counted_at_opening, table, at) is None
    return _step(table, SlipKind.OPENING, is_done=is_done)


def closing_step(table: GamingTable, at: datetime) -> ExtraStep:
    is_done = refusal_of(guard_counted_at_closing, table, at) is None
    return _step(table, SlipKind.CLOSING, is_done=is_done)


def _step(table: GamingTable, kind: SlipKind, *, is_done: bool) -> ExtraStep:
    return ExtraStep(
        code=f"{kind.value}_count",
        label=str(kind.label),
        is_done=is_done,
        detail="" if needs_counts(table) else _("not required here"),
        url="" if is_done else reverse("new-slip", args=[table.pk, kind.value]),
    )
