"""The inspection log: every look at a set in a period, table by table, as it was signed.

Rule: MD 4 §A; COMAR 36.05.02.13F, .19.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from reports.access_review import moment_kept
from reports.parts import NUMBER, TIME, Column, Figure, Figures, Part, Rows
from reports.scope import Progress, Scope
from tables.models import Inspection, WorkOrderLine
from tables.models.custody import WorkOrderResult
from tables.queries.looks import Facts, Look, look_facts, look_of, look_purpose, work_facts
from tables.wording import kind_words, reason_words


@dataclass(frozen=True, slots=True)
class InspectionLine:
    """One look at a set: where, by whom, with what result, verified by whom."""

    at: str | None
    table: int | None
    serial: str
    look: Look
    passed: bool
    reason: str
    inspected_by: str
    licence: str
    verified_by: str
    verified_at: str | None


@dataclass(frozen=True, slots=True)
class WorkLine:
    """A set that security looked at under a work order."""

    at: str | None
    order: int
    serial: str
    kind: str
    result: str
    inspected_by: str
    checks: tuple[str, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InspectionFigures:
    """The looks of a period, by table and time, and those of security."""

    lines: tuple[InspectionLine, ...] = ()
    work: tuple[WorkLine, ...] = ()


def inspection_figures(scope: Scope, progress: Progress) -> InspectionFigures:
    """Every look of the period; of one table or pit, if asked, those at its tables alone."""
    period = Q(inspected_at__gte=scope.period.since, inspected_at__lt=scope.period.until)
    found = Inspection.objects.filter(period, property=scope.house)
    if scope.pit_id is not None or scope.table_id is not None:
        return InspectionFigures(tuple(_lines(found.filter(table__in=scope.table_ids))))
    work = WorkOrderLine.objects.filter(period, property=scope.house)
    work = work.select_related("order", "equipment", "inspected_by").order_by("inspected_at", "pk")
    return InspectionFigures(tuple(_lines(found)), tuple(map(_work_line, work)))


def _lines(found: QuerySet[Inspection]) -> Iterator[InspectionLine]:
    """By table, those of no table last, each in order of time."""
    related = ("equipment__submission", "table", "inspected_by", "verified_by")
    by_table = F("table__number").asc(nulls_last=True)
    for each in found.select_related(*related).order_by(by_table, "inspected_at", "pk"):
        yield InspectionLine(
            at=moment_kept(each.inspected_at),
            table=each.table.number if each.table else None,
            serial=each.equipment.serial,
            look=look_of(each),
            passed=each.passed,
            reason=each.reason,
            inspected_by=each.inspected_by.name,
            licence=each.inspected_by.licence_number,
            verified_by=each.verified_by.name if each.verified_by else "",
            verified_at=moment_kept(each.verified_at),
        )


def _work_line(each: WorkOrderLine) -> WorkLine:
    return WorkLine(
        at=moment_kept(each.inspected_at),
        order=each.order.number,
        serial=each.equipment.serial,
        kind=each.equipment.kind,
        result=each.result,
        inspected_by=each.inspected_by.name if each.inspected_by else "",
        checks=tuple(each.checks),
        faults=each.faults,
    )


def inspection_parts(kept: InspectionFigures) -> list[Part]:
    lines = kept.lines
    parts: list[Part] = [
        Figures(
            _("Inspections"),
            [
                Figure(_("Inspections"), len(lines)),
                Figure(_("Failed"), sum(not each.passed for each in lines)),
                Figure(_("Verified"), sum(each.verified_at is not None for each in lines)),
                Figure(_("Sets"), len({each.serial for each in lines})),
            ],
        ),
        Rows(
            _("By table"),
            [Column(_("Table"), NUMBER), Column(_("Time"), TIME), Column(_("Set")),
             Column(_("Kind")), Column(_("Why")), Column(_("Result")), Column(_("Inspected by")),
             Column(_("Licence")), Column(_("Verified by")), Column(_("Verified"), TIME)],
            [
                [e.table, e.at, e.serial, kind_words(e.look.kind), look_purpose(e.look),
                 _("Passed") if e.passed else reason_words(e.reason), e.inspected_by, e.licence,
                 e.verified_by, e.verified_at]
                for e in lines
            ],
            empty=_("No set was inspected in this period."),
        ),
        Rows(
            _("What was looked at"),
            [Column(_("Table"), NUMBER), Column(_("Time"), TIME), Column(_("Set")),
             Column(_("Seen"))],
            [[e.table, e.at, e.serial, _in_words(look_facts(e.look))] for e in lines],
        ),
    ]  # fmt: skip
    if kept.work:
        parts.append(
            Rows(
                _("Work orders"),
                [Column(_("Time"), TIME), Column(_("Work order"), NUMBER), Column(_("Set")),
                 Column(_("Result")), Column(_("Inspected by")), Column(_("Seen"))],
                [
                    [e.at, e.order, e.serial, WorkOrderResult(e.result).label, e.inspected_by,
                     _in_words(work_facts(e.checks, e.faults))]
                    for e in kept.work
                ],
            )
        )  # fmt: skip
    return parts


def _in_words(facts: Facts) -> str:
    return "; ".join(f"{name}: {value}" for name, value in facts)
