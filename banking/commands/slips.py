"""Fills, credits, counts, drops: prepared, signed part by part, posted by the last signature.

Rule: COMAR 36.05.03.02-.05.
"""

from datetime import datetime
from typing import Annotated, Any

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.commands.ledger import Cause, Line, write_entry
from banking.differences import Weight, difference, weight_of
from banking.guards import (
    MOST_CHIPS,
    guard_chips,
    guard_count_time,
    guard_identified,
    guard_no_box,
    guard_none_waits,
    guard_on_the_pad,
    guard_part,
    guard_slip_waits,
    guard_some_chips,
    guard_stays_closed,
    guard_tips,
    guard_tray_holds,
    guard_void_reason,
    missing_parts,
)
from banking.models import (
    Account,
    AccountKind,
    ChipRequest,
    DropBox,
    EntryKind,
    Slip,
    SlipKind,
    SlipSignature,
    SlipState,
)
from banking.parts import COUNTS, FLOOR, SlipPart, pieces_of
from banking.queries.answers import slip_answer
from banking.queries.balances import expected_of
from banking.queries.trays import tray_of
from banking.wording import VOID_REASONS
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Id, Input, OneOf, Pieces
from staff.commands.signing import Signer, sign
from staff.gaming_day import gaming_day
from staff.models import Person, Property
from staff.policy import Act
from tables.commands import alerts
from tables.guards import guard_not_retired
from tables.models import GamingTable

SLIP = "slips/<int:slip_id>/"

Value = Annotated[int, Field(ge=0, lt=10**9)]
Count = Annotated[int, Field(ge=0, le=MOST_CHIPS)]


class PrepareSlip(Input):
    """A new slip: so many pieces of each value in cents, chips or the cash of a drop."""

    table_id: Id
    kind: SlipKind
    chips: Annotated[dict[Value, Count], Pieces("chips-"), Field(max_length=40)]
    request: Id | None = None

    @property
    def total_cents(self) -> int:
        return sum(cents * count for cents, count in self.chips.items())


class SignSlip(Input):
    """Which slip: the part that is signed follows from the signer's role."""

    slip_id: Id


class VoidSlip(Input):
    """Which slip is void, and why."""

    slip_id: Id
    reason: Annotated[str, OneOf(VOID_REASONS)]


@command(
    PrepareSlip,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Prepare and sign"),
    path="tables/<int:table_id>/slips/",
    signs=[Signature("preparer", Act.PREPARE_SLIP, gettext_lazy("Floorperson or above"))],
    answer=slip_answer,
)
def prepare_slip(call: Call[PrepareSlip]) -> Slip:
    """Write a slip with the next serial and the preparer's signature on it."""
    asked, signer = call.input, call.signed["preparer"]
    kind = asked.kind
    guard_on_the_pad(kind)
    house = Property.objects.select_for_update(no_key=True).get(pk=signer.person.property_id)
    table = _locked_table(asked.table_id, house)
    guard_not_retired(table)
    guard_chips(asked.chips, pieces_of(kind, table))
    _guard_kind(asked, table)
    last = Slip.objects.filter(property=house, kind=kind).aggregate(n=Max("serial"))["n"]
    slip = Slip.objects.create(
        property=house,
        table=table,
        kind=kind,
        serial=(last or 0) + 1,
        gaming_day=gaming_day(house, call.at),
        chips={str(cents): count for cents, count in sorted(asked.chips.items()) if count},
        total_cents=asked.total_cents,
        expected_cents=expected_of(kind, table),
        prepared_by=signer.person,
        prepared_at=call.at,
    )
    _answer_request(asked.request, slip, call.at)
    call.record(
        EventKind.SLIP_PREPARED,
        about=[slip, table],
        by=signer.person,
        detail={
            "kind": kind.value,
            "serial": slip.serial,
            "chips": slip.chips,
            "total_cents": slip.total_cents,
            "expected_cents": slip.expected_cents,
        },
    )
    sign_part(call, slip, FLOOR, signer)
    _publish(call, slip)
    return slip


@command(
    SignSlip,
    act=Act.VIEW_SLIPS,
    says=gettext_lazy("Sign"),
    path=f"{SLIP}sign/",
    signs=[Signature("signer", Act.VIEW_SLIPS, gettext_lazy("Signature"))],
    two=[TwoPeople("others", "signer", earlier="everybody who signed the slip before")],
    answer=slip_answer,
)
def sign_slip(call: Call[SignSlip]) -> Slip:
    """Sign the part of a slip that is the signer's; the last signature posts it."""
    signer = call.signed["signer"]
    slip = locked_slip(call.input.slip_id, signer.person)
    guard_slip_waits(slip)
    signed = {each.part: each.person_id for each in slip.signatures.all()}
    part = guard_part(slip, signer.person, signed)
    is_last = not missing_parts(slip, {*signed, part.code})
    if is_last:
        guard_identified(slip)
    sign_part(call, slip, part, signer)
    call.record(
        EventKind.SLIP_SIGNED,
        about=[slip, slip.table],
        by=signer.person,
        detail={"kind": slip.kind, "serial": slip.serial, "part": part.code},
    )
    if is_last:
        _complete(call, slip, signer.person)
    _publish(call, slip)
    return slip


@command(
    VoidSlip,
    act=Act.VOID_SLIP,
    says=gettext_lazy("Declare void"),
    path=f"{SLIP}void/",
    signs=[Signature("signer", Act.VOID_SLIP, gettext_lazy("Signature"))],
    answer=slip_answer,
)
def void_slip(call: Call[VoidSlip]) -> Slip:
    """Declare a slip void; it stays, and its serial is not used again."""
    signer, reason = call.signed["signer"], call.input.reason
    slip = locked_slip(call.input.slip_id, signer.person)
    guard_slip_waits(slip)
    guard_void_reason(reason)
    said = {"kind": slip.kind, "serial": slip.serial, "reason": reason}
    sign(signer, act=Act.VOID_SLIP, subject=f"slip:{slip.pk}", content=said, at=call.at)
    slip.state, slip.void_reason, slip.voided_by = SlipState.VOID, reason, signer.person
    slip.save(update_fields=["state", "void_reason", "voided_by"])
    boxes = list(DropBox.objects.filter(slip=slip))
    for box in boxes:  # it waits to be counted again
        box.slip = None
        box.save(update_fields=["slip"])
    about = [slip, *boxes, slip.table]
    call.record(EventKind.SLIP_VOIDED, about=about, by=signer.person, detail=said)
    alerts.close_alerts(slip.property_id, f"payout:{slip.pk}", by=signer.person, at=call.at)
    _publish(call, slip)
    return slip


def _complete(call: Call[SignSlip], slip: Slip, by: Person) -> None:
    """Post what the slip says: chips between cage and inventory, or what a count found."""
    _post(slip, call.at, by)
    slip.state, slip.completed_at = SlipState.COMPLETE, call.at
    slip.save(update_fields=["state", "completed_at"])
    boxes = list(DropBox.objects.filter(slip=slip))
    for box in boxes:
        box.counted_at = call.at
        box.save(update_fields=["counted_at"])
        alerts.close_alerts(slip.property_id, f"box:{box.pk}", by=by, at=call.at)
    call.record(
        EventKind.SLIP_COMPLETED,
        about=[slip, *boxes, slip.table],
        by=by,
        detail={"kind": slip.kind, "serial": slip.serial, "difference_cents": difference(slip)},
    )
    _tell_difference(slip, call.at)
    if slip.kind in COUNTS:
        alerts.close_alerts(slip.property_id, f"count-due:{slip.table_id}", by=by, at=call.at)
    if slip.kind == SlipKind.PAYOUT:
        alerts.close_alerts(slip.property_id, f"payout:{slip.pk}", by=by, at=call.at)


def _post(slip: Slip, at: datetime, by: Person) -> None:
    if slip.kind in (SlipKind.CLOSED, SlipKind.PAYOUT):
        return  # nothing moved, or the round's own entry moved it
    if slip.kind == SlipKind.TIPS:
        Account.objects.get_or_create(property_id=slip.property_id, kind=AccountKind.TIPS)
    if slip.kind == SlipKind.CREDIT:
        guard_tray_holds(pieces(slip), slip.table, tray_of(slip.table))
    cause = Cause(ENTRY_OF[SlipKind(slip.kind)], slip.gaming_day, at, by, slip_id=slip.pk)
    write_entry(slip.property_id, slip.table, _lines(slip), cause)


def _answer_request(request_id: int | None, slip: Slip, at: datetime) -> None:
    """The request for which the slip was written, or the one of this kind that waits."""
    waiting = ChipRequest.objects.select_for_update().filter(
        table=slip.table, kind=slip.kind, closed_at__isnull=True
    )
    made = waiting.filter(pk=request_id).first() if request_id else None
    if made is not None:
        made.slip, made.closed_at, made.closed_by = slip, at, slip.prepared_by
        made.save(update_fields=["slip", "closed_at", "closed_by"])


def pieces(slip: Slip) -> dict[int, int]:
    return {int(value): count for value, count in slip.chips.items()}


def _guard_kind(asked: PrepareSlip, table: GamingTable) -> None:
    """Whether a slip of this kind can be written for the table now."""
    kind = asked.kind
    if kind is SlipKind.DROP:
        guard_no_box(table)
    if kind is SlipKind.TIPS:
        guard_tips(table)
    if kind in COUNTS:
        guard_count_time(table, kind)
        guard_none_waits(table, kind)
    elif kind == SlipKind.CLOSED:
        guard_stays_closed(asked.chips, table)
    else:
        guard_some_chips(asked.total_cents)
    if kind == SlipKind.CREDIT:
        guard_tray_holds(asked.chips, table, tray_of(table))


def _lines(slip: Slip) -> list[Line]:
    """What moves. A drop takes from the box what was expected; the cage gets what was counted."""
    total, found = slip.total_cents, difference(slip)
    dropped = {
        AccountKind.DROP: found - total,
        AccountKind.CAGE: total,
        AccountKind.OVER_SHORT: -found,
    }
    moves = {
        SlipKind.FILL: {AccountKind.INVENTORY: total, AccountKind.CAGE: -total},
        SlipKind.CREDIT: {AccountKind.INVENTORY: -total, AccountKind.CAGE: total},
        SlipKind.OPENING: {AccountKind.INVENTORY: found, AccountKind.OVER_SHORT: -found},
        SlipKind.CLOSING: {AccountKind.INVENTORY: found, AccountKind.OVER_SHORT: -found},
        SlipKind.COUNT: {AccountKind.INVENTORY: found, AccountKind.OVER_SHORT: -found},
        SlipKind.DROP: dropped,
        SlipKind.BOX: dropped,
        SlipKind.TIPS: {AccountKind.CAGE: total, AccountKind.TIPS: -total},
    }
    return [Line(kind, cents) for kind, cents in moves[SlipKind(slip.kind)].items()]


ENTRY_OF = {
    SlipKind.FILL: EntryKind.FILL,
    SlipKind.CREDIT: EntryKind.CREDIT,
    SlipKind.OPENING: EntryKind.COUNT,
    SlipKind.CLOSING: EntryKind.COUNT,
    SlipKind.COUNT: EntryKind.COUNT,
    SlipKind.DROP: EntryKind.DROP,
    SlipKind.BOX: EntryKind.DROP,
    SlipKind.TIPS: EntryKind.TIPS,
}


def _tell_difference(slip: Slip, at: datetime) -> None:
    """Raise an alert for a difference that somebody must hear of, urgent when a report is due.

    Rule: COMAR 36.05.03.03; NJ 13:69D-1.21.
    """
    weight = weight_of(slip)
    if weight in (Weight.TELL, Weight.REPORT):
        found = alerts.AlertWords(
            f"slip:{slip.pk}:difference",
            "inventory_difference",
            alerts.URGENT if weight is Weight.REPORT else alerts.WARNING,
            {
                "cents": difference(slip),
                "serial": slip.serial,
                "kind": slip.kind,
                "table": slip.table.number,
                "currency": slip.property.currency,
            },
        )
        alerts.raise_alert(found, property_id=slip.property_id, table=slip.table, at=at)


def sign_part(call: Call[Any], slip: Slip, part: SlipPart, signer: Signer) -> None:
    content = {
        "kind": slip.kind,
        "serial": slip.serial,
        "table": slip.table_id,
        "chips": slip.chips,
        "total_cents": slip.total_cents,
        "part": part.code,
    }
    subject = f"slip:{slip.pk}"
    sign_off = sign(signer, act=part.act, subject=subject, content=content, at=call.at)
    SlipSignature.objects.create(
        slip=slip, part=part.code, person=signer.person, sign_off=sign_off, at=call.at
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


def _publish(call: Call[Any], slip: Slip) -> None:
    call.publish(f"table:{slip.table_id}", "slip")
    call.publish(f"table:{slip.table_id}", "money")
