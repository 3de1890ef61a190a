"""Decide on a set: hold it as evidence, report it, let it return, or destroy it."""

from datetime import datetime
from typing import Annotated, Literal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Id, Input, Note, OneOf, Remark
from foundation.live import publish_on_commit
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.models import Person, Property
from staff.policy import Act
from tables.commands import alerts
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.commands.work_orders import condemn
from tables.locks import locked_set
from tables.models import (
    Destruction,
    Discrepancy,
    EquipmentSet,
    EquipmentState,
    WorkOrderLine,
)
from tables.models.custody import WorkOrderResult
from tables.people import guard_two_signers
from tables.queries.answers import set_answer
from tables.wording import FOUND, METHODS, OUTCOMES

REPORT_RULE = "COMAR 36.05.02.19L(5)"
DESTRUCTION_RULE = "COMAR 36.05.02.19R, .13N"
ONE = "equipment/<int:equipment_id>/"
REPORTER = Signature("reporter", Act.REPORT_DISCREPANCY, gettext_lazy("Security or pit manager"))


class OneSet(Input):
    """Which set."""

    equipment_id: Id


class DecideReturn(Input):
    """Which set, and whether it may come back."""

    equipment_id: Id
    decision: Literal["return", "condemn"]
    note: Note = ""


class DiscrepancyFacts(Input):
    """The first part of the report."""

    found: Annotated[str, OneOf(FOUND)]
    tiles: Annotated[tuple[Annotated[Code, Field(max_length=8)], ...], Field(max_length=200)] = ()
    note: Note = ""


class ReportDiscrepancy(DiscrepancyFacts):
    """Which set, and what was found."""

    equipment_id: Id


class SignDiscrepancy(Input):
    """Which report, and what becomes of the set."""

    report_id: Id
    outcome: Annotated[str, OneOf(OUTCOMES)]


class HoldEvidence(Input):
    """Which set, and what it is held for."""

    equipment_id: Id
    reason: Annotated[Remark, Field(min_length=1, max_length=60)]


class CondemnSet(Input):
    """Which set is out of use for good, with a remark."""

    equipment_id: Id
    note: Note = ""


class DestructionFacts(Input):
    """How and where."""

    method: Annotated[str, OneOf(METHODS)]
    place: Annotated[Remark, Field(min_length=1, max_length=80)]


class DestroySet(DestructionFacts):
    """Which set, and how and where it is destroyed."""

    equipment_id: Id


@command(
    DecideReturn,
    act=Act.DECIDE_RETURN,
    says=gettext_lazy("Decide"),
    path=f"{ONE}decision/",
    signs=[Signature("manager", Act.DECIDE_RETURN, gettext_lazy("Pit manager"))],
    answer=set_answer,
)
def decide_return(call: Call[DecideReturn]) -> EquipmentSet:
    """Decide on a set that failed at a table: it may come back, or it is condemned.

    Rule: MD 4 §C(3).
    """
    signer, decision, note = call.signed["manager"], call.input.decision, call.input.note
    equipment = locked_set(call.input.equipment_id, signer.person)
    guard_set_state(equipment, EquipmentState.COLLECTED, EquipmentState.ENVELOPE)
    if decision not in {"return", "condemn"} or not equipment.detail.get("needs_decision"):
        raise Refused("no_decision", _("There is nothing to decide about this set."))
    sign_off = sign(
        signer,
        act=Act.DECIDE_RETURN,
        subject=f"equipment:{equipment.pk}",
        content={"serial": equipment.serial, "decision": decision, "note": note},
        at=call.at,
    )
    detail = {key: value for key, value in equipment.detail.items() if key != "needs_decision"}
    equipment.detail = detail | {"decision": decision}
    equipment.save(update_fields=["detail"])
    if decision == "condemn":
        hands = Hands(signer.person, sign_off)
        condemn(equipment, hands, Way("decide"), collected_at=call.at, at=call.at)
    call.record(
        EventKind.RETURN_DECIDED,
        about=[equipment, sign_off],
        by=signer.person,
        detail={"serial": equipment.serial, "decision": decision, "note": note},
    )
    call.publish("equipment", "equipment")
    return equipment


@command(
    ReportDiscrepancy,
    act=Act.REPORT_DISCREPANCY,
    says=gettext_lazy("Report a discrepancy"),
    path=f"{ONE}discrepancies/",
    signs=[REPORTER],
    answer=set_answer,
)
def report_discrepancy(call: Call[ReportDiscrepancy]) -> Discrepancy:
    """Write the first part of a discrepancy report; the set is locked from now on.

    Rule: COMAR 36.05.02.19L(5).
    """
    facts, signer = call.input, call.signed["reporter"]
    Property.objects.select_for_update().get(pk=signer.person.property_id)
    equipment = locked_set(facts.equipment_id, signer.person)
    _guard_reportable(equipment, facts)
    sign_off = sign(
        signer,
        act=Act.REPORT_DISCREPANCY,
        subject=f"equipment:{equipment.pk}",
        content={
            "serial": equipment.serial,
            "found": facts.found,
            "tiles": facts.tiles,
            "note": facts.note,
        },
        at=call.at,
    )
    reports = Discrepancy.objects.filter(property_id=equipment.property_id)
    report = Discrepancy.objects.create(
        property_id=equipment.property_id,
        number=(reports.aggregate(last=Max("number"))["last"] or 0) + 1,
        equipment=equipment,
        found=facts.found,
        tiles=list(facts.tiles),
        note=facts.note,
        reported_by=signer.person,
        reported_at=call.at,
        sign_off=sign_off,
    )
    way = Way("discrepancy", detail={"report": report.number})
    hold = f"discrepancy {report.number}"
    move(
        equipment,
        EquipmentState.QUARANTINE,
        way,
        Hands(signer.person, sign_off),
        at=call.at,
        evidence_hold=hold,
    )
    WorkOrderLine.objects.filter(equipment=equipment, order__closed_at__isnull=True).update(
        result=WorkOrderResult.DISCREPANCY, inspected_by=signer.person, inspected_at=call.at
    )
    call.record(
        EventKind.DISCREPANCY_REPORTED,
        about=[report, equipment],
        by=signer.person,
        detail={
            "number": report.number,
            "serial": equipment.serial,
            "found": facts.found,
            "tiles": list(facts.tiles),
        },
    )
    alert = alerts.AlertWords(
        f"discrepancy:{report.pk}",
        "discrepancy_unsigned",
        alerts.URGENT,
        {"number": report.number, "serial": equipment.serial},
    )
    alerts.raise_alert(alert, property_id=equipment.property_id, table=None, at=call.at)
    call.publish("equipment", "equipment")
    return report


@command(
    SignDiscrepancy,
    act=Act.SIGN_DISCREPANCY,
    says=gettext_lazy("Sign as regulator"),
    path="discrepancies/<int:report_id>/signature/",
    signs=[Signature("regulator", Act.SIGN_DISCREPANCY, gettext_lazy("Regulator"))],
    two=[TwoPeople("reporter", "regulator", REPORT_RULE, earlier="whoever reported it")],
    answer=set_answer,
)
def sign_discrepancy(call: Call[SignDiscrepancy]) -> Discrepancy:
    """Let the regulator sign the second part and say what becomes of the set.

    Rule: COMAR 36.05.02.19L(5).
    """
    signer, outcome = call.signed["regulator"], call.input.outcome
    report = (
        Discrepancy.objects.select_for_update(of=("self",))
        .select_related("reported_by")
        .get(pk=call.input.report_id, property_id=signer.person.property_id)
    )
    if report.regulator_at is not None:
        raise Refused("already_signed", _("This report is signed already."))
    if outcome not in OUTCOMES:
        raise Refused("unknown_outcome", _("Choose what becomes of the set."))
    guard_two_signers(report.reported_by, signer, REPORT_RULE)
    equipment = locked_set(report.equipment_id, signer.person)
    report.regulator_sign_off = sign(
        signer,
        act=Act.SIGN_DISCREPANCY,
        subject=f"discrepancy:{report.pk}",
        content={"number": report.number, "outcome": outcome},
        at=call.at,
    )
    report.regulator, report.regulator_at, report.outcome = signer.person, call.at, outcome
    report.save()
    _follow(equipment, outcome, Hands(signer.person, report.regulator_sign_off), at=call.at)
    alerts.close_alerts(
        report.property_id, f"discrepancy:{report.pk}", by=signer.person, at=call.at
    )
    call.record(
        EventKind.DISCREPANCY_SIGNED,
        about=[report, equipment],
        by=signer.person,
        detail={"number": report.number, "outcome": outcome},
    )
    call.publish("equipment", "equipment")
    return report


@command(
    HoldEvidence,
    act=Act.HOLD_EVIDENCE,
    says=gettext_lazy("Hold as evidence"),
    path=f"{ONE}hold/",
    answer=set_answer,
)
def hold_evidence(call: Call[HoldEvidence]) -> EquipmentSet:
    """Keep a set whole and out of every other procedure, because somebody looks into it.

    Rule: 25 CFR 543.10(c).
    """
    return keep_as_evidence(call.input.equipment_id, call.input.reason, by=call.by, at=call.at)


@transaction.atomic
def keep_as_evidence(equipment_id: int, reason: str, *, by: Person, at: datetime) -> EquipmentSet:
    """Keep a set as evidence because of something that anybody may report, such as a dispute.

    Rule: 25 CFR 543.10(c).
    """
    equipment = locked_set(equipment_id, by)
    if equipment.state in (EquipmentState.DESTROYED, EquipmentState.DISSOLVED):
        raise Refused("too_late", _("This set does not exist any more."))
    if not reason.strip():
        raise Refused("reason_missing", _("Say what the set is held for."))
    equipment.evidence_hold = reason.strip()[:60]
    equipment.save(update_fields=["evidence_hold"])
    record(
        EventKind.EVIDENCE_HELD,
        about=equipment,
        by=by,
        at=at,
        detail={"serial": equipment.serial, "reason": equipment.evidence_hold},
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return equipment


@command(
    OneSet,
    act=Act.RELEASE_EVIDENCE,
    says=gettext_lazy("Release from hold"),
    path=f"{ONE}release/",
    answer=set_answer,
)
def release_evidence(call: Call[OneSet]) -> EquipmentSet:
    """Let a held set go on its way; not by whoever works with it."""
    equipment = locked_set(call.input.equipment_id, call.by)
    if equipment.state == EquipmentState.QUARANTINE:
        raise Refused(
            "report_open", _("A discrepancy report locks this set until it is signed."), REPORT_RULE
        )
    before, equipment.evidence_hold = equipment.evidence_hold, ""
    equipment.save(update_fields=["evidence_hold"])
    call.record(
        EventKind.EVIDENCE_RELEASED,
        about=equipment,
        detail={"serial": equipment.serial, "was": before},
    )
    call.publish("equipment", "equipment")
    return equipment


@command(
    CondemnSet,
    act=Act.REPORT_DISCREPANCY,
    says=gettext_lazy("Condemn"),
    path=f"{ONE}condemnation/",
    signs=[REPORTER],
    answer=set_answer,
)
def condemn_set(call: Call[CondemnSet]) -> EquipmentSet:
    """Take a set that is not in an envelope out of use for good, such as failed dice.

    Rule: COMAR 36.05.02.13N, .19R.
    """
    signer, note = call.signed["reporter"], call.input.note
    equipment = locked_set(call.input.equipment_id, signer.person)
    guard_set_state(
        equipment,
        EquipmentState.RECEIVED,
        EquipmentState.STORE,
        EquipmentState.PIT_STAND,
        EquipmentState.COLLECTED,
    )
    sign_off = sign(
        signer,
        act=Act.REPORT_DISCREPANCY,
        subject=f"equipment:{equipment.pk}",
        content={"serial": equipment.serial, "condemn": True, "note": note},
        at=call.at,
    )
    way = Way("condemn", detail={"note": note})
    condemn(equipment, Hands(signer.person, sign_off), way, collected_at=call.at, at=call.at)
    call.publish("equipment", "equipment")
    return equipment


@command(
    DestroySet,
    act=Act.DESTROY,
    says=gettext_lazy("Sign the destruction"),
    path=f"{ONE}destruction/",
    signs=[
        Signature("security", Act.DESTROY, gettext_lazy("Security")),
        Signature("witness", Act.WITNESS_DESTRUCTION, gettext_lazy("Witness")),
    ],
    two=[TwoPeople("security", "witness", DESTRUCTION_RULE)],
    answer=set_answer,
)
def destroy_set(call: Call[DestroySet]) -> Destruction:
    """Record the end of a set: how, where, and before whom.

    Rule: COMAR 36.05.02.19R, .13N.
    """
    facts, signer, witness = call.input, call.signed["security"], call.signed["witness"]
    guard_two_signers(signer, witness, DESTRUCTION_RULE)
    equipment = locked_set(facts.equipment_id, signer.person)
    _guard_destruction(equipment, facts)
    content = {"serial": equipment.serial, "method": facts.method, "place": facts.place}
    subject = f"equipment:{equipment.pk}"
    first = sign(signer, act=Act.DESTROY, subject=subject, content=content, at=call.at)
    second = sign(
        witness, act=Act.WITNESS_DESTRUCTION, subject=subject, content=content, at=call.at
    )
    end = Destruction.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        method=facts.method,
        place=facts.place.strip(),
        by=signer.person,
        witness=witness.person,
        sign_off=first,
        witness_sign_off=second,
        at=call.at,
    )
    hands = Hands(signer.person, first, witness.person, second)
    move(equipment, EquipmentState.DESTROYED, Way("destroy"), hands, at=call.at)
    alerts.close_alerts(
        equipment.property_id, f"destruction:{equipment.pk}", by=signer.person, at=call.at
    )
    call.record(
        EventKind.SET_DESTROYED,
        about=[equipment, end],
        by=signer.person,
        detail={
            "serial": equipment.serial,
            "method": facts.method,
            "place": end.place,
            "witness": witness.person.pk,
        },
    )
    call.publish("equipment", "equipment")
    return end


def _guard_reportable(equipment: EquipmentSet, facts: DiscrepancyFacts) -> None:
    if facts.found not in FOUND:
        raise Refused("unknown_reason", _("Choose what was found from the list."))
    guard_set_state(
        equipment,
        EquipmentState.RECEIVED,
        EquipmentState.STORE,
        EquipmentState.PIT_STAND,
        EquipmentState.ENVELOPE,
        EquipmentState.COLLECTED,
        rule=REPORT_RULE,
    )


def _guard_destruction(equipment: EquipmentSet, facts: DestructionFacts) -> None:
    if equipment.evidence_hold:
        raise Refused(
            "evidence_hold",
            _("{set} is held as evidence and must not be destroyed.").format(set=equipment.serial),
            "25 CFR 543.10(c)",
        )
    guard_set_state(equipment, EquipmentState.CONDEMNED, rule=DESTRUCTION_RULE)
    if facts.method not in METHODS or not facts.place.strip():
        raise Refused("details_missing", _("How and where is it destroyed?"), DESTRUCTION_RULE)


def _follow(equipment: EquipmentSet, outcome: str, hands: Hands, *, at: datetime) -> None:
    if outcome == "evidence":
        return
    equipment.evidence_hold = ""
    equipment.save(update_fields=["evidence_hold"])
    if outcome == "destroy":
        condemn(equipment, hands, Way("discrepancy_signed"), collected_at=at, at=at)
    else:
        move(equipment, EquipmentState.COLLECTED, Way("discrepancy_signed"), hands, at=at)
