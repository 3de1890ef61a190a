"""Decide on a set: hold it as evidence, report it, let it return, or destroy it."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import Person, Property
from staff.policy import Act, require
from tables.commands.alerts import URGENT, Call, close_alerts, raise_alert
from tables.commands.moves import Hands, Way, guard_state, move
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
from tables.people import guard_two_people

REPORT_RULE = "COMAR 36.05.02.19L(5)"
DESTRUCTION_RULE = "COMAR 36.05.02.19R, .13N"
FOUND = {
    "missing": gettext_lazy("A piece is missing"),
    "extra": gettext_lazy("A piece too many"),
    "marked": gettext_lazy("Marked"),
    "tampered": gettext_lazy("Tampered with"),
    "seal_broken": gettext_lazy("A seal was broken"),
    "count": gettext_lazy("A count does not agree"),
}
OUTCOMES = {
    "evidence": gettext_lazy("Kept as evidence"),
    "destroy": gettext_lazy("To be destroyed"),
    "cleared": gettext_lazy("Cleared"),
}
METHODS = {
    "crushed": gettext_lazy("Crushed"),
    "drilled": gettext_lazy("Drilled, a quarter inch or more"),
    "cut": gettext_lazy("Cut up"),
    "burned": gettext_lazy("Burned"),
}


@dataclass(frozen=True, slots=True)
class DiscrepancyFacts:
    """The first part of the report."""

    found: str
    tiles: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class DestructionFacts:
    method: str
    place: str


@transaction.atomic
def decide_return(
    equipment_id: int, decision: str, note: str, *, signer: Signer, at: datetime
) -> EquipmentSet:
    """Decide on a set that failed at a table: it may come back, or it is condemned.

    Rule: MD ch. 4 §B.
    """
    require(signer.person, Act.DECIDE_RETURN)
    equipment = locked_set(equipment_id, signer.person)
    guard_state(equipment, EquipmentState.COLLECTED, EquipmentState.ENVELOPE)
    if decision not in {"return", "condemn"} or not equipment.detail.get("needs_decision"):
        raise Refused("no_decision", _("There is nothing to decide about this set."))
    sign_off = sign(
        signer,
        act=Act.DECIDE_RETURN,
        subject=f"equipment:{equipment.pk}",
        content={"serial": equipment.serial, "decision": decision, "note": note},
        at=at,
    )
    detail = {key: value for key, value in equipment.detail.items() if key != "needs_decision"}
    equipment.detail = detail | {"decision": decision}
    equipment.save(update_fields=["detail"])
    if decision == "condemn":
        hands = Hands(signer.person, sign_off)
        condemn(equipment, hands, Way("decide"), collected_at=at, at=at)
    record(
        EventKind.RETURN_DECIDED,
        about=[equipment, sign_off],
        by=signer.person,
        at=at,
        detail={"serial": equipment.serial, "decision": decision, "note": note},
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return equipment


@transaction.atomic
def report_discrepancy(
    equipment_id: int, facts: DiscrepancyFacts, *, signer: Signer, at: datetime
) -> Discrepancy:
    """Write the first part of a discrepancy report; the set is locked from now on.

    Rule: COMAR 36.05.02.19L(5).
    """
    require(signer.person, Act.REPORT_DISCREPANCY)
    Property.objects.select_for_update().get(pk=signer.person.property_id)
    equipment = locked_set(equipment_id, signer.person)
    _guard_reportable(equipment, facts)
    sign_off = sign(
        signer,
        act=Act.REPORT_DISCREPANCY,
        subject=f"equipment:{equipment.pk}",
        content={"serial": equipment.serial, **asdict(facts)},
        at=at,
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
        reported_at=at,
        sign_off=sign_off,
    )
    way = Way("discrepancy", detail={"report": report.number})
    hold = f"discrepancy {report.number}"
    move(
        equipment,
        EquipmentState.QUARANTINE,
        way,
        Hands(signer.person, sign_off),
        at=at,
        evidence_hold=hold,
    )
    WorkOrderLine.objects.filter(equipment=equipment, order__closed_at__isnull=True).update(
        result=WorkOrderResult.DISCREPANCY, inspected_by=signer.person, inspected_at=at
    )
    record(
        EventKind.DISCREPANCY_REPORTED,
        about=[report, equipment],
        by=signer.person,
        at=at,
        detail={
            "number": report.number,
            "serial": equipment.serial,
            "found": facts.found,
            "tiles": list(facts.tiles),
        },
    )
    call = Call(
        f"discrepancy:{report.pk}",
        "discrepancy_unsigned",
        URGENT,
        {"number": report.number, "serial": equipment.serial},
    )
    raise_alert(call, property_id=equipment.property_id, table=None, at=at)
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return report


@transaction.atomic
def sign_discrepancy(report_id: int, outcome: str, *, signer: Signer, at: datetime) -> Discrepancy:
    """Let the regulator sign the second part and say what becomes of the set.

    Rule: COMAR 36.05.02.19L(5).
    """
    require(signer.person, Act.SIGN_DISCREPANCY)
    report = (
        Discrepancy.objects.select_for_update(of=("self",))
        .select_related("reported_by")
        .get(pk=report_id, property_id=signer.person.property_id)
    )
    if report.regulator_at is not None:
        raise Refused("already_signed", _("This report is signed already."))
    if outcome not in OUTCOMES:
        raise Refused("unknown_outcome", _("Choose what becomes of the set."))
    guard_two_people(report.reported_by, signer, REPORT_RULE)
    equipment = locked_set(report.equipment_id, signer.person)
    report.regulator_sign_off = sign(
        signer,
        act=Act.SIGN_DISCREPANCY,
        subject=f"discrepancy:{report.pk}",
        content={"number": report.number, "outcome": outcome},
        at=at,
    )
    report.regulator, report.regulator_at, report.outcome = signer.person, at, outcome
    report.save()
    _follow(equipment, outcome, Hands(signer.person, report.regulator_sign_off), at=at)
    close_alerts(report.property_id, f"discrepancy:{report.pk}", by=signer.person, at=at)
    record(
        EventKind.DISCREPANCY_SIGNED,
        about=[report, equipment],
        by=signer.person,
        at=at,
        detail={"number": report.number, "outcome": outcome},
    )
    publish_on_commit(report.property_id, "equipment", "equipment")
    return report


@transaction.atomic
def hold_evidence(equipment_id: int, reason: str, *, by: Person, at: datetime) -> EquipmentSet:
    """Keep a set whole and out of every other procedure, because somebody looks into it.

    Rule: 25 CFR 543.10(c).
    """
    require(by, Act.HOLD_EVIDENCE)
    return keep_as_evidence(equipment_id, reason, by=by, at=at)


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


@transaction.atomic
def release_evidence(equipment_id: int, *, by: Person, at: datetime) -> EquipmentSet:
    """Let a held set go on its way; not by whoever works with it."""
    require(by, Act.RELEASE_EVIDENCE)
    equipment = locked_set(equipment_id, by)
    if equipment.state == EquipmentState.QUARANTINE:
        raise Refused(
            "report_open", _("A discrepancy report locks this set until it is signed."), REPORT_RULE
        )
    before, equipment.evidence_hold = equipment.evidence_hold, ""
    equipment.save(update_fields=["evidence_hold"])
    record(
        EventKind.EVIDENCE_RELEASED,
        about=equipment,
        by=by,
        at=at,
        detail={"serial": equipment.serial, "was": before},
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return equipment


@transaction.atomic
def condemn_set(equipment_id: int, note: str, *, signer: Signer, at: datetime) -> EquipmentSet:
    """Take a set that is not in an envelope out of use for good, such as failed dice.

    Rule: COMAR 36.05.02.13N, .19R.
    """
    require(signer.person, Act.REPORT_DISCREPANCY)
    equipment = locked_set(equipment_id, signer.person)
    guard_state(
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
        at=at,
    )
    way = Way("condemn", detail={"note": note})
    condemn(equipment, Hands(signer.person, sign_off), way, collected_at=at, at=at)
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return equipment


@transaction.atomic
def destroy_set(
    equipment_id: int,
    facts: DestructionFacts,
    *,
    signer: Signer,
    witness: Signer,
    at: datetime,
) -> Destruction:
    """Record the end of a set: how, where, and before whom.

    Rule: COMAR 36.05.02.19R, .13N.
    """
    require(signer.person, Act.DESTROY)
    require(witness.person, Act.WITNESS_DESTRUCTION)
    guard_two_people(signer, witness, DESTRUCTION_RULE)
    equipment = locked_set(equipment_id, signer.person)
    _guard_destruction(equipment, facts)
    content = {"serial": equipment.serial, **asdict(facts)}
    subject = f"equipment:{equipment.pk}"
    first = sign(signer, act=Act.DESTROY, subject=subject, content=content, at=at)
    second = sign(witness, act=Act.WITNESS_DESTRUCTION, subject=subject, content=content, at=at)
    end = Destruction.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        method=facts.method,
        place=facts.place.strip(),
        by=signer.person,
        witness=witness.person,
        sign_off=first,
        witness_sign_off=second,
        at=at,
    )
    hands = Hands(signer.person, first, witness.person, second)
    move(equipment, EquipmentState.DESTROYED, Way("destroy"), hands, at=at)
    close_alerts(equipment.property_id, f"destruction:{equipment.pk}", by=signer.person, at=at)
    record(
        EventKind.SET_DESTROYED,
        about=[equipment, end],
        by=signer.person,
        at=at,
        detail={
            "serial": equipment.serial,
            "method": facts.method,
            "place": end.place,
            "witness": witness.person.pk,
        },
    )
    publish_on_commit(equipment.property_id, "equipment", "equipment")
    return end


def _guard_reportable(equipment: EquipmentSet, facts: DiscrepancyFacts) -> None:
    if facts.found not in FOUND:
        raise Refused("unknown_reason", _("Choose what was found from the list."))
    guard_state(
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
    guard_state(equipment, EquipmentState.CONDEMNED, rule=DESTRUCTION_RULE)
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
