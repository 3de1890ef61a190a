"""The limits of a table, what is announced, and what may be chosen instead."""

from dataclasses import dataclass
from datetime import datetime

from rules.options import Options
from rules.profiles import profile
from staff.models import Person
from tables.models import GamingTable
from tables.queries.floor import house_tables

MINIMUMS = (500, 1000, 1500, 2500, 5000, 10000, 20000, 50000)
MAXIMUMS = (50000, 100000, 200000, 300000, 500000, 1000000, 2000000)


@dataclass(frozen=True, slots=True)
class LimitsSheet:
    """What holds, what was announced, and the choices that rules and chips allow."""

    table_id: int
    table: str
    currency: str
    minimum_cents: int
    maximum_cents: int
    next_minimum_cents: int | None
    next_maximum_cents: int | None
    limits_at: datetime | None
    minimums: tuple[int, ...]
    maximums: tuple[int, ...]

    @property
    def chosen(self) -> tuple[int, int]:
        """What the form begins with: what is announced, so that a second change keeps the first."""
        if self.next_minimum_cents is None or self.next_maximum_cents is None:
            return self.minimum_cents, self.maximum_cents
        return self.next_minimum_cents, self.next_maximum_cents


def limits_sheet(viewer: Person, table_id: int) -> LimitsSheet:
    return limits_of(house_tables(viewer).get(pk=table_id))


def limits_of(table: GamingTable) -> LimitsSheet:
    submission = table.submission
    options = Options.parse(profile(submission.profile), submission.options)
    least, most = options.minimum_wager or 0, options.maximum_wager or 10**9
    within = (least, most, min(table.denominations or [1]))
    return LimitsSheet(
        table_id=table.pk,
        table=str(table),
        currency=table.property.currency,
        minimum_cents=table.minimum_cents,
        maximum_cents=table.maximum_cents,
        next_minimum_cents=table.next_minimum_cents,
        next_maximum_cents=table.next_maximum_cents,
        limits_at=table.limits_at,
        minimums=_choices(MINIMUMS, table.minimum_cents, table.next_minimum_cents, within),
        maximums=_choices(MAXIMUMS, table.maximum_cents, table.next_maximum_cents, within),
    )


def _choices(
    usual: tuple[int, ...], now: int, announced: int | None, within: tuple[int, int, int]
) -> tuple[int, ...]:
    """The usual amounts between least and most that chips make up, with those of this table."""
    least, most, chip = within
    every = sorted({*usual, now, announced or now})
    return tuple(each for each in every if least <= each <= most and not each % chip)
