"""Houses side by side and day by day: the report that the operator takes along."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from reports.day import Kept, Progress
from reports.houses import COLUMNS, figures_of
from reports.parts import Column, Figure, Figures, Part, Rows
from reports.scope import Scope
from reports.table_figures import totals


def houses_figures(scope: Scope, progress: Progress) -> Kept:
    """What a house did on each gaming day, and over all of them."""
    first, last = scope.period.first_day, scope.period.last_day
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    found = []
    for done, day in enumerate(days, 1):
        found.append({"day": day.isoformat()} | figures_of(scope.house, day, day))
        progress(done, len(days) + 1)
    return {"days": found, "all": figures_of(scope.house, first, last)}


def houses_parts(kept: Kept) -> list[Part]:
    """One house: its sums, and its days."""
    every = kept["all"]
    return [
        Figures(_("All tables"), [Figure(at.label, every[name], at.kind) for name, at in COLUMNS]),
        Rows(
            _("Day by day"),
            [Column(_("Gaming day")), *_columns()],
            [[_day(each["day"]), *_values(each)] for each in kept["days"]],
            [_("Total"), *_values(every)],
        ),
    ]


def houses_together(houses: Sequence[tuple[str, Kept]]) -> list[Part]:
    """Houses of one currency in one table, with their sum where there are several."""
    return [side_by_side([(name, kept["all"]) for name, kept in houses])]


def side_by_side(houses: Sequence[tuple[str, Kept]]) -> Rows:
    total = totals(each for _name, each in houses) if len(houses) > 1 else None
    return Rows(
        _("Side by side"),
        [Column(_("House")), *_columns()],
        [[name, *_values(each)] for name, each in houses],
        [_("Total"), *_values(total)] if total else None,
    )


def _columns() -> list[Column]:
    return [column for _name, column in COLUMNS]


def _values(line: Kept) -> list[object]:
    return [line[name] for name, _column in COLUMNS]


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text), "DATE_FORMAT")
