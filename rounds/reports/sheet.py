"""A report as it is shown: its head, and its parts with every value written out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rounds.models import ReportRun
from rounds.reports.kinds import KINDS, Kind
from rounds.reports.parts import Column, Part, Plot, Rows
from rounds.reports.scope import Scope, scope_from
from rounds.reports.wording import period_text, time_text, value_text
from staff.models import Person
from tables.models import Pit


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    is_number: bool = False
    is_negative: bool = False


@dataclass(frozen=True, slots=True)
class ShownRows:
    """A table with its cells written out; `link` leads from a row to a round."""

    part: Rows
    rows: Sequence[Sequence[Cell]]
    total: Sequence[Cell]
    form: str = field(default="rows", init=False)


@dataclass(frozen=True, slots=True)
class Head:
    """What every report must say of itself.

    Rule: Mississippi 13-8-4-16.
    """

    title: str
    house: str
    place: str
    period: str
    made: str
    made_by: str
    version: str


def report_head(run: ReportRun, kind: Kind) -> Head:
    scope = scope_from(run.property, run.scope)
    return Head(
        title=str(kind.title),
        house=run.property.name,
        place=place_text(scope),
        period=period_text(scope.period, run.property),
        made=time_text(run.made_at or run.asked_at, run.property),
        made_by=f"{run.asked_by.name} ({run.asked_by.licence_number})",
        version=run.software_version,
    )


def place_text(scope: Scope) -> str:
    words = []
    if scope.table_id is not None:
        words += [str(table) for table in scope.tables]
    elif scope.pit_id is not None:
        words += [pit.name for pit in Pit.objects.filter(pk=scope.pit_id)]
    if scope.dealer_id is not None:
        words += [person.name for person in Person.objects.filter(pk=scope.dealer_id)]
    return ", ".join(words) or _("All tables")


def report_parts(run: ReportRun) -> list[Part]:
    return KINDS[run.kind].parts(run.figures or {})


def shown_parts(run: ReportRun) -> list[dict[str, Any]]:
    """The parts for the page; plots by their number."""
    shown: list[dict[str, Any]] = []
    plots = 0
    for part in report_parts(run):
        if isinstance(part, Rows):
            shown.append({"form": "rows", "part": part, "rows": written(part, run)})
        elif isinstance(part, Plot):
            shown.append({"form": "plot", "part": part, "number": plots})
            plots += 1
        elif part.form == "figures":
            items = [
                (item.label, value_text(item.value, item.kind, run.property))
                for item in part.items  # type: ignore[union-attr]
            ]
            shown.append({"form": "figures", "part": part, "items": items})
        else:
            shown.append({"form": "finding", "part": part})
    return shown


def written(part: Rows, run: ReportRun) -> ShownRows:
    rows = [_cells(row, part.columns, run) for row in part.rows]
    total = _cells(part.total, part.columns, run) if part.total else []
    return ShownRows(part, rows, total)


def _cells(row: Sequence[Any], columns: Sequence[Column], run: ReportRun) -> list[Cell]:
    return [
        Cell(
            value_text(value, column.kind, run.property),
            column.is_number,
            column.is_number and isinstance(value, int | float) and value < 0,
        )
        for value, column in zip(row, columns, strict=True)
    ]


def plots_of(run: ReportRun) -> list[Plot]:
    return [part for part in report_parts(run) if isinstance(part, Plot)]


def file_name(run: ReportRun, ending: str) -> str:
    """`day-2026-11-16.pdf`, so that a folder of reports sorts itself."""
    at: datetime = run.asked_at
    return f"{run.kind}-{run.scope['first_day']}-{at:%H%M%S}.{ending}"
