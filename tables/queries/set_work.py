"""Sets that wait for the floor: a table without one, one that failed, one to be decided on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import DateTimeField, Exists, Func, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from staff.models import Person, Role
from staff.policy import Act, may
from tables.games import KindOfSet
from tables.guards import game_at
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
    TableState,
)
from tables.queries.floor import ClockSheet, clock_of, house_tables, placements_at
from tables.requirements import demands_of
from tables.wording import kind_words

LATEST = 50
LOOK_BACK = timedelta(days=31)
DICE_CHECKED_IN = (EquipmentState.PIT_STAND, EquipmentState.ENVELOPE)


@dataclass(frozen=True, slots=True)
class SetWork:
    """One thing to do about a set, and the page where it is done."""

    kind_label: str
    table_number: int | None
    text: str
    act: str
    url: str
    since: datetime | None
    is_urgent: bool


def set_work(viewer: Person, at: datetime) -> list[SetWork]:
    """What the viewer may do about sets now, in a fixed number of queries."""
    return [*_at_tables(viewer, at), *_to_decide(viewer), *_to_check(viewer, at)]


def _at_tables(viewer: Person, at: datetime) -> Iterator[SetWork]:
    if not may(viewer, Act.BRING_SET):
        return
    states = (TableState.OPENING, TableState.OPEN, TableState.SUSPENDED)
    tables = list(house_tables(viewer).filter(state__in=states).order_by("number"))
    placed = placements_at([table.pk for table in tables])
    for table in tables:
        demands = demands_of(table.submission)
        clocks = {each.kind: clock_of(each, demands, at) for each in placed[table.pk]}
        for kind in game_at(table).kinds:
            found = _for_one(viewer, table, kind, clocks.get(kind.kind.value))
            if found is not None:
                yield found


def _for_one(
    viewer: Person, table: GamingTable, kind: KindOfSet, clock: ClockSheet | None
) -> SetWork | None:
    label = str(kind.kind.label)
    if clock is None and _may_bring(viewer, table, kind):
        text, act, since = _("{kind}: bring a set"), _("Bring a set"), table.state_since
    elif clock is not None and clock.has_failed:
        text, act = _("{kind} {serial} failed: seal it, then bring another"), _("Seal it")
        since = clock.placed_at
    elif clock is not None and clock.state == "due":
        text, act = _("{kind} {serial} is past its limit: change it"), _("Change it")
        since = clock.due
    else:
        return None
    return SetWork(
        kind_label=label,
        table_number=table.number,
        text=text.format(kind=label, serial=clock.serial if clock else ""),
        act=act,
        url=reverse("table", args=[table.pk]),
        since=since,
        is_urgent=table.state == TableState.OPEN,
    )


def _may_bring(viewer: Person, table: GamingTable, kind: KindOfSet) -> bool:
    """Dice are placed by the floor; tiles only by the pit manager, where the rules say so."""
    only_manager = demands_of(table.submission).is_on("pit_manager_brings")
    is_dice = kind.clock_starts == "placed"
    return is_dice or not only_manager or viewer.has_role(Role.PIT_MANAGER)


def unchecked_dice(property_id: int, since: datetime) -> QuerySet[Placement]:
    """Dice that were at a table since then and that nobody checked after their day.

    Rule: COMAR 36.05.02.13H.
    """
    checked_since = Inspection.objects.filter(
        equipment=OuterRef("equipment"),
        purpose=InspectionPurpose.DAY_END,
        inspected_at__gte=OuterRef("began"),
    )
    began = Func("during", function="lower", output_field=DateTimeField())
    used = Placement.objects.filter(property_id=property_id, kind=EquipmentKind.DICE)
    return (
        used.annotate(began=began)
        .filter(~Exists(checked_since), began__gte=since)
        .exclude(equipment__state__in=[EquipmentState.CONDEMNED, EquipmentState.DESTROYED])
        .select_related("equipment__submission")
    )


def _to_check(viewer: Person, at: datetime) -> Iterator[SetWork]:
    """Dice that came off a table: somebody else than their inspector checks them once more.

    Rule: COMAR 36.05.02.13H.
    """
    if not may(viewer, Act.CHECK_DICE):
        return
    off = unchecked_dice(viewer.property_id, at - LOOK_BACK).filter(
        during__endswith__isnull=False, equipment__state__in=DICE_CHECKED_IN
    )
    others = off.exclude(inspection__inspected_by=viewer)
    for each in {
        use.equipment_id: use for use in others.order_by("during__startswith")[:LATEST]
    }.values():
        submission = each.equipment.submission
        if submission and demands_of(submission).is_on("dice_day_end_check"):
            yield SetWork(
                kind_label=kind_words(each.kind),
                table_number=None,
                text=_("Check {serial}: it came off a table").format(serial=each.equipment.serial),
                act=_("Check it"),
                url=reverse("equipment-set", args=[each.equipment_id]),
                since=each.during.upper,
                is_urgent=False,
            )


def _to_decide(viewer: Person) -> Iterator[SetWork]:
    """Sets that failed at a table: a pit manager says whether they may come back."""
    if not may(viewer, Act.DECIDE_RETURN):
        return
    waiting = EquipmentSet.objects.filter(
        property_id=viewer.property_id,
        state__in=(EquipmentState.COLLECTED, EquipmentState.ENVELOPE),
        detail__has_key="needs_decision",
    )
    for each in waiting.order_by("state_since", "pk")[:LATEST]:
        label = kind_words(each.kind)
        yield SetWork(
            kind_label=label,
            table_number=None,
            text=_("Decide on {serial}: may it come back?").format(serial=each.serial),
            act=_("Decide"),
            url=reverse("equipment-set", args=[each.pk]),
            since=each.state_since,
            is_urgent=False,
        )
