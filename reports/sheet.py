"""A report as it is shown: its head, and its parts with every value written out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from reports.kinds import KINDS, Kind
from reports.models import ReportRun
from reports.parts import ROUND, TIME, Column, Part, Plot, Rows
from reports.scope import Scope, scope_from
from reports.wording import days_text, made_text, period_text, value_text
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


def report_head(run: ReportRun, kind: Kind) -> ReportHead:
    scope = scope_from(run.property, run.scope)
    made_at = run.made_at or run.asked_at
    return ReportHead(
        title=str(kind.title),
        house=house_text(run.property),
        place=place_text(scope),
        days=days_text(scope.period),
        period=period_text(scope.period, run.property),
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
            shown.append({"form": part.form, "part": part})
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
            column.kind == TIME,
            value[0] if column.kind == ROUND and value else "",
        )
        for value, column in zip(row, columns, strict=True)
    ]


def plots_of(run: ReportRun) -> list[Plot]:
    return [part for part in report_parts(run) if isinstance(part, Plot)]


def file_name(run: ReportRun, ending: str) -> str:
    """`lantern-bay-day-2026-11-16-made-20261117T033135Z.pdf`: a folder of them sorts itself."""
    scope = run.scope
    words = [run.property.slug, run.kind.replace("_", "-"), scope["first_day"]]
    if scope["last_day"] != scope["first_day"]:
        words += ["to", scope["last_day"]]
    if scope.get("shift"):
        words += ["shift", str(scope["shift"])]
    made: datetime = run.made_at or run.asked_at
    return f"{'-'.join(words)}-made-{made.astimezone(UTC):%Y%m%dT%H%M%SZ}.{ending}"
