"""What a tray holds, together and by value, as far as slips, cash and rounds can tell."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from banking.models import (
    AccountKind,
    CashMove,
    Entry,
    EntryKind,
    Posting,
    Slip,
    SlipKind,
)
from banking.models import SlipState as State
from banking.parts import TRAY_COUNTS
from banking.queries.balances import expected_tray
from tables.models import GamingTable

RACK = 20
"""Chips come in racks; a fill is proposed in whole ones."""


@dataclass(frozen=True, slots=True)
class TrayOf:
    """The tray's value, its known pieces, and what players lost since the last count.

    Which chips a round moved nobody writes down, so of each value there may be as many more as what
    was lost could have been paid in.
    """

    cents: int
    known: Mapping[int, int]
    taken_cents: int

    def at_most(self, value: int) -> int:
        return max(0, self.known.get(value, 0)) + self.taken_cents // value


def tray_of(table: GamingTable) -> TrayOf:
    counted = _last_count(table)
    since = counted.prepared_at if counted else None
    known = Counter(_pieces(counted.chips) if counted else {})
    slips = Slip.objects.filter(
        table=table, kind__in=[SlipKind.FILL, SlipKind.CREDIT], state=State.COMPLETE
    )
    for slip in slips.filter(completed_at__gt=since) if since else slips:
        known.update(_pieces(slip.chips, -1 if slip.kind == SlipKind.CREDIT else 1))
    moves = CashMove.objects.filter(table=table, undo__isnull=True)
    for move in moves.filter(at__gt=since) if since else moves:
        known.update(_pieces(move.chips_in))
        known.update(_pieces(move.chips_out, -1))
    return TrayOf(expected_tray(table), dict(known), _taken(table, since))


def _last_count(table: GamingTable) -> Slip | None:
    counts = Slip.objects.filter(table=table, kind__in=TRAY_COUNTS, state=State.COMPLETE)
    return counts.order_by("-prepared_at").first()


def _pieces(chips: Mapping[str, int], times: int = 1) -> dict[int, int]:
    return {int(value): times * count for value, count in chips.items()}


def _taken(table: GamingTable, since: datetime | None) -> int:
    """What seats and banks lost to the tray in rounds since then."""
    entries = Entry.objects.filter(
        table=table, kind__in=[EntryKind.ROUND, EntryKind.REVERSAL, EntryKind.CORRECTION]
    )
    lost = Posting.objects.filter(
        entry__in=entries.filter(at__gt=since) if since else entries,
        account__kind__in=[AccountKind.SEAT, AccountKind.BANK],
        cents__lt=0,
    )
    return -int(lost.aggregate(n=Sum("cents"))["n"] or 0)


def par_of(table: GamingTable) -> dict[int, int]:
    """The chips that a tray should hold: as the pit manager set them, or as it opened."""
    if hasattr(table, "par"):
        return _pieces(table.par.chips)
    opened = Slip.objects.filter(table=table, kind=SlipKind.OPENING, state=State.COMPLETE)
    last = opened.order_by("-completed_at").first()
    return _pieces(last.chips) if last else {}


def proposed_fill(table: GamingTable) -> dict[int, int]:
    """What brings the tray back to its par levels, in whole racks.

    What is missing is spread over the values as they lie at par; nothing when nothing is missing.
    """
    par = par_of(table)
    total = sum(value * count for value, count in par.items())
    missing = total - expected_tray(table)
    proposed: dict[int, int] = {}
    for value in sorted(par, reverse=True):
        share = par[value] * value * max(0, missing) // max(1, total)
        racks = min(share // (value * RACK), max(0, missing) // (value * RACK))
        if racks > 0:
            proposed[value] = racks * RACK
    return proposed
