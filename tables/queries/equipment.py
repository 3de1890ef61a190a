"""What screens show of sets: where each is, how long it may stay, and its whole history."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _

from staff.models import Person
from tables.models import (
    EquipmentKind,
    EquipmentMove,
    EquipmentSet,
    EquipmentState,
    Inspection,
    Placement,
    SetTile,
    TileMove,
)
from tables.queries.floor import ICONS, ClockSheet, clock_of
from tables.requirements import demands_of
from tables.wording import MOVES, kind_words, reason_words, state_words


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


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of a set's timeline."""

    at: datetime
    what: str
    where: str
    who: tuple[str, ...]
    tone: str = ""
    icon: str = "check"
    detail: str = ""


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
    return (
        EquipmentSet.objects.filter(property_id=viewer.property_id)
        .select_related("submission")
        .prefetch_related(Prefetch("placements", queryset=current, to_attr="now_at"))
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


def equipment_board(viewer: Person, at: datetime, *, kind: str) -> list[EquipmentPlace]:
    """The sets of a kind by place; those at tables by the time they have left."""
    rows = set_rows(viewer, at, kind=kind, states=[each.value for each in PLACES])
    return [
        EquipmentPlace(
            each.value,
            str(each.label),
            tuple(sorted((row for row in rows if row.state == each), key=_urgency)),
        )
        for each in PLACES
    ]


def kind_counts(viewer: Person) -> list[tuple[str, str, str, int]]:
    """How many sets of each kind are alive, for the tabs."""
    gone = [EquipmentState.DESTROYED, EquipmentState.DISSOLVED]
    counts = dict(
        EquipmentSet.objects.filter(property_id=viewer.property_id)
        .exclude(state__in=gone)
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
    )


def set_sheet(viewer: Person, equipment_id: int, at: datetime) -> SetSheet:
    equipment = house_sets(viewer).get(pk=equipment_id)
    checks = equipment.inspections.select_related("inspected_by", "verified_by", "table")
    inspections = list(checks.order_by("-inspected_at"))
    moves = equipment.moves.select_related("by", "second", "table", "envelope").order_by("-at")
    sealed = equipment.envelopes.filter(opened_at__isnull=True).first()
    history = [*_inspected(inspections), *_moved(moves), *_rebuilt(equipment)]
    return SetSheet(
        row=set_row(equipment, at),
        design_approval=equipment.design_approval,
        made_from=equipment.made_from,
        pieces=tuple(equipment.detail.get("pieces", ())),
        history=tuple(sorted(history, key=lambda each: each.at, reverse=True)),
        strangers=_strangers(equipment),
        envelope_id=sealed.pk if sealed else None,
        measured=any(each.passed and each.purpose == "receipt" for each in inspections),
    )


def _moved(moves: Iterable[EquipmentMove]) -> Iterable[Happening]:
    icons = {
        "seal": "envelope",
        "collect": "lock",
        "destroy": "void",
        "discrepancy": "warn",
        "bring": "table",
        "place": "shaker",
        "receive": "seal",
    }
    tones = {"seal": "warn", "discrepancy": "lose", "condemn": "lose", "destroy": "lose"}
    for each in moves:
        where = str(each.table) if each.table else state_words(each.to_state)
        yield Happening(
            at=each.at,
            what=str(MOVES.get(each.act, each.act)),
            where=where,
            who=tuple(person.name for person in (each.by, each.second) if person),
            tone=tones.get(each.act, ""),
            icon=icons.get(each.act, "forward"),
            detail=_detail(each),
        )


def _detail(each: EquipmentMove) -> str:
    parts = [reason_words(each.detail["reason"])] if each.detail.get("reason") else []
    if each.envelope is not None:
        parts.append(each.envelope.seal_number)
    return " · ".join(parts)


def _inspected(inspections: Iterable[Inspection]) -> Iterable[Happening]:
    for each in inspections:
        yield Happening(
            at=each.inspected_at,
            what=_("Inspected: {purpose}").format(purpose=each.get_purpose_display()),
            where=str(each.table) if each.table else "",
            who=tuple(_who(each)),
            tone="win" if each.passed else "lose",
            icon="inspection",
            detail=reason_words(each.reason),
        )


def _who(each: Inspection) -> Iterable[str]:
    yield each.inspected_by.name
    if each.verified_by is not None:
        yield _("verified by {name}").format(name=each.verified_by.name)


def _rebuilt(equipment: EquipmentSet) -> Iterable[Happening]:
    moves = TileMove.objects.filter(to_set=equipment).select_related("tile", "from_set", "by")
    for each in moves[:64]:
        yield Happening(
            at=each.at,
            what=each.tile.name,
            where=each.from_set.serial if each.from_set else "",
            who=(each.by.name,),
            icon="tile",
            detail=reason_words(each.reason),
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
