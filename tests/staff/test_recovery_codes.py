"""Ten codes on paper: hashed, shown once, each good once instead of the authenticator's."""

import json
import math
import re
from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.test import Client

from audit.models import Event
from staff.commands.recovery_codes import COUNT, codes_left, give_recovery_codes
from staff.commands.tablets import CODE_LETTERS
from staff.models import RecoveryCode
from tests.factories import PASSWORD, make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
CODE = re.compile(r'<li class="code">([0-9A-Z-]{29})</li>')


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def given(floor):
    with transaction.atomic():
        return give_recovery_codes(floor.administrator, at=datetime.now(UTC))


def at_desk(person, code, password=PASSWORD):
    client = Client()
    facts = {"badge": person.badge, "password": password, "code": code}
    return client, client.post("/sign-in/desk/", facts).status_code


def events(person, kind):
    found = Event.objects.filter(stream=f"person:{person.pk}", kind=kind)
    return [json.loads(bytes(each.body))["detail"] for each in found.order_by("stream_v")]


def test_each_code_opens_once(floor, given):
    client, status = at_desk(floor.administrator, given[3].lower().replace("-", " "))
    assert status == 302
    assert client.get("/staff/").status_code == 200
    assert at_desk(floor.administrator, given[3])[1] == 409
    assert at_desk(floor.administrator, given[4])[1] == 302
    used = events(floor.administrator, "staff.recovery_code_used")
    assert [each["left"] for each in used] == [COUNT - 1, COUNT - 2]


def test_a_code_is_nothing_without_the_password_and_stays_unused(floor, given):
    assert at_desk(floor.administrator, given[0], password="wrong-password")[1] == 409
    assert codes_left(floor.administrator) == COUNT


def test_a_colleagues_code_opens_nothing(floor, given):
    assert at_desk(floor.compliance, given[0])[1] == 409
    assert codes_left(floor.administrator) == COUNT


def test_only_hashes_are_kept(floor, given):
    kept = b"".join(bytes(each.code_hash) for each in RecoveryCode.objects.all())
    assert len(kept) >= 32 * COUNT
    assert len(given) == COUNT
    assert all(code.encode() not in kept for code in given)


def test_a_person_makes_new_ones_and_the_old_are_void(floor, given):
    office = sign_in(Client(), floor.administrator)
    page = office.post("/me/recovery-codes/", {"password": PASSWORD}).content.decode()
    new = CODE.findall(page)
    assert len(set(new)) == COUNT
    assert set(new).isdisjoint(given)
    assert CODE.findall(office.get("/me/recovery-codes/").content.decode()) == []
    assert at_desk(floor.administrator, given[0])[1] == 409
    assert at_desk(floor.administrator, new[0])[1] == 302
    assert len(events(floor.administrator, "staff.recovery_codes_made")) == 2


def test_the_wrong_password_makes_none(floor, given):
    office = sign_in(Client(), floor.administrator)
    assert office.post("/me/recovery-codes/", {"password": "wrong"}).status_code == 409
    assert len(events(floor.administrator, "staff.recovery_codes_made")) == 1
    assert at_desk(floor.administrator, given[0])[1] == 302


def test_none_are_made_on_a_tablet(floor):
    tablet = sign_in(Client(), floor.dealer, floor.tablet)
    assert tablet.get("/me/recovery-codes/").status_code == 409
    assert tablet.post("/me/recovery-codes/", {"password": PASSWORD}).status_code == 409
    assert codes_left(floor.dealer) == 0


def test_a_code_has_more_than_112_random_bits(floor):
    codes = give_recovery_codes(floor.compliance, at=datetime.now(UTC))
    bare = {code.replace("-", "") for code in codes}
    assert len(bare) == 10
    assert all(len(code) * math.log2(len(CODE_LETTERS)) > 112 for code in bare)
