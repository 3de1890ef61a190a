"""The pages of people and tablets: what is shown once, and what a double click does."""

import html
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from audit.models import Event
from foundation.models import Receipt
from staff.models import Person, ServiceToken, Tablet
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

SECRET = re.compile(r'data-secret="\w+">([^<]+)<')
REQUEST_ID = re.compile(r'name="request_id" value="([0-9a-f-]{36})"')
NEW_PERSON = {"badge": "N901", "name": "Newcomer", "licence_number": "L-901", "roles": ["dealer"]}


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def office(floor):
    return sign_in(Client(), floor.administrator)


def forms(floor):
    """Every form whose answer holds a secret."""
    person, tablet = f"/staff/{floor.dealer.pk}/", f"/tablets/{floor.tablet.pk}/"
    return {
        "/staff/new/": NEW_PERSON,
        f"{person}readmit/": {},
        f"{person}secrets/": {},
        f"{person}pin/": {},
        "/tablets/new/": {"name": "Spare"},
        f"{tablet}code/": {},
        "/services/new/": {"name": "Import", "scopes": ["floor"], "days": "30"},
    }


def manager_of(floor, address):
    return floor.pit_manager if address.endswith("/pin/") else floor.administrator


def kept():
    with connection.cursor() as cursor:
        cursor.execute("select string_agg(r::text, '') from foundation_receipt r")
        return cursor.fetchone()[0]


def state():
    people = list(Person.objects.order_by("pk").values_list("pin", "password", "totp_secret"))
    tablets = list(Tablet.objects.order_by("pk").values_list("enrol_code_hash"))
    return people, [bytes(code or b"") for (code,) in tablets], ServiceToken.objects.count()


@pytest.mark.parametrize("number", range(7))
def test_a_secret_is_shown_once_and_no_receipt_holds_it(floor, number):
    address, form = list(forms(floor).items())[number]
    client = sign_in(Client(), manager_of(floor, address))
    request_id = str(uuid4())
    shown = client.post(address, {**form, "request_id": request_id})
    found = [html.unescape(each) for each in SECRET.findall(shown.content.decode())]
    assert shown.status_code == 200
    assert found
    receipt = Receipt.objects.get(pk=request_id)
    assert receipt.answer is None
    for secret in found:
        for part in {secret, secret.replace("-", ""), *re.findall(r"secret=(\w+)", secret)}:
            assert part not in kept()
    before, told = state(), Event.objects.filter(kind__startswith="staff.").count()
    again = client.post(
        address, {**form, "request_id": request_id}, headers={"Accept": "application/json"}
    )
    assert (again.status_code, again.json()["code"]) == (409, "shown_once")
    assert not SECRET.search(again.content.decode())
    assert state() == before
    assert Event.objects.filter(kind__startswith="staff.").count() == told


def test_a_double_click_changes_a_person_once(floor, office):
    page = office.get(f"/staff/{floor.dealer.pk}/").content.decode()
    ids = REQUEST_ID.findall(page)
    assert len(ids) == len(set(ids)) == 4, "details, PIN, secrets, leaving"
    form = {**NEW_PERSON, "name": "Another Name", "request_id": ids[0], "next": "/staff/"}
    answers = [office.post(f"/staff/{floor.dealer.pk}/change/", form) for _click in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Event.objects.filter(kind="staff.person_changed").count() == 1
    assert Person.objects.get(pk=floor.dealer.pk).name == "Another Name"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"badge": " "}, "details_missing"),
        ({"roles": []}, "roles_missing"),
        ({"roles": ["emperor"]}, "roles_missing"),
        ({"name": "x" * 81}, "malformed"),
        ({"name": "a\u202eb"}, "malformed"),
        ({"is_superuser": "1"}, "malformed"),
    ],
)
def test_what_nobody_enters_about_a_person(office, change, code):
    answer = office.post(
        "/staff/new/", {**NEW_PERSON, **change}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert not Person.objects.filter(badge="N901").exists()


def test_a_badge_belongs_to_one_person(office):
    assert office.post("/staff/new/", NEW_PERSON).status_code == 200
    taken = {**NEW_PERSON, "badge": "n901", "licence_number": "L-902"}
    answer = office.post("/staff/new/", taken, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "badge_taken")


def test_a_form_that_does_not_ask_for_the_language_leaves_it(floor, office):
    Person.objects.filter(pk=floor.dealer.pk).update(language="zh-hant")
    form = {**NEW_PERSON, "name": "Renamed", "request_id": str(uuid4())}
    office.post(f"/staff/{floor.dealer.pk}/change/", form)
    person = Person.objects.get(pk=floor.dealer.pk)
    assert (person.name, person.language) == ("Renamed", "zh-hant")
