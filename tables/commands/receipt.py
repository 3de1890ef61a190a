"""Receive sets with two people, and let them go from the store to the pit stand and back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
from tables.commands.inspecting import SetLookedThrough, inspected, record_inspection
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.games import KINDS
from tables.locks import locked_set, locked_sets
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    RulesSubmission,
    SetTile,
)
from tables.people import guard_two_signers
from tables.queries.answers import set_answer, sets_answer
from tables.requirements import Demands, demands_of

RECEIPT_RULE = "COMAR 36.05.02.19A"
ISSUE_RULE = "COMAR 36.05.02.19B-D"
SECURITY = Signature("security", Act.SECURE_EQUIPMENT, gettext_lazy("Security"), required=False)
LOCK_HOLDERS = (
    Signature("floor", Act.ISSUE_EQUIPMENT, gettext_lazy("Floorperson or above")),
    SECURITY,
)

RECEIVERS = (
    Signature("floor", Act.RECEIVE_EQUIPMENT, gettext_lazy("Floorperson or above")),
    SECURITY,
)
CORRECTABLE = (
    EquipmentState.RECEIVED,
    EquipmentState.STORE,
    EquipmentState.PIT_STAND,
    EquipmentState.COLLECTED,
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


class SetReceived(Input):
    """One of several sets that came together."""

    serial: ShortCode
    seal_number: ShortCode
    pieces: Annotated[tuple[Code, ...], Field(max_length=3)] = ()


class ReceiveSets(Input):
    """Sets of one kind and design that came together, each with its own serial and seal."""

    kind: Annotated[str, OneOf(EquipmentKind.values)]
    submission_id: Id
    seal_intact: bool = False
    design_approval: Annotated[Remark, Field(max_length=60)] = ""
    sets: Annotated[tuple[SetReceived, ...], Field(min_length=1, max_length=60)]


class CorrectReceipt(Input):
    """What should have been written of a set when it came, and why it was not."""

    equipment_id: Id
    serial: ShortCode
    seal_number: ShortCode
    submission_id: Id
    design_approval: Annotated[Remark, Field(max_length=60)] = ""
    pieces: Annotated[tuple[Code, ...], Field(max_length=3)] = ()
    note: Annotated[Remark, Field(min_length=1, max_length=200)]


class InspectReceipt(SetLookedThrough):
    """Which set, and what is wrong with it; empty when everything is right."""


class ManySets(Input):
    """Which sets."""

    equipment_ids: Annotated[tuple[Id, ...], Field(min_length=1, max_length=200)]


@command(
    ReceiptFacts,
    act=Act.RECEIVE_EQUIPMENT,
    says=gettext_lazy("Receive a set"),
    path="equipment/receipts/",
    signs=RECEIVERS,
    two=[TwoPeople("floor", "security", RECEIPT_RULE)],
    answer=set_answer,
)
def receive_set(call: Call[ReceiptFacts]) -> EquipmentSet:
    """Take a new set into the store; a broken seal makes it wait for an inspection.

    Rule: COMAR 36.05.02.18, .19A.
    """
    return _receive(call, [call.input])[0]


@command(
    ReceiveSets,
    act=Act.RECEIVE_EQUIPMENT,
    says=gettext_lazy("Receive the sets"),
    path="equipment/deliveries/",
    signs=RECEIVERS,
    two=[TwoPeople("floor", "security", RECEIPT_RULE)],
    answer=sets_answer,
)
def receive_sets(call: Call[ReceiveSets]) -> list[EquipmentSet]:
    """Take several sets that came together into the store, under one pair of signatures.

    Rule: COMAR 36.05.02.18, .19A.
    """
    alike = call.input.model_dump(exclude={"sets"})
    return _receive(
        call, [ReceiptFacts.model_construct(**alike, **dict(each)) for each in call.input.sets]
    )


@command(
    CorrectReceipt,
    act=Act.RECEIVE_EQUIPMENT,
    says=gettext_lazy("Correct the receipt"),
    path="equipment/<int:equipment_id>/receipt-correction/",
    signs=[
        Signature("floor", Act.RECEIVE_EQUIPMENT, gettext_lazy("Floorperson or above")),
        Signature("security", Act.SECURE_EQUIPMENT, gettext_lazy("Security")),
    ],
    two=[TwoPeople("floor", "security", RECEIPT_RULE)],
    answer=set_answer,
)
def correct_receipt(call: Call[CorrectReceipt]) -> EquipmentSet:
    """Put right what was written down wrongly when a set came; two people answer for it.

    Only where nobody plays with it: what was on a table was inspected under its serial.

    Rule: COMAR 36.05.02.19A.
    """
    asked, floor, security = call.input, call.signed["floor"], call.signed["security"]
    guard_two_signers(floor, security, RECEIPT_RULE)
    equipment = locked_set(asked.equipment_id, floor.person)
    guard_set_state(equipment, *CORRECTABLE, rule=RECEIPT_RULE)
    submission = _submission(asked.submission_id, floor)
    _guard_facts(_as_received(asked, equipment.kind))
    changed = _changed(equipment, asked, submission)
    if not changed:
        raise Refused("nothing_changed", _("Nothing differs from what is on record."))
    equipment.serial, equipment.seal_number = asked.serial.strip(), asked.seal_number.strip()
    equipment.design_approval, equipment.submission = asked.design_approval.strip(), submission
    if asked.pieces:
        equipment.detail = equipment.detail | {"pieces": list(asked.pieces)}
    with _serial_free(equipment.serial):
        equipment.save(
            update_fields=["serial", "seal_number", "design_approval", "submission", "detail"]
        )
    hands = _sign_both(call, [equipment], "correct_receipt", {"changed": changed})
    way = Way("correct_receipt", detail={"changed": changed, "note": asked.note})
    move(equipment, EquipmentState(equipment.state), way, hands, at=call.at)
    call.record(
        EventKind.RECEIPT_CORRECTED,
        about=equipment,
        by=floor.person,
        detail={"serial": equipment.serial, "note": asked.note, "second": security.person.pk},
        before={name: before for name, (before, _after) in changed.items()},
        after={name: after for name, (_before, after) in changed.items()},
    )
    call.publish("equipment", "equipment")
    return equipment


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
    signer = call.signed["security"]
    equipment = locked_set(call.input.equipment_id, signer.person)
    guard_set_state(equipment, EquipmentState.RECEIVED, rule=RECEIPT_RULE)
    inspection = inspected(call, Act.SECURE_EQUIPMENT, signer, equipment)
    to = EquipmentState.STORE if inspection.passed else EquipmentState.QUARANTINE
    hands = Hands(signer.person, inspection.sign_off)
    move(equipment, to, Way("inspect_receipt"), hands, at=call.at)
    record_inspection(call, EventKind.SET_INSPECTED_AT_RECEIPT, inspection)
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


def _receive(call: Call[Any], received: Sequence[ReceiptFacts]) -> list[EquipmentSet]:
    """Take sets of one kind into the store; all of them, or none."""
    floor, security, facts = call.signed["floor"], call.signed.get("security"), received[0]
    submission = _submission(facts.submission_id, floor)
    _guard_second(demands_of(submission), "two_person_receipt", floor, security, RECEIPT_RULE)
    with transaction.atomic():
        sets = [_new_set(call, each, submission) for each in received]
    hands = _sign_both(call, sets, "receive", _told(received))
    for equipment in sets:
        move(
            equipment,
            EquipmentState.STORE if facts.seal_intact else EquipmentState.RECEIVED,
            Way("receive", detail={"seal_intact": facts.seal_intact}),
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
                "seal_intact": facts.seal_intact,
                "second": security.person.pk if security else None,
            },
        )
    call.publish("equipment", "equipment")
    return sets


def _new_set(call: Call[Any], facts: ReceiptFacts, submission: RulesSubmission) -> EquipmentSet:
    _guard_facts(facts)
    with _serial_free(facts.serial.strip()):
        equipment = EquipmentSet.objects.create(
            property_id=submission.property_id,
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
    return equipment


@contextmanager
def _serial_free(serial: str) -> Iterator[None]:
    """A serial number is one set's; whoever types a second one is told which."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused(
            "serial_taken",
            _("A set with the serial number {serial} is on record.").format(serial=serial),
        ) from None


def _submission(submission_id: int, signer: Signer) -> RulesSubmission:
    return RulesSubmission.objects.get(pk=submission_id, property_id=signer.person.property_id)


def _told(received: Sequence[ReceiptFacts]) -> dict[str, object]:
    """What two people sign: one set as it came, or the list of several."""
    if len(received) == 1:
        return dict(received[0])
    return {"sets": [dict(each) for each in received]}


def _as_received(asked: CorrectReceipt, kind: str) -> ReceiptFacts:
    named = asked.model_dump(include={"serial", "seal_number", "submission_id", "pieces"})
    return ReceiptFacts.model_construct(kind=kind, seal_intact=True, **named)


def _changed(
    equipment: EquipmentSet, asked: CorrectReceipt, submission: RulesSubmission
) -> dict[str, tuple[str, str]]:
    """What a correction changes, by name: before and after, in words."""
    pieces = ", ".join(equipment.detail.get("pieces", ()))
    both = {
        "serial": (equipment.serial, asked.serial.strip()),
        "seal_number": (equipment.seal_number, asked.seal_number.strip()),
        "design_approval": (equipment.design_approval, asked.design_approval.strip()),
        "submission": (str(equipment.submission or ""), str(submission)),
        "pieces": (pieces, ", ".join(asked.pieces) or pieces),
    }
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


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
