"""Inspections of a set that is not being played with: signed, kept and said in one way."""

from typing import Annotated, Any, TypeVar

from audit.events import EventKind
from foundation.commands import Call
from foundation.inputs import Id, Input, OneOf
from staff.commands.signing import Signer, sign
from staff.policy import Act
from tables.models import EquipmentSet, Inspection, InspectionPurpose
from tables.wording import FAULTS


class SetLookedThrough(Input):
    """Which set, and what is wrong with it; empty when everything is right."""

    equipment_id: Id
    reason: Annotated[str, OneOf(("", *FAULTS))] = ""


S = TypeVar("S", bound=SetLookedThrough)


def inspected(
    call: Call[S],
    act: Act,
    signer: Signer,
    equipment: EquipmentSet,
    *,
    follows: Inspection | None = None,
) -> Inspection:
    """Keep what somebody found under their signature; it may follow another person's look."""
    reason = call.input.reason
    found = {"serial": equipment.serial, "passed": not reason, "reason": reason}
    is_check = follows is not None
    return Inspection.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        purpose=InspectionPurpose.DAY_END if is_check else InspectionPurpose.RECEIPT,
        checks=found,
        passed=not reason,
        reason=reason,
        inspected_by=signer.person,
        inspected_at=call.at,
        follows_person_id=follows.inspected_by_id if follows else None,
        sign_off=sign(
            signer, act=act, subject=f"equipment:{equipment.pk}", content=found, at=call.at
        ),
    )


def record_inspection(call: Call[Any], kind: EventKind, inspection: Inspection) -> None:
    """Put the result of an inspection on the record, and tell whoever looks at the equipment."""
    equipment = inspection.equipment
    call.record(
        kind,
        about=[equipment, inspection],
        by=inspection.inspected_by,
        detail={
            "serial": equipment.serial,
            "result": "passed" if inspection.passed else inspection.reason,
        },
    )
    call.publish("equipment", "equipment")
