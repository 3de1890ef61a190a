"""What security and compliance see: envelopes, work orders, reports, counts, destructions."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from staff.gaming_day import gaming_day
from staff.models import Person
from tables.models import (
    Destruction,
    Discrepancy,
    Envelope,
    EquipmentKind,
    EquipmentState,
    StockCount,
    WorkOrder,
)
from tables.models.custody import CountPurpose, WorkOrderResult
from tables.queries.equipment import SetRow, set_rows
from tables.queries.stock import COUNTED_STATES, misplaced_sets, serials_of
from tables.wording import reason_words, state_words

LATEST = 30


@dataclass(frozen=True, slots=True)
class EnvelopeSheet:
    """An envelope as its label shows it."""

    id: int
    seal_number: str
    equipment_id: int
    serial: str
    kind: str
    table_id: int
    table_number: int
    sealed_at: datetime
    reason: str
    note: str
    dealer: str
    dealer_licence: str
    floor: str
    floor_licence: str
    collected_at: datetime | None
    collected_by: str


@dataclass(frozen=True, slots=True)
class LineSheet:
    id: int
    equipment_id: int
    serial: str
    kind: str
    table_number: int | None
    seal_number: str
    reason: str
    result: str
    result_label: str
    checks: tuple[str, ...]
    faults: tuple[tuple[str, str], ...]
    new_seal: str
    needs_decision: bool
    inspected_by: str


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """A work order, as the screen and the paper show it."""

    id: int
    number: int
    opened_by: str
    opened_at: datetime
    closed_by: str
    closed_licence: str
    closed_at: datetime | None
    lines: tuple[LineSheet, ...]

    @property
    def is_complete(self) -> bool:
        return all(line.result != WorkOrderResult.PENDING for line in self.lines)


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """A discrepancy report, both parts."""

    id: int
    number: int
    equipment_id: int
    serial: str
    kind: str
    found: str
    tiles: tuple[str, ...]
    note: str
    reported_by: str
    reported_licence: str
    reported_at: datetime
    regulator: str
    regulator_licence: str
    regulator_at: datetime | None
    outcome: str


@dataclass(frozen=True, slots=True)
class CountSheet:
    """One kind of set, place by place, ready to be counted."""

    kind: str
    label: str
    places: tuple[tuple[str, str], ...]
    serials: tuple[str, ...]
    daily_done: bool
    last_stock_take: datetime | None


def waiting_envelopes(viewer: Person) -> list[EnvelopeSheet]:
    """Sealed envelopes that security has not collected."""
    found = _envelopes(viewer).filter(
        collected_at__isnull=True, equipment__state=EquipmentState.ENVELOPE
    )
    return [envelope_sheet(each) for each in found.order_by("sealed_at")]


def envelope(viewer: Person, envelope_id: int) -> EnvelopeSheet:
    return envelope_sheet(_envelopes(viewer).get(pk=envelope_id))


def envelope_sheet(each: Envelope) -> EnvelopeSheet:
    return EnvelopeSheet(
        id=each.pk,
        seal_number=each.seal_number,
        equipment_id=each.equipment_id,
        serial=each.equipment.serial,
        kind=each.equipment.kind,
        table_id=each.table_id,
        table_number=each.table.number,
        sealed_at=each.sealed_at,
        reason=reason_words(each.reason),
        note=each.note,
        dealer=each.dealer.name,
        dealer_licence=each.dealer_sign_off.licence_number,
        floor=each.floor.name,
        floor_licence=each.floor_sign_off.licence_number,
        collected_at=each.collected_at,
        collected_by=each.collected_by.name if each.collected_by else "",
    )


def collected_sets(viewer: Person, at: datetime) -> list[SetRow]:
    """What security has and no open work order names."""
    busy = WorkOrder.objects.filter(property_id=viewer.property_id, closed_at__isnull=True)
    taken = set(busy.values_list("lines__equipment_id", flat=True))
    rows = set_rows(viewer, at, states=[EquipmentState.COLLECTED])
    return [row for row in rows if row.id not in taken]


def work_orders(viewer: Person) -> list[OrderSheet]:
    orders = _orders(viewer).order_by("-number")[:LATEST]
    return [_order_sheet(each) for each in orders]


def work_order(viewer: Person, order_id: int) -> OrderSheet:
    return _order_sheet(_orders(viewer).get(pk=order_id))


def discrepancy_reports(viewer: Person) -> list[ReportSheet]:
    found = _reports(viewer).order_by("-number")[:LATEST]
    return [_report_sheet(each) for each in found]


def discrepancy_report(viewer: Person, report_id: int) -> ReportSheet:
    return _report_sheet(_reports(viewer).get(pk=report_id))


def destructions(viewer: Person) -> QuerySet[Destruction]:
    found = Destruction.objects.select_related("equipment", "by", "witness")
    return found.filter(property_id=viewer.property_id).order_by("-at")[:LATEST]


def count_sheets(viewer: Person, at: datetime) -> list[CountSheet]:
    """What there is to count today, kind by kind."""
    today = gaming_day(viewer.property, at)
    counts = StockCount.objects.filter(property_id=viewer.property_id)
    sheets = []
    for kind in EquipmentKind:
        of_kind = counts.filter(kind=kind)
        last = of_kind.filter(purpose=CountPurpose.STOCK_TAKE).order_by("-at").first()
        daily = of_kind.filter(purpose=CountPurpose.DAILY, gaming_day=today)
        sheets.append(
            CountSheet(
                kind=kind.value,
                label=str(kind.label),
                places=tuple((state, state_words(state)) for state in COUNTED_STATES),
                serials=serials_of(viewer.property_id, kind.value),
                daily_done=daily.exists(),
                last_stock_take=last.at if last else None,
            )
        )
    return sheets


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A count that was signed, and the sets that are not where the ledger has them."""

    at: datetime
    purpose: str
    kind: str
    by: str
    agrees: bool
    note: str
    differing: tuple[tuple[str, str, str], ...]


def latest_counts(viewer: Person) -> list[CountedLine]:
    counts = StockCount.objects.filter(property_id=viewer.property_id).select_related("by")
    return [_counted_line(each) for each in counts.order_by("-at")[:LATEST]]


def _counted_line(count: StockCount) -> CountedLine:
    return CountedLine(
        at=count.at,
        purpose=count.get_purpose_display(),
        kind=count.get_kind_display(),
        by=str(count.by),
        agrees=count.agrees,
        note=count.note,
        differing=tuple(
            (each.serial, state_words(each.book), state_words(each.found))
            for each in misplaced_sets(count)
        ),
    )


def _envelopes(viewer: Person) -> QuerySet[Envelope]:
    return Envelope.objects.filter(property_id=viewer.property_id).select_related(
        "equipment",
        "table",
        "dealer",
        "floor",
        "dealer_sign_off",
        "floor_sign_off",
        "collected_by",
    )


def _orders(viewer: Person) -> QuerySet[WorkOrder]:
    orders = WorkOrder.objects.filter(property_id=viewer.property_id)
    return orders.select_related("opened_by", "closed_by", "sign_off").prefetch_related(
        "lines__equipment", "lines__envelope__table", "lines__inspected_by"
    )


def _order_sheet(order: WorkOrder) -> OrderSheet:
    lines = sorted(order.lines.all(), key=lambda line: line.pk)
    return OrderSheet(
        id=order.pk,
        number=order.number,
        opened_by=order.opened_by.name,
        opened_at=order.opened_at,
        closed_by=order.closed_by.name if order.closed_by else "",
        closed_licence=order.sign_off.licence_number if order.sign_off else "",
        closed_at=order.closed_at,
        lines=tuple(
            LineSheet(
                id=line.pk,
                equipment_id=line.equipment_id,
                serial=line.equipment.serial,
                kind=line.equipment.kind,
                table_number=line.envelope.table.number if line.envelope else None,
                seal_number=line.envelope.seal_number if line.envelope else "",
                reason=reason_words(line.envelope.reason) if line.envelope else "",
                result=line.result,
                result_label=str(WorkOrderResult(line.result).label),
                checks=tuple(line.checks),
                faults=tuple(
                    (piece, reason_words(fault))
                    for piece, fault in line.faults.items()
                    if piece != "new_seal"
                ),
                new_seal=line.faults.get("new_seal", ""),
                needs_decision=bool(line.equipment.detail.get("needs_decision")),
                inspected_by=line.inspected_by.name if line.inspected_by else "",
            )
            for line in lines
        ),
    )


def _reports(viewer: Person) -> QuerySet[Discrepancy]:
    found = Discrepancy.objects.filter(property_id=viewer.property_id)
    return found.select_related(
        "equipment", "reported_by", "sign_off", "regulator", "regulator_sign_off"
    )


def _report_sheet(each: Discrepancy) -> ReportSheet:
    signed = each.regulator_sign_off
    return ReportSheet(
        id=each.pk,
        number=each.number,
        equipment_id=each.equipment_id,
        serial=each.equipment.serial,
        kind=each.equipment.kind,
        found=each.found,
        tiles=tuple(each.tiles),
        note=each.note,
        reported_by=each.reported_by.name,
        reported_licence=each.sign_off.licence_number,
        reported_at=each.reported_at,
        regulator=each.regulator.name if each.regulator else "",
        regulator_licence=signed.licence_number if signed else "",
        regulator_at=each.regulator_at,
        outcome=each.outcome,
    )
