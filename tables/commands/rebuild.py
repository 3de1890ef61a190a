"""Make up a set from tiles of other sets, each tile on record with where it came from."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Code, Id, Input, Pieces, Whole, Word, text
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.policy import Act
from tables.commands.at_table import DEALER, Fault, is_put_right, placement_of
from tables.commands.envelopes import FLOOR
from tables.commands.moves import Hands, Way, guard_set_state, move
from tables.commands.receipt import tile_names
from tables.commands.table_state import TABLE, table_asked
from tables.locks import locked_sets, step
from tables.models import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    SetTile,
    TileMove,
)
from tables.people import guard_two_signers
from tables.queries.answers import set_answer, tile_answer
from tables.requirements import demands_of
from tables.wording import FAULTS

RULE = "COMAR 36.05.02.19M-P"
BUILDER = Signature("security", Act.REBUILD_SET, gettext_lazy("Security"))


class RebuildFacts(Input):
    """Which set gives which tile to the new one; every name of a set once."""

    serial: Code
    seal_number: Code
    way: Literal["reconstructed", "replacement"]
    sources: Annotated[dict[str, Whole], Pieces("tile-"), Field(max_length=64)]


class ReplaceTile(Input):
    """Which tile of the set at a table, from which spare set, and what is wrong with it."""

    table_id: Id
    tile: Annotated[Word, text(8, shortest=1)]
    spare_id: Whole
    reason: Fault


@command(
    RebuildFacts,
    act=Act.REBUILD_SET,
    says=gettext_lazy("Register the set"),
    path="equipment/rebuilds/",
    signs=[BUILDER],
    answer=set_answer,
)
def rebuild_set(call: Call[RebuildFacts]) -> EquipmentSet:
    """Register a set made up from sets that security has; what is left of them is dissolved.

    Rule: COMAR 36.05.02.19M-P.
    """
    _guard_facts(call.input)
    try:
        with transaction.atomic():
            return _rebuild(call)
    except IntegrityError:
        raise Refused("serial_taken", _("A set with this serial number is on record.")) from None


@command(
    ReplaceTile,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Replace one tile"),
    path=f"{TABLE}replace-tile/",
    signs=[DEALER, FLOOR],
    two=[TwoPeople("dealer", "floor", "NZ 10.15")],
    answer=tile_answer,
    versioned=True,
)
def replace_tile(call: Call[ReplaceTile]) -> SetTile:
    """Replace one tile of the set at a table by the same tile of a spare set, where allowed.

    Rule: NZ 10.15; under COMAR 36.05.02.19J the whole set is replaced.
    """
    asked, at = call.input, call.at
    dealer, floor = call.signed["dealer"], call.signed["floor"]
    guard_two_signers(dealer, floor, "NZ 10.15")
    table = table_asked(call)
    guard_single_tile(table)
    if asked.reason not in FAULTS:
        raise Refused("unknown_reason", _("Choose what is wrong from the list."))
    placement = placement_of(table, EquipmentKind.TILES)
    equipment, spare = _pair(placement.equipment_id, asked.spare_id, dealer)
    old, new = _tile(equipment, asked.tile), _tile(spare, asked.tile)
    said = {"tile": asked.tile, "from": spare.serial, "reason": asked.reason}
    for signer, act in ((dealer, Act.INSPECT_SET), (floor, Act.COUNTERSIGN_ENVELOPE)):
        sign(signer, act=act, subject=f"equipment:{equipment.pk}", content=said, at=at)
    _put(old, None, asked.reason, dealer, at=at)
    _put(new, equipment, "replacement", dealer, at=at)
    put_right = is_put_right(placement, at=at)
    step(table)
    call.record(
        EventKind.SET_REBUILT,
        about=[table, equipment, spare, placement, *put_right],
        by=dealer.person,
        detail={"serial": equipment.serial, **said},
    )
    call.publish(f"table:{table.pk}", "equipment")
    return new


def guard_single_tile(table: GamingTable) -> None:
    """Refuse to replace a single tile where only whole sets are replaced.

    Rule: NZ 10.15; COMAR 36.05.02.19J.
    """
    if not demands_of(table.submission).is_on("single_tile_replacement"):
        raise Refused(
            "whole_set_only",
            _("Here the whole set is replaced, never a single tile."),
            "COMAR 36.05.02.19J",
        )


def _rebuild(call: Call[RebuildFacts]) -> EquipmentSet:
    facts, signer, at = call.input, call.signed["security"], call.at
    donors = {each.pk: each for each in locked_sets(set(facts.sources.values()), signer.person)}
    for donor in donors.values():
        guard_set_state(donor, EquipmentState.COLLECTED, rule=RULE)
    first = next(iter(donors.values()))
    made = EquipmentSet.objects.create(
        property_id=first.property_id,
        kind=EquipmentKind.TILES,
        serial=facts.serial,
        seal_number=facts.seal_number,
        design_approval=first.design_approval,
        submission=first.submission,
        state=EquipmentState.RECEIVED,
        state_since=at,
        made_from=facts.way,
    )
    sign_off = sign(
        signer,
        act=Act.REBUILD_SET,
        subject=f"equipment:{made.pk}",
        content={"serial": made.serial, "sources": _by_serial(facts, donors)},
        at=at,
    )
    hands = Hands(signer.person, sign_off)
    for name, donor_id in sorted(facts.sources.items()):
        _put(_tile(donors[donor_id], name), made, facts.way, signer, at=at)
    for donor in donors.values():
        for left in SetTile.objects.filter(in_set=donor):
            _put(left, None, "left_over", signer, at=at)
        move(donor, EquipmentState.DISSOLVED, Way("rebuild"), hands, at=at)
    move(made, EquipmentState.STORE, Way("rebuild"), hands, at=at)
    call.record(
        EventKind.SET_REBUILT,
        about=[made, *donors.values()],
        by=signer.person,
        detail={
            "serial": made.serial,
            "way": facts.way,
            "sources": [
                {"tile": name, "from": serial} for name, serial in _by_serial(facts, donors).items()
            ],
        },
    )
    call.publish("equipment", "equipment")
    return made


def _pair(set_id: int, spare_id: int, dealer: Signer) -> tuple[EquipmentSet, EquipmentSet]:
    if set_id == spare_id:
        raise Refused("same_set", _("The spare tile comes from another set."))
    found = {each.pk: each for each in locked_sets([set_id, spare_id], dealer.person)}
    guard_set_state(found[spare_id], EquipmentState.PIT_STAND)
    return found[set_id], found[spare_id]


def _tile(equipment: EquipmentSet, name: str) -> SetTile:
    tile = (
        SetTile.objects.select_for_update(of=("self",)).filter(in_set=equipment, name=name).first()
    )
    if tile is None:
        raise Refused(
            "no_such_tile",
            _("{set} has no tile {tile}.").format(set=equipment.serial, tile=name),
            RULE,
        )
    return tile


def _put(
    tile: SetTile, to: EquipmentSet | None, reason: str, signer: Signer, *, at: datetime
) -> None:
    """Move one tile and keep the line of its provenance."""
    TileMove.objects.create(
        tile=tile, from_set_id=tile.in_set_id, to_set=to, reason=reason, by=signer.person, at=at
    )
    tile.in_set, tile.retired_at = to, None if to else at
    tile.save(update_fields=["in_set", "retired_at"])


def _guard_facts(facts: RebuildFacts) -> None:
    if not facts.serial or not facts.seal_number:
        raise Refused("details_missing", _("Serial, seal and kind of the new set are needed."))
    if sorted(facts.sources) != sorted(tile_names()):
        raise Refused(
            "not_a_set", _("A set has 32 tiles: name the source of each, none twice."), RULE
        )


def _by_serial(facts: RebuildFacts, donors: Mapping[int, EquipmentSet]) -> dict[str, str]:
    return {name: donors[donor].serial for name, donor in sorted(facts.sources.items())}
