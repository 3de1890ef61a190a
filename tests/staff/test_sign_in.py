from datetime import timedelta

import pyotp
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from audit.models import Event
from staff.models import Person, SignInCounter
from tests.factories import PASSWORD, PIN, make_floor, make_person
from tests.sign_in import enrol, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def tablet_client(floor):
    client = Client()
    client.cookies["tablet"] = enrol(floor.tablet)
    return client


def tap(client, person, pin=PIN):
    return client.post("/sign-in/tablet/", {"badge": person.badge, "pin": pin})


def at_desk(person, password=PASSWORD, code=None, client=None):
    code = pyotp.TOTP(person.totp_secret).now() if code is None else code
    facts = {"badge": person.badge, "password": password, "code": code}
    return (client or Client()).post("/sign-in/desk/", facts)


def with_second_factor(person):
    Person.objects.filter(pk=person.pk).update(totp_secret=pyotp.random_base32())
    person.refresh_from_db()
    return person


def is_in(client):
    return client.get("/me/pin/").status_code == 200


def kinds(person):
    found = Event.objects.filter(stream=f"person:{person.pk}").order_by("stream_v")
    return list(found.values_list("kind", flat=True))


def test_a_dealer_taps_in_with_badge_and_pin(floor, tablet_client):
    assert tap(tablet_client, floor.dealer).status_code == 302
    assert is_in(tablet_client)
    assert kinds(floor.dealer) == ["staff.signed_in"]


def test_a_badge_is_known_in_any_case_of_letters(floor, tablet_client):
    facts = {"badge": f" {floor.dealer.badge.lower()} ", "pin": PIN}
    assert tablet_client.post("/sign-in/tablet/", facts).status_code == 302


def test_the_lock_screen_shows_who_was_here_last(floor, tablet_client):
    tap(tablet_client, floor.dealer)
    tablet_client.post("/sign-out/")
    page = tablet_client.get("/sign-in/").content.decode()
    assert floor.dealer.name in page
    assert floor.surveillance.name not in page


def test_a_pin_opens_nothing_off_an_enrolled_tablet(floor):
    answer = tap(Client(), floor.dealer)
    assert answer.status_code == 409
    assert b"not enrolled" in answer.content


def test_a_pin_does_not_open_the_office(floor, tablet_client):
    assert tap(tablet_client, floor.compliance).status_code == 409
    assert not is_in(tablet_client)


def test_roles_of_the_office_sleep_on_a_tablet(floor):
    both = make_person(floor.property, "pit_manager", "administrator")
    client = sign_in(Client(), both, floor.tablet)
    assert client.get("/me/pin/").wsgi_request.user.roles == ["pit_manager"]


def test_a_person_of_another_house_is_unknown_here(tablet_client):
    assert tap(tablet_client, make_floor().dealer).status_code == 409


@pytest.mark.parametrize("known", [True, False])
def test_five_wrong_pins_lock_a_badge_known_or_not(floor, tablet_client, known):
    badge = floor.dealer.badge if known else "NOBODY"
    answers = [
        tablet_client.post("/sign-in/tablet/", {"badge": badge, "pin": "000001"}).status_code
        for _try in range(6)
    ]
    assert answers == [409, 409, 409, 409, 423, 423]
    assert tablet_client.post("/sign-in/tablet/", {"badge": badge, "pin": PIN}).status_code == 423


def test_a_lock_ends_by_itself(floor, tablet_client):
    for _try in range(5):
        tap(tablet_client, floor.dealer, "000001")
    SignInCounter.objects.update(locked_until=timezone.now() - timedelta(seconds=1))
    assert tap(tablet_client, floor.dealer).status_code == 302
    assert not SignInCounter.objects.filter(key__startswith="badge:").exists()


def test_a_tablet_that_tries_the_whole_staff_is_locked(floor, tablet_client):
    answers = [
        tablet_client.post("/sign-in/tablet/", {"badge": f"X{n}", "pin": PIN}).status_code
        for n in range(20)
    ]
    assert answers[:19] == [409] * 19
    assert answers[19] == 423
    assert tap(tablet_client, floor.dealer).status_code == 423


def test_a_pit_manager_resets_a_locked_pin(floor, tablet_client):
    for _try in range(5):
        tap(tablet_client, floor.dealer, "000001")
    from staff.commands.people import reset_pin

    _person, given = reset_pin(floor.dealer.pk, by=floor.pit_manager, at=timezone.now())
    assert tap(tablet_client, floor.dealer, given.pin).status_code == 302


def test_a_first_pin_must_be_changed_before_anything_else(floor, tablet_client):
    Person.objects.filter(pk=floor.dealer.pk).update(pin_must_change=True)
    tap(tablet_client, floor.dealer)
    assert tablet_client.get("/").headers["Location"] == "/me/pin/"
    easy = tablet_client.post("/me/pin/", {"old": PIN, "new": "123456"})
    assert easy.status_code == 409
    assert tablet_client.post("/me/pin/", {"old": PIN, "new": "918273"}).status_code == 302
    assert tablet_client.get("/").headers.get("Location") != "/me/pin/"
    assert kinds(floor.dealer)[-1] == "staff.pin_changed"


@pytest.mark.parametrize("pin", ["123456", "111111", "246802", "123123", "121212", "198412"])
def test_easy_pins_are_refused(pin):
    from rules.refusals import Refused
    from staff.pins import guard_pin

    with pytest.raises(Refused) as refusal:
        guard_pin(pin)
    assert refusal.value.code == "weak_pin"


def test_the_office_signs_in_with_password_and_code(floor):
    person = with_second_factor(floor.compliance)
    client = Client()
    assert at_desk(person, client=client).status_code == 302
    assert is_in(client)


def test_a_code_counts_once(floor):
    person = with_second_factor(floor.compliance)
    code = pyotp.TOTP(person.totp_secret).now()
    assert at_desk(person, code=code).status_code == 302
    assert at_desk(person, code=code).status_code == 409


@pytest.mark.parametrize("wrong", [{"password": "not it"}, {"code": "000000"}, {"code": ""}])
def test_password_and_code_are_both_needed(floor, wrong):
    assert at_desk(with_second_factor(floor.compliance), **wrong).status_code == 409


def test_nobody_signs_in_without_a_second_factor(floor):
    assert at_desk(floor.compliance, code="").status_code == 409


def test_the_code_of_the_demo_opens_no_other_house(floor, settings):
    settings.DEMO = True
    assert at_desk(floor.compliance, code=settings.DEMO_CODE).status_code == 409
    Person.objects.get(pk=floor.compliance.pk)
    floor.property.settings = {"demo": True}
    floor.property.save()
    assert at_desk(floor.compliance, code=settings.DEMO_CODE).status_code == 302


def test_five_wrong_passwords_lock_the_badge(floor):
    person = with_second_factor(floor.compliance)
    answers = [at_desk(person, password="not it").status_code for _try in range(5)]
    assert answers == [409, 409, 409, 409, 423]
    assert at_desk(person).status_code == 423


def test_a_session_key_from_before_the_sign_in_is_worthless(floor, tablet_client):
    tablet_client.get("/sign-in/")
    session = tablet_client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    tap(tablet_client, floor.dealer)
    assert tablet_client.session.session_key != before
    assert "planted" not in tablet_client.session
    thief = Client()
    thief.cookies["tablet"] = tablet_client.cookies["tablet"].value
    thief.cookies[settings.SESSION_COOKIE_NAME] = before
    assert not is_in(thief)


def test_a_session_copied_to_another_device_is_nobody(floor):
    mine = sign_in(Client(), floor.dealer, floor.tablet)
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = mine.cookies[settings.SESSION_COOKIE_NAME].value
    assert not is_in(thief)
    assert kinds(floor.dealer)[-1] == "staff.signed_out"


def test_a_person_has_one_session(floor):
    first = sign_in(Client(), floor.dealer, floor.tablet)
    second = sign_in(Client(), floor.dealer)
    assert is_in(second)
    assert not is_in(first)


def test_a_leaver_is_out_with_the_next_request(floor):
    from staff.commands.people import block_leaver

    client = sign_in(Client(), floor.dealer, floor.tablet)
    assert is_in(client)
    block_leaver(floor.dealer.pk, by=floor.administrator, at=timezone.now())
    assert not is_in(client)
    assert tap(client, floor.dealer).status_code == 409


def test_a_changed_role_counts_at_once(floor):
    from staff.commands.people import PersonFacts, change_person

    client = sign_in(Client(), floor.pit_manager)
    facts = PersonFacts(floor.pit_manager.badge, "New Name", "L-9", ("dealer",))
    change_person(floor.pit_manager.pk, facts, by=floor.administrator, at=timezone.now())
    assert client.get("/me/pin/").wsgi_request.user.roles == ["dealer"]


@pytest.mark.parametrize(("minutes", "stays"), [(4, True), (6, False)])
def test_an_idle_tablet_locks_itself(floor, minutes, stays):
    client = sign_in(Client(), floor.dealer, floor.tablet)
    session = client.session
    session["seen_at"] = (timezone.now() - timedelta(minutes=minutes)).isoformat()
    session.save()
    assert is_in(client) is stays


def test_a_page_that_refreshes_itself_is_nobody_there(floor):
    client = sign_in(Client(), floor.dealer, floor.tablet)
    session = client.session
    before = session["seen_at"] = (timezone.now() - timedelta(minutes=2)).isoformat()
    session.save()
    client.get("/me/pin/", headers={"HX-Request": "true"})
    assert client.session["seen_at"] == before
    client.get("/me/pin/")
    assert client.session["seen_at"] > before


def test_no_session_lasts_over_twelve_hours(floor):
    client = sign_in(Client(), floor.administrator)
    session = client.session
    session["began_at"] = (timezone.now() - timedelta(hours=12, seconds=1)).isoformat()
    session.save()
    assert not is_in(client)


def test_signing_out_ends_the_session_on_the_server(floor):
    client = sign_in(Client(), floor.dealer, floor.tablet)
    old = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post("/sign-out/")
    client.cookies[settings.SESSION_COOKIE_NAME] = old
    assert not is_in(client)
    assert kinds(floor.dealer) == ["staff.signed_in", "staff.signed_out"]


def test_failed_tries_are_recorded_without_the_pin(floor, tablet_client):
    tap(tablet_client, floor.dealer, "000001")
    event = Event.objects.get(kind="staff.sign_in_failed", log_id=floor.property.pk)
    assert b"wrong_pin" in bytes(event.body)
    assert b"000001" not in bytes(event.body)
