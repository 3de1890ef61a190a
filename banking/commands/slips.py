"""Fills, credits, counts, drops: prepared, signed part by part, posted by the last signature.

Rule: COMAR 36.05.03.02-.05.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.http import Http404

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from banking.commands.ledger import Cause, Line, write_entry
from banking.differences import Weight, difference, weight_of
from banking.guards import (
    guard_chips,
    guard_count_time,
    guard_none_waits,
    guard_part,
    guard_slip_waits,
    guard_some_chips,
    guard_void_reason,
    missing_parts,
)
from banking.models import AccountKind, EntryKind, Slip, SlipKind, SlipSignature, SlipState
from banking.parts import FLOOR, Part, pieces_of
from banking.queries.balances import expected_of
from staff.commands.signing import Signer, sign
from staff.gaming_day import gaming_day
from staff.models import Person, Property
from staff.policy import Act, require
from tables.commands.alerts import URGENT, WARNING, Call, raise_alert
from tables.models import GamingTable

COUNTS = (SlipKind.OPENING, SlipKind.CLOSING, SlipKind.DROP)


@dataclass(frozen=True, slots=True)
class Chips:
    """How many chips of each value, in cents."""

    counts: Mapping[int, int]

    @property
    def total_cents(self) -> int:
        return sum(cents * count for cents, count in self.counts.items())


@transaction.atomic
def prepare_slip(
    table_id: int, kind: SlipKind, chips: Chips, *, signer: Signer, at: datetime
) -> Slip:
    """Write a slip with the next serial and the preparer's signature on it."""
    require(signer.person, Act.PREPARE_SLIP)
    house = Property.objects.select_for_update(no_key=True).get(pk=signer.person.property_id)
    table = _locked_table(table_id, house)
    guard_chips(chips.counts, pieces_of(kind, table))
    if kind in COUNTS:
        guard_count_time(table, kind)
        guard_none_waits(table, kind)
    else:
        guard_some_chips(chips.total_cents)
    last = Slip.objects.filter(property=house, kind=kind).aggregate(n=Max("serial"))["n"]
    slip = Slip.objects.create(
        property=house,
        table=table,
        kind=kind,
        serial=(last or 0) + 1,
        gaming_day=gaming_day(house, at),
        chips={str(cents): count for cents, count in sorted(chips.counts.items()) if count},
        total_cents=chips.total_cents,
        expected_cents=expected_of(kind, table),
        prepared_by=signer.person,
        prepared_at=at,
    )
    record(
        EventKind.SLIP_PREPARED,
        about=[slip, table],
        by=signer.person,
        at=at,
        detail={
            "kind": kind.value,
            "serial": slip.serial,
            "chips": slip.chips,
            "total_cents": slip.total_cents,
            "expected_cents": slip.expected_cents,
        },
    )
    _sign_part(slip, FLOOR, signer, at)
    _publish(slip)
    return slip


@transaction.atomic
def sign_slip(slip_id: int, *, signer: Signer, at: datetime) -> Slip:
    """Sign the part of a slip that is the signer's; the last signature posts it."""
    slip = locked_slip(slip_id, signer.person)
    guard_slip_waits(slip)
    signed = {each.part: each.person_id for each in slip.signatures.all()}
    part = guard_part(slip, signer.person, signed)
    _sign_part(slip, part, signer, at)
    record(
        EventKind.SLIP_SIGNED,
        about=[slip, slip.table],
        by=signer.person,
        at=at,
        detail={"kind": slip.kind, "serial": slip.serial, "part": part.code},
    )
    if not missing_parts(slip, {*signed, part.code}):
        _complete(slip, by=signer.person, at=at)
    _publish(slip)
    return slip


@transaction.atomic
def void_slip(slip_id: int, reason: str, *, signer: Signer, at: datetime) -> Slip:
    """Declare a slip void; it stays, and its serial is not used again."""
    slip = locked_slip(slip_id, signer.person)
    guard_slip_waits(slip)
    guard_void_reason(reason)
    sign(
        signer,
        act=Act.VOID_SLIP,
        subject=f"slip:{slip.pk}",
        content={"kind": slip.kind, "serial": slip.serial, "reason": reason},
        at=at,
    )
    slip.state, slip.void_reason, slip.voided_by = SlipState.VOID, reason, signer.person
    slip.save(update_fields=["state", "void_reason", "voided_by"])
    record(
        EventKind.SLIP_VOIDED,
        about=[slip, slip.table],
        by=signer.person,
        at=at,
        detail={"kind": slip.kind, "serial": slip.serial, "reason": reason},
    )
    _publish(slip)
    return slip


def _complete(slip: Slip, *, by: Person, at: datetime) -> None:
    """Post what the slip says: chips between cage and inventory, or what a count found."""
    cause = Cause(ENTRY_OF[SlipKind(slip.kind)], slip.gaming_day, at, by, slip_id=slip.pk)
    write_entry(slip.property_id, slip.table, _lines(slip), cause)
    slip.state, slip.completed_at = SlipState.COMPLETE, at
    slip.save(update_fields=["state", "completed_at"])
    record(
        EventKind.SLIP_COMPLETED,
        about=[slip, slip.table],
        by=by,
        at=at,
        detail={"kind": slip.kind, "serial": slip.serial, "difference_cents": difference(slip)},
    )
    _report_difference(slip, at)


def _lines(slip: Slip) -> list[Line]:
    """What moves. A drop takes from the box what was expected; the cage gets what was counted."""
    total, found = slip.total_cents, difference(slip)
    moves = {
        SlipKind.FILL: {AccountKind.INVENTORY: total, AccountKind.CAGE: -total},
        SlipKind.CREDIT: {AccountKind.INVENTORY: -total, AccountKind.CAGE: total},
        SlipKind.OPENING: {AccountKind.INVENTORY: found, AccountKind.OVER_SHORT: -found},
        SlipKind.CLOSING: {AccountKind.INVENTORY: found, AccountKind.OVER_SHORT: -found},
        SlipKind.DROP: {
            AccountKind.DROP: found - total,
            AccountKind.CAGE: total,
            AccountKind.OVER_SHORT: -found,
        },
    }
    return [Line(kind, cents) for kind, cents in moves[SlipKind(slip.kind)].items()]


ENTRY_OF = {
    SlipKind.FILL: EntryKind.FILL,
    SlipKind.CREDIT: EntryKind.CREDIT,
    SlipKind.OPENING: EntryKind.COUNT,
    SlipKind.CLOSING: EntryKind.COUNT,
    SlipKind.DROP: EntryKind.DROP,
}


def _report_difference(slip: Slip, at: datetime) -> None:
    """Raise an alert for a difference that somebody must hear of, urgent when a report is due.

    Rule: COMAR 36.05.03.03; NJ 13:69D-1.21.
    """
    weight = weight_of(slip)
    if weight in (Weight.TELL, Weight.REPORT):
        call = Call(
            f"slip:{slip.pk}:difference",
            "inventory_difference",
            URGENT if weight is Weight.REPORT else WARNING,
            {"cents": difference(slip), "serial": slip.serial, "kind": slip.kind},
        )
        raise_alert(call, property_id=slip.property_id, table=slip.table, at=at)


def _sign_part(slip: Slip, part: Part, signer: Signer, at: datetime) -> None:
    content = {
        "kind": slip.kind,
        "serial": slip.serial,
        "table": slip.table_id,
        "chips": slip.chips,
        "total_cents": slip.total_cents,
        "part": part.code,
    }
    sign_off = sign(signer, act=part.act, subject=f"slip:{slip.pk}", content=content, at=at)
    SlipSignature.objects.create(
        slip=slip, part=part.code, person=signer.person, sign_off=sign_off, at=at
    )


def locked_slip(slip_id: int, person: Person) -> Slip:
    slips = Slip.objects.select_for_update(of=("self", "table"), no_key=True)
    slip = (
        slips.select_related("table", "property")
        .filter(pk=slip_id, property_id=person.property_id)
        .first()
    )
    if slip is None:
        raise Http404
    return slip


def _locked_table(table_id: int, house: Property) -> GamingTable:
    tables = GamingTable.objects.select_for_update(of=("self",), no_key=True)
    table = tables.select_related("property").filter(pk=table_id, property=house).first()
    if table is None:
        raise Http404
    return table


def _publish(slip: Slip) -> None:
    publish_on_commit(slip.property_id, f"table:{slip.table_id}", "slip")
    publish_on_commit(slip.property_id, f"table:{slip.table_id}", "money")
