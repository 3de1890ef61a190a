"""What holds for every command of the registry: person, house and amount are guarded."""

import random
from uuid import uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from pydantic import ValidationError
from rest_framework.exceptions import NotFound

import paigow_site.urls  # noqa: F401 - every app enters its commands
from audit.commands.holds import place_hold
from audit.events import EventKind
from audit.record import record
from banking.commands.cash_log import describe_patron, enter_cage_cash
from banking.commands.slips import prepare_slip
from banking.models import SlipKind
from foundation.commands import COMMANDS, Given
from foundation.inputs import LARGEST_ID, Signed
from reports.commands.runs import ask_report
from review.commands.searches import save_search
from review.wording import SUSPECTED, WATCH_REASONS
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import Passkey, Role
from staff.policy import ROLES_OF
from tables.commands.calling import call_for_alerts
from tables.commands.calls import call_floor
from tables.commands.duties import begin_duties, plan_relief, set_string
from tables.commands.notices import add_address, set_gateway
from tables.commands.training import qualify_dealer
from tests.factories import PIN, make_floor, make_person
from tests.fuzz.values import Values
from tests.fuzz.world import World
from tests.services import service_token

ALL = pytest.mark.parametrize("name", sorted(COMMANDS))
NOT_THERE = (Http404, ObjectDoesNotExist, NotFound)


@pytest.mark.django_db
def test_nobody_without_the_role_gets_past_the_door():
    floor = make_floor()
    passed = []
    for name, asked in COMMANDS.items():
        for role in set(Role.values) - set(ROLES_OF[asked.act]):
            given = Given(floor.people[role], asked.input.model_construct(), uuid4())
            try:
                asked.carry_out(given)
            except PermissionDenied:
                continue
            passed.append((name, role))
    assert passed == []
    assert len(COMMANDS) > 90


def unbounded(schema, where=""):
    """The fields of a schema that take a number, a text or a list of any size."""
    for part in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(part, ()):
            yield from unbounded(each, where)
    for name, each in {**schema.get("properties", {}), **schema.get("$defs", {})}.items():
        yield from unbounded(each, f"{where}.{name}")
    kind = schema.get("type")
    if "enum" in schema or "const" in schema:
        return
    if kind in ("integer", "number"):
        if not {"minimum", "exclusiveMinimum"} & set(schema):
            yield f"{where}: no least number"
        if not {"maximum", "exclusiveMaximum"} & set(schema):
            yield f"{where}: no greatest number"
        elif schema.get("maximum", 0) > LARGEST_ID:
            yield f"{where}: too great a number"
    if kind == "string" and not {"maxLength", "pattern", "format"} & set(schema):
        yield f"{where}: a text of any length"
    if kind == "array":
        yield from unbounded(schema.get("items", {}), f"{where}[]")
        if "maxItems" not in schema:
            yield f"{where}: a list of any length"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        yield from unbounded(schema["additionalProperties"], f"{where}{{}}")
        if "maxProperties" not in schema:
            yield f"{where}: a mapping of any size"


@ALL
def test_every_amount_and_every_text_has_an_end(name):
    assert list(unbounded(COMMANDS[name].input.model_json_schema())) == []


class Houses:
    """Calls of every command by somebody who may everything, about things of another house."""

    def __init__(self) -> None:
        self.world = World(random.Random(7))
        self.values = Values(self.world.chance, self.known)
        self.everybody = [
            make_person(self.world.floor.property, *Role.values) for _place in range(4)
        ]
        furnish(self.world.elsewhere)

    def known(self, name: str):
        return PIN if name == "pin" else self.world.known(name)

    def theirs(self, asked, field: str):
        """A row of the other house as this field names it; nothing where it names none."""
        name = field.removesuffix("s").removesuffix("_id")
        model = self.world.models.get(NAMED.get(name, name))
        if model is None or not (field.endswith(("_id", "_ids")) or field in PLACES):
            return None
        found = self.world.row(model, self.world.elsewhere)
        assert found is not None, f"the other house has no {name}"
        return [int(found)] if field.endswith("_ids") else found

    def given(self, asked, field: str, theirs) -> Given:
        """A call that is right but for this field."""
        schema = asked.input.model_json_schema()
        self.values.components = schema.get("$defs", {})
        for _try in range(200):
            try:
                right = {**self.values.of(schema), **SAID.get(asked.name, {}), field: theirs}
                said = asked.input.model_validate(right)
                break
            except ValidationError:
                continue
        by, *signers = self.everybody
        signed = [Signed(badge=each.badge, pin=PIN) for each in signers]
        places = {place.name: each for place, each in zip(asked.signs, signed, strict=False)}
        return Given(by, said, uuid4(), version=1, signatures=places)


def furnish(floor) -> None:
    """What a history leaves out and a command may name."""
    at, administrator = timezone.now(), floor.administrator
    signer = Signer(floor.floorperson, None, at)
    prepare_slip(floor.table.pk, SlipKind.FILL, {500: 1}, signer=signer)
    service_token(administrator)
    with transaction.atomic():
        passkey = Passkey.objects.create(
            property=floor.property,
            person=administrator,
            name="Blue key",
            credential_id=uuid4().bytes,
            public_key=b"x",
            is_synced=False,
            made_at=at,
        )
        record(EventKind.PASSKEY_ADDED, about=[passkey, administrator], by=administrator, at=at)
    describe_patron(floor.table.pk, seat=3, player="A", description="red cap", by=floor.floorperson)
    enter_cage_cash("blue hat", 100, by=floor.cashier)
    qualify_dealer(floor.second_dealer.pk, "mbs", by=floor.floorperson)
    save_search("mine", {}, by=floor.surveillance)
    begin_duties((floor.second_dealer.pk,), by=floor.floorperson)
    plan_relief(floor.table.pk, floor.second_dealer.pk, by=floor.floorperson)
    set_string("A", (floor.table.pk,), floor.second_dealer.pk, by=floor.floorperson)
    set_gateway("text", "https://gateway.example/", by=administrator)
    device = add_address("text", "5550100", by=floor.floorperson)
    call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(at)
    assert device.notices.exists()
    place_hold(f"table:{floor.table.pk}", "a complaint", by=floor.compliance)
    today = at.date()
    ask_report("hand_over", today, today, shift=1, by=floor.pit_manager)


NAMED = {"spare": "equipmentset", "token": "servicetoken", "search": "savedsearch"}
NAMED |= {"paid": "patroncash"}
NAMED |= {"dealer": "person", "string": "tablestring", "device": "noticedevice"}
PLACES = ("pit", "table", "dealer")
SAID = {
    "change_person": {"roles": ("dealer",)},
    "log_observation": {
        "reason": next(iter(WATCH_REASONS)),
        "suspected": next(iter(SUSPECTED)),
        "activity": "x",
        "began_at": "2026-01-01T10:00:00Z",
        **dict.fromkeys(("ended_at", "recorded_from", "recorded_to")),
    },
    "ask_report": {"code": "day", "shift": 0},
    "release_hold": {"reason": "x"},
    "prepare_slip": {"kind": SlipKind.FILL},
}
# Another guard speaks before anybody looks for the row.
EARLIER = {("change_table", "pit_id"), ("replace_tile", "spare_id"), ("correct_round", "round_id")}
# The version of the round is asked first.
OF_DISPUTES = ("add_to_dispute", "begin_review", "save_video", "lift_hold", "decide_dispute")
OF_DISPUTES += ("take_statement", "attach_file", "reopen_dispute", "ask_video_lock")
EARLIER |= {(name, "dispute_id") for name in OF_DISPUTES}


def test_nothing_of_another_house_is_there(committed):
    houses = Houses()
    asked_for, earlier, reached = set(), set(), []
    for name, asked in COMMANDS.items():
        for field in asked.input.model_fields:
            theirs = houses.theirs(asked, field)
            if theirs is None:
                continue
            asked_for.add(field)
            try:
                asked.carry_out(houses.given(asked, field, theirs))
            except NOT_THERE:
                continue
            except Refused as said:
                if said.code != "not_found":
                    earlier.add((name, field))
            else:
                reached.append((name, field))
    assert reached == []
    assert earlier <= EARLIER
    assert asked_for >= {"table_id", "round_id", "equipment_id", "person_id", "slip_id", "token_id"}
