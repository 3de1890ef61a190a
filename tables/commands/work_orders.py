"""Security's inspection of collected sets: each tile by pairs, sides, backs and UV light."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, Signature, command
from foundation.inputs import Id, Input, OptionalCode, Pieces, Text, Whole, Word, text
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.models import Person, Property, SignOff
from staff.policy import Act
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.locks import locked_sets
from tables.models import (
    Envelope,
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    WorkOrder,
    WorkOrderLine,
)
from tables.models.custody import WorkOrderResult
from tables.queries.answers import line_answer, order_answer
from tables.requirements import demands_of
from tables.wording import WORK_CHECKS

RULE = "COMAR 36.05.02.19L"


INSPECTOR = Signature("security", Act.WORK_ORDER, gettext_lazy("Security"))
Check = Literal["pairs", "sides", "backs", "uv"]
# The guard knows the results that a line may have; the document lists them.
Result = Annotated[
    Text,
    Field(
        json_schema_extra={"enum": [WorkOrderResult.CLEAN.value, WorkOrderResult.CONDEMNED.value]}
    ),
]


class LineFacts(Input):
    """What security saw at one set."""

    result: Result
    checks: Annotated[tuple[Check, ...], Field(max_length=20)] = ()
    faults: Annotated[
        dict[str, Annotated[Word, text(20, shortest=1)]], Pieces("fault-"), Field(max_length=40)
    ] = Field(default_factory=dict)
    new_seal: OptionalCode = ""


class RecordLine(LineFacts):
    """Which line of a work order, and what security saw."""

    line_id: Id


class OpenWorkOrder(Input):
    """Which sets: at least one, each once."""

    equipment_ids: Annotated[tuple[Whole, ...], Field(max_length=200)]


class CloseWorkOrder(Input):
    """Which work order."""

    order_id: Id


@command(
    OpenWorkOrder,
    act=Act.WORK_ORDER,
    says=gettext_lazy("Open a work order"),
    path="work-orders/",
    answer=order_answer,
)
def open_work_order(call: Call[OpenWorkOrder]) -> WorkOrder:
    """Open a work order over collected sets; it names the tables they came from.

    Rule: COMAR 36.05.02.19L.
    """
    by = call.by
    Property.objects.select_for_update().get(pk=by.property_id)
    sets = locked_sets(call.input.equipment_ids, by)
    if not sets:
        raise Refused("no_sets", _("Choose the sets that this work order is about."))
    for equipment in sets:
        guard_set_state(equipment, EquipmentState.COLLECTED, rule=RULE)
        _guard_not_on_another(equipment)
    last = WorkOrder.objects.filter(property_id=by.property_id).aggregate(last=Max("number"))
    order = WorkOrder.objects.create(
        property_id=by.property_id, number=(last["last"] or 0) + 1, opened_by=by, opened_at=call.at
    )
    for equipment in sets:
        envelope = equipment.envelopes.filter(opened_at__isnull=True).first()
        WorkOrderLine.objects.create(
            property_id=by.property_id, order=order, equipment=equipment, envelope=envelope
        )
    call.record(
        EventKind.WORK_ORDER_OPENED,
        about=[order, *sets],
        detail={"number": order.number, "serials": [each.serial for each in sets]},
    )
    call.publish("equipment", "work-order")
    return order


@command(
    RecordLine,
    act=Act.WORK_ORDER,
    says=gettext_lazy("Record the result"),
    path="work-orders/lines/<int:line_id>/result/",
    answer=line_answer,
)
def record_line(call: Call[RecordLine]) -> WorkOrderLine:
    """Record what security saw at one set of a work order; it counts once the order is signed.

    Rule: COMAR 36.05.02.19L.
    """
    seen = call.input
    line = (
        WorkOrderLine.objects.select_for_update(of=("self",))
        .select_related("order", "equipment__submission")
        .get(pk=seen.line_id, property_id=call.by.property_id)
    )
    if line.order.closed_at is not None:
        raise Refused("order_closed", _("This work order is signed and does not change."))
    _guard_line(line.equipment, seen)
    line.result, line.checks = seen.result, dict.fromkeys(seen.checks, True)
    line.faults = dict(seen.faults) | ({"new_seal": seen.new_seal} if seen.new_seal else {})
    line.inspected_by, line.inspected_at = call.by, call.at
    line.save()
    call.record(
        EventKind.WORK_ORDER_LINE_DONE,
        about=[line.order, line, line.equipment],
        detail={
            "serial": line.equipment.serial,
            "number": line.order.number,
            "result": seen.result,
            "faults": dict(seen.faults),
        },
    )
    call.publish("equipment", "work-order")
    return line


@command(
    CloseWorkOrder,
    act=Act.WORK_ORDER,
    says=gettext_lazy("Sign the work order"),
    path="work-orders/<int:order_id>/signature/",
    signs=[INSPECTOR],
    answer=order_answer,
)
def close_work_order(call: Call[CloseWorkOrder]) -> WorkOrder:
    """Sign a work order: clean sets are resealed and go to the store, worn ones are condemned.

    Rule: COMAR 36.05.02.19L-N, .19R.
    """
    signer, at = call.signed["security"], call.at
    order = WorkOrder.objects.select_for_update().get(
        pk=call.input.order_id, property_id=signer.person.property_id
    )
    if order.closed_at is not None:
        raise Refused("order_closed", _("This work order is signed already."))
    lines = list(order.lines.select_related("envelope").order_by("pk"))
    if any(line.result == WorkOrderResult.PENDING for line in lines):
        raise Refused("order_incomplete", _("Some sets of this work order are not inspected."))
    sets = {each.pk: each for each in locked_sets([x.equipment_id for x in lines], signer.person)}
    for line in lines:
        _guard_decided(sets[line.equipment_id], line)
    sign_off = sign(
        signer,
        act=Act.WORK_ORDER,
        subject=f"work_order:{order.pk}",
        content={
            "number": order.number,
            "lines": [
                {"serial": sets[line.equipment_id].serial, "result": line.result} for line in lines
            ],
        },
        at=at,
    )
    for line in lines:
        _carry_out(sets[line.equipment_id], line, signer.person, sign_off, at=at)
    order.closed_by, order.closed_at, order.sign_off = signer.person, at, sign_off
    order.save(update_fields=["closed_by", "closed_at", "sign_off"])
    call.record(
        EventKind.WORK_ORDER_CLOSED,
        about=[order, *sets.values()],
        by=signer.person,
        detail={"number": order.number},
    )
    call.publish("equipment", "work-order")
    return order


def condemn(
    equipment: EquipmentSet, hands: Hands, way: Way, *, collected_at: datetime, at: datetime
) -> None:
    """Mark a locked set for destruction, with the day by which it must be done.

    Rule: COMAR 36.05.02.19R.
    """
    days = 7
    if equipment.submission is not None:
        days = demands_of(equipment.submission).number("destruction_days")
    move(
        equipment,
        EquipmentState.CONDEMNED,
        way,
        hands,
        at=at,
        destroy_by=collected_at + timedelta(days=days),
    )
    record(
        EventKind.SET_CONDEMNED,
        about=equipment,
        by=hands.by,
        at=at,
        detail={"serial": equipment.serial, "destroy_by": equipment.destroy_by},
    )


def _carry_out(
    equipment: EquipmentSet,
    line: WorkOrderLine,
    by: Person,
    sign_off: SignOff,
    *,
    at: datetime,
) -> None:
    way, hands = Way("work_order", envelope=line.envelope), Hands(by, sign_off)
    if line.envelope is not None:
        Envelope.objects.filter(pk=line.envelope.pk).update(opened_at=at)
    if line.result == WorkOrderResult.CLEAN:
        seal = line.faults.get("new_seal", "")
        move(equipment, EquipmentState.STORE, way, hands, at=at, seal_number=seal)
        record(
            EventKind.SET_MOVED,
            about=equipment,
            by=by,
            at=at,
            detail={
                "serial": equipment.serial,
                "from_state": EquipmentState.COLLECTED.value,
                "to_state": EquipmentState.STORE.value,
            },
        )
    elif line.result == WorkOrderResult.CONDEMNED:
        collected = line.envelope.collected_at if line.envelope else None
        condemn(equipment, hands, way, collected_at=collected or at, at=at)


def _guard_line(equipment: EquipmentSet, facts: LineFacts) -> None:
    if facts.result not in {WorkOrderResult.CLEAN, WorkOrderResult.CONDEMNED}:
        raise Refused(
            "unknown_result",
            _("Clean or condemned. For anything tampered, missing or extra make a report."),
        )
    if facts.result != WorkOrderResult.CLEAN:
        return
    needed = [each for each in WORK_CHECKS if each != "uv" or _needs_uv(equipment)]
    missing = [each for each in needed if each not in facts.checks]
    if missing:
        raise Refused(
            "inspection_incomplete",
            _("Not everything was looked at: {what}.").format(
                what=", ".join(str(WORK_CHECKS[each]) for each in missing)
            ),
            RULE,
            missing=missing,
        )
    if facts.faults:
        raise Refused("faults_found", _("A set with a faulty piece is not clean."), RULE)
    if not facts.new_seal:
        raise Refused("seal_missing", _("A clean set is sealed again: scan the new seal."), RULE)


def _needs_uv(equipment: EquipmentSet) -> bool:
    if equipment.kind != EquipmentKind.TILES or equipment.submission is None:
        return False
    return demands_of(equipment.submission).is_on("uv_inspection")


def _guard_decided(equipment: EquipmentSet, line: WorkOrderLine) -> None:
    if line.result == WorkOrderResult.CLEAN and equipment.detail.get("needs_decision"):
        raise Refused(
            "decision_needed",
            _("{set} failed an inspection at a table. A pit manager decides first.").format(
                set=equipment.serial
            ),
            "MD ch. 4 §C(3)",
        )


def _guard_not_on_another(equipment: EquipmentSet) -> None:
    open_lines = WorkOrderLine.objects.filter(equipment=equipment, order__closed_at__isnull=True)
    if open_lines.exists():
        raise Refused(
            "on_work_order",
            _("{set} is on an open work order already.").format(set=equipment.serial),
        )
