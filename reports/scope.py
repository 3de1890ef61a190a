"""What a report is about: which house, which tables, from when to when."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from staff.gaming_day import gaming_day_bounds, shift_starts
from staff.models import Property
from tables.models import GamingTable

Progress = Callable[[int, int], None]
"""Told while a report is made: how many of how many parts are done."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time within gaming days; `shift` is its number in the day, 0 for all of it."""

    since: datetime
    until: datetime
    first_day: date
    last_day: date
    shift: int = 0

    @property
    def hours(self) -> float:
        return (self.until - self.since).total_seconds() / 3600


@dataclass(frozen=True)
class Scope:
    """The house, the period and the place of a report."""

    house: Property
    period: Period
    pit_id: int | None = None
    table_id: int | None = None
    dealer_id: int | None = None
    _tables: list[GamingTable] = field(default_factory=list, compare=False, repr=False)

    @property
    def tables(self) -> list[GamingTable]:
        """The tables in it that still stood when it began, by number; read once."""
        if not self._tables:
            tables = GamingTable.objects.filter(property=self.house)
            tables = tables.exclude(retired_at__lte=self.period.since)
            if self.pit_id is not None:
                tables = tables.filter(pit_id=self.pit_id)
            if self.table_id is not None:
                tables = tables.filter(pk=self.table_id)
            self._tables.extend(tables.select_related("pit", "submission").order_by("number"))
        return self._tables

    @property
    def table_ids(self) -> list[int]:
        return [table.pk for table in self.tables]


def day_period(house: Property, first: date, last: date | None = None) -> Period:
    """Whole gaming days, from the first to the last."""
    last = last or first
    since, _ = gaming_day_bounds(house, first)
    _, until = gaming_day_bounds(house, last)
    return Period(since, until, first, last)


def shift_period(house: Property, day: date, shift: int) -> Period:
    """One shift of a gaming day: from its start to the start of the next one."""
    starts = [*shift_starts(house, day), gaming_day_bounds(house, day)[1]]
    if not 1 <= shift < len(starts):
        raise ValueError(f"not a shift of the day: {shift!r}")
    return Period(starts[shift - 1], starts[shift], day, day, shift)


def scope_record(scope: Scope) -> dict[str, Any]:
    """A scope as the report's row keeps it."""
    period = scope.period
    return {
        "first_day": period.first_day.isoformat(),
        "last_day": period.last_day.isoformat(),
        "shift": period.shift,
        "pit": scope.pit_id,
        "table": scope.table_id,
        "dealer": scope.dealer_id,
    }


def scope_from(house: Property, kept: dict[str, Any]) -> Scope:
    first = date.fromisoformat(kept["first_day"])
    last = date.fromisoformat(kept["last_day"])
    shift = kept.get("shift", 0)
    period = shift_period(house, first, shift) if shift else day_period(house, first, last)
    return Scope(house, period, kept.get("pit"), kept.get("table"), kept.get("dealer"))
