"""Write a set's way from one place to another into the ledger of custody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.gaming_day import gaming_day
from staff.models import Person, SignOff
from tables.models import (
    Envelope,
    EquipmentMove,
    EquipmentSet,
    EquipmentState,
    GamingTable,
)


@dataclass(frozen=True, slots=True)
class Hands:
    """Who moved a set, and their signatures where the rules want them."""

    by: Person | None
    sign_off: SignOff | None = None
    second: Person | None = None
    second_sign_off: SignOff | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """What the move was for, and through which table or envelope."""

    act: str
    table: GamingTable | None = None
    envelope: Envelope | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


def move(
    equipment: EquipmentSet,
    to: EquipmentState,
    way: Way,
    hands: Hands,
    *,
    at: datetime,
    **changes: Any,
) -> EquipmentMove:
    """Move a set that the caller has locked, and keep the line for ever."""
    before = equipment.state
    equipment.state, equipment.state_since = to, at
    for name, value in changes.items():
        setattr(equipment, name, value)
    equipment.save(update_fields=["state", "state_since", *changes])
    return EquipmentMove.objects.create(
        property_id=equipment.property_id,
        equipment=equipment,
        act=way.act,
        from_state=before,
        to_state=to,
        table=way.table,
        envelope=way.envelope,
        gaming_day=gaming_day(equipment.property, at),
        by=hands.by,
        sign_off=hands.sign_off,
        second=hands.second,
        second_sign_off=hands.second_sign_off,
        detail=dict(way.detail),
        at=at,
    )


def guard_set_state(equipment: EquipmentSet, *allowed: EquipmentState, rule: str = "") -> None:
    """Refuse a step for which the set is in the wrong place."""
    if equipment.state not in allowed:
        raise Refused(
            "wrong_place",
            _("{set} is not where it should be: {state}.").format(
                set=equipment.serial, state=EquipmentState(equipment.state).label
            ),
            rule,
            state=equipment.state,
        )
