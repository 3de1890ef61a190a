"""All houses at a glance, and their figures side by side over a period.

Every house counts in its own gaming days and its own money; what is added up is only what has the
same currency.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.wording import money_text
from reports.parts import MONEY, NUMBER, SHARE, Column
from reports.scope import Scope, day_period
from reports.table_figures import PlayFigures, table_figures, totals
from reports.wording import NOTHING, figure_text, harmless, raw_text
from review.models import Dispute
from staff.gaming_day import gaming_day
from staff.models import Person, Property
from staff.queries.houses import houses_seen_by, rows_of
from tables.models import Alert, GamingTable, TableState

LONGEST_DAYS = 92
COLUMNS = (
    ("rounds", Column(gettext_lazy("Rounds"), NUMBER)),
    ("wagered", Column(gettext_lazy("Wagered"), MONEY)),
    ("drop", Column(gettext_lazy("Drop"), MONEY)),
    ("win", Column(gettext_lazy("Win"), MONEY)),
    ("hold", Column(gettext_lazy("Hold"), SHARE)),
    ("vigorish", Column(gettext_lazy("Vigorish"), MONEY)),
    ("over_short", Column(gettext_lazy("Over and short"), MONEY)),
    ("corrected", Column(gettext_lazy("Corrected rounds"), NUMBER)),
    ("irregularities", Column(gettext_lazy("Irregularities"), NUMBER)),
    ("disputes", Column(gettext_lazy("Disputes"), NUMBER)),
)


@dataclass(frozen=True, slots=True)
class HouseNow:
    """A house as it stands this moment."""

    id: int
    name: str
    time_zone: str
    day: date
    tables: int
    open_tables: int
    alerts: int
    urgent: int
    disputes: int
    overdue: int
    win: str
    is_here: bool
    is_mine: bool
    """Whether the viewer works there and may enter."""

    @property
    def tone(self) -> str:
        if self.urgent or self.overdue:
            return "lose"
        return "warn" if self.alerts or self.disputes else ""


@dataclass(frozen=True, slots=True)
class HouseLine:
    """The figures of one house, or of all that count in one currency."""

    name: str
    currency: str
    figures: PlayFigures

    @property
    def cells(self) -> list[str]:
        return [
            NOTHING if value is None else figure_text(value, column.kind, self.currency)
            for value, (_name, column) in zip(values_of(self.figures), COLUMNS, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class HousesSheet:
    """Every house that the viewer sees, and what they did from day to day."""

    houses: tuple[HouseNow, ...]
    first: date
    last: date
    lines: tuple[HouseLine, ...]
    sums: tuple[HouseLine, ...]

    @property
    def columns(self) -> list[Column]:
        return [column for _name, column in COLUMNS]


def houses_sheet(
    viewer: Person, at: datetime, first: date | None, last: date | None
) -> HousesSheet:
    """The houses that the viewer may see, now and over a period of gaming days."""
    seen = houses_seen_by(viewer)
    today = gaming_day(viewer.property, at)
    last = min(last or first or today, today)
    first = min(first or last, last)
    first = max(first, date.fromordinal(last.toordinal() - LONGEST_DAYS + 1))
    lines = [HouseLine(each.name, each.currency, figures_of(each, first, last)) for each in seen]
    return HousesSheet(
        houses=tuple(_houses_now(viewer, seen, at)),
        first=first,
        last=last,
        lines=tuple(lines),
        sums=tuple(_sums(lines)),
    )


def figures_of(house: Property, first: date, last: date) -> PlayFigures:
    return totals(table_figures(Scope(house, day_period(house, first, last))))


def values_of(figures: PlayFigures) -> list[Any]:
    """What a house did, in the order of the columns."""
    return [getattr(figures, name) for name, _column in COLUMNS]


def _sums(lines: Sequence[HouseLine]) -> Iterable[HouseLine]:
    """What several houses of one currency come to."""
    for currency in sorted({each.currency for each in lines}):
        alike = [each for each in lines if each.currency == currency]
        if len(alike) > 1:
            together = totals(each.figures for each in alike)
            yield HouseLine(_("All in {currency}").format(currency=currency), currency, together)


def _houses_now(viewer: Person, seen: Sequence[Property], at: datetime) -> Iterable[HouseNow]:
    mine = {each.property_id for each in rows_of(viewer)}
    ids = [each.pk for each in seen]
    tables = _counted(
        GamingTable.objects.filter(property_id__in=ids),
        some=~Q(state=TableState.CLOSED),
    )
    alerts = _counted(
        Alert.objects.filter(property_id__in=ids, acknowledged_at__isnull=True),
        some=Q(severity="urgent"),
    )
    disputes = _counted(
        Dispute.objects.filter(property_id__in=ids, decided_at__isnull=True),
        some=Q(expected_at__lte=at),
    )
    for house in seen:
        day = gaming_day(house, at)
        win = figures_of(house, day, day).win
        yield HouseNow(
            id=house.pk,
            name=house.name,
            time_zone=house.time_zone,
            day=day,
            tables=tables.get(house.pk, (0, 0))[0],
            open_tables=tables.get(house.pk, (0, 0))[1],
            alerts=alerts.get(house.pk, (0, 0))[0],
            urgent=alerts.get(house.pk, (0, 0))[1],
            disputes=disputes.get(house.pk, (0, 0))[0],
            overdue=disputes.get(house.pk, (0, 0))[1],
            win=money_text(win, house.currency),
            is_here=house.pk == viewer.property_id,
            is_mine=house.pk in mine,
        )


def _counted(rows: Any, *, some: Q) -> dict[int, tuple[int, int]]:
    """By house how many there are, and how many of them are of some kind."""
    found = rows.order_by().values_list("property_id")
    counted = found.annotate(n=Count("pk"), some=Count("pk", filter=some))
    return {house: (every, of_kind) for house, every, of_kind in counted}


def houses_csv(sheet: HousesSheet) -> bytes:
    """The figures for a spreadsheet: one line a house, then the sums."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_("House"), _("Currency"), _("From"), _("To"), *_headings()])
    for line in (*sheet.lines, *sheet.sums):
        values = [
            raw_text(value, column.kind)
            for value, (_name, column) in zip(values_of(line.figures), COLUMNS, strict=True)
        ]
        days = [sheet.first.isoformat(), sheet.last.isoformat()]
        writer.writerow([harmless(line.name), line.currency, *days, *values])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _headings() -> list[str]:
    return [str(column.label) for _name, column in COLUMNS]
