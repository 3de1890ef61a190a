"""Who is behind a request: sessions, devices, PINs, and requests that another site forged."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from audit.models import Event
from rounds.wording import VOID_REASONS
from staff.commands.people import block_leaver
from staff.commands.tablets import revoke_tablet
from staff.models import Person
from tests.attacks.callers import Caller, state_of
from tests.factories import PIN, make_person, make_property
from tests.sign_in import enrol, sign_in

pytestmark = pytest.mark.django_db

REASON = next(iter(VOID_REASONS))
SESSION = settings.SESSION_COOKIE_NAME
WAGERS = {"wagers": [{"seat": 1, "cents": 2500}]}


def works(client):
    return client.get("/api/v1/rounds/").status_code


def tap(client, badge, pin=PIN):
    return client.post("/sign-in/tablet/", {"badge": badge, "pin": pin})


@pytest.fixture
def tablet_client(floor):
    client = Client()
    client.cookies["tablet"] = enrol(floor.tablet)
    return client


def test_a_session_planted_before_the_sign_in_opens_nothing(floor, tablet_client):
    session = tablet_client.session
    session["planted"] = "1"
    session.save()
    planted = session.session_key
    tablet_client.cookies[SESSION] = planted
    assert tap(tablet_client, floor.dealer.badge).status_code == 302
    assert tablet_client.cookies[SESSION].value != planted
    assert works(tablet_client) == 200
    thief = Client()
    thief.cookies["tablet"] = tablet_client.cookies["tablet"].value
    thief.cookies[SESSION] = planted
    assert works(thief) == 401


def test_old_sessions_open_nothing_after_sign_out_or_a_new_sign_in(floor, tablet_client):
    tap(tablet_client, floor.dealer.badge)
    first = tablet_client.cookies[SESSION].value
    tap(tablet_client, floor.dealer.badge)
    second = tablet_client.cookies[SESSION].value
    assert first != second
    tablet_client.post("/sign-out/")
    for old in (first, second):
        tablet_client.cookies[SESSION] = old
        assert works(tablet_client) == 401


@pytest.mark.parametrize("cookie", ["", "made-up-key", "of another"])
def test_a_session_copied_off_its_tablet_is_nobody_and_is_recorded(floor, elsewhere, cookie):
    mine = sign_in(Client(), floor.dealer, floor.tablet)
    thief = Client()
    thief.cookies[SESSION] = mine.cookies[SESSION].value
    if cookie:
        thief.cookies["tablet"] = enrol(elsewhere.tablet) if cookie == "of another" else cookie
    assert works(thief) == 401
    found = Event.objects.filter(stream=f"person:{floor.dealer.pk}", kind="staff.signed_out")
    assert b"other_device" in bytes(found.get().body)


def test_a_revoked_tablet_is_nobody(floor):
    mine = sign_in(Client(), floor.dealer, floor.tablet)
    assert works(mine) == 200
    revoke_tablet(floor.tablet.pk, by=floor.administrator, at=timezone.now())
    assert works(mine) == 401
    assert tap(mine, floor.dealer.badge).status_code == 409


def test_a_disabled_person_is_out_in_the_middle_of_a_round(floor, dealer):
    before = state_of(floor.property)
    block_leaver(floor.dealer.pk, by=floor.administrator, at=timezone.now())
    assert dealer.step("wagers", WAGERS).status_code == 401
    rounds, postings, events = state_of(floor.property)
    assert (rounds, postings, events - 1) == before  # the leaving itself


def test_wrong_pins_lock_a_person_also_for_the_right_one(floor, tablet_client):
    said = [tap(tablet_client, floor.dealer.badge, "000001") for _try in range(5)]
    assert [answer.status_code for answer in said] == [409] * 4 + [423]
    assert tap(tablet_client, floor.dealer.badge).status_code == 423
    assert tap(tablet_client, floor.floorperson.badge).status_code == 302


def test_an_unknown_badge_is_answered_like_a_known_one(floor, tablet_client):
    known = [tap(tablet_client, floor.dealer.badge, "000001") for _try in range(6)]
    unknown = [tap(tablet_client, "NOBODY", "000001") for _try in range(6)]
    headers = ("X-Request-Id",)
    for one, other in zip(known, unknown, strict=True):
        assert one.status_code == other.status_code
        assert len(one.content) == len(other.content)
        assert set(one.headers) - set(headers) == set(other.headers) - set(headers)


def test_signatures_and_sign_ins_share_one_count(floor, dealer, tablet_client):
    for _try in range(4):
        wrong = {"badge": floor.floorperson.badge, "pin": "000001"}
        dealer.step("void", {"reason": REASON, "second": wrong})
    assert tap(tablet_client, floor.floorperson.badge, "000002").status_code == 423
    right = {"badge": floor.floorperson.badge, "pin": PIN}
    assert dealer.step("void", {"reason": REASON, "second": right}).status_code == 423


def test_one_tablet_cannot_try_the_whole_staff(floor, tablet_client):
    people = [make_person(floor.property, "dealer") for _person in range(20)]
    said = [tap(tablet_client, person.badge, "000001").status_code for person in people]
    assert said == [409] * 19 + [423]
    assert tap(tablet_client, floor.dealer.badge).status_code == 423


def test_wrong_passwords_from_anywhere_stop_no_tablet(floor, tablet_client):
    """Whoever reaches the sign-in page could otherwise lock the whole floor out."""
    form = {"badge": floor.dealer.badge, "password": "guess", "code": "1"}
    said = [Client().post("/sign-in/desk/", form).status_code for _try in range(6)]
    assert said == [409] * 4 + [423] * 2
    assert tap(tablet_client, floor.dealer.badge).status_code == 302


def test_an_open_session_is_no_way_to_guess_the_pin(floor):
    client = sign_in(Client(), floor.dealer, floor.tablet)
    said = [
        client.post("/me/pin/", {"old": f"00000{n}", "new": "918273"}).status_code for n in range(6)
    ]
    assert said == [409] * 5 + [423]
    assert client.post("/me/pin/", {"old": PIN, "new": "918273"}).status_code == 423
    assert Person.objects.get(pk=floor.dealer.pk).pin == floor.dealer.pin


def test_a_first_pin_opens_no_api(floor, dealer):
    Person.objects.filter(pk=floor.dealer.pk).update(password_must_change=True)
    answer = dealer.step("wagers", WAGERS)
    assert (answer.status_code, answer.json()["code"]) == (403, "change_first")


def test_an_idle_session_ends_although_a_page_keeps_asking(floor, dealer):
    session = dealer.client.session
    session["seen_at"] = (timezone.now() - timedelta(minutes=11)).isoformat()
    session.save()
    assert works(dealer.client) == 401


FORGERIES = {
    "no token": {},
    "a wrong token": {"X-CSRFToken": "x" * 64},
    "another site": {"Origin": "https://evil.example"},
    "a page of nobody": {"Origin": "null"},
}


def test_a_forged_request_is_refused(floor):
    strict = Caller(floor.dealer, enforce_csrf_checks=True)
    before = state_of(floor.property)
    for name, headers in FORGERIES.items():
        assert strict.open(floor.table, **headers).status_code == 403, name
        assert strict.client.post("/sign-out/", headers=headers).status_code == 403, name
    assert state_of(floor.property) == before
    assert works(strict.client) == 200


def test_a_form_of_another_site_is_refused_even_with_the_cookie(floor):
    strict = Caller(floor.dealer, enforce_csrf_checks=True)
    strict.client.get("/me/pin/")
    token = strict.client.cookies[settings.CSRF_COOKIE_NAME].value
    evil = {"Origin": "https://evil.example", "X-CSRFToken": token}
    assert strict.open(floor.table, **evil).status_code == 403
    assert strict.open(floor.table, **{"X-CSRFToken": token}).status_code == 200


def test_cookies_keep_to_this_site_and_away_from_scripts(floor, tablet_client):
    tap(tablet_client, floor.dealer.badge)
    cookie = tablet_client.cookies[SESSION]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


NEXT = ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
NEXT += ["home", "..", "evil.example", "http:///evil.example", "\x00", "/\t/evil.example"]


def test_the_way_after_the_sign_in_stays_within_the_site(floor, tablet_client):
    for where in NEXT:
        form = {"badge": floor.dealer.badge, "pin": PIN, "next": where}
        answer = tablet_client.post("/sign-in/tablet/", form)
        assert (answer.status_code, answer["Location"]) == (302, "/"), where
        other = tablet_client.post("/language/", {"language": "en", "next": where})
        assert other["Location"] == "/", where


def test_a_forged_address_changes_nothing(floor, tablet_client):
    """Locks count tablets and badges, so a made-up address starts no new count."""
    said = [
        tablet_client.post(
            "/sign-in/tablet/",
            {"badge": floor.dealer.badge, "pin": "000001"},
            headers={"X-Forwarded-For": f"10.0.0.{n}", "X-Real-Ip": f"10.0.0.{n}"},
        ).status_code
        for n in range(5)
    ]
    assert said[-1] == 423


def test_a_forged_host_is_refused():
    make_property()  # an installation without a house leads everybody to its set-up
    for host in ("evil.example", "testserver:80@evil.example", "a b"):
        answer = Client().get("/sign-in/", headers={"Host": host})
        assert answer.status_code == 400, host
        assert b"evil.example" not in answer.content
    forwarded = Client().get("/sign-in/", headers={"X-Forwarded-Host": "evil.example"})
    assert forwarded.status_code == 200
    assert b"evil.example" not in forwarded.content
