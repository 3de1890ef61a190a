"""A report as it is shown: its head, and its parts with every value written out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from reports.kinds import KINDS, HouseReport, Kind
from reports.models import ReportRun
from reports.parts import ROUND, Column, Figures, Part, Plot, Rows, Words
from reports.scope import Scope, scope_from
from reports.wording import HouseMoney, days_text, made_text, period_text, value_text
from staff.models import Person, Property
from tables.models import Pit

MANY_COLUMNS = 7
SHORT = 16


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a table, written out; `round_id` leads to a round's page."""

    text: str
    is_number: bool = False
    is_negative: bool = False
    is_time: bool = False
    round_id: str = ""

    @property
    def stays_whole(self) -> bool:
        """Times, serials and short names are not broken over lines."""
        return self.is_time or len(self.text) <= SHORT


@dataclass(frozen=True, slots=True)
class ShownRows:
    """A table with its cells written out; many columns stand closer together."""

    part: Rows
    rows: Sequence[Sequence[Cell]]
    total: Sequence[Cell]

    @property
    def is_wide(self) -> bool:
        return len(self.part.columns) > MANY_COLUMNS

    form: str = field(default="rows", init=False)


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part as its template shows it: a table's cells, figures as texts, a plot by its number."""

    form: str
    part: Part | None = None
    title: str = ""
    rows: ShownRows | None = None
    items: Sequence[tuple[Words, str]] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class ReportHead:
    """What every report must say of itself.

    Rule: Mississippi 13-8-4-16.
    """

    title: str
    house: str
    place: str
    days: str
    period: str
    made: str
    made_by: str
    version: str
    unfinished: str


@dataclass(frozen=True, slots=True)
class ReportSection:
    """What a report says of one house, or of several that count in one currency.

    A report of one house is one section without a title.
    """

    title: str
    currency: str
    time_zone: str
    parts: list[Part]
    is_here: bool = True


def report_head(run: ReportRun, kind: Kind[Any]) -> ReportHead:
    scope = scope_from(run.property, run.scope)
    made_at = run.made_at or run.asked_at
    return ReportHead(
        title=str(kind.title),
        house=_houses_text(run),
        place=place_text(scope),
        days=days_text(scope.period),
        period=_("{days}, each house's own gaming days").format(days=days_text(scope.period))
        if run.scope.get("houses")
        else period_text(scope.period, run.property),
        made=made_text(made_at, run.property),
        made_by=f"{run.asked_by.name} ({run.asked_by.licence_number})",
        version=run.software_version,
        unfinished=_("The period was not over when this was made: its figures may still grow.")
        if made_at < scope.period.until
        else "",
    )


def house_text(house: Property) -> str:
    """The name of the house; where play is simulated, every report says so."""
    if not house.settings.get("demo"):
        return house.name
    return _("{house} (simulated play)").format(house=house.name)


def _houses_text(run: ReportRun) -> str:
    houses = run.scope.get("houses")
    if not houses:
        return house_text(run.property)
    found = Property.objects.filter(pk__in=houses).order_by("name")
    return ", ".join(house_text(each) for each in found)


def place_text(scope: Scope) -> str:
    words = []
    if scope.table_id is not None:
        words += [str(table) for table in scope.tables]
    elif scope.pit_id is not None:
        words += [pit.name for pit in Pit.objects.filter(pk=scope.pit_id)]
    if scope.dealer_id is not None:
        words += [person.name for person in Person.objects.filter(pk=scope.dealer_id)]
    return ", ".join(words) or _("All tables")


def report_sections(run: ReportRun) -> list[ReportSection]:
    """A report in words: what houses of one currency come to, then house by house."""
    kind, kept, here = KINDS[run.kind], run.figures or {}, run.property
    if not run.scope.get("houses"):
        return [ReportSection("", here.currency, here.time_zone, kind.parts(kind.read(kept)))]
    houses = [HouseReport(**each) for each in kept.get("houses", [])]
    return [*_sums_by_currency(kind, houses), *(_section_of(kind, run, each) for each in houses)]


def _sums_by_currency(kind: Kind[Any], houses: Sequence[HouseReport]) -> list[ReportSection]:
    if kind.together is None:
        return []
    return [
        ReportSection(
            _("In {currency}").format(currency=currency),
            currency,
            "UTC",
            kind.together([(each.name, kind.read(each.figures)) for each in alike]),
        )
        for currency, alike in groupby(houses, key=attrgetter("currency"))
    ]


def _section_of(kind: Kind[Any], run: ReportRun, house: HouseReport) -> ReportSection:
    return ReportSection(
        f"{house.name} · {house.currency} · {house.time_zone}",
        house.currency,
        house.time_zone,
        kind.parts(kind.read(house.figures)),
        is_here=house.id == run.property_id,
    )


def shown_parts(run: ReportRun) -> list[ShownPart]:
    """The parts for the page, each section under its title; plots by their number."""
    shown: list[ShownPart] = []
    for section in report_sections(run):
        if section.title:
            shown.append(ShownPart("section", title=section.title))
        plots = sum(each.form == "plot" for each in shown)
        shown += _shown_of(section, plots)
    return shown


def _shown_of(section: ReportSection, plots: int) -> Iterator[ShownPart]:
    for part in section.parts:
        if isinstance(part, Rows):
            yield ShownPart("rows", part, rows=written(part, section))
        elif isinstance(part, Plot):
            yield ShownPart("plot", part, number=plots)
            plots += 1
        elif isinstance(part, Figures):
            items = [
                (item.label, value_text(item.value, item.kind, section)) for item in part.items
            ]
            yield ShownPart("figures", part, items=items)
        else:
            yield ShownPart(part.form, part)


def written(part: Rows, section: ReportSection) -> ShownRows:
    rows = [_cells(row, part.columns, section) for row in part.rows]
    total = _cells(part.total, part.columns, section) if part.total else []
    return ShownRows(part, rows, total)


def _cells(row: Sequence[Any], columns: Sequence[Column], section: ReportSection) -> list[Cell]:
    return [
        Cell(
            value_text(value, column.kind, section),
            column.is_number,
            column.is_number and isinstance(value, int | float) and value < 0,
            column.is_time,
            value[0] if column.kind == ROUND and value and section.is_here else "",
        )
        for value, column in zip(row, columns, strict=True)
    ]


def plots_of(run: ReportRun) -> list[tuple[Plot, HouseMoney]]:
    """Every plot of a report in its order, with the house whose money it counts."""
    return [
        (part, section)
        for section in report_sections(run)
        for part in section.parts
        if isinstance(part, Plot)
    ]


def file_name(run: ReportRun, ending: str) -> str:
    """`lantern-bay-day-2026-11-16-made-20261117T033135Z.pdf`: a folder of them sorts itself."""
    scope = run.scope
    whose = run.property.slug if not scope.get("houses") else "houses"
    words = [whose, run.kind.replace("_", "-"), scope["first_day"]]
    if scope["last_day"] != scope["first_day"]:
        words += ["to", scope["last_day"]]
    if scope.get("shift"):
        words += ["shift", str(scope["shift"])]
    made: datetime = run.made_at or run.asked_at
    return f"{'-'.join(words)}-made-{made.astimezone(UTC):%Y%m%dT%H%M%SZ}.{ending}"
