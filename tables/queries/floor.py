"""What screens show of a table: its state, its people, its sets and how long they may stay."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import (
    Count,
    DateTimeField,
    Exists,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.utils.translation import gettext as _

from rules.profiles import profile
from staff.models import Person
from tables.dice_rules import dice_rules
from tables.games import KINDS, KindOfSet
from tables.guards import game_at, is_expired
from tables.inspections import failed_here
from tables.models import (
    DealerShift,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    FloorAssignment,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
    TableState,
)
from tables.requirements import Demands, demands_of
from tables.wording import NOTHING_THERE, hold_words


@dataclass(frozen=True, slots=True)
class PersonSheet:
    id: int
    name: str
    badge: str


@dataclass(frozen=True, slots=True)
class ClockSheet:
    """A set at a table and its limit. `state` is judged by the time, not by the sweep's mark."""

    kind: str
    label: str
    equipment_id: int
    serial: str
    placed_at: datetime
    verified_at: datetime | None
    start: datetime | None
    warn: datetime | None
    due: datetime | None
    state: str  # unverified, well, warn, due
    icon: str
    waits: str
    """What is still to be done before it counts, in words; nothing once it is verified."""
    has_failed: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    id: int
    number: int
    pit: str
    profile: str
    rules: str
    game: str
    state: str
    state_label: str
    tone: str
    hold: str
    state_since: datetime | None
    version: int
    tiles_displayed: bool
    dealer: PersonSheet | None
    floorperson: PersonSheet | None
    clocks: tuple[ClockSheet, ...]
    alerts: int


@dataclass(frozen=True, slots=True)
class SpareSet:
    """A set in the pit stand that may come to a table, with what tells it from the others."""

    id: int
    serial: str
    rules: str
    design: str
    last_use: datetime | None


@dataclass(frozen=True, slots=True)
class SetStep:
    """How far one kind of set is on its way into use at a table."""

    kind: str
    label: str
    icon: str
    in_shaker: bool
    clock: ClockSheet | None
    stage: str  # missing, brought, failed, waiting, ready, expired
    inspection_id: int | None
    inspected_by: PersonSheet | None
    reason: str
    needs_removal_check: bool
    may_return: bool
    spares: tuple[SpareSet, ...]


@dataclass(frozen=True, slots=True)
class ExtraStep:
    """A step of opening or closing that another app knows about, such as the count of chips."""

    code: str
    label: str
    is_done: bool
    detail: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything that a table's page shows."""

    row: TableRow
    sets: tuple[SetStep, ...]
    shaker: str
    seats: int
    seat_word: str
    minimum_cents: int
    maximum_cents: int
    currency: str
    layout_approval: str
    drop_box: str
    cameras: tuple[str, ...]
    submission_id: int
    shows_sets: bool
    floorpeople: tuple[tuple[int, str, int], ...]
    floorperson_limit: int
    extra_opening: tuple[ExtraStep, ...]
    extra_closing: tuple[ExtraStep, ...]

    def tables_of(self, person_id: int | None) -> int:
        """How many tables this floorperson answers for now."""
        return next((count for each, _n, count in self.floorpeople if each == person_id), 0)

    @property
    def floorperson_tables(self) -> int:
        return self.tables_of(self.row.floorperson.id) if self.row.floorperson else 0

    @property
    def is_over_limit(self) -> bool:
        """Rule: COMAR 36.05.03.01C."""
        return self.floorperson_tables > self.floorperson_limit


# Apps above this one add their steps here when the site starts.
EXTRA_OPENING_STEPS: list[Callable[[GamingTable, datetime], ExtraStep]] = []
EXTRA_CLOSING_STEPS: list[Callable[[GamingTable, datetime], ExtraStep]] = []

TONES = {
    TableState.OPEN: "win",
    TableState.OPENING: "info",
    TableState.CLOSING: "info",
    TableState.SUSPENDED: "lose",
    TableState.CLOSED: "",
}
ICONS = {"tiles": "tiles", "dice": "dice", "deck": "cards"}


def house_tables(viewer: Person) -> QuerySet[GamingTable]:
    return _tables_of(viewer.property_id)


def standing_tables(property_id: int) -> QuerySet[GamingTable]:
    """The tables that stand on the floor: all of the house but the retired ones."""
    return _tables_of(property_id).filter(retired_at=None)


def _tables_of(property_id: int) -> QuerySet[GamingTable]:
    tables = GamingTable.objects.select_related("property", "pit", "submission")
    return tables.filter(property_id=property_id)


def table_rows(viewer: Person, at: datetime, *, ids: Iterable[int] | None = None) -> list[TableRow]:
    """The tables of the floor by pit and number, in a fixed number of queries."""
    asked = (
        standing_tables(viewer.property_id)
        if ids is None
        else house_tables(viewer).filter(pk__in=[*ids])
    )
    found = asked.annotate(waiting=Count("alerts", filter=Q(alerts__acknowledged_at__isnull=True)))
    tables = list(found.order_by("pit__name", "number"))
    keys = [table.pk for table in tables]
    placements = placements_at(keys)
    dealers = _people(DealerShift, keys)
    watchers = _people(FloorAssignment, keys)
    return [
        _row(table, placements[table.pk], dealers.get(table.pk), watchers.get(table.pk), at)
        for table in tables
    ]


def table_sheet(viewer: Person, table_id: int, at: datetime) -> TableSheet:
    table = house_tables(viewer).select_related("shaker").get(pk=table_id)
    rows = table_rows(viewer, at, ids=[table_id])
    demands, game = demands_of(table.submission), game_at(table)
    placements = {each.kind: each for each in placements_at([table_id])[table_id]}
    shaker = getattr(table, "shaker", None)
    return TableSheet(
        row=rows[0],
        sets=tuple(
            _set_step(table, kind, placements.get(kind.kind), demands, at)
            for kind in game.may_lie_there
        ),
        shaker=shaker.serial if shaker else "",
        seats=table.seats,
        seat_word=profile(table.submission.profile).seat_word,
        minimum_cents=table.minimum_cents,
        maximum_cents=table.maximum_cents,
        currency=table.property.currency,
        layout_approval=table.layout_approval,
        drop_box=table.drop_box,
        cameras=tuple(table.cameras),
        submission_id=table.submission_id,
        shows_sets=game.shows_sets_to_players,
        floorpeople=_floorpeople(viewer),
        floorperson_limit=demands.number("floorperson_tables"),
        extra_opening=tuple(step(table, at) for step in EXTRA_OPENING_STEPS),
        extra_closing=tuple(step(table, at) for step in EXTRA_CLOSING_STEPS),
    )


def clock_of(placement: Placement, demands: Demands, at: datetime) -> ClockSheet:
    due = placement.expires_at
    warnings = demands.numbers("warning_minutes")
    warn = due - timedelta(minutes=max(warnings)) if due and warnings else None
    if placement.verified_at is None:
        state = "unverified"
    elif is_expired(placement, at):
        state = "due"
    else:
        state = "warn" if warn is not None and at >= warn else "well"
    return ClockSheet(
        kind=placement.kind,
        label=str(placement.get_kind_display()),
        equipment_id=placement.equipment_id,
        serial=placement.equipment.serial,
        placed_at=placement.during.lower,
        verified_at=placement.verified_at,
        start=placement.verified_at,
        warn=warn,
        due=due,
        state=state,
        icon=ICONS[placement.kind],
        waits=_waits_for(placement),
        has_failed=placement.unfit_at is not None
        or (placement.verified_at is None and _has_passed(placement) is False),
    )


def _has_passed(placement: Placement) -> bool | None:
    """What the last inspection here said; nothing where nobody inspected, or nobody asked."""
    found: bool | None = getattr(placement, "has_passed", None)
    return found


def _waits_for(placement: Placement) -> str:
    if placement.verified_at is not None:
        return ""
    says = {None: _("to be inspected"), True: _("waits for verification"), False: _("failed")}
    return says[_has_passed(placement)]


def standing(table: GamingTable, clocks: Sequence[ClockSheet]) -> tuple[str, str, str]:
    """State, its words and its tone; an open table without a set that is fit stands still."""
    state = TableState(table.state)
    if state == TableState.OPEN:
        there = {clock.kind for clock in clocks}
        if table.hold:
            return "held", _("Held"), "lose"
        if any(clock.state == "due" for clock in clocks):
            return "expired", _("Set expired"), "lose"
        if any(clock.has_failed for clock in clocks):
            return "failed", _("Set failed"), "lose"
        for kind in game_at(table).kinds:
            if kind.kind.value not in there:
                return "no_set", str(NOTHING_THERE[kind.kind.value]), "lose"
        if table.tiles_displayed:
            return "idle", _("Open, tiles displayed"), "win"
    return state.value, str(state.label), TONES[state]


def placements_at(table_ids: list[int]) -> dict[int, list[Placement]]:
    found: dict[int, list[Placement]] = defaultdict(list)
    there = Placement.objects.filter(table_id__in=table_ids, during__endswith__isnull=True)
    here = there.annotate(has_passed=Subquery(_inspected_here().values("passed")[:1]))
    for placement in here.select_related("equipment").order_by("-kind"):
        found[placement.table_id].append(placement)
    return found


def _inspected_here() -> QuerySet[Inspection]:
    """The inspections of a placed set since it came, the latest first."""
    came = Func(OuterRef("during"), function="lower", output_field=DateTimeField())
    return Inspection.objects.filter(
        equipment=OuterRef("equipment"),
        purpose=InspectionPurpose.OPENING,
        withdrawn_at__isnull=True,
        inspected_at__gte=came,
    ).order_by("-inspected_at", "-pk")


def _people(
    model: type[DealerShift] | type[FloorAssignment], table_ids: list[int]
) -> dict[int, PersonSheet]:
    there = model._default_manager.filter(table_id__in=table_ids, ended_at__isnull=True)
    return {each.table_id: person_sheet(each.person) for each in there.select_related("person")}


def person_sheet(person: Person) -> PersonSheet:
    return PersonSheet(person.pk, person.name, person.badge)


def _row(
    table: GamingTable,
    placements: list[Placement],
    dealer: PersonSheet | None,
    floorperson: PersonSheet | None,
    at: datetime,
) -> TableRow:
    demands = demands_of(table.submission)
    clocks = tuple(clock_of(each, demands, at) for each in placements)
    state, label, tone = standing(table, clocks)
    return TableRow(
        id=table.pk,
        number=table.number,
        pit=table.pit.name,
        profile=table.submission.profile,
        rules=str(table.submission),
        game=str(game_at(table).label),
        state=state,
        state_label=label,
        tone=tone,
        hold=hold_words(table.hold),
        state_since=table.state_since,
        version=table.version,
        tiles_displayed=table.tiles_displayed,
        dealer=dealer,
        floorperson=floorperson,
        clocks=clocks,
        alerts=getattr(table, "waiting", 0),
    )


def _set_step(
    table: GamingTable,
    kind: KindOfSet,
    placement: Placement | None,
    demands: Demands,
    at: datetime,
) -> SetStep:
    inspection = _decides(placement) if placement else None
    return SetStep(
        kind=kind.kind.value,
        label=str(kind.kind.label),
        icon=ICONS[kind.kind.value],
        in_shaker=kind.clock_starts == "placed",
        clock=clock_of(placement, demands, at) if placement else None,
        stage=_stage(placement, inspection, at),
        inspection_id=inspection.pk if inspection else None,
        inspected_by=person_sheet(inspection.inspected_by) if inspection else None,
        reason=inspection.reason if inspection else "",
        needs_removal_check=_needs_removal_check(kind, placement, demands),
        may_return=inspection is None or not demands.is_on("envelope_used_sets"),
        spares=_spares(table, kind) if placement is None else (),
    )


def _stage(placement: Placement | None, inspection: Inspection | None, at: datetime) -> str:
    if placement is None:
        return "missing"
    if placement.unfit_at is not None:
        return "failed"
    if placement.verified_at is not None:
        return "expired" if is_expired(placement, at) else "ready"
    if inspection is None:
        return "brought"
    return "waiting" if inspection.passed else "failed"


def _decides(placement: Placement) -> Inspection | None:
    """The inspection that says how a set stands: one that it failed, or that before play."""
    if placement.unfit_at is None:
        return _latest(placement, InspectionPurpose.OPENING)
    failed = failed_here(placement).select_related("inspected_by")
    return failed.order_by("-inspected_at", "-pk").first()


def _latest(placement: Placement, purpose: InspectionPurpose) -> Inspection | None:
    found = Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        purpose=purpose,
        inspected_at__gte=placement.during.lower,
        withdrawn_at__isnull=True,
    )
    return found.select_related("inspected_by").order_by("-inspected_at", "-pk").first()


def _needs_removal_check(kind: KindOfSet, placement: Placement | None, demands: Demands) -> bool:
    if placement is None or placement.verified_at is None or kind.clock_starts == "placed":
        return False
    if not demands.is_on("check_before_removal"):
        return False
    return _latest(placement, InspectionPurpose.REMOVAL) is None


def sets_with_spare_tiles(viewer: Person) -> list[tuple[int, str]]:
    """Tile sets in the pit stand, those that gave tiles away before first."""
    ready = _in_pit_stand(viewer.property_id, EquipmentKind.TILES)
    ordered = ready.annotate(pieces=Count("tiles")).filter(pieces__gt=0)
    return list(ordered.order_by("pieces", "state_since", "pk").values_list("pk", "serial"))


def _in_pit_stand(property_id: int, kind: str) -> QuerySet[EquipmentSet]:
    return EquipmentSet.objects.filter(
        property_id=property_id, kind=kind, state=EquipmentState.PIT_STAND, evidence_hold=""
    )


def _spares(table: GamingTable, kind: KindOfSet) -> tuple[SpareSet, ...]:
    """Whole sets in the pit stand that may be brought here, the longest there first.

    What the table's own submission wants of a set decides, not what it was kept under.
    """
    found = _in_pit_stand(table.property_id, kind.kind).annotate(tile_count=Count("tiles"))
    ready = found.filter(tile_count__in=[0, len(KINDS[EquipmentKind.TILES].pieces)])
    if kind.kind == EquipmentKind.TILES and demands_of(table.submission).is_on("approved_design"):
        ready = ready.exclude(design_approval="")
    if kind.clock_starts == "placed":
        ready = ready.filter(Exists(fresh_inspections()))
    ends = Func("during", function="upper", output_field=DateTimeField())
    used = Placement.objects.filter(equipment=OuterRef("pk")).annotate(ended=ends)
    last = Subquery(used.order_by("-ended").values("ended")[:1])
    rows = ready.annotate(last_use=last).select_related("submission").order_by("state_since", "pk")
    return tuple(
        SpareSet(
            each.pk,
            each.serial,
            str(each.submission or ""),
            each.design_approval,
            each.last_use,
        )
        for each in rows[:30]
        if kind.kind != EquipmentKind.DICE or _dice_fit(each, table)
    )


def _dice_fit(dice: EquipmentSet, table: GamingTable) -> bool:
    """Whether the last look at these dice is what this table's document asks for."""
    looks = dice.inspections.filter(purpose=InspectionPurpose.RECEIPT)
    last = looks.order_by("-inspected_at", "-pk").first()
    seen = last.checks if last is not None and last.passed else {}
    rules = dice_rules(table.submission.profile)
    return rules.is_satisfied_by(seen.get("sizes", ()), seen.get("checks", ()))


def fresh_inspections() -> QuerySet[Inspection]:
    """Inspections of dice that passed after the dice were last at a table."""
    used = Placement.objects.filter(equipment=OuterRef("equipment")).annotate(
        began=Func("during", function="lower", output_field=DateTimeField())
    )
    return Inspection.objects.filter(
        ~Exists(used.filter(began__gte=OuterRef("inspected_at"))),
        equipment=OuterRef("pk"),
        passed=True,
        purpose=InspectionPurpose.RECEIPT,
    )


def _floorpeople(viewer: Person) -> tuple[tuple[int, str, int], ...]:
    """Who could answer for a table, and how many they have."""
    people = (
        Person.objects.filter(
            property_id=viewer.property_id,
            is_active=True,
            roles__overlap=["floorperson", "pit_manager"],
        )
        .annotate(tables=Count("assignments", filter=Q(assignments__ended_at__isnull=True)))
        .order_by("name")
    )
    return tuple((each.pk, each.name, each.tables) for each in people)
