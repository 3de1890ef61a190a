"""Whoever gives a PIN has seen it; two people are two people all the same."""

from datetime import timedelta
from uuid import uuid4

import pyotp
import pytest
from django.test import Client
from django.utils import timezone

from audit.models import Event
from rules.refusals import Refused
from staff.commands.people import change_own_pin, confirm_person, reset_pin, reset_secrets
from staff.commands.sign_in import sign_in_at_desk, sign_in_at_tablet
from staff.commands.signing import guard_apart, identify
from staff.models import Person
from staff.second_factor import secret_of
from tests.factories import PASSWORD, give_second_factor, make_floor, make_person
from tests.sign_in import sign_in

OWN_PIN = "846205"

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


def fresh(person):
    return Person.objects.get(pk=person.pk)


def proofs():
    return list(Event.objects.filter(kind="staff.pin_proved").values_list("person_id", flat=True))


def reset(floor, person=None):
    """A pit manager resets a colleague's PIN, and somebody chooses a new one with it."""
    person = person or floor.floorperson
    _person, given = reset_pin(person.pk, by=floor.pit_manager, at=timezone.now())
    sign_in_at_tablet(person.badge, given.pin, tablet=floor.tablet, at=timezone.now())
    change_own_pin(fresh(person), old=given.pin, new=OWN_PIN, at=timezone.now())
    return fresh(person)


def signs(floor, person):
    return identify(
        person.badge, OWN_PIN, property_id=floor.property.pk, tablet=floor.tablet, at=timezone.now()
    )


def test_a_reset_pin_opens_the_tablet_and_signs_nothing(floor):
    person = reset(floor)
    found = sign_in_at_tablet(person.badge, OWN_PIN, tablet=floor.tablet, at=timezone.now())
    assert found.pk == person.pk
    with pytest.raises(Refused) as refusal:
        signs(floor, person)
    assert refusal.value.code == "reset_pin"


def test_who_signs_in_at_a_desk_has_proved_whose_the_pin_is(floor):
    person, now = reset(floor), timezone.now()
    secret = secret_of(give_second_factor(person))
    sign_in_at_desk(person.badge, PASSWORD, pyotp.TOTP(secret).at(now), at=now)
    assert signs(floor, person).person.pk == person.pk
    assert proofs() == [person.pk]


def test_a_first_password_proves_nothing(floor):
    person, now = reset(floor), timezone.now()
    secret = secret_of(give_second_factor(person))
    Person.objects.filter(pk=person.pk).update(password_must_change=True)
    sign_in_at_desk(person.badge, PASSWORD, pyotp.TOTP(secret).at(now), at=now)
    with pytest.raises(Refused):
        signs(floor, person)
    assert proofs() == []


def test_an_administrator_confirms_who_stands_before_them(floor):
    person = reset(floor)
    confirm_person(person.pk, by=floor.administrator, at=timezone.now())
    assert signs(floor, person).person.pk == person.pk
    assert Event.objects.filter(kind="staff.pin_proved").count() == 1


def test_who_gave_the_pin_does_not_confirm_it(floor):
    reset_pin(floor.floorperson.pk, by=floor.administrator, at=timezone.now())
    for who, code in ((floor.floorperson, "own_reset"), (floor.administrator, "own_account")):
        with pytest.raises(Refused) as refusal:
            confirm_person(who.pk, by=floor.administrator, at=timezone.now())
        assert refusal.value.code == code
    assert proofs() == []


def test_only_an_administrator_confirms(floor):
    person = reset(floor)
    page = f"/staff/{person.pk}/confirm/"
    manager = sign_in(Client(), floor.pit_manager)
    assert manager.post(page, {"request_id": str(uuid4())}).status_code == 403
    assert not fresh(person).pin_is_proved
    administrator = sign_in(Client(), floor.administrator)
    shown = administrator.get(f"/staff/{person.pk}/").content.decode()
    assert page in shown
    assert administrator.post(page, {"request_id": str(uuid4())}).status_code == 302
    assert fresh(person).pin_is_proved
    shown = administrator.get(f"/staff/{person.pk}/").content.decode()
    assert page not in shown


def test_giver_and_owner_of_a_pin_sign_nothing_together_for_a_day(floor):
    given_at = timezone.now()
    reset_secrets(floor.floorperson.pk, by=floor.administrator, at=given_at)
    both = [floor.administrator, fresh(floor.floorperson)]
    with pytest.raises(Refused) as refusal:
        guard_apart(both, given_at + timedelta(hours=23))
    assert refusal.value.code == "pin_given_by_cosigner"
    guard_apart(both, given_at + timedelta(hours=24))
    guard_apart([floor.pit_manager, both[1]], given_at)


def test_a_pit_manager_does_not_sign_for_two(floor):
    """The whole way: reset, confirmed by an administrator, and still not together."""
    second = make_person(floor.property, "floorperson")
    person = reset(floor, second)
    confirm_person(person.pk, by=floor.administrator, at=timezone.now())
    manager = sign_in(Client(), floor.pit_manager, floor.tablet)
    body = {
        "kind": "fill",
        "chips": {"2500": 40},
        "signatures": {"preparer": {"badge": person.badge, "pin": OWN_PIN}},
    }
    answer = manager.post(
        f"/api/v1/tables/{floor.table.pk}/slips/",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "pin_given_by_cosigner")
