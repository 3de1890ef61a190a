"""Dice: inspected by their document, placed in the shaker, checked at day's end by another."""

from typing import Annotated

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Codes, Id, Input, OneOf, Remark, Whole
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import Person
from staff.policy import Act
from tables.commands.alerts import close_alerts
from tables.commands.at_table import guard_can_be_issued, kind_at, put_into_use
from tables.commands.inspecting import SetLookedThrough, inspected, record_inspection
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.commands.table_state import TABLE, table_asked
from tables.dice_rules import (
    IN_A_SET,
    dice_rules,
    guard_dice,
    rules_of_dice,
)
from tables.guards import citation, current_placements
from tables.locks import locked_set, step
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
    Shaker,
    TableState,
)
from tables.people import guard_two_signers
from tables.queries.answers import set_answer, table_answer
from tables.requirements import Demands, demands_of
from tables.wording import FAULTS

TWO_LOOK = "COMAR 36.05.02.12B, .13F"


class DiceFacts(Input):
    """What was seen of the dice: the sizes that their document asks for, and the checks.

    Sizes are thousandths of an inch in Maryland, hundredths of a millimetre in New Zealand.
    """

    sizes: Annotated[
        tuple[Annotated[int, Field(ge=0, le=9999)], ...], Field(max_length=IN_A_SET)
    ] = ()
    checks: Codes = ()
    camera: Annotated[Remark, Field(max_length=30)] = ""
    reason: Annotated[str, OneOf(("", *FAULTS))] = ""


class PlaceDice(Input):
    """Which dice go into which shaker."""

    table_id: Id
    equipment_id: Whole
    shaker: Code


class InspectDice(DiceFacts):
    """Which dice, and what was seen of them."""

    equipment_id: Id


class CheckDice(SetLookedThrough):
    """Which dice, and what is wrong with them; empty when everything is right."""


@command(
    InspectDice,
    act=Act.INSPECT_DICE,
    says=gettext_lazy("Sign the inspection"),
    path="equipment/<int:equipment_id>/measurements/",
    signs=[
        Signature("floor", Act.INSPECT_DICE, gettext_lazy("Floorperson or above")),
        Signature("second", Act.INSPECT_DICE, gettext_lazy("Second floorperson"), required=False),
    ],
    two=[TwoPeople("floor", "second", TWO_LOOK)],
    answer=set_answer,
)
def inspect_dice(call: Call[InspectDice]) -> Inspection:
    """Record an inspection of dice before they are used, as the document of their table asks.

    In Maryland with four instruments and on camera; a second floorperson takes the camera's place.

    Rule: COMAR 36.05.02.12B, .13F; NZ 3.3(b).
    """
    signer, second = call.signed["floor"], call.signed.get("second")
    if second is not None:
        guard_two_signers(signer, second, TWO_LOOK)
    equipment = locked_set(call.input.equipment_id, signer.person)
    guard_set_state(equipment, EquipmentState.PIT_STAND, EquipmentState.STORE)
    _guard_kind(equipment)
    passed = _guard_seen(call.input, equipment, second)
    checks = {name: value for name, value in call.input if name != "equipment_id"}
    content = {"serial": equipment.serial, "passed": passed, **checks}
    subject = f"equipment:{equipment.pk}"
    first_sign, *others = [
        sign(each, act=Act.INSPECT_DICE, subject=subject, content=content, at=call.at)
        for each in (signer, second)
        if each is not None
    ]
    inspection = Inspection.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        purpose=InspectionPurpose.RECEIPT,
        checks=checks,
        passed=passed,
        reason=call.input.reason,
        inspected_by=signer.person,
        inspected_at=call.at,
        sign_off=first_sign,
        verified_by=second.person if second and passed else None,
        verified_at=call.at if second and passed else None,
        verification=others[0] if others and passed else None,
    )
    record_inspection(call, EventKind.DICE_INSPECTED, inspection)
    return inspection


@command(
    PlaceDice,
    act=Act.BRING_SET,
    says=gettext_lazy("Place dice in the shaker"),
    path=f"{TABLE}place-dice/",
    answer=table_answer,
    versioned=True,
)
def place_dice(call: Call[PlaceDice]) -> Placement:
    """Place three inspected dice in the shaker at a table; their hours, if any, start now.

    Rule: MD ch. 2 §D(5), §E; NZ 3.3(b)-(c).
    """
    try:
        with transaction.atomic():
            return _place(call)
    except IntegrityError:
        raise Refused(
            "set_elsewhere",
            _("These dice are at another table, or other dice are at this one. Look again."),
        ) from None


@command(
    CheckDice,
    act=Act.CHECK_DICE,
    says=gettext_lazy("Sign the check"),
    path="equipment/<int:equipment_id>/day-end-checks/",
    signs=[Signature("checker", Act.CHECK_DICE, gettext_lazy("Another person"))],
    two=[
        TwoPeople(
            "inspector", "checker", "COMAR 36.05.02.13H", earlier="whoever inspected before use"
        )
    ],
    answer=set_answer,
)
def check_dice(call: Call[CheckDice]) -> Inspection:
    """Record the check at the end of the day, by another person than the first inspector.

    Rule: COMAR 36.05.02.13H.
    """
    signer = call.signed["checker"]
    equipment = locked_set(call.input.equipment_id, signer.person)
    _guard_kind(equipment)
    guard_set_state(
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
    inspection = inspected(call, Act.CHECK_DICE, signer, equipment, follows=first)
    close_alerts(equipment.property_id, f"day-end:{equipment.pk}", by=signer.person, at=call.at)
    record_inspection(call, EventKind.DICE_CHECKED, inspection)
    return inspection


def last_inspection(equipment: EquipmentSet) -> Inspection | None:
    """The inspection before use that counts: the latest."""
    found = equipment.inspections.filter(purpose=InspectionPurpose.RECEIPT)
    return found.order_by("-inspected_at", "-pk").first()


def _place(call: Call[PlaceDice]) -> Placement:
    table, by, at = table_asked(call), call.by, call.at
    if table.state in (TableState.CLOSED, TableState.CLOSING):
        raise Refused(
            "table_not_open", _("This table is closed. A pit manager begins to open it first.")
        )
    equipment = locked_set(call.input.equipment_id, by)
    kind_at(table, EquipmentKind.DICE)
    _guard_kind(equipment)
    guard_set_state(equipment, EquipmentState.PIT_STAND, rule="COMAR 36.05.02.13F")
    guard_can_be_issued(equipment)
    inspection = _guard_inspected(equipment, table)
    there = current_placements(table).get(EquipmentKind.DICE)
    if there is not None:
        raise Refused("table_has_set", _("There are dice at this table. Remove them first."))
    placement = Placement.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        kind=EquipmentKind.DICE,
        shaker=_shaker(table, call.input.shaker, by),
        during=DateTimeTZRange(at, None),
    )
    put_into_use(placement, inspection, table, at=at)
    move(equipment, EquipmentState.AT_TABLE, Way("place", table=table), Hands(by), at=at)
    step(table)
    close_alerts(table.property_id, f"limit:{table.pk}:dice", by=by, at=at)
    call.record(
        EventKind.SET_BROUGHT,
        about=[table, equipment, placement],
        detail={
            "serial": equipment.serial,
            "shaker": call.input.shaker,
            "expires_at": placement.expires_at,
        },
    )
    call.publish(f"table:{table.pk}", "equipment")
    return placement


def _shaker(table: GamingTable, serial: str, by: Person) -> Shaker:
    """The shaker of the table; in Maryland one that the Commission approved.

    Rule: MD 2 §D.
    """
    found = Shaker.objects.filter(
        property_id=by.property_id, serial__iexact=serial.strip(), table_id=table.pk
    ).first()
    if found is None:
        raise Refused(
            "unknown_shaker",
            _("This is not the shaker of this table. Scan the one that stands here."),
            citation(table, "shaker"),
        )
    if citation(table, "shaker-approved") and not (found.approval_reference and found.approved_on):
        raise Refused(
            "shaker_not_approved",
            _("No approval of this shaker is on record. Register its reference and its day first."),
            citation(table, "shaker-approved"),
        )
    return found


def _guard_inspected(equipment: EquipmentSet, table: GamingTable) -> Inspection:
    """The inspection by which these dice may be used at this table, whose document it meets."""
    rules = dice_rules(table.submission.profile)
    inspection = last_inspection(equipment)
    used_since = inspection is not None and equipment.placements.filter(
        during__startswith__gte=inspection.inspected_at
    )
    seen = inspection.checks if inspection is not None else {}
    is_enough = rules.is_satisfied_by(seen.get("sizes", ()), seen.get("checks", ()))
    if (
        inspection is None
        or not (inspection.passed and is_enough)
        or (used_since and used_since.exists())
    ):
        raise Refused(
            "dice_not_inspected",
            _("Inspect these dice first, as the rules of this table say."),
            rules.rule,
        )
    return inspection


def _guard_seen(facts: DiceFacts, equipment: EquipmentSet, second: Signer | None) -> bool:
    rules, demands = rules_of_dice(equipment), _demands(equipment)
    if rules.on_camera and not facts.camera.strip() and second is None:
        raise Refused(
            "no_camera",
            _("Name the camera that sees this inspection, or let a second floorperson sign."),
            "COMAR 36.05.02.13F",
        )
    if demands is not None and demands.is_on("second_dice_inspector") and second is None:
        raise Refused("second_needed", _("A second floorperson signs as well."), rules.rule)
    if facts.reason:
        return False
    guard_dice(rules, facts.sizes, facts.checks)
    return True


def _guard_kind(equipment: EquipmentSet) -> None:
    if equipment.kind != EquipmentKind.DICE:
        raise Refused("wrong_kind", _("{set} is no set of dice.").format(set=equipment.serial))


def _demands(equipment: EquipmentSet) -> Demands | None:
    return demands_of(equipment.submission) if equipment.submission else None
