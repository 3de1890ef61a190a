"""Seal a set in an envelope with two signatures, and let security collect it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.policy import Act, require
from tables.commands.alerts import close_alerts
from tables.commands.at_table import end_placement, placement_of
from tables.commands.moves import Hands, Way, guard_state, move
from tables.inspections import FAULTS, guard_removal
from tables.locks import guard_version, locked_set, locked_sets, locked_table, step
from tables.models import Envelope, EquipmentState, Inspection, InspectionPurpose, Placement
from tables.people import guard_two_people

END_OF_USE = "end_of_use"
TWO_SIGNATURES = "COMAR 36.05.02.19G-J; MD ch. 4 §B"


@dataclass(frozen=True, slots=True)
class EnvelopeFacts:
    """What is written on the envelope beside table, date and time."""

    kind: str
    seal_number: str
    reason: str = END_OF_USE
    note: str = ""


def seal_envelope(
    table_id: int,
    facts: EnvelopeFacts,
    *,
    dealer: Signer,
    floor: Signer,
    at: datetime,
    version: int | None = None,
) -> Envelope:
    """Put the set at the table into a sealed envelope, signed by the dealer and by the floor.

    A set that failed never comes back into play without a pit manager's decision.

    Rule: MD ch. 4 §B; COMAR 36.05.02.19G-J.
    """
    require(dealer.person, Act.INSPECT_SET)
    require(floor.person, Act.COUNTERSIGN_ENVELOPE)
    guard_two_people(dealer, floor, TWO_SIGNATURES)
    _guard_facts(facts)
    try:
        with transaction.atomic():
            return _seal(table_id, facts, dealer=dealer, floor=floor, at=at, version=version)
    except IntegrityError:
        raise Refused(
            "seal_used", _("An envelope with this seal number exists. Scan the seal again.")
        ) from None


@transaction.atomic
def collect_envelopes(
    seal_numbers: Iterable[str], *, signer: Signer, at: datetime
) -> list[Envelope]:
    """Let security take sealed envelopes from the pit, each scanned, with one signature.

    Rule: COMAR 36.05.02.19K.
    """
    require(signer.person, Act.COLLECT_ENVELOPE)
    wanted = sorted({number.strip() for number in seal_numbers if number.strip()})
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
        guard_state(equipment, EquipmentState.ENVELOPE)
        way = Way("collect", envelope=envelope)
        move(equipment, EquipmentState.COLLECTED, way, Hands(signer.person, sign_off), at=at)
        close_alerts(envelope.property_id, f"envelope:{envelope.pk}", by=signer.person, at=at)
        record(
            EventKind.ENVELOPE_COLLECTED,
            about=[envelope, equipment],
            by=signer.person,
            at=at,
            detail={"seal": envelope.seal_number, "serial": equipment.serial},
        )
    publish_on_commit(signer.person.property_id, "equipment", "equipment")
    return envelopes


def _seal(
    table_id: int,
    facts: EnvelopeFacts,
    *,
    dealer: Signer,
    floor: Signer,
    at: datetime,
    version: int | None,
) -> Envelope:
    table = locked_table(table_id, dealer.person)
    guard_version(table, version)
    placement = placement_of(table, facts.kind)
    equipment = locked_set(placement.equipment_id, dealer.person)
    reason = _reason(placement, facts.reason)
    if reason == END_OF_USE:
        guard_removal(placement, table)
    content = {"serial": equipment.serial, "table": table.number, "at": at, **asdict(facts)}
    subject = f"equipment:{equipment.pk}"
    signed = [
        sign(signer, act=act, subject=subject, content=_plain(content), at=at)
        for signer, act in ((dealer, Act.INSPECT_SET), (floor, Act.COUNTERSIGN_ENVELOPE))
    ]
    envelope = Envelope.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        seal_number=facts.seal_number.strip(),
        reason=reason,
        note=facts.note,
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
    close_alerts(table.property_id, f"limit:{table.pk}:{facts.kind}", by=floor.person, at=at)
    record(
        EventKind.ENVELOPE_SEALED,
        about=[table, envelope, equipment, placement],
        by=dealer.person,
        at=at,
        detail={
            "serial": equipment.serial,
            "seal": envelope.seal_number,
            "reason": reason,
            "countersigned_by": floor.person.pk,
        },
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")
    return envelope


def _reason(placement: Placement, given: str) -> str:
    """A set that failed its inspection is sealed for that reason, whatever was chosen."""
    failed = (
        Inspection.objects.filter(
            equipment_id=placement.equipment_id,
            purpose__in=[InspectionPurpose.OPENING, InspectionPurpose.REMOVAL],
            inspected_at__gte=placement.during.lower,
            passed=False,
        )
        .order_by("-inspected_at")
        .first()
    )
    return failed.reason if failed is not None else given


def _guard_facts(facts: EnvelopeFacts) -> None:
    if not facts.seal_number.strip():
        raise Refused("seal_missing", _("Scan or type the number of the seal."))
    if facts.reason != END_OF_USE and facts.reason not in FAULTS:
        raise Refused("unknown_reason", _("Choose the reason from the list."))


def _plain(content: dict[str, object]) -> dict[str, object]:
    return {
        key: value.isoformat() if isinstance(value, datetime) else value
        for key, value in content.items()
    }
