"""What is done at a table. Each names the version of the table that the screen showed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from staff.models import Person
from staff.policy import Act
from staff.wire import CodeField, Facts, NoteField, WholeField, WordField, WordsField
from tables.clock import database_time
from tables.commands import at_table, dealers, dice, envelopes, rebuild, table_state
from tables.commands.at_table import InspectionFacts
from tables.commands.envelopes import EnvelopeFacts
from tables.doing import Deed, Doing, Slot
from tables.inspections import FAULTS
from tables.models import EquipmentKind, InspectionPurpose
from tables.queries.floor import table_sheet

DEALER = Slot("dealer", _("Dealer"), Act.INSPECT_SET)
FLOOR = Slot("floor", _("Floorperson or above"), Act.COUNTERSIGN_ENVELOPE)
VERIFIER = Slot("floor", _("Floorperson or above"), Act.VERIFY_INSPECTION)
REASONS = ("end_of_use", *FAULTS)


class Nothing(Facts):
    """The step needs no further facts."""


class SuspendFacts(Facts):
    reason = WordField(max_length=40)


class AssignFacts(Facts):
    person_id = WholeField()


class TapInFacts(Facts):
    shaker = CodeField(required=False, allow_blank=True, default="")


class BringFacts(Facts):
    equipment_id = WholeField()


class PlaceFacts(Facts):
    equipment_id = WholeField()
    shaker = CodeField()


class InspectFacts(Facts):
    kind = serializers.ChoiceField(EquipmentKind.values)
    purpose = serializers.ChoiceField(["opening", "removal"], default="opening")
    groups = WordsField()
    checks = WordsField()
    reason = serializers.ChoiceField(tuple(FAULTS), required=False, allow_blank=True, default="")
    faulty = WordsField(max_word=8)
    note = NoteField(max_length=200)


class RemoveFacts(Facts):
    kind = serializers.ChoiceField(EquipmentKind.values)


class SealFacts(Facts):
    kind = serializers.ChoiceField(EquipmentKind.values)
    seal_number = CodeField()
    reason = serializers.ChoiceField(REASONS, default="end_of_use")
    note = NoteField(max_length=200)


class ReplaceTileFacts(Facts):
    tile = WordField(max_length=8)
    spare_id = WholeField()
    reason = serializers.ChoiceField(tuple(FAULTS))


def table_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    """How the table is after the step."""
    table_id = getattr(done, "table_id", None) or done.pk
    return {"table": table_sheet(viewer, table_id, database_time())}


def _at(
    name: str,
    says: Promise,
    act: Act,
    do: Callable[[Doing], Any],
    facts: type[Facts] = Nothing,
    slots: tuple[Slot, ...] = (),
) -> Deed:
    return Deed(
        name=name,
        path=f"tables/<int:table_id>/{name}/",
        says=says,
        act=act,
        facts=facts,
        do=do,
        answer=table_answer,
        slots=slots,
        needs_version=True,
    )


def _step(command: Callable[..., Any]) -> Callable[[Doing], Any]:
    """A command that takes the table and nothing else."""

    def do(d: Doing) -> Any:
        return command(d.ids["table_id"], by=d.by, at=d.at, version=d.version)

    return do


def _suspend(d: Doing) -> Any:
    reason = d.facts["reason"]
    return table_state.suspend_table(d.ids["table_id"], reason, by=d.by, at=d.at, version=d.version)


def _assign(d: Doing) -> Any:
    return dealers.assign_floorperson(
        d.ids["table_id"], d.facts["person_id"], by=d.by, at=d.at, version=d.version
    )


def _tap_in(d: Doing) -> Any:
    return dealers.tap_in(d.ids["table_id"], d.facts["shaker"], by=d.by, at=d.at, version=d.version)


def _bring(d: Doing) -> Any:
    return at_table.bring_set(
        d.ids["table_id"], d.facts["equipment_id"], by=d.by, at=d.at, version=d.version
    )


def _place(d: Doing) -> Any:
    return dice.place_dice(
        d.ids["table_id"],
        d.facts["equipment_id"],
        d.facts["shaker"],
        by=d.by,
        at=d.at,
        version=d.version,
    )


def _inspect(d: Doing) -> Any:
    seen = InspectionFacts(
        groups=tuple(d.facts["groups"]),
        checks=tuple(d.facts["checks"]),
        reason=d.facts["reason"],
        faulty=tuple(d.facts["faulty"]),
        note=d.facts["note"],
    )
    return at_table.inspect_set(
        d.ids["table_id"],
        d.facts["kind"],
        seen,
        signer=d.signer("dealer"),
        at=d.at,
        purpose=InspectionPurpose(d.facts["purpose"]),
        version=d.version,
    )


def _verify(d: Doing) -> Any:
    return at_table.verify_inspection(
        d.ids["inspection_id"], signer=d.signer("floor"), at=d.at, version=d.version
    )


def _remove(d: Doing) -> Any:
    return at_table.remove_set(
        d.ids["table_id"], d.facts["kind"], by=d.by, at=d.at, version=d.version
    )


def _seal(d: Doing) -> Any:
    return envelopes.seal_envelope(
        d.ids["table_id"],
        EnvelopeFacts(d.facts["kind"], d.facts["seal_number"], d.facts["reason"], d.facts["note"]),
        dealer=d.signer("dealer"),
        floor=d.signer("floor"),
        at=d.at,
        version=d.version,
    )


def _replace_tile(d: Doing) -> Any:
    rebuild.replace_tile(
        d.ids["table_id"],
        d.facts["tile"],
        d.facts["spare_id"],
        d.facts["reason"],
        dealer=d.signer("dealer"),
        floor=d.signer("floor"),
        at=d.at,
        version=d.version,
    )
    return _Table(d.ids["table_id"])


class _Table:
    """Names the table when the command answers with something else."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id


DEEDS = (
    _at("begin-opening", _("Begin to open"), Act.OPEN_TABLE, _step(table_state.begin_opening)),
    _at("open", _("Open for play"), Act.OPEN_TABLE, _step(table_state.open_table)),
    _at("suspend", _("Suspend"), Act.SUSPEND_TABLE, _suspend, SuspendFacts),
    _at("resume", _("Go on"), Act.SUSPEND_TABLE, _step(table_state.resume_table)),
    _at("begin-closing", _("Begin to close"), Act.CLOSE_TABLE, _step(table_state.begin_closing)),
    _at("close", _("Close the table"), Act.CLOSE_TABLE, _step(table_state.close_table)),
    _at("assign", _("Assign a floorperson"), Act.ASSIGN_FLOORPERSON, _assign, AssignFacts),
    _at("tap-in", _("Take the table"), Act.DEAL, _tap_in, TapInFacts),
    _at("tap-out", _("Leave the table"), Act.DEAL, _step(dealers.tap_out)),
    _at("bring-set", _("Bring a set"), Act.BRING_SET, _bring, BringFacts),
    _at("place-dice", _("Place dice in the shaker"), Act.BRING_SET, _place, PlaceFacts),
    _at("inspect", _("Sign the inspection"), Act.INSPECT_SET, _inspect, InspectFacts, (DEALER,)),
    _at("remove-set", _("Take the set back"), Act.REMOVE_SET, _remove, RemoveFacts),
    _at(
        "seal-envelope",
        _("Seal in an envelope"),
        Act.WORK_AT_TABLE,
        _seal,
        SealFacts,
        (DEALER, FLOOR),
    ),
    _at(
        "replace-tile",
        _("Replace one tile"),
        Act.WORK_AT_TABLE,
        _replace_tile,
        ReplaceTileFacts,
        (DEALER, FLOOR),
    ),
    _at("display-tiles", _("Tiles face up"), Act.DEAL, _step(at_table.display_tiles)),
    _at("begin-play", _("Begin to play"), Act.DEAL, _step(at_table.begin_play)),
    Deed(
        name="verify-inspection",
        path="inspections/<int:inspection_id>/verify/",
        says=_("Verify"),
        act=Act.WORK_AT_TABLE,
        facts=Nothing,
        do=_verify,
        answer=table_answer,
        slots=(VERIFIER,),
        needs_version=True,
    ),
)
