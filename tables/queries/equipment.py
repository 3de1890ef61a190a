"""What screens show of sets: where each is, how long it may stay, and its whole history."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Exists, Prefetch, QuerySet

from staff.models import Person
from tables.models import (
    Envelope,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    InspectionPurpose,
    Placement,
    SetTile,
)
from tables.queries.floor import ICONS, ClockSheet, clock_of, fresh_inspections
from tables.queries.story import Happening, story_of
from tables.requirements import demands_of
from tables.wording import kind_words, state_words


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set in a list."""

    id: int
    kind: str
    kind_label: str
    icon: str
    serial: str
    seal_number: str
    state: str
    state_label: str
    state_since: datetime | None
    table_id: int | None
    table_number: int | None
    clock: ClockSheet | None
    evidence_hold: str
    destroy_by: datetime | None
    needs_decision: bool
    rules: str
    envelope: str = ""
    is_inspected: bool = False
    """Dice that were looked at since they were last at a table."""


@dataclass(frozen=True, slots=True)
class TileRow:
    """A tile and where it came from."""

    name: str
    kind: str
    origin_id: int
    origin: str


@dataclass(frozen=True, slots=True)
class SetSheet:
    """Everything that a set's page shows."""

    row: SetRow
    design_approval: str
    made_from: str
    submission_id: int | None
    pieces: tuple[str, ...]
    history: tuple[Happening, ...]
    strangers: tuple[TileRow, ...]
    envelope_id: int | None
    measured: bool
    last_check: str = ""


@dataclass(frozen=True, slots=True)
class EquipmentPlace:
    """One place with the sets that are there."""

    state: str
    label: str
    rows: tuple[SetRow, ...] = field(default=())


PLACES = (
    EquipmentState.AT_TABLE,
    EquipmentState.PIT_STAND,
    EquipmentState.STORE,
    EquipmentState.RECEIVED,
    EquipmentState.ENVELOPE,
    EquipmentState.COLLECTED,
    EquipmentState.QUARANTINE,
    EquipmentState.CONDEMNED,
)


def house_sets(viewer: Person) -> QuerySet[EquipmentSet]:
    current = Placement.objects.filter(during__endswith__isnull=True).select_related(
        "table__submission", "equipment"
    )
    sealed = Envelope.objects.filter(opened_at__isnull=True)
    return (
        EquipmentSet.objects.filter(property_id=viewer.property_id)
        .select_related("submission")
        .annotate(fresh_look=Exists(fresh_inspections()))
        .prefetch_related(
            Prefetch("placements", queryset=current, to_attr="now_at"),
            Prefetch("envelopes", queryset=sealed, to_attr="sealed_in"),
        )
    )


def set_rows(
    viewer: Person, at: datetime, *, kind: str = "", states: Iterable[str] = (), wanted: str = ""
) -> list[SetRow]:
    sets = house_sets(viewer)
    if kind:
        sets = sets.filter(kind=kind)
    if states:
        sets = sets.filter(state__in=list(states))
    if wanted:
        sets = sets.filter(serial__icontains=wanted) | sets.filter(seal_number__icontains=wanted)
    return [set_row(each, at) for each in sets.order_by("serial")[:500]]


GONE = (EquipmentState.DESTROYED, EquipmentState.DISSOLVED)


def equipment_board(
    viewer: Person, at: datetime, *, kind: str, wanted: str = "", is_gone: bool = False
) -> list[EquipmentPlace]:
    """The sets of a kind by place; those at tables by the time they have left.

    Whoever looks for a serial or a seal also finds what is no longer there.
    """
    places = (*PLACES, *GONE) if wanted else GONE if is_gone else PLACES
    states = [each.value for each in places]
    rows = set_rows(viewer, at, kind="" if wanted else kind, states=states, wanted=wanted)
    return [
        EquipmentPlace(
            each.value,
            str(each.label),
            tuple(sorted((row for row in rows if row.state == each), key=_urgency)),
        )
        for each in places
    ]


def kind_counts(viewer: Person) -> list[tuple[str, str, str, int]]:
    """How many sets of each kind are alive, for the tabs."""
    counts = dict(
        EquipmentSet.objects.filter(property_id=viewer.property_id)
        .exclude(state__in=GONE)
        .values_list("kind")
        .annotate(sets=Count("pk"))
        .order_by()
    )
    return [
        (kind.value, str(kind.label), ICONS[kind.value], counts.get(kind.value, 0))
        for kind in EquipmentKind
    ]


def set_row(equipment: EquipmentSet, at: datetime) -> SetRow:
    now_at: list[Placement] = getattr(equipment, "now_at", [])
    placement = now_at[0] if now_at else None
    clock = None
    if placement is not None:
        clock = clock_of(placement, demands_of(placement.table.submission), at)
    return SetRow(
        id=equipment.pk,
        kind=equipment.kind,
        kind_label=kind_words(equipment.kind),
        icon=ICONS[equipment.kind],
        serial=equipment.serial,
        seal_number=equipment.seal_number,
        state=equipment.state,
        state_label=state_words(equipment.state),
        state_since=equipment.state_since,
        table_id=placement.table_id if placement else None,
        table_number=placement.table.number if placement else None,
        clock=clock,
        evidence_hold=equipment.evidence_hold,
        destroy_by=equipment.destroy_by,
        needs_decision=bool(equipment.detail.get("needs_decision")),
        rules=equipment.submission.name if equipment.submission else "",
        envelope=_envelope_of(equipment),
        is_inspected=bool(getattr(equipment, "fresh_look", False)),
    )


def _envelope_of(equipment: EquipmentSet) -> str:
    sealed = getattr(equipment, "sealed_in", [])
    return sealed[0].seal_number if sealed else ""


def set_sheet(viewer: Person, equipment_id: int, at: datetime) -> SetSheet:
    equipment = house_sets(viewer).get(pk=equipment_id)
    sealed = equipment.envelopes.filter(opened_at__isnull=True).first()
    seen = equipment.inspections.filter(passed=True, purpose=InspectionPurpose.RECEIPT)
    return SetSheet(
        row=set_row(equipment, at),
        design_approval=equipment.design_approval,
        made_from=equipment.made_from,
        submission_id=equipment.submission_id,
        pieces=tuple(equipment.detail.get("pieces", ())),
        history=story_of(equipment),
        strangers=_strangers(equipment),
        envelope_id=sealed.pk if sealed else None,
        measured=seen.exists(),
    )


def _strangers(equipment: EquipmentSet) -> tuple[TileRow, ...]:
    """Tiles that were not born in this set."""
    tiles = SetTile.objects.filter(in_set=equipment).exclude(origin=equipment)
    return tuple(
        TileRow(each.name, each.name[:3], each.origin_id, each.origin.serial)
        for each in tiles.select_related("origin").order_by("name")
    )


def _urgency(row: SetRow) -> tuple[float, str]:
    due = row.clock.due if row.clock else row.destroy_by
    return (due.timestamp() if due else float("inf"), row.serial)
