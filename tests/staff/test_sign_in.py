from datetime import timedelta

import pyotp
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from audit.models import Event
from staff.models import Person, SignInCounter
from staff.second_factor import secret_of
from tests.factories import PASSWORD, PIN, give_second_factor, make_floor, make_person
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
    code = pyotp.TOTP(secret_of(person)).now() if code is None else code
    facts = {"badge": person.badge, "password": password, "code": code}
    return (client or Client()).post("/sign-in/desk/", facts)


def with_second_factor(person):
    return give_second_factor(person)


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


def first_page(client, person, wanted, **more):
    facts = {"badge": person.badge, "pin": PIN, "next": wanted, **more}
    return client.post("/sign-in/tablet/", facts).headers["Location"]


def test_whoever_comes_back_finds_their_page_and_the_next_person_begins_at_home(
    floor, tablet_client
):
    tap(tablet_client, floor.floorperson)
    tablet_client.post("/sign-out/")
    shown = tablet_client.get("/sign-in/?next=/queue/&ended=idle").content.decode()
    assert 'name="next" value="/queue/"' in shown
    assert 'name="ended" value="idle"' in shown
    assert first_page(tablet_client, floor.floorperson, "/queue/", ended="idle") == "/queue/"
    tablet_client.post("/sign-out/")
    assert first_page(tablet_client, floor.pit_manager, "/queue/", ended="idle") == "/"


def test_a_page_that_nobody_left_is_shown_to_whoever_may_see_it(floor, tablet_client):
    tap(tablet_client, floor.floorperson)
    tablet_client.post("/sign-out/")
    assert first_page(tablet_client, floor.pit_manager, "/queue/?pit=1") == "/queue/?pit=1"


@pytest.mark.parametrize("wanted", ["/queue/", "/nowhere/", "/sign-out/", "//elsewhere.example/"])
def test_nobody_is_sent_to_a_page_that_would_refuse_them(floor, tablet_client, wanted):
    assert first_page(tablet_client, floor.dealer, wanted) == "/"


def test_a_pin_leads_to_no_page_that_wants_a_password(floor, tablet_client):
    both = make_person(floor.property, "dealer", "administrator")
    assert first_page(tablet_client, both, "/administration/") == "/"


def test_a_desk_leads_to_the_page_asked_for_where_the_role_may_see_it(floor):
    person = with_second_factor(floor.compliance)
    facts = {"badge": person.badge, "password": PASSWORD, "next": "/record/"}
    answer = Client().post("/sign-in/desk/", {**facts, "code": pyotp.TOTP(secret_of(person)).now()})
    assert answer.headers["Location"] == "/record/"
    other = with_second_factor(floor.pit_manager)
    facts = {"badge": other.badge, "password": PASSWORD, "next": "/administration/"}
    answer = Client().post("/sign-in/desk/", {**facts, "code": pyotp.TOTP(secret_of(other)).now()})
    assert answer.headers["Location"] == "/"


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


def test_a_wrong_pin_says_how_many_tries_are_left(floor, tablet_client):
    said = [tap(tablet_client, floor.dealer, "000001").content.decode() for _try in range(4)]
    for left, each in zip((4, 3, 2, 1), said, strict=True):
        assert f"Tries left: {left}." in each


@pytest.mark.parametrize("address", ["/sign-in/desk/", "/sign-in/tablet/"])
def test_a_reloaded_sign_in_leads_back_to_the_form(address):
    answer = Client().get(address)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/")


def test_a_form_without_its_token_is_refused_in_our_own_words(floor):
    strict = Client(enforce_csrf_checks=True)
    for headers in ({}, {"HX-Request": "true"}):
        answer = strict.post("/sign-in/desk/", {"badge": "X"}, headers=headers)
        assert answer.status_code == 403
        assert b"too old" in answer.content
        assert (b"<html" in answer.content) is not bool(headers)


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
    code = pyotp.TOTP(secret_of(person)).now()
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


def give_roles(floor, *roles):
    from staff.commands.people import PersonFacts, change_person

    facts = PersonFacts(
        badge=floor.pit_manager.badge, name="New Name", licence_number="L-9", roles=roles
    )
    change_person(floor.pit_manager.pk, facts, by=floor.administrator, at=timezone.now())


def give_pin(floor):
    from staff.commands.people import reset_pin

    reset_pin(floor.pit_manager.pk, by=floor.administrator, at=timezone.now())


def give_secrets(floor):
    from staff.commands.people import reset_secrets

    reset_secrets(floor.pit_manager.pk, by=floor.administrator, at=timezone.now())


@pytest.mark.parametrize("change", [lambda f: give_roles(f, "dealer"), give_pin, give_secrets])
def test_other_roles_or_new_secrets_end_the_session_at_once(floor, change):
    client = sign_in(Client(), floor.pit_manager)
    assert client.get("/api/v1/tables/").status_code == 200
    change(floor)
    assert client.get("/api/v1/tables/").status_code == 401


def test_whoever_was_signed_out_by_a_change_is_told_so(floor):
    client = sign_in(Client(), floor.pit_manager)
    give_pin(floor)
    assert client.get("/tables/").headers["Location"].startswith("/sign-in/")
    client = sign_in(Client(), floor.pit_manager)
    give_pin(floor)
    assert b"Your roles or your PIN were changed" in client.get("/sign-in/").content


def test_another_name_ends_no_session(floor):
    client = sign_in(Client(), floor.pit_manager)
    give_roles(floor, "pit_manager")
    assert client.get("/api/v1/tables/").status_code == 200


def test_whoever_resets_their_own_secrets_still_reads_them(floor):
    client = sign_in(Client(), floor.administrator)
    answer = client.post(f"/staff/{floor.administrator.pk}/secrets/")
    assert answer.status_code == 200
    assert not is_in(client)


@pytest.fixture
def hashing(monkeypatch):
    """Every time a hash is computed, whatever for."""
    from django.contrib.auth.hashers import Argon2PasswordHasher

    done = []
    for name in ("encode", "verify"):
        real = getattr(Argon2PasswordHasher, name)

        def counted(self, *args, _real=real, _name=name):
            done.append(_name)
            return _real(self, *args)

        monkeypatch.setattr(Argon2PasswordHasher, name, counted)
    return done


def test_an_unknown_badge_costs_the_same_work_as_a_wrong_secret(floor, tablet_client, hashing):
    desk = with_second_factor(floor.compliance)
    Person.objects.filter(pk=floor.second_dealer.pk).update(pin="")
    # The first try of a process hashes for nobody.
    tablet_client.post("/sign-in/tablet/", {"badge": "NOBODY", "pin": "000001"})

    def work(act):
        hashing.clear()
        assert act().status_code == 409
        return list(hashing)

    def try_badge(badge):
        return tablet_client.post("/sign-in/tablet/", {"badge": badge, "pin": "000001"})

    wrong = work(lambda: try_badge(floor.dealer.badge))
    assert wrong == ["verify"]
    assert work(lambda: try_badge("NOBODY")) == wrong
    assert work(lambda: try_badge(floor.second_dealer.badge)) == wrong
    assert work(lambda: try_badge(floor.compliance.badge)) == wrong
    assert work(lambda: at_desk(desk, password="not it")) == wrong
    assert work(lambda: at_desk(desk, code="000000")) == wrong
    assert work(lambda: Client().post("/sign-in/desk/", {"badge": "NOBODY"})) == wrong


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
