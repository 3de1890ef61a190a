"""What waits for a floorperson: inspections to verify, failed sets to seal, alerts to answer."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from staff.models import Person
from staff.policy import Act, may
from tables.guards import citation, refusal_of
from tables.inspections import guard_verification
from tables.models import FloorAssignment, Inspection, InspectionPurpose
from tables.wording import kind_words


@dataclass(frozen=True, slots=True)
class QueueRow:
    """An inspection that waits for a second person."""

    inspection_id: int
    table_id: int
    table_number: int
    pit: str
    version: int
    rule: str
    kind: str
    kind_label: str
    serial: str
    inspected_by: str
    inspected_at: datetime
    floorperson: str
    is_mine: bool
    refusal_code: str
    refusal: str


def verification_queue(viewer: Person) -> list[QueueRow]:
    """Inspections that passed and wait, the viewer's own tables first."""
    watching = FloorAssignment.objects.filter(ended_at__isnull=True).select_related("person")
    waiting = (
        Inspection.objects.filter(
            property_id=viewer.property_id,
            purpose=InspectionPurpose.OPENING,
            passed=True,
            verified_at__isnull=True,
            withdrawn_at__isnull=True,
            table__isnull=False,
        )
        .select_related("equipment", "table__pit", "table__submission", "inspected_by")
        .prefetch_related(Prefetch("table__assignments", queryset=watching, to_attr="watching"))
        .order_by("inspected_at")
    )
    rows = [_row(viewer, each) for each in waiting]
    return sorted(rows, key=lambda row: not row.is_mine)


def _row(viewer: Person, inspection: Inspection) -> QueueRow:
    table = inspection.table
    assert table is not None
    watching: list[FloorAssignment] = getattr(table, "watching", [])
    person = watching[0].person if watching else None
    asks = may(viewer, Act.VERIFY_INSPECTION)
    refused = refusal_of(guard_verification, inspection, table, viewer) if asks else None
    return QueueRow(
        inspection_id=inspection.pk,
        table_id=table.pk,
        table_number=table.number,
        pit=table.pit.name,
        version=table.version,
        rule=citation(table, "inspection"),
        kind=inspection.equipment.kind,
        kind_label=kind_words(inspection.equipment.kind),
        serial=inspection.equipment.serial,
        inspected_by=inspection.inspected_by.name,
        inspected_at=inspection.inspected_at,
        floorperson=person.name if person else "",
        is_mine=person is not None and person.pk == viewer.pk,
        refusal_code=refused.code if refused else "",
        refusal=str(refused.message) if refused else "",
    )
