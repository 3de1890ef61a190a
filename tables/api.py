"""What is read of tables and equipment as JSON."""

from dataclasses import dataclass
from datetime import datetime

from foundation.clock import database_time
from foundation.inputs import Id, Input
from foundation.reads import Nothing, Reads, read
from staff.models import Person
from staff.policy import Act
from tables.commands.furniture import add_table
from tables.commands.submissions import file_submission
from tables.commands.work_orders import open_work_order
from tables.models import EquipmentKind, EquipmentState
from tables.queries import alerts, custody, equipment, floor, queue, submissions
from tables.queries.alerts import AlertRow
from tables.queries.answers import EnvelopesAnswer, OrderAnswer, SetAnswer
from tables.queries.custody import OrderSheet, ReportSheet
from tables.queries.equipment import SetRow
from tables.queries.floor import TableRow, TableSheet
from tables.queries.queue import QueueRow
from tables.queries.submissions import SubmissionRow


@dataclass(frozen=True, slots=True)
class TablesNow:
    """Every table of the floor."""

    tables: tuple[TableRow, ...]
    server_time: datetime


@read(Nothing, act=Act.VIEW_FLOOR, path=add_table.path)
def read_tables(viewer: Person, asked: Nothing) -> TablesNow:
    """Every table of the floor."""
    now = database_time()
    return TablesNow(tuple(floor.table_rows(viewer, now)), now)


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table, and when it was so."""

    table: TableSheet
    server_time: datetime


class TableAsked(Input):
    """Which table."""

    table_id: Id


@read(TableAsked, act=Act.VIEW_TABLE, path="tables/<int:table_id>/")
def read_table(viewer: Person, asked: TableAsked) -> TableNow:
    """A table: its sets, its people, its clocks."""
    now = database_time()
    return TableNow(floor.table_sheet(viewer, asked.table_id, now), now)


class SetFilters(Input):
    """Which sets to list."""

    kind: EquipmentKind | None = None
    state: EquipmentState | None = None


@dataclass(frozen=True, slots=True)
class SetsNow:
    """Sets, and when they were there."""

    sets: tuple[SetRow, ...]
    server_time: datetime


@read(SetFilters, act=Act.VIEW_EQUIPMENT, path="equipment/")
def read_equipment(viewer: Person, asked: SetFilters) -> SetsNow:
    """Sets of tiles, dice and cards."""
    now = database_time()
    states = [asked.state] if asked.state else []
    rows = equipment.set_rows(viewer, now, kind=asked.kind or "", states=states)
    return SetsNow(tuple(rows), now)


class SetAsked(Input):
    """Which set."""

    equipment_id: Id


@read(SetAsked, act=Act.VIEW_EQUIPMENT, path="equipment/<int:equipment_id>/")
def read_equipment_set(viewer: Person, asked: SetAsked) -> SetAnswer:
    """A set and its history."""
    return SetAnswer(equipment.set_sheet(viewer, asked.equipment_id, database_time()))


@dataclass(frozen=True, slots=True)
class WaitingInspections:
    """Inspections that wait for their second person."""

    inspections: tuple[QueueRow, ...]


@read(Nothing, act=Act.VIEW_FLOOR, path="inspections/waiting/")
def read_verification_queue(viewer: Person, asked: Nothing) -> WaitingInspections:
    """Inspections that wait to be verified."""
    return WaitingInspections(tuple(queue.verification_queue(viewer)))


class AlertFilters(Input):
    """Which alerts to list."""

    table: Id | None = None


@dataclass(frozen=True, slots=True)
class OpenAlerts:
    """Alerts that nobody answered yet."""

    alerts: tuple[AlertRow, ...]


@read(AlertFilters, act=Act.VIEW_FLOOR, path="alerts/")
def read_alerts(viewer: Person, asked: AlertFilters) -> OpenAlerts:
    """Alerts that want an answer, the most urgent first."""
    return OpenAlerts(tuple(alerts.open_alerts(viewer, table_id=asked.table)))


@read(Nothing, act=Act.VIEW_EQUIPMENT, path="envelopes/")
def read_envelopes(viewer: Person, asked: Nothing) -> EnvelopesAnswer:
    """Envelopes that wait for security."""
    return EnvelopesAnswer(tuple(custody.waiting_envelopes(viewer)))


@dataclass(frozen=True, slots=True)
class WorkOrders:
    """The work orders that are on record."""

    work_orders: tuple[OrderSheet, ...]


@read(Nothing, act=Act.VIEW_EQUIPMENT, path=open_work_order.path)
def read_work_orders(viewer: Person, asked: Nothing) -> WorkOrders:
    """The work orders that are on record."""
    return WorkOrders(tuple(custody.work_orders(viewer)))


class OrderAsked(Input):
    """Which work order."""

    order_id: Id


@read(OrderAsked, act=Act.VIEW_EQUIPMENT, path="work-orders/<int:order_id>/")
def read_work_order(viewer: Person, asked: OrderAsked) -> OrderAnswer:
    """A work order, line by line."""
    return OrderAnswer(custody.work_order(viewer, asked.order_id))


@dataclass(frozen=True, slots=True)
class Discrepancies:
    """The reports on what was missing, too many or marked."""

    discrepancies: tuple[ReportSheet, ...]


@read(Nothing, act=Act.VIEW_EQUIPMENT, path="discrepancies/")
def read_discrepancies(viewer: Person, asked: Nothing) -> Discrepancies:
    """The reports on what was missing, too many or marked."""
    return Discrepancies(tuple(custody.discrepancy_reports(viewer)))


@dataclass(frozen=True, slots=True)
class SubmissionVersions:
    """Every version of the rules that was filed."""

    submissions: tuple[SubmissionRow, ...]


@read(Nothing, act=Act.VIEW_SUBMISSIONS, path=file_submission.path)
def read_submissions(viewer: Person, asked: Nothing) -> SubmissionVersions:
    """Every version of the rules that was filed."""
    return SubmissionVersions(tuple(submissions.submission_rows(viewer)))


READS: Reads = (
    read_tables,
    read_table,
    read_equipment,
    read_equipment_set,
    read_verification_queue,
    read_alerts,
    read_envelopes,
    read_work_orders,
    read_work_order,
    read_discrepancies,
    read_submissions,
)
