"""Dice: inspected with four instruments, placed in the shaker, checked at day's end by another."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import Person
from staff.policy import Act, require
from tables.commands.alerts import close_alerts
from tables.commands.at_table import guard_can_be_issued, kind_at, put_into_use
from tables.commands.moves import Hands, Way, guard_state, move
from tables.games import DICE
from tables.guards import current_placements
from tables.locks import guard_version, locked_set, locked_table, step
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    InspectionPurpose,
    Placement,
    Shaker,
    TableState,
)
from tables.people import guard_two_people
from tables.requirements import Demands, demands_of

# Thousandths of an inch. Rule: COMAR 36.05.02.12B.
SMALLEST, LARGEST = 637, 643
IN_A_SET = 3
FOUR_INSTRUMENTS = "COMAR 36.05.02.12B, .13F"


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """What the instruments said: each die's size in thousandths of an inch, and the checks."""

    sizes: tuple[int, ...]
    checks: tuple[str, ...]
    camera: str = ""
    reason: str = ""


@transaction.atomic
def inspect_dice(
    equipment_id: int,
    facts: DiceFacts,
    *,
    signer: Signer,
    at: datetime,
    second: Signer | None = None,
) -> Inspection:
    """Record an inspection with micrometer, caliper, square and magnet, before the dice are used.

    It happens on camera; a second floorperson takes the camera's place.

    Rule: COMAR 36.05.02.12B, .13F.
    """
    require(signer.person, Act.INSPECT_DICE)
    if second is not None:
        require(second.person, Act.INSPECT_DICE)
        guard_two_people(signer, second, FOUR_INSTRUMENTS)
    equipment = locked_set(equipment_id, signer.person)
    guard_state(equipment, EquipmentState.PIT_STAND, EquipmentState.STORE)
    _guard_kind(equipment)
    passed = _guard_measured(facts, _demands(equipment), second)
    content = {"serial": equipment.serial, "passed": passed, **asdict(facts)}
    subject = f"equipment:{equipment.pk}"
    first_sign, *others = [
        sign(each, act=Act.INSPECT_DICE, subject=subject, content=content, at=at)
        for each in (signer, second)
        if each is not None
    ]
    inspection = Inspection.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        purpose=InspectionPurpose.RECEIPT,
        checks=asdict(facts),
        passed=passed,
        reason=facts.reason,
        inspected_by=signer.person,
        inspected_at=at,
        sign_off=first_sign,
        verified_by=second.person if second and passed else None,
        verified_at=at if second and passed else None,
        verification=others[0] if others and passed else None,
    )
    record(
        EventKind.DICE_INSPECTED,
        about=[equipment, inspection],
        by=signer.person,
        at=at,
        detail={"serial": equipment.serial, "result": "passed" if passed else facts.reason},
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return inspection


def place_dice(
    table_id: int,
    equipment_id: int,
    shaker: str,
    *,
    by: Person,
    at: datetime,
    version: int | None = None,
) -> Placement:
    """Place three inspected dice in the shaker at a table; their 24 hours start now.

    Rule: MD ch. 2 §D(5), §E.
    """
    require(by, Act.BRING_SET)
    try:
        with transaction.atomic():
            return _place(table_id, equipment_id, shaker, by=by, at=at, version=version)
    except IntegrityError:
        raise Refused(
            "set_elsewhere",
            _("These dice are at another table, or other dice are at this one. Look again."),
            "MD ch. 2 §E",
        ) from None


@transaction.atomic
def check_dice(equipment_id: int, reason: str, *, signer: Signer, at: datetime) -> Inspection:
    """Record the check at the end of the day, by another person than the first inspector.

    Rule: COMAR 36.05.02.13H.
    """
    require(signer.person, Act.CHECK_DICE)
    equipment = locked_set(equipment_id, signer.person)
    _guard_kind(equipment)
    guard_state(
        equipment, EquipmentState.PIT_STAND, EquipmentState.ENVELOPE, EquipmentState.AT_TABLE
    )
    first = last_inspection(equipment)
    if first is None:
        raise Refused("never_inspected", _("These dice were never inspected before use."))
    if first.inspected_by_id == signer.person.pk:
        raise Refused(
            "own_inspection",
            _("You inspected these dice before use. A different person checks them now."),
            "COMAR 36.05.02.13H",
        )
    passed = not reason
    content = {"serial": equipment.serial, "passed": passed, "reason": reason}
    inspection = Inspection.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        purpose=InspectionPurpose.DAY_END,
        checks=content,
        passed=passed,
        reason=reason,
        inspected_by=signer.person,
        inspected_at=at,
        follows_person_id=first.inspected_by_id,
        sign_off=sign(
            signer,
            act=Act.CHECK_DICE,
            subject=f"equipment:{equipment.pk}",
            content=content,
            at=at,
        ),
    )
    close_alerts(equipment.property_id, f"day-end:{equipment.pk}", by=signer.person, at=at)
    record(
        EventKind.DICE_CHECKED,
        about=[equipment, inspection],
        by=signer.person,
        at=at,
        detail={"serial": equipment.serial, "result": "passed" if passed else reason},
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return inspection


def last_inspection(equipment: EquipmentSet) -> Inspection | None:
    """The inspection before use that counts: the latest."""
    found = equipment.inspections.filter(purpose=InspectionPurpose.RECEIPT)
    return found.order_by("-inspected_at", "-pk").first()


def _place(
    table_id: int,
    equipment_id: int,
    shaker: str,
    *,
    by: Person,
    at: datetime,
    version: int | None,
) -> Placement:
    table = locked_table(table_id, by)
    guard_version(table, version)
    if table.state in (TableState.CLOSED, TableState.CLOSING):
        raise Refused(
            "table_not_open", _("This table is closed. A pit manager begins to open it first.")
        )
    equipment = locked_set(equipment_id, by)
    kind_at(table, EquipmentKind.DICE)
    _guard_kind(equipment)
    guard_state(equipment, EquipmentState.PIT_STAND, rule="COMAR 36.05.02.13F")
    guard_can_be_issued(equipment)
    inspection = _guard_inspected(equipment)
    there = current_placements(table).get(EquipmentKind.DICE)
    if there is not None:
        raise Refused("table_has_set", _("There are dice at this table. Remove them first."))
    placement = Placement.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        kind=EquipmentKind.DICE,
        shaker=_shaker(table.pk, shaker, by),
        during=DateTimeTZRange(at, None),
    )
    put_into_use(placement, inspection, table, at=at)
    move(equipment, EquipmentState.AT_TABLE, Way("place", table=table), Hands(by), at=at)
    step(table)
    close_alerts(table.property_id, f"limit:{table.pk}:dice", by=by, at=at)
    record(
        EventKind.SET_BROUGHT,
        about=[table, equipment, placement],
        by=by,
        at=at,
        detail={
            "serial": equipment.serial,
            "shaker": shaker,
            "expires_at": placement.expires_at,
        },
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")
    return placement


def _shaker(table_id: int, serial: str, by: Person) -> Shaker:
    found = Shaker.objects.filter(
        property_id=by.property_id, serial__iexact=serial.strip(), table_id=table_id
    ).first()
    if found is None:
        raise Refused(
            "unknown_shaker",
            _("This is not the shaker of this table. Scan the one that stands here."),
            "MD ch. 2 §D",
        )
    return found


def _guard_inspected(equipment: EquipmentSet) -> Inspection:
    inspection = last_inspection(equipment)
    used_since = inspection is not None and equipment.placements.filter(
        during__startswith__gte=inspection.inspected_at
    )
    if inspection is None or not inspection.passed or (used_since and used_since.exists()):
        raise Refused(
            "dice_not_inspected",
            _("Inspect these dice with the four instruments first."),
            FOUR_INSTRUMENTS,
        )
    return inspection


def _guard_measured(facts: DiceFacts, demands: Demands | None, second: Signer | None) -> bool:
    if len(facts.sizes) != IN_A_SET:
        raise Refused("three_dice", _("Measure each of the three dice."), FOUR_INSTRUMENTS)
    if not facts.camera.strip() and second is None:
        raise Refused(
            "no_camera",
            _("Name the camera that sees this inspection, or let a second floorperson sign."),
            "COMAR 36.05.02.13F",
        )
    if demands is not None and demands.is_on("second_dice_inspector") and second is None:
        raise Refused(
            "second_needed", _("A second floorperson signs as well."), "COMAR 36.05.02.13F"
        )
    if facts.reason:
        return False
    missing = [check.code for check in DICE.checks if check.code not in facts.checks]
    if missing:
        raise Refused(
            "inspection_incomplete",
            _("Use all four instruments, or say what is wrong."),
            FOUR_INSTRUMENTS,
            missing=missing,
        )
    wrong = [size for size in facts.sizes if not SMALLEST <= size <= LARGEST]
    if wrong:
        raise Refused(
            "dice_out_of_range",
            _("A die measures 0.637 to 0.643 inch; this one does not: 0.{size}.").format(
                size=wrong[0]
            ),
            "COMAR 36.05.02.12B",
        )
    return True


def _guard_kind(equipment: EquipmentSet) -> None:
    if equipment.kind != EquipmentKind.DICE:
        raise Refused("wrong_kind", _("{set} is no set of dice.").format(set=equipment.serial))


def _demands(equipment: EquipmentSet) -> Demands | None:
    return demands_of(equipment.submission) if equipment.submission else None
