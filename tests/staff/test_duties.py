"""Roles that belong to two people are refused, unless two people allow it and say why."""

import pytest
from django.test import Client

from audit.models import Event
from rules.refusals import Refused
from staff.commands.people import add_person, change_person
from staff.commands.signing import Signer
from staff.duties import APART, conflicts
from staff.models import Person, Role, SignOff
from tests.factories import PIN, make_floor
from tests.sign_in import sign_in
from tests.tables.acts import NOON

pytestmark = pytest.mark.django_db
NEW = {"badge": "N901", "name": "Newcomer", "licence_number": "L-901"}
WHY = "two people on the night shift only"
PAIRS = sorted({tuple(sorted(pair)) for each in APART for pair in each.pairs()})


@pytest.fixture
def floor():
    floor = make_floor()
    floor.administrator.roles = ["administrator", "operator"]  # who may give every role
    return floor


def add(floor, *roles, signer=None, why=""):
    signed = {"exception": Signer(signer, None, NOON)} if signer else {}
    return add_person(
        **NEW, roles=roles, exception_reason=why, by=floor.administrator, at=NOON, **signed
    )[0]


def change(floor, person, *roles, **more):
    facts = {"badge": person.badge, "name": person.name, "licence_number": person.licence_number}
    said = {**facts, "person_id": person.pk, "roles": roles, "exception_reason": "", **more}
    return change_person(**said, by=floor.administrator, at=NOON)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_roles_that_belong_to_two_people_are_refused(floor, pair):
    with pytest.raises(Refused) as refusal:
        add(floor, *pair)
    assert refusal.value.code == "roles_apart"
    assert not Person.objects.filter(badge="N901").exists()
    assert not Event.objects.filter(kind="staff.person_added").exists()


@pytest.mark.parametrize(
    "roles", [("dealer", "floorperson"), ("floorperson", "pit_manager"), *[(r,) for r in Role]]
)
def test_what_one_person_may_be_is_taken(floor, roles):
    assert conflicts(roles) == []
    assert add(floor, *roles).roles == list(roles)


def test_compliance_signs_an_exception_with_its_reason(floor):
    person = add(floor, "cashier", "floorperson", signer=floor.compliance, why=WHY)
    person.refresh_from_db()
    assert (person.exception_reason, person.exception_by) == (WHY, floor.compliance)
    assert Event.objects.filter(kind="staff.roles_excepted").count() == 1
    assert SignOff.objects.get(subject=f"person:{person.pk}").person == floor.compliance


@pytest.mark.parametrize(("who", "why"), [("compliance", ""), (None, WHY)])
def test_an_exception_takes_a_signature_and_a_reason(floor, who, why):
    with pytest.raises(Refused) as refusal:
        add(floor, "cashier", "floorperson", signer=floor.people.get(who), why=why)
    assert refusal.value.code == "roles_apart"


def test_nobody_makes_an_exception_for_themselves(floor):
    signed = {"exception": Signer(floor.compliance, None, NOON), "exception_reason": WHY}
    with pytest.raises(Refused) as refusal:
        change(floor, floor.compliance, "compliance", "security", **signed)
    assert refusal.value.code == "same_person"


def test_an_exception_stands_until_a_role_is_added_and_ends_with_its_roles(floor):
    person = add(floor, "cashier", "floorperson", signer=floor.compliance, why=WHY)
    assert change(floor, person, "cashier", "floorperson", name="Other").exception_reason == WHY
    with pytest.raises(Refused):
        change(floor, person, "cashier", "floorperson", "security")
    assert change(floor, person, "cashier").exception_reason == ""
    with pytest.raises(Refused):
        change(floor, person, "cashier", "floorperson")


def test_the_form_takes_an_exception_and_the_page_says_so(floor):
    client = sign_in(Client(), floor.administrator)
    form = {**NEW, "roles": ["dealer", "cashier"]}
    refused = client.post("/staff/new/", form)
    assert refused.status_code == 409
    assert "belong to two people" in refused.content.decode()
    signed = {"exception-badge": floor.compliance.badge, "exception-pin": PIN}
    done = client.post("/staff/new/", {**form, **signed, "exception_reason": WHY})
    assert done.status_code == 200
    person = Person.objects.get(badge="N901")
    page = client.get(f"/staff/{person.pk}/").content.decode()
    assert f"Allowed by {floor.compliance.name}: {WHY}" in page
