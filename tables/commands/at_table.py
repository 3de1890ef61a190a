"""Bring a set to a table, look at it piece by piece, verify it, and take it away again."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import Person, Role, SignOff
from staff.policy import Act, require
from tables.commands.alerts import close_alerts
from tables.commands.moves import Hands, Way, guard_state, move
from tables.games import KINDS, KindOfSet
from tables.guards import current_placements, game_at, guard_set_may_leave
from tables.inspections import (
    guard_complete,
    guard_inspection,
    guard_removal,
    guard_verification,
)
from tables.locks import guard_version, locked_inspection, locked_set, locked_table, step
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
    TableState,
    Tile,
)
from tables.requirements import demands_of

PIECES = len(KINDS[EquipmentKind.TILES].pieces)
MAY_HAVE_SETS = (TableState.OPENING, TableState.OPEN, TableState.SUSPENDED)


@dataclass(frozen=True, slots=True)
class InspectionFacts:
    """What the inspecting person saw: what was ticked off, or what is wrong."""

    groups: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    reason: str = ""
    faulty: tuple[str, ...] = ()
    note: str = ""


def bring_set(
    table_id: int, equipment_id: int, *, by: Person, at: datetime, version: int | None = None
) -> Placement:
    """Bring a set from the pit stand to a table; nobody plays with it before it is verified.

    Rule: COMAR 36.05.02.19F; MD ch. 4 §A.
    """
    require(by, Act.BRING_SET)
    try:
        with transaction.atomic():
            return _bring(table_id, equipment_id, by=by, at=at, version=version)
    except IntegrityError:
        raise Refused(
            "set_elsewhere",
            _("This set is at another table, or another set is at this one. Look again."),
            "MD ch. 4 §A",
        ) from None


@transaction.atomic
def inspect_set(
    table_id: int,
    kind: str,
    facts: InspectionFacts,
    *,
    signer: Signer,
    at: datetime,
    purpose: InspectionPurpose = InspectionPurpose.OPENING,
    version: int | None = None,
) -> Inspection:
    """Record what the dealer found: every piece ticked off, or what is wrong with the set.

    Rule: MD ch. 4 §A; NZ 8, 10.17.
    """
    require(signer.person, Act.INSPECT_SET)
    table = locked_table(table_id, signer.person)
    guard_version(table, version)
    placement = placement_of(table, kind)
    equipment = locked_set(placement.equipment_id, signer.person)
    guard_inspection(placement, table, signer.person, purpose)
    passed = guard_complete(kind, facts.groups, facts.checks, facts.reason)
    sign_off = _sign(signer, Act.INSPECT_SET, equipment, {"passed": passed, **asdict(facts)}, at=at)
    inspection = Inspection.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        purpose=purpose,
        checks=asdict(facts),
        passed=passed,
        reason=facts.reason,
        inspected_by=signer.person,
        inspected_at=at,
        sign_off=sign_off,
    )
    step(table)
    record(
        EventKind.SET_INSPECTED,
        about=[table, inspection, equipment, placement],
        by=signer.person,
        at=at,
        detail={
            "serial": equipment.serial,
            "purpose": purpose.value,
            "result": "passed" if passed else facts.reason,
            "faulty": list(facts.faulty),
        },
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "inspection")
    return inspection


@transaction.atomic
def verify_inspection(
    inspection_id: int, *, signer: Signer, at: datetime, version: int | None = None
) -> Inspection:
    """Record that a floorperson verified the dealer's inspection; the set's clock starts.

    Rule: MD ch. 3 §A(2), ch. 4 §A; NZ 8.
    """
    require(signer.person, Act.VERIFY_INSPECTION)
    table, inspection = locked_inspection(inspection_id, signer.person)
    if table is None:
        raise Inspection.DoesNotExist
    guard_version(table, version)
    guard_verification(inspection, table, signer.person)
    placement = placement_of(table, inspection.equipment.kind)
    equipment = locked_set(inspection.equipment_id, signer.person)

    inspection.verified_by, inspection.verified_at = signer.person, at
    inspection.verification = _sign(
        signer, Act.VERIFY_INSPECTION, equipment, {"inspection": inspection.pk}, at=at
    )
    inspection.save(update_fields=["verified_by", "verified_at", "verification"])
    put_into_use(placement, inspection, table, at=at)
    step(table)
    close_alerts(table.property_id, f"limit:{table.pk}:{placement.kind}", by=signer.person, at=at)
    record(
        EventKind.INSPECTION_VERIFIED,
        about=[table, inspection, equipment, placement],
        by=signer.person,
        at=at,
        detail={"serial": equipment.serial, "expires_at": placement.expires_at},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "inspection")
    return inspection


@transaction.atomic
def remove_set(
    table_id: int, kind: str, *, by: Person, at: datetime, version: int | None = None
) -> Placement:
    """Take a set off the table and back to the pit stand, where the submission allows it.

    Rule: COMAR 36.05.02.19G-J; NZ 10.16-10.17.
    """
    require(by, Act.REMOVE_SET)
    table = locked_table(table_id, by)
    guard_version(table, version)
    placement = placement_of(table, kind)
    equipment = locked_set(placement.equipment_id, by)
    guard_removal(placement, table)
    _guard_may_go_back(placement, table)
    end_placement(placement, at=at)
    move(equipment, EquipmentState.PIT_STAND, Way("remove", table=table), Hands(by), at=at)
    step(table)
    record(
        EventKind.SET_REMOVED,
        about=[table, equipment, placement],
        by=by,
        at=at,
        detail={"serial": equipment.serial, "to": EquipmentState.PIT_STAND.value},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")
    return placement


@transaction.atomic
def display_tiles(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Lay the tiles face up in rank order while nobody plays.

    Rule: MD ch. 4 §D, §H.
    """
    return _show(table_id, True, EventKind.TILES_DISPLAYED, by=by, at=at, version=version)


@transaction.atomic
def begin_play(
    table_id: int, *, by: Person, at: datetime, version: int | None = None
) -> GamingTable:
    """Turn the tiles face down, mix and stack them: a player has come and had a look.

    Rule: MD ch. 4 §E, §I.
    """
    return _show(table_id, False, EventKind.PLAY_BEGAN, by=by, at=at, version=version)


def placement_of(table: GamingTable, kind: str) -> Placement:
    """The set of this kind that lies on the table now."""
    placement = current_placements(table).get(kind)
    if placement is None:
        raise Refused("no_set_here", _("There is no such set at this table. Have one brought."))
    return placement


def put_into_use(
    placement: Placement, inspection: Inspection, table: GamingTable, *, at: datetime
) -> None:
    """Start the clock of a set, or let it run from when it was placed, as its kind wants."""
    kind = kind_at(table, placement.kind)
    hours = demands_of(table.submission).number(kind.hours_option)
    start = at if kind.clock_starts == "verified" else placement.during.lower
    placement.inspection, placement.verified_at = inspection, at
    placement.expires_at = start + timedelta(hours=hours)
    placement.save(update_fields=["inspection", "verified_at", "expires_at"])


def end_placement(placement: Placement, *, at: datetime) -> None:
    guard_set_may_leave(placement.table, at)
    placement.during = DateTimeTZRange(placement.during.lower, at)
    placement.save(update_fields=["during"])
    Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        purpose=InspectionPurpose.OPENING,
        passed=True,
        verified_at__isnull=True,
        withdrawn_at__isnull=True,
    ).update(withdrawn_at=at)


def kind_at(table: GamingTable, kind: str) -> KindOfSet:
    for each in game_at(table).kinds:
        if each.kind == kind:
            return each
    raise Refused("wrong_kind", _("This table plays without such a set."))


def guard_can_be_issued(equipment: EquipmentSet) -> None:
    """Refuse a set that is held, is not complete, or whose design nobody approved.

    Rule: COMAR 36.05.02.18; 25 CFR 543.10(c).
    """
    if equipment.evidence_hold:
        raise Refused(
            "evidence_hold",
            _("{set} is held as evidence and stays where it is.").format(set=equipment.serial),
            "25 CFR 543.10(c)",
        )
    if 0 < Tile.objects.filter(in_set=equipment).count() < PIECES:
        raise Refused(
            "incomplete_set",
            _("{set} gave a tile away and is not complete. It only gives spare tiles.").format(
                set=equipment.serial
            ),
            "NZ 10.15",
        )
    demands = demands_of(equipment.submission) if equipment.submission else None
    needs_design = demands is not None and demands.is_on("approved_design")
    if needs_design and equipment.kind == EquipmentKind.TILES and not equipment.design_approval:
        raise Refused(
            "design_not_approved",
            _("{set} has no approved design on record and cannot be issued.").format(
                set=equipment.serial
            ),
            "COMAR 36.05.02.18",
        )


def _bring(
    table_id: int, equipment_id: int, *, by: Person, at: datetime, version: int | None
) -> Placement:
    table = locked_table(table_id, by)
    guard_version(table, version)
    equipment = locked_set(equipment_id, by)
    _guard_bringing(table, equipment, by)
    placement = Placement.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        kind=equipment.kind,
        during=DateTimeTZRange(at, None),
    )
    move(equipment, EquipmentState.AT_TABLE, Way("bring", table=table), Hands(by), at=at)
    step(table)
    record(
        EventKind.SET_BROUGHT,
        about=[table, equipment, placement],
        by=by,
        at=at,
        detail={"serial": equipment.serial},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")
    return placement


def _guard_bringing(table: GamingTable, equipment: EquipmentSet, by: Person) -> None:
    if table.state not in MAY_HAVE_SETS:
        raise Refused(
            "table_not_open", _("This table is closed. A pit manager begins to open it first.")
        )
    kind = kind_at(table, equipment.kind)
    if kind.clock_starts == "placed":
        raise Refused("place_in_shaker", _("Dice are placed in the shaker, once inspected."))
    demands = demands_of(table.submission)
    if demands.is_on("pit_manager_brings") and not by.has_role(Role.PIT_MANAGER):
        raise Refused(
            "pit_manager_brings",
            _("Here the pit manager gives sets to dealers."),
            "COMAR 36.05.02.19F",
        )
    guard_state(equipment, EquipmentState.PIT_STAND, rule="COMAR 36.05.02.19F")
    guard_can_be_issued(equipment)
    there = current_placements(table).get(equipment.kind)
    if there is not None:
        raise Refused(
            "table_has_set",
            _("{set} is at this table. Remove it first.").format(set=there.equipment.serial),
            "MD ch. 4 §A",
        )


def _guard_may_go_back(placement: Placement, table: GamingTable) -> None:
    """Refuse the pit stand to a set that was opened, where used sets are sealed."""
    seen = Inspection.objects.filter(
        equipment_id=placement.equipment_id, inspected_at__gte=placement.during.lower
    )
    if seen.filter(purpose=InspectionPurpose.OPENING, passed=False).exists() or (
        seen.exists() and demands_of(table.submission).is_on("envelope_used_sets")
    ):
        raise Refused(
            "envelope_needed",
            _("This set leaves the table in a sealed envelope, signed by dealer and floor."),
            "COMAR 36.05.02.19G-J",
        )


def _sign(
    signer: Signer, act: Act, equipment: EquipmentSet, content: dict[str, object], *, at: datetime
) -> SignOff:
    subject = f"equipment:{equipment.pk}"
    return sign(
        signer, act=act, subject=subject, content={"serial": equipment.serial, **content}, at=at
    )


def _show(
    table_id: int,
    displayed: bool,
    event: EventKind,
    *,
    by: Person,
    at: datetime,
    version: int | None,
) -> GamingTable:
    require(by, Act.DEAL)
    table = locked_table(table_id, by)
    guard_version(table, version)
    if table.state != TableState.OPEN or not game_at(table).shows_sets_to_players:
        raise Refused("wrong_state", _("Tiles are displayed at an open tile table only."))
    if table.tiles_displayed == displayed:
        raise Refused("already_so", _("The tiles lie that way already."))
    step(table, tiles_displayed=displayed)
    record(event, about=table, by=by, at=at)
    publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    return table
