"""Seal a set in an envelope with two signatures, and let security collect it."""

from typing import Annotated

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Id, Input, OptionalCode, Remark, Text
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.policy import Act
from tables.commands.alerts import close_alerts
from tables.commands.at_table import DEALER, end_placement, placement_of
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.commands.table_state import TABLE, table_asked
from tables.inspections import failed_here, guard_removal
from tables.locks import locked_set, locked_sets, step
from tables.models import (
    Envelope,
    EquipmentKind,
    EquipmentState,
    Placement,
)
from tables.people import guard_two_signers
from tables.queries.answers import envelopes_answer, table_answer
from tables.wording import FAULTS

END_OF_USE = "end_of_use"
TWO_SIGNATURES = "COMAR 36.05.02.19G-J; MD ch. 4 §C(3)(b)"
FLOOR = Signature("floor", Act.COUNTERSIGN_ENVELOPE, gettext_lazy("Floorperson or above"))
COLLECTOR = Signature("security", Act.COLLECT_ENVELOPE, gettext_lazy("Security"))
# The guard knows the reasons; the document lists them.
Reason = Annotated[Text, Field(json_schema_extra={"enum": [END_OF_USE, *FAULTS]})]


class EnvelopeFacts(Input):
    """What is written on the envelope beside table, date and time."""

    kind: EquipmentKind
    seal_number: OptionalCode
    reason: Reason = END_OF_USE
    note: Remark = ""


class SealEnvelope(EnvelopeFacts):
    """At which table, and what is written on the envelope."""

    table_id: Id


class CollectEnvelopes(Input):
    """The number of every seal that was scanned."""

    seal_numbers: Annotated[tuple[Code, ...], Field(min_length=1, max_length=200)]


@command(
    SealEnvelope,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Seal in an envelope"),
    path=f"{TABLE}seal-envelope/",
    signs=[DEALER, FLOOR],
    two=[TwoPeople("dealer", "floor", TWO_SIGNATURES)],
    answer=table_answer,
    versioned=True,
)
def seal_envelope(call: Call[SealEnvelope]) -> Envelope:
    """Put the set at the table into a sealed envelope, signed by the dealer and by the floor.

    A set that failed never comes back into play without a pit manager's decision.

    Rule: MD ch. 4 §C(3)(b); COMAR 36.05.02.19G-J.
    """
    guard_two_signers(call.signed["dealer"], call.signed["floor"], TWO_SIGNATURES)
    _guard_facts(call.input)
    try:
        with transaction.atomic():
            return _seal(call)
    except IntegrityError:
        raise Refused(
            "seal_used", _("An envelope with this seal number exists. Scan the seal again.")
        ) from None


@command(
    CollectEnvelopes,
    act=Act.COLLECT_ENVELOPE,
    says=gettext_lazy("Collect"),
    path="envelopes/collections/",
    signs=[COLLECTOR],
    answer=envelopes_answer,
)
def collect_envelopes(call: Call[CollectEnvelopes]) -> list[Envelope]:
    """Let security take sealed envelopes from the pit, each scanned, with one signature.

    Rule: COMAR 36.05.02.19K.
    """
    signer, at = call.signed["security"], call.at
    wanted = sorted({number for number in call.input.seal_numbers if number})
    envelopes = list(
        Envelope.objects.select_for_update(of=("self",)).filter(
            property_id=signer.person.property_id,
            seal_number__in=wanted,
            collected_at__isnull=True,
        )
    )
    if not wanted or len(envelopes) != len(wanted):
        missing = sorted(set(wanted) - {each.seal_number for each in envelopes})
        raise Refused(
            "no_such_envelope",
            _("No sealed envelope waits with this number: {numbers}.").format(
                numbers=", ".join(missing) or "–"
            ),
        )
    sign_off = sign(
        signer,
        act=Act.COLLECT_ENVELOPE,
        subject=f"property:{signer.person.property_id}",
        content={"seals": wanted},
        at=at,
    )
    sets = {s.pk: s for s in locked_sets([e.equipment_id for e in envelopes], signer.person)}
    for envelope in envelopes:
        envelope.collected_by, envelope.collected_at = signer.person, at
        envelope.collected_sign_off = sign_off
        envelope.save(update_fields=["collected_by", "collected_at", "collected_sign_off"])
        equipment = sets[envelope.equipment_id]
        guard_set_state(equipment, EquipmentState.ENVELOPE)
        way = Way("collect", envelope=envelope)
        move(equipment, EquipmentState.COLLECTED, way, Hands(signer.person, sign_off), at=at)
        close_alerts(envelope.property_id, f"envelope:{envelope.pk}", by=signer.person, at=at)
        call.record(
            EventKind.ENVELOPE_COLLECTED,
            about=[envelope, equipment],
            by=signer.person,
            detail={"seal": envelope.seal_number, "serial": equipment.serial},
        )
    call.publish("equipment", "equipment")
    return envelopes


def _seal(call: Call[SealEnvelope]) -> Envelope:
    asked, at = call.input, call.at
    dealer, floor = call.signed["dealer"], call.signed["floor"]
    table = table_asked(call)
    placement = placement_of(table, asked.kind)
    equipment = locked_set(placement.equipment_id, dealer.person)
    reason = _reason(placement, asked.reason)
    if reason == END_OF_USE:
        guard_removal(placement, table)
    content = {
        "serial": equipment.serial,
        "table": table.number,
        "at": at.isoformat(),
        **asked.model_dump(mode="json", include=set(EnvelopeFacts.model_fields)),
    }
    subject = f"equipment:{equipment.pk}"
    signed = [
        sign(signer, act=act, subject=subject, content=content, at=at)
        for signer, act in ((dealer, Act.INSPECT_SET), (floor, Act.COUNTERSIGN_ENVELOPE))
    ]
    envelope = Envelope.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        seal_number=asked.seal_number,
        reason=reason,
        note=asked.note,
        sealed_at=at,
        dealer=dealer.person,
        dealer_sign_off=signed[0],
        floor=floor.person,
        floor_sign_off=signed[1],
    )
    end_placement(placement, at=at)
    detail = equipment.detail | ({"needs_decision": reason} if reason != END_OF_USE else {})
    move(
        equipment,
        EquipmentState.ENVELOPE,
        Way("seal", table=table, envelope=envelope, detail={"reason": reason}),
        Hands(dealer.person, signed[0], floor.person, signed[1]),
        at=at,
        detail=detail,
    )
    step(table)
    close_alerts(table.property_id, f"limit:{table.pk}:{asked.kind}", by=floor.person, at=at)
    call.record(
        EventKind.ENVELOPE_SEALED,
        about=[table, envelope, equipment, placement],
        by=dealer.person,
        detail={
            "serial": equipment.serial,
            "seal": envelope.seal_number,
            "reason": reason,
            "countersigned_by": floor.person.pk,
        },
    )
    call.publish(f"table:{table.pk}", "equipment")
    return envelope


def _reason(placement: Placement, given: str) -> str:
    """A set that failed its inspection is sealed for that reason, whatever was chosen."""
    failed = failed_here(placement).order_by("-inspected_at", "-pk").first()
    return failed.reason if failed is not None else given


def _guard_facts(facts: EnvelopeFacts) -> None:
    if not facts.seal_number:
        raise Refused("seal_missing", _("Scan or type the number of the seal."))
    if facts.reason != END_OF_USE and facts.reason not in FAULTS:
        raise Refused("unknown_reason", _("Choose the reason from the list."))
