"""Every act that takes two people × every door: one person is refused (docs/two-people.md)."""

import ast
import json
import os
import random
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from pydantic import ValidationError

from foundation.commands import ASKER, COMMANDS, Given
from foundation.inputs import Signed
from rules.refusals import Refused
from staff.models import Role
from tests.factories import PIN, make_floor, make_person
from tests.foundation.test_every_command import SAID
from tests.fuzz.values import Values
from tests.fuzz.world import World
from tests.sign_in import sign_in
from tests.two_people import EARLIER, PAGE, doors, written

TESTS = Path(__file__).resolve().parent.parent
TWO = [
    pytest.param(name, pair, id=f"{name}-{pair.first}-{pair.second}")
    for name, command in sorted(COMMANDS.items())
    for pair in command.two
    if not pair.earlier
]
# Two places of one act that are one person's by its nature, or that are not asked for together.
ONE_PERSONS: dict[str, str] = {}


@pytest.fixture(autouse=True, scope="module")
def update():
    if os.environ.get("UPDATE_TWO"):
        PAGE.write_text(written(), encoding="utf-8")


def test_the_page_says_what_the_commands_declare():
    assert PAGE.read_text(encoding="utf-8") == written(), f"UPDATE_TWO=1 writes {PAGE.name} again"


def test_whatever_has_two_places_says_whether_they_are_two_people():
    silent = {
        name
        for name, command in COMMANDS.items()
        if len(command.signs) + len(command.input.signers) > 1 and not command.two
    }
    assert silent == set(ONE_PERSONS)


def test_the_places_are_places_of_the_act():
    for name, command in COMMANDS.items():
        places = {place.name for place in command.signs} | {ASKER, *command.input.signers}
        for pair in command.two:
            if not pair.earlier and name != "record_whole_round":  # its body has places of its own
                assert {pair.first, pair.second} <= places, name


def test_each_earlier_step_is_walked_by_a_test_that_is_there():
    declared = {name for name, each in COMMANDS.items() if any(pair.earlier for pair in each.two)}
    assert declared == set(EARLIER)
    for named in EARLIER.values():
        path, _, test = named.partition("::")
        tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
        found = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        assert not test or test in found, named


class Alone:
    """One person with every role, who tries every act at every place alone."""

    def __init__(self) -> None:
        self.floor = make_floor()
        world = World(random.Random(7))
        self.person = make_person(world.floor.property, *Role.values)
        self.other = make_person(world.floor.property, *Role.values)
        self.values = Values(world.chance, self.known)
        self.world = world

    def known(self, name):
        if name in ("badge", "pin"):
            return {"badge": self.person.badge, "pin": PIN}[name]
        return self.world.known(name)

    def said(self, command):
        """Something that the input takes; what it says does not matter, nobody gets that far."""
        schema = command.input.model_json_schema()
        self.values.components = schema.get("$defs", {})
        for _try in range(400):
            fields = {**self.values.of(schema), **SAID.get(command.name, {})}
            if command.name == "record_whole_round":
                signed = {"badge": self.person.badge, "pin": PIN}
                fields |= {"void": {"reason": "exposed", "second": signed}, "irregularities": []}
                fields |= {"outcomes": [], "states": []}
            try:
                return command.input.model_validate(fields)
            except ValidationError:
                continue
        raise AssertionError(f"no input for {command.name}")

    def signed(self, command, pair):
        """This person at both places of the pair, somebody else at the others."""
        own = {pair.first, pair.second}
        return {
            place.name: Signed(
                badge=(self.person if place.name in own else self.other).badge, pin=PIN
            )
            for place in command.signs
        }


@pytest.mark.parametrize(("name", "pair"), TWO)
def test_one_person_is_refused_by_the_pipeline_that_every_door_uses(committed, name, pair):
    alone, command = Alone(), COMMANDS[name]
    given = Given(
        alone.person if command.act != "set_up" else installer(alone),
        alone.said(command),
        uuid4(),
        version=1,
        signatures=alone.signed(command, pair),
    )
    with pytest.raises(Refused) as refusal:
        command.carry_out(given)
    assert (refusal.value.code, refusal.value.rule) == ("same_person", pair.rule)


def installer(alone):
    from first_day.commands.recovery import console_of

    return console_of(alone.person.property_id)


@pytest.mark.parametrize(("name", "pair"), [each for each in TWO if doors().get(each.values[0])])
def test_one_person_is_refused_over_the_api(committed, name, pair):
    """The address of the API with a body as a client writes it."""
    alone, command = Alone(), COMMANDS[name]
    api = [each for each in doors()[name] if each.startswith("/api/")]
    if not api:
        pytest.skip("has no address in the API; its form is carried out by the same pipeline")
    said = alone.said(command).model_dump(mode="json")
    where = {field for field in said if f"{field}>" in api[0]}
    body = {field: value for field, value in said.items() if field not in where}
    places = alone.signed(command, pair)
    for field in command.input.signed_fields:
        body[field] = {"badge": alone.person.badge, "pin": PIN}
    if places:
        body["signatures"] = {
            place: {"badge": each.badge, "pin": PIN} for place, each in places.items()
        }
    if name == "record_whole_round":
        body = {"id": str(uuid4()), "void": {"reason": "exposed"}}
        body["wagers"] = [{"seat": 1, "cents": 2500}]
        body["void"]["second"] = {"badge": alone.person.badge, "pin": PIN}
    path = api[0]
    for field in where:
        path = path.replace(f"<int:{field}>", str(said[field])).replace(
            f"<uuid:{field}>", str(said[field])
        )
    client = sign_in(Client(), alone.person)
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"1"'}
    answer = client.post(path, json.dumps(body), "application/json", headers=headers)
    assert (answer.status_code, answer.json().get("code")) == (409, "same_person"), answer.content
