"""Bring a set to a table, look at it piece by piece, verify it, and take it away again."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Codes, Id, Input, Remark, Text, Whole, text
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.models import Person, Role, SignOff
from staff.policy import Act
from tables.commands.alerts import close_alerts
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.commands.table_state import TABLE, WhichTable, table_asked
from tables.games import KINDS, KindOfSet
from tables.guards import (
    citation,
    current_placements,
    game_at,
    guard_deals_at,
    guard_nobody_plays,
    guard_set_may_leave,
)
from tables.inspections import (
    failed_here,
    guard_complete,
    guard_inspection,
    guard_removal,
    guard_verification,
)
from tables.locks import guard_table_version, locked_inspection, locked_set, step
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
    RulesSubmission,
    SetTile,
    TableState,
)
from tables.queries.answers import table_answer
from tables.requirements import demands_of
from tables.wording import FAULTS

PIECES = len(KINDS[EquipmentKind.TILES].pieces)
MAY_HAVE_SETS = (TableState.OPENING, TableState.OPEN, TableState.SUSPENDED)
DEALER = Signature("dealer", Act.INSPECT_SET, gettext_lazy("Dealer"))
VERIFIER = Signature("floor", Act.VERIFY_INSPECTION, gettext_lazy("Floorperson or above"))
# The guards know the faults; the document lists them.
Fault = Annotated[Text, Field(json_schema_extra={"enum": list(FAULTS)})]
OptionalFault = Annotated[Text, Field(json_schema_extra={"enum": ["", *FAULTS]})]


class InspectionFacts(Input):
    """What the inspecting person saw: what was ticked off, or what is wrong."""

    groups: Codes = ()
    checks: Codes = ()
    reason: OptionalFault = ""
    faulty: Annotated[tuple[Annotated[Code, text(8, shortest=1)], ...], Field(max_length=200)] = ()
    note: Remark = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Who found something wrong with a set in play, what it was, and which signature says so."""

    by: Person
    reason: str
    sign_off_id: int | None


class BringSet(Input):
    """Which set comes to which table."""

    table_id: Id
    equipment_id: Whole


class InspectSet(InspectionFacts):
    """What the dealer saw at which set of the table, and whether it comes or goes."""

    table_id: Id
    kind: EquipmentKind
    purpose: Literal["opening", "removal"] = "opening"


class VerifyInspection(Input):
    """Which inspection."""

    inspection_id: Id


class RemoveSet(Input):
    """Which kind of set leaves which table."""

    table_id: Id
    kind: EquipmentKind


@command(
    BringSet,
    act=Act.BRING_SET,
    says=gettext_lazy("Bring a set"),
    path=f"{TABLE}bring-set/",
    answer=table_answer,
    versioned=True,
)
def bring_set(call: Call[BringSet]) -> Placement:
    """Bring a set from the pit stand to a table; nobody plays with it before it is verified.

    Rule: COMAR 36.05.02.19F; MD ch. 4 §A, §C(3)(a).
    """
    try:
        with transaction.atomic():
            return _bring(call)
    except IntegrityError:
        raise Refused(
            "set_elsewhere",
            _("This set is at another table, or another set is at this one. Look again."),
        ) from None


@command(
    InspectSet,
    act=Act.INSPECT_SET,
    says=gettext_lazy("Sign the inspection"),
    path=f"{TABLE}inspect/",
    signs=[DEALER],
    answer=table_answer,
    versioned=True,
)
def inspect_set(call: Call[InspectSet]) -> Inspection:
    """Record what the dealer found: every piece ticked off, or what is wrong with the set.

    A set that fails while it is in use, on its way off the table, is not played with again.

    Rule: MD ch. 4 §A, §C(3); NZ 8, 10.17.
    """
    asked, signer = call.input, call.signed["dealer"]
    purpose = InspectionPurpose(asked.purpose)
    table = table_asked(call)
    placement = placement_of(table, asked.kind)
    equipment = locked_set(placement.equipment_id, signer.person)
    guard_inspection(placement, table, signer.person, purpose)
    rule = citation(table, "inspection")
    passed = guard_complete(asked.kind, asked.groups, asked.checks, asked.reason, rule=rule)
    seen = asked.model_dump(include=set(InspectionFacts.model_fields))
    sign_off = _sign(signer, Act.INSPECT_SET, equipment, {"passed": passed, **seen}, at=call.at)
    inspection = Inspection.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        purpose=purpose,
        checks=seen,
        passed=passed,
        reason=asked.reason,
        inspected_by=signer.person,
        inspected_at=call.at,
        sign_off=sign_off,
    )
    if not passed:
        _unfit(placement, call.at)
    step(table)
    call.record(
        EventKind.SET_INSPECTED,
        about=[table, inspection, equipment, placement],
        by=signer.person,
        detail={
            "serial": equipment.serial,
            "purpose": purpose.value,
            "result": "passed" if passed else asked.reason,
            "faulty": list(asked.faulty),
        },
    )
    call.publish(f"table:{table.pk}", "inspection")
    return inspection


@command(
    VerifyInspection,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Verify"),
    path="inspections/<int:inspection_id>/verify/",
    signs=[VERIFIER],
    two=[TwoPeople("dealer", "floor", "MD 4 §A", earlier="whoever inspected the set")],
    answer=table_answer,
    versioned=True,
)
def verify_inspection(call: Call[VerifyInspection]) -> Inspection:
    """Record that a floorperson verified the dealer's inspection; the set's clock starts.

    At a table that is open already the new tiles are displayed like those it was opened with.

    Rule: MD ch. 3 §A(2), ch. 4 §A, §D; NZ 8, 10.16.
    """
    signer, at = call.signed["floor"], call.at
    table, inspection = locked_inspection(call.input.inspection_id, signer.person)
    if table is None:
        raise Inspection.DoesNotExist
    guard_table_version(table, call.version)
    guard_verification(inspection, table, signer.person)
    placement = placement_of(table, inspection.equipment.kind)
    equipment = locked_set(inspection.equipment_id, signer.person)

    inspection.verified_by, inspection.verified_at = signer.person, at
    inspection.verification = _sign(
        signer, Act.VERIFY_INSPECTION, equipment, {"inspection": inspection.pk}, at=at
    )
    inspection.save(update_fields=["verified_by", "verified_at", "verification"])
    put_into_use(placement, inspection, table, at=at)
    step(table, **_new_game(placement, table, at))
    close_alerts(table.property_id, f"limit:{table.pk}:{placement.kind}", by=signer.person, at=at)
    call.record(
        EventKind.INSPECTION_VERIFIED,
        about=[table, inspection, equipment, placement],
        by=signer.person,
        detail={"serial": equipment.serial, "expires_at": placement.expires_at},
    )
    call.publish(f"table:{table.pk}", "inspection")
    return inspection


@command(
    RemoveSet,
    act=Act.REMOVE_SET,
    says=gettext_lazy("Take the set back"),
    path=f"{TABLE}remove-set/",
    answer=table_answer,
    versioned=True,
)
def remove_set(call: Call[RemoveSet]) -> Placement:
    """Take a set off the table and back to the pit stand, where the submission allows it.

    Rule: COMAR 36.05.02.19G-J; NZ 10.16-10.17.
    """
    table = table_asked(call)
    placement = placement_of(table, call.input.kind)
    equipment = locked_set(placement.equipment_id, call.by)
    guard_removal(placement, table)
    _guard_may_go_back(placement, table)
    end_placement(placement, at=call.at)
    way, hands = Way("remove", table=table), Hands(call.by)
    move(equipment, EquipmentState.PIT_STAND, way, hands, at=call.at)
    step(table)
    call.record(
        EventKind.SET_REMOVED,
        about=[table, equipment, placement],
        detail={"serial": equipment.serial, "to": EquipmentState.PIT_STAND.value},
    )
    call.publish(f"table:{table.pk}", "equipment")
    return placement


@command(
    WhichTable,
    act=Act.DEAL,
    says=gettext_lazy("Tiles face up"),
    path=f"{TABLE}display-tiles/",
    answer=table_answer,
    versioned=True,
)
def display_tiles(call: Call[WhichTable]) -> GamingTable:
    """Lay the tiles face up in rank order while nobody plays.

    Rule: MD ch. 4 §D, §H; NZ 8, 10.16.
    """
    guard_nobody_plays(table_asked(call), call.at)
    return _show(call, True, EventKind.TILES_DISPLAYED)


@command(
    WhichTable,
    act=Act.DEAL,
    says=gettext_lazy("Tiles face down and mixed"),
    path=f"{TABLE}begin-play/",
    answer=table_answer,
    versioned=True,
)
def begin_play(call: Call[WhichTable]) -> GamingTable:
    """Turn the tiles face down, mix and stack them: a player has come and had a look.

    From here a game starts anew, so that the house banks its first round.

    Rule: MD ch. 4 §E, §I, 9 §B(2); NZ 5.2.
    """
    return _show(call, False, EventKind.PLAY_BEGAN, game_since=call.at)


def placement_of(table: GamingTable, kind: str) -> Placement:
    """The set of this kind that lies on the table now."""
    placement = current_placements(table).get(kind)
    if placement is None:
        raise Refused("no_set_here", _("There is no such set at this table. Have one brought."))
    return placement


def put_into_use(
    placement: Placement, inspection: Inspection, table: GamingTable, *, at: datetime
) -> None:
    """Start the clock of a set, or let it run from when it was placed, as its kind wants.

    Where neither the document nor the submission sets a limit, there is none.
    """
    kind = kind_at(table, placement.kind)
    hours = demands_of(table.submission).hours(kind.hours_option)
    start = at if kind.clock_starts == "verified" else placement.during.lower
    placement.inspection, placement.verified_at = inspection, at
    placement.expires_at = start + timedelta(hours=hours) if hours else None
    placement.save(update_fields=["inspection", "verified_at", "expires_at"])


def _new_game(placement: Placement, table: GamingTable, at: datetime) -> dict[str, object]:
    """A change of the set that is played with starts a game anew; other dice do not.

    Rule: MD ch. 4 §D, 9 §B(2); NZ 5.2, 10.16.
    """
    if placement.kind == EquipmentKind.DICE:
        return {}
    is_shown = table.state != TableState.OPENING and game_at(table).shows_sets_to_players
    return {"game_since": at, "tiles_displayed": is_shown}


def find_unfit(placement: Placement, found: Finding, *, at: datetime) -> Inspection:
    """Record that a piece of a set was found unfit in play: no round opens with that set.

    Rule: MD ch. 4 §C(3); NZ 10.15.
    """
    inspection = Inspection.objects.create(
        property_id=placement.property_id,
        equipment_id=placement.equipment_id,
        table_id=placement.table_id,
        purpose=InspectionPurpose.IN_PLAY,
        passed=False,
        reason=found.reason,
        inspected_by=found.by,
        inspected_at=at,
        sign_off_id=found.sign_off_id,
    )
    _unfit(placement, at)
    return inspection


def is_put_right(placement: Placement, *, at: datetime) -> list[Inspection]:
    """Let a set be played with again, once the tile that was found unfit is replaced.

    Rule: NZ 10.15.
    """
    failed = failed_here(placement).select_for_update().filter(purpose=InspectionPurpose.IN_PLAY)
    withdrawn = list(failed.order_by("pk"))
    for each in withdrawn:
        each.withdrawn_at = at
        each.save(update_fields=["withdrawn_at"])
    if not failed_here(placement).exists():
        placement.unfit_at = None
        placement.save(update_fields=["unfit_at"])
    return withdrawn


def _unfit(placement: Placement, at: datetime) -> None:
    placement.unfit_at = placement.unfit_at or at
    placement.save(update_fields=["unfit_at"])


def end_placement(placement: Placement, *, at: datetime) -> None:
    guard_set_may_leave(placement.table, at)
    placement.during = DateTimeTZRange(placement.during.lower, at)
    placement.save(update_fields=["during"])
    Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        purpose=InspectionPurpose.OPENING,
        passed=True,
        verified_at__isnull=True,
        withdrawn_at__isnull=True,
    ).update(withdrawn_at=at)


def kind_at(table: GamingTable, kind: str) -> KindOfSet:
    for each in game_at(table).may_lie_there:
        if each.kind == kind:
            return each
    raise Refused("wrong_kind", _("This table plays without such a set."))


def guard_can_be_issued(equipment: EquipmentSet) -> None:
    """Refuse a set that is held, is not complete, or whose design nobody approved.

    Rule: COMAR 36.05.02.18; 25 CFR 543.10(c).
    """
    if equipment.evidence_hold:
        raise Refused(
            "evidence_hold",
            _("{set} is held as evidence and stays where it is.").format(set=equipment.serial),
            "25 CFR 543.10(c)",
        )
    if 0 < SetTile.objects.filter(in_set=equipment).count() < PIECES:
        raise Refused(
            "incomplete_set",
            _("{set} gave a tile away and is not complete. It only gives spare tiles.").format(
                set=equipment.serial
            ),
            "NZ 10.15",
        )
    if equipment.submission is not None:
        guard_design(equipment, equipment.submission)


def guard_design(equipment: EquipmentSet, submission: RulesSubmission) -> None:
    """Refuse a tile set without an approved design where the rules want one.

    Rule: MD 3 §A(1); COMAR 36.05.02.18.
    """
    needs_design = demands_of(submission).is_on("approved_design")
    if needs_design and equipment.kind == EquipmentKind.TILES and not equipment.design_approval:
        raise Refused(
            "design_not_approved",
            _("{set} has no approved design on record and cannot be issued.").format(
                set=equipment.serial
            ),
            "COMAR 36.05.02.18",
        )


def _bring(call: Call[BringSet]) -> Placement:
    table = table_asked(call)
    equipment = locked_set(call.input.equipment_id, call.by)
    _guard_bringing(table, equipment, call.by)
    placement = Placement.objects.create(
        property_id=table.property_id,
        equipment=equipment,
        table=table,
        kind=equipment.kind,
        during=DateTimeTZRange(call.at, None),
    )
    way, hands = Way("bring", table=table), Hands(call.by)
    move(equipment, EquipmentState.AT_TABLE, way, hands, at=call.at)
    step(table)
    call.record(
        EventKind.SET_BROUGHT,
        about=[table, equipment, placement],
        detail={"serial": equipment.serial},
    )
    call.publish(f"table:{table.pk}", "equipment")
    return placement


def _guard_bringing(table: GamingTable, equipment: EquipmentSet, by: Person) -> None:
    if table.state not in MAY_HAVE_SETS:
        raise Refused(
            "table_not_open", _("This table is closed. A pit manager begins to open it first.")
        )
    kind = kind_at(table, equipment.kind)
    if kind.clock_starts == "placed":
        raise Refused("place_in_shaker", _("Dice are placed in the shaker, once inspected."))
    demands = demands_of(table.submission)
    by_pit_manager = by.has_role(Role.PIT_MANAGER) or _replaces_failed_set(table, equipment.kind)
    if demands.is_on("pit_manager_brings") and not by_pit_manager:
        raise Refused(
            "pit_manager_brings",
            _("Here the pit manager gives sets to dealers."),
            "COMAR 36.05.02.19F",
        )
    guard_set_state(equipment, EquipmentState.PIT_STAND, rule="COMAR 36.05.02.19F")
    guard_can_be_issued(equipment)
    guard_design(equipment, table.submission)
    there = current_placements(table).get(equipment.kind)
    if there is not None:
        raise Refused(
            "table_has_set",
            _("{set} is at this table. Remove it first.").format(set=there.equipment.serial),
            citation(table, "inspection"),
        )


def _replaces_failed_set(table: GamingTable, kind: str) -> bool:
    """Whether the last set of this kind failed here: a floorperson or above brings the next one.

    Rule: MD 4 §C(3)(a).
    """
    seen = Inspection.objects.filter(table=table, equipment__kind=kind, withdrawn_at__isnull=True)
    last = seen.order_by("-inspected_at", "-pk").first()
    return last is not None and not last.passed


def _guard_may_go_back(placement: Placement, table: GamingTable) -> None:
    """Refuse the pit stand to a set that was opened, where used sets are sealed."""
    seen = Inspection.objects.filter(
        equipment_id=placement.equipment_id, inspected_at__gte=placement.during.lower
    )
    if failed_here(placement).exists() or (
        seen.exists() and demands_of(table.submission).is_on("envelope_used_sets")
    ):
        raise Refused(
            "envelope_needed",
            _("This set leaves the table in a sealed envelope, signed by dealer and floor."),
            "COMAR 36.05.02.19G-J",
        )


def _sign(
    signer: Signer, act: Act, equipment: EquipmentSet, content: dict[str, object], *, at: datetime
) -> SignOff:
    subject = f"equipment:{equipment.pk}"
    return sign(
        signer, act=act, subject=subject, content={"serial": equipment.serial, **content}, at=at
    )


def _show(
    call: Call[WhichTable], displayed: bool, event: EventKind, **changes: object
) -> GamingTable:
    table = table_asked(call)
    if table.state != TableState.OPEN or not game_at(table).shows_sets_to_players:
        raise Refused("wrong_state", _("Tiles are displayed at an open tile table only."))
    guard_deals_at(table, call.by)
    if table.tiles_displayed == displayed:
        raise Refused("already_so", _("The tiles lie that way already."))
    step(table, tiles_displayed=displayed, **changes)
    call.record(event, about=table)
    call.publish(f"table:{table.pk}", "table")
    return table
