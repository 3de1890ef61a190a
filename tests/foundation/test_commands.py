"""The pipeline itself: what a form and a JSON body become, and what both are told when wrong."""

import json
from datetime import timedelta
from typing import Annotated
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import QueryDict
from pydantic import Field
from rest_framework.exceptions import ValidationError

from audit.models import Event
from foundation import commands
from foundation.clock import database_time
from foundation.commands import COMMANDS, Call, Given, Signature, command
from foundation.inputs import (
    Codes,
    Id,
    Input,
    Note,
    OneOf,
    Pieces,
    Signed,
    Whole,
    Word,
    read_form,
    read_json,
)
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.policy import Act
from tables.commands.table_state import begin_opening
from tests.sign_in import sign_in
from tests.tables.acts import closed_table


class Tidy(Input):
    table_id: Id
    reason: Word
    times: Whole = 1
    seals: Codes = ()
    faults: Annotated[dict[str, Word], Pieces("fault-")] = Field(default_factory=dict)
    note: Note = ""


def json_of(**body):
    return read_json(Tidy, body, {"table_id": 7})


def form_of(text):
    return read_form(Tidy, QueryDict(text), {"table_id": 7})


def test_a_form_and_a_body_say_the_same():
    read = json_of(reason="spilt tea", times=3, seals=["A1", "seal:B2"], faults={"6-6": "chip"})
    assert read == form_of("reason=spilt+tea&times=3&seals=A1,+seal:B2&fault-6-6=chip&fault-1-1=")
    assert read.seals == ("A1", "B2")
    assert read.faults == {"6-6": "chip"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reason"),
        ({"reason": ""}, "reason"),
        ({"reason": 5}, "reason"),
        ({"reason": "a\u202eb"}, "reason"),
        ({"reason": "x" * 41}, "reason"),
        ({"reason": "a", "times": "3"}, "times"),
        ({"reason": "a", "times": 1.5}, "times"),
        ({"reason": "a", "times": True}, "times"),
        ({"reason": "a", "times": -1}, "times"),
        ({"reason": "a", "times": 2**53}, "times"),
        ({"reason": "a", "table_id": 8}, "table_id"),
        ({"reason": "a", "strange": 1}, "strange"),
    ],
)
def test_what_json_may_not_say(body, field):
    with pytest.raises(ValidationError) as wrong:
        json_of(**body)
    assert list(wrong.value.detail) == [field]


def test_a_form_names_what_it_does_not_know():
    with pytest.raises(ValidationError) as wrong:
        form_of("reason=a&strange=1&dealer-pin=123456&next=/&version=3")
    assert list(wrong.value.detail) == ["strange"]


def test_the_faults_of_a_list_stand_at_their_place():
    with pytest.raises(ValidationError) as wrong:
        json_of(reason="a", seals=["A1", ""])
    assert list(wrong.value.detail["seals"]) == ["1"]


@pytest.fixture
def floor(db):
    return closed_table()


def given(floor, **more):
    read = begin_opening.input(table_id=floor.closed.pk)
    return Given(**{"by": floor.pit_manager, "input": read, "request_id": uuid4(), **more})


def test_the_same_request_gives_the_first_answer_and_writes_nothing(floor):
    asked = given(floor)
    first = begin_opening.carry_out(asked)
    told = Event.objects.count()
    assert begin_opening.carry_out(asked) == first
    assert Event.objects.count() == told
    assert json.loads(json.dumps(first))["table"]["row"]["state"] == "opening"


def test_a_request_id_is_not_used_for_something_else(floor):
    asked = given(floor)
    begin_opening.carry_out(asked)
    with pytest.raises(Refused) as refused:
        begin_opening.carry_out(given(floor, request_id=asked.request_id, version=9))
    assert refused.value.code == "request_id_reused"


def test_an_older_screen_is_refused(floor):
    with pytest.raises(Refused) as refused:
        begin_opening.carry_out(given(floor, version=floor.closed.version + 1))
    assert refused.value.code == "stale_version"


@pytest.fixture
def signed_command():
    """A command that wants two signatures, one of them only where required."""
    places = [
        Signature("floor", Act.VERIFY_INSPECTION, "Floor"),
        Signature("dealer", Act.DEAL, "Dealer", required=False),
    ]

    @command(Tidy, act=Act.WORK_AT_TABLE, says="Tidy up", signs=places)
    def tidy_up(call: Call[Tidy]) -> list[str]:
        return [call.input.reason, *(signer.person.badge for signer in call.signed.values())]

    yield tidy_up
    del COMMANDS["tidy_up"]


def test_nobody_signs_for_a_missing_signature(floor, signed_command):
    with pytest.raises(Refused) as refused:
        signed_command(1, "tea", by=floor.dealer)
    assert refused.value.code == "signature_missing"


def test_whoever_signs_needs_the_right_for_it(floor, signed_command):
    from django.core.exceptions import PermissionDenied

    signer = Signer(floor.dealer, None, None)
    with pytest.raises(PermissionDenied):
        signed_command(1, "tea", by=floor.dealer, floor=signer)
    right = Signer(floor.floorperson, None, None)
    assert signed_command(1, "tea", by=floor.dealer, floor=right) == [
        "tea",
        floor.floorperson.badge,
    ]


def test_two_commands_never_share_a_name(signed_command):
    with pytest.raises(LookupError):

        @command(Tidy, act=Act.WORK_AT_TABLE, says="Again")
        def tidy_up(call: Call[Tidy]) -> None:
            raise AssertionError(call)


@pytest.mark.parametrize("pin", ["12345", "1234567", "12345x", ""])
def test_a_pin_has_six_digits(pin):
    with pytest.raises(ValidationError) as wrong:
        read_json(Signed, {"badge": "D101", "pin": pin}, {})
    assert list(wrong.value.detail) == ["pin"]


class Choice(Input):
    kind: Annotated[str, OneOf(("red", "blue"))]
    counts: Annotated[dict[int, Whole], Pieces("count-")]


def test_one_of_several_codes_and_numbers_by_number():
    read = read_json(Choice, {"kind": "red", "counts": {"2500": 4}}, {})
    assert read == read_form(Choice, QueryDict("kind=red&count-2500=4"), {})
    assert read.counts == {2500: 4}
    for body in ({"kind": "green", "counts": {}}, {"kind": "red", "counts": {"x": 1}}):
        with pytest.raises(ValidationError):
            read_json(Choice, body, {})


def test_within_the_house_the_guards_decide_what_a_value_may_be(floor, signed_command):
    right = Signer(floor.floorperson, None, None)
    assert signed_command(1, "x" * 99, by=floor.dealer, floor=right)[0] == "x" * 99
    for wrong in ({"strange": 1}, {}):
        with pytest.raises(TypeError):
            signed_command(1, by=floor.dealer, floor=right, **wrong)


def test_a_task_that_catches_up_says_when(floor):
    asked = given(floor, at=database_time() - timedelta(days=1))
    begin_opening.carry_out(asked)
    floor.closed.refresh_from_db()
    assert floor.closed.state_since == asked.at


def test_a_request_asks_the_role_once(floor, client, monkeypatch):
    asked = []
    real = commands._offices[0].require
    monkeypatch.setattr(
        commands._offices[0], "require", lambda who, act: asked.append(act) or real(who, act)
    )
    sign_in(client, floor.pit_manager)
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": f'"{floor.closed.version}"'}
    path = f"/api/v1/tables/{floor.closed.pk}/begin-opening/"
    assert client.post(path, {}, "application/json", headers=headers).status_code == 200
    assert asked == [Act.OPEN_TABLE]


def test_within_the_house_the_role_is_asked_too(floor):
    with pytest.raises(PermissionDenied):
        begin_opening(floor.closed.pk, by=floor.dealer)
    with pytest.raises(PermissionDenied):
        begin_opening.carry_out(given(floor, by=floor.dealer))
