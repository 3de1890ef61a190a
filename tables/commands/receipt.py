"""Receive sets with two people, and let them go from the store to the pit stand and back."""

from typing import Annotated, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Id, Input, OneOf, Remark
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import SignOff
from staff.policy import Act
from tables.commands.at_table import guard_can_be_issued
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.games import KINDS
from tables.locks import locked_set, locked_sets
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    InspectionPurpose,
    RulesSubmission,
    SetTile,
)
from tables.people import guard_two_signers
from tables.queries.answers import set_answer, sets_answer
from tables.requirements import Demands, demands_of
from tables.wording import FAULTS

RECEIPT_RULE = "COMAR 36.05.02.19A"
ISSUE_RULE = "COMAR 36.05.02.19B-D"
SECURITY = Signature("security", Act.SECURE_EQUIPMENT, gettext_lazy("Security"), required=False)
LOCK_HOLDERS = (
    Signature("floor", Act.ISSUE_EQUIPMENT, gettext_lazy("Floorperson or above")),
    SECURITY,
)

ShortCode = Annotated[Code, Field(max_length=40)]


class ReceiptFacts(Input):
    """What came in, and whether its seal was whole."""

    kind: Annotated[str, OneOf(EquipmentKind.values)]
    serial: ShortCode
    seal_number: ShortCode
    submission_id: Id
    seal_intact: bool = False
    design_approval: Annotated[Remark, Field(max_length=60)] = ""
    pieces: Annotated[tuple[Code, ...], Field(max_length=3)] = ()


class InspectReceipt(Input):
    """Which set, and what is wrong with it; empty when everything is right."""

    equipment_id: Id
    reason: Annotated[str, OneOf(("", *FAULTS))] = ""


class ManySets(Input):
    """Which sets."""

    equipment_ids: Annotated[tuple[Id, ...], Field(min_length=1, max_length=200)]


@command(
    ReceiptFacts,
    act=Act.RECEIVE_EQUIPMENT,
    says=gettext_lazy("Receive a set"),
    path="equipment/receipts/",
    signs=[
        Signature("floor", Act.RECEIVE_EQUIPMENT, gettext_lazy("Floorperson or above")),
        SECURITY,
    ],
    two=[TwoPeople("floor", "security", RECEIPT_RULE)],
    answer=set_answer,
)
def receive_set(call: Call[ReceiptFacts]) -> EquipmentSet:
    """Take a new set into the store; a broken seal makes it wait for an inspection.

    Rule: COMAR 36.05.02.18, .19A.
    """
    try:
        with transaction.atomic():
            return _receive(call)
    except IntegrityError:
        raise Refused("serial_taken", _("A set with this serial number is on record.")) from None


@command(
    InspectReceipt,
    act=Act.SECURE_EQUIPMENT,
    says=gettext_lazy("Sign the inspection"),
    path="equipment/<int:equipment_id>/receipt-inspection/",
    signs=[Signature("security", Act.SECURE_EQUIPMENT, gettext_lazy("Security"))],
    answer=set_answer,
)
def inspect_receipt(call: Call[InspectReceipt]) -> Inspection:
    """Look through a set that came with a broken seal, before it may go into the store.

    Rule: COMAR 36.05.02.19A.
    """
    signer, reason = call.signed["security"], call.input.reason
    equipment = locked_set(call.input.equipment_id, signer.person)
    guard_set_state(equipment, EquipmentState.RECEIVED, rule=RECEIPT_RULE)
    passed = not reason
    content = {"serial": equipment.serial, "passed": passed, "reason": reason}
    sign_off = sign(
        signer,
        act=Act.SECURE_EQUIPMENT,
        subject=f"equipment:{equipment.pk}",
        content=content,
        at=call.at,
    )
    inspection = Inspection.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        purpose=InspectionPurpose.RECEIPT,
        checks=content,
        passed=passed,
        reason=reason,
        inspected_by=signer.person,
        inspected_at=call.at,
        sign_off=sign_off,
    )
    to = EquipmentState.STORE if passed else EquipmentState.QUARANTINE
    move(equipment, to, Way("inspect_receipt"), Hands(signer.person, sign_off), at=call.at)
    call.record(
        EventKind.SET_INSPECTED_AT_RECEIPT,
        about=[equipment, inspection],
        by=signer.person,
        detail={"serial": equipment.serial, "result": "passed" if passed else reason},
    )
    call.publish("equipment", "equipment")
    return inspection


@command(
    ManySets,
    act=Act.ISSUE_EQUIPMENT,
    says=gettext_lazy("Issue to the pit stand"),
    path="equipment/issues/",
    signs=LOCK_HOLDERS,
    two=[TwoPeople("floor", "security", ISSUE_RULE)],
    answer=sets_answer,
)
def issue_sets(call: Call[ManySets]) -> list[EquipmentSet]:
    """Take sets from the store to the pit stand, the two lock-holders together.

    Rule: COMAR 36.05.02.18, .19B-D.
    """
    sets = locked_sets(call.input.equipment_ids, call.signed["floor"].person)
    for equipment in sets:
        guard_set_state(equipment, EquipmentState.STORE, rule=ISSUE_RULE)
        guard_can_be_issued(equipment)
    return _carry(call, sets, EquipmentState.PIT_STAND, "issue")


@command(
    ManySets,
    act=Act.ISSUE_EQUIPMENT,
    says=gettext_lazy("Return to the store"),
    path="equipment/returns/",
    signs=LOCK_HOLDERS,
    two=[TwoPeople("floor", "security", ISSUE_RULE)],
    answer=sets_answer,
)
def return_sets(call: Call[ManySets]) -> list[EquipmentSet]:
    """Take sets that were not used back from the pit stand to the store.

    Rule: COMAR 36.05.02.19B-D.
    """
    sets = locked_sets(call.input.equipment_ids, call.signed["floor"].person)
    for equipment in sets:
        guard_set_state(equipment, EquipmentState.PIT_STAND, rule=ISSUE_RULE)
    return _carry(call, sets, EquipmentState.STORE, "return")


def _receive(call: Call[ReceiptFacts]) -> EquipmentSet:
    facts, floor, security = call.input, call.signed["floor"], call.signed.get("security")
    submission = RulesSubmission.objects.get(
        pk=facts.submission_id, property_id=floor.person.property_id
    )
    _guard_second(demands_of(submission), "two_person_receipt", floor, security, RECEIPT_RULE)
    _guard_facts(facts)
    intact = facts.seal_intact
    equipment = EquipmentSet.objects.create(
        property_id=floor.person.property_id,
        kind=facts.kind,
        serial=facts.serial.strip(),
        seal_number=facts.seal_number.strip(),
        design_approval=facts.design_approval.strip(),
        submission=submission,
        state=EquipmentState.RECEIVED,
        state_since=call.at,
        detail={"pieces": list(facts.pieces)} if facts.pieces else {},
    )
    if facts.kind == EquipmentKind.TILES:
        make_tiles(equipment)
    hands = _sign_both(call, [equipment], "receive", dict(facts))
    move(
        equipment,
        EquipmentState.STORE if intact else EquipmentState.RECEIVED,
        Way("receive", detail={"seal_intact": intact}),
        hands,
        at=call.at,
    )
    call.record(
        EventKind.SET_RECEIVED,
        about=equipment,
        by=floor.person,
        detail={
            "serial": equipment.serial,
            "kind": facts.kind,
            "seal_intact": intact,
            "second": security.person.pk if security else None,
        },
    )
    call.publish("equipment", "equipment")
    return equipment


def make_tiles(equipment: EquipmentSet) -> None:
    """Name the 32 tiles of a set, so that each can be followed for the rest of its life."""
    SetTile.objects.bulk_create(
        SetTile(property_id=equipment.property_id, origin=equipment, in_set=equipment, name=name)
        for name in tile_names()
    )


def tile_names() -> list[str]:
    """The 32 names: a kind that is there twice has an a and a b."""
    seen: dict[str, int] = {}
    pieces = KINDS[EquipmentKind.TILES].pieces
    names = []
    for piece in pieces:
        seen[piece] = seen.get(piece, 0) + 1
        twice = pieces.count(piece) == 2
        names.append(f"{piece}{'ab'[seen[piece] - 1]}" if twice else piece)
    return names


def _carry(
    call: Call[ManySets], sets: list[EquipmentSet], to: EquipmentState, act: str
) -> list[EquipmentSet]:
    floor, security = call.signed["floor"], call.signed.get("security")
    for equipment in sets:
        if equipment.submission is not None:
            demands = demands_of(equipment.submission)
            _guard_second(demands, "two_person_issue", floor, security, ISSUE_RULE)
    hands = _sign_both(call, sets, act, {})
    for equipment in sets:
        before = equipment.state
        move(equipment, to, Way(act), hands, at=call.at)
        call.record(
            EventKind.SET_MOVED,
            about=equipment,
            by=floor.person,
            detail={"serial": equipment.serial, "from_state": before, "to_state": to.value},
        )
    call.publish("equipment", "equipment")
    return sets


def _guard_second(
    demands: Demands, option: str, floor: Signer, security: Signer | None, rule: str
) -> None:
    if security is None:
        if demands.is_on(option):
            raise Refused("security_needed", _("Security signs as well, with their PIN."), rule)
        return
    guard_two_signers(floor, security, rule)


def _guard_facts(facts: ReceiptFacts) -> None:
    if facts.kind not in KINDS:
        raise Refused("wrong_kind", _("Choose tiles, dice or cards."))
    if not facts.serial.strip() or not facts.seal_number.strip():
        raise Refused("details_missing", _("Serial number and seal number are needed."))
    if facts.kind == EquipmentKind.DICE and len(set(facts.pieces)) != 3:
        raise Refused(
            "three_serials", _("Each of the three dice has its own serial or mark."), "COMAR .12B"
        )


def _sign_both(
    call: Call[Any], sets: list[EquipmentSet], act: str, content: dict[str, object]
) -> Hands:
    floor, security = call.signed["floor"], call.signed.get("security")
    subject = f"equipment:{sets[0].pk}" if len(sets) == 1 else f"property:{sets[0].property_id}"
    whole = {"act": act, "serials": [each.serial for each in sets], **content}

    def signed(signer: Signer, kind: Act) -> SignOff:
        return sign(signer, act=kind, subject=subject, content=whole, at=call.at)

    first = signed(floor, Act.ISSUE_EQUIPMENT)
    if security is None:
        return Hands(floor.person, first)
    return Hands(floor.person, first, security.person, signed(security, Act.SECURE_EQUIPMENT))
