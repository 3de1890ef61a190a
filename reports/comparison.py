"""Houses side by side and day by day: the report that the operator takes along."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from reports.day import DayFigures
from reports.houses import COLUMNS, figures_of, values_of
from reports.parts import Column, Figure, Figures, Part, Rows
from reports.scope import Progress, Scope
from reports.table_figures import PlayFigures, totals


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySums(PlayFigures):
    """What a house did on one gaming day."""

    day: str


@dataclass(frozen=True, slots=True)
class HousesFigures:
    """What a house did on each gaming day, and over all of them."""

    days: tuple[DaySums, ...] = ()
    all: PlayFigures = field(default_factory=PlayFigures)


def houses_figures(scope: Scope, progress: Progress) -> HousesFigures:
    """What a house did on each gaming day, and over all of them."""
    first, last = scope.period.first_day, scope.period.last_day
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    found = []
    for done, day in enumerate(days, 1):
        found.append(DaySums(day=day.isoformat(), **asdict(figures_of(scope.house, day, day))))
        progress(done, len(days) + 1)
    return HousesFigures(tuple(found), figures_of(scope.house, first, last))


def houses_parts(kept: HousesFigures) -> list[Part]:
    """One house: its sums, and its days."""
    sums = zip(COLUMNS, values_of(kept.all), strict=True)
    return [
        Figures(_("All tables"), [Figure(at.label, sum_, at.kind) for (_name, at), sum_ in sums]),
        Rows(
            _("Day by day"),
            [Column(_("Gaming day")), *_columns()],
            [[_day(each.day), *values_of(each)] for each in kept.days],
            [_("Total"), *values_of(kept.all)],
        ),
    ]


def houses_together(houses: Sequence[tuple[str, DayFigures | HousesFigures]]) -> list[Part]:
    """Houses of one currency in one table, with their sum where there are several."""
    return [side_by_side([(name, kept.all) for name, kept in houses])]


def side_by_side(houses: Sequence[tuple[str, PlayFigures]]) -> Rows:
    total = totals(each for _name, each in houses) if len(houses) > 1 else None
    return Rows(
        _("Side by side"),
        [Column(_("House")), *_columns()],
        [[name, *values_of(each)] for name, each in houses],
        [_("Total"), *values_of(total)] if total else None,
    )


def _columns() -> list[Column]:
    return [column for _name, column in COLUMNS]


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text), "DATE_FORMAT")
