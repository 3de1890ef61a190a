"""What the commands of this app answer with: how things are after the step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from foundation.clock import database_time
from staff.models import Person
from tables.models import (
    Alert,
    Envelope,
    EquipmentSet,
    Placement,
    RulesSubmission,
    SetTile,
    StockCount,
    WorkOrder,
    WorkOrderLine,
)
from tables.queries.alerts import AlertRow, alert_row
from tables.queries.custody import EnvelopeSheet, OrderSheet, envelope_sheet, work_order
from tables.queries.equipment import SetRow, SetSheet, set_row, set_sheet
from tables.queries.floor import TableSheet, table_sheet


@dataclass(frozen=True, slots=True)
class FiledSubmission:
    """A version as it was filed; options are named by the rules of its profile."""

    id: int
    name: str
    version: int
    profile: str
    options: Mapping[str, Any]
    equipment: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class IdAnswer:
    id: int


@dataclass(frozen=True, slots=True)
class SetAnswer:
    set: SetSheet


@dataclass(frozen=True, slots=True)
class SetsAnswer:
    sets: tuple[SetRow, ...]


@dataclass(frozen=True, slots=True)
class SubmissionAnswer:
    submission: FiledSubmission


@dataclass(frozen=True, slots=True)
class TableAnswer:
    table: TableSheet


class AboutSet(Protocol):
    """A set, or something written about one."""

    pk: int


class AboutTable(Protocol):
    """A table, or something at one."""

    pk: int


class Numbered(Protocol):
    """Anything with a row of its own."""

    pk: int


def id_answer(viewer: Person, done: Numbered) -> IdAnswer:
    return IdAnswer(done.pk)


def set_answer(viewer: Person, done: AboutSet) -> SetAnswer:
    """How the set is after the step."""
    equipment_id = getattr(done, "equipment_id", None) or done.pk
    return SetAnswer(set_sheet(viewer, equipment_id, database_time()))


def sets_answer(viewer: Person, done: list[EquipmentSet]) -> SetsAnswer:
    now = database_time()
    return SetsAnswer(tuple(set_row(each, now) for each in done))


def submission_answer(viewer: Person, done: RulesSubmission) -> SubmissionAnswer:
    return SubmissionAnswer(
        FiledSubmission(
            id=done.pk,
            name=done.name,
            version=done.version,
            profile=done.profile,
            options=done.options,
            equipment=done.equipment,
        )
    )


def table_answer(viewer: Person, done: AboutTable) -> TableAnswer:
    """How the table is after the step."""
    table_id = getattr(done, "table_id", None) or done.pk
    return TableAnswer(table_sheet(viewer, table_id, database_time()))


@dataclass(frozen=True, slots=True)
class AlertAnswer:
    alert: AlertRow
    server_time: datetime


def alert_answer(viewer: Person, done: Alert) -> AlertAnswer:
    return AlertAnswer(alert_row(done), database_time())


def tile_answer(viewer: Person, done: SetTile) -> TableAnswer:
    """How the table is whose set has a new tile."""
    placement = Placement.objects.get(equipment_id=done.in_set_id, during__endswith__isnull=True)
    return table_answer(viewer, placement)


@dataclass(frozen=True, slots=True)
class EnvelopesAnswer:
    envelopes: tuple[EnvelopeSheet, ...]


def envelopes_answer(viewer: Person, done: Iterable[Envelope]) -> EnvelopesAnswer:
    return EnvelopesAnswer(tuple(envelope_sheet(each) for each in done))


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    work_order: OrderSheet


def order_answer(viewer: Person, done: WorkOrder) -> OrderAnswer:
    return OrderAnswer(work_order(viewer, done.pk))


def line_answer(viewer: Person, done: WorkOrderLine) -> OrderAnswer:
    return OrderAnswer(work_order(viewer, done.order_id))


@dataclass(frozen=True, slots=True)
class StockCountSheet:
    id: int
    purpose: str
    kind: str
    agrees: bool
    book: Mapping[str, list[str]]
    counted: Mapping[str, list[str]]
    at: datetime


@dataclass(frozen=True, slots=True)
class CountAnswer:
    count: StockCountSheet


def count_answer(viewer: Person, done: StockCount) -> CountAnswer:
    return CountAnswer(
        StockCountSheet(
            id=done.pk,
            purpose=done.purpose,
            kind=done.kind,
            agrees=done.agrees,
            book=done.book,
            counted=done.counted,
            at=done.at,
        )
    )
