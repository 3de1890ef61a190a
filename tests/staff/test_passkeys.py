"""Passkeys as second factor: added, shown once, removed, and nobody else's."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from audit.models import Event
from staff.commands.people import reset_secrets
from staff.models import Passkey
from staff.passkeys import challenge
from tests.factories import PASSWORD, make_floor
from tests.sign_in import cookies_of, sign_in
from tests.staff.soft_passkey import SoftPasskey, text


@pytest.fixture
def floor(db):
    return make_floor()


def add(client, passkey, name="Blue key", password=PASSWORD):
    options = client.get("/me/passkeys/options/").content.decode()
    form = {"name": name, "password": password, "credential": passkey.made(options)}
    return client.post("/me/passkeys/add/", form)


def enter(person, passkey, *, options=None, password=PASSWORD, answer=None):
    client = Client()
    options = options or client.get("/sign-in/passkey/").content.decode()
    form = {"badge": person.badge, "password": password, "code": ""}
    return client.post("/sign-in/desk/", {**form, "passkey": answer or passkey.shown(options)})


@pytest.fixture
def office(floor):
    return sign_in(Client(), floor.compliance)


@pytest.fixture
def passkey(office):
    made = SoftPasskey()
    assert add(office, made).status_code == 302
    return made


def test_a_passkey_counts_instead_of_the_code(floor, passkey):
    assert enter(floor.compliance, passkey).status_code == 302
    kept = Passkey.objects.get()
    assert (kept.person, kept.name, kept.use.sign_count) == (floor.compliance, "Blue key", 1)
    assert kept.use.last_used_at is not None
    assert Event.objects.filter(kind="staff.passkey_added").count() == 1


def test_the_password_is_needed_beside_it(floor, passkey):
    assert enter(floor.compliance, passkey, password="not it").status_code == 409


def test_an_answer_counts_once(floor, passkey):
    options = Client().get("/sign-in/passkey/").content.decode()
    answer = passkey.shown(options)
    assert enter(floor.compliance, passkey, answer=answer).status_code == 302
    assert enter(floor.compliance, passkey, answer=answer).status_code == 409


def test_somebody_elses_passkey_opens_nothing(floor, passkey):
    assert enter(floor.administrator, passkey).status_code == 409
    assert enter(floor.compliance, SoftPasskey()).status_code == 409


def test_a_copied_passkey_that_counts_behind_is_refused(floor, passkey):
    passkey.count = 5
    assert enter(floor.compliance, passkey).status_code == 302
    passkey.count = 2
    assert enter(floor.compliance, passkey).status_code == 409


@pytest.mark.parametrize(
    ("host", "origin"),
    [("testserver", "https://evil.example"), ("evil.example", "http://testserver")],
)
def test_an_answer_for_another_site_is_refused(floor, passkey, host, origin):
    passkey.host, passkey.origin = host, origin
    assert enter(floor.compliance, passkey).status_code == 409


def test_a_challenge_that_is_old_or_not_ours_is_refused(floor, passkey):
    old = challenge("sign-in", timezone.now() - timedelta(minutes=6))
    other = challenge("add:1", timezone.now())
    for each in (old, other, b"x" * 56):
        options = f'{{"challenge": "{text(each)}"}}'
        assert enter(floor.compliance, passkey, options=options).status_code == 409


@pytest.mark.parametrize("answer", ["{}", "x", '{"id": 1}', "[]", "null"])
def test_odd_answers_are_refused_and_no_failure(floor, passkey, answer):
    assert enter(floor.compliance, passkey, answer=answer).status_code == 409


def test_wrong_passkeys_lock_the_badge_as_wrong_codes_do(floor, passkey):
    thief = SoftPasskey()
    for _try in range(5):
        refused = enter(floor.compliance, thief)
    assert b"Locked after wrong tries" in refused.content
    assert enter(floor.compliance, passkey).status_code == 423


def test_adding_takes_the_password_and_a_name_of_its_own(floor, office, passkey):
    assert add(office, SoftPasskey(), name="Other", password="not it").status_code == 409
    assert add(office, SoftPasskey()).status_code == 409
    assert add(office, passkey, name="Twice").status_code == 409
    assert Passkey.objects.count() == 1


def test_removing_takes_the_password_and_is_on_the_record(floor, office, passkey):
    address = f"/me/passkeys/{Passkey.objects.get().pk}/remove/"
    assert office.post(address, {"password": "not it"}).status_code == 409
    other = sign_in(Client(), floor.surveillance)
    assert other.post(address, {"password": PASSWORD}).status_code == 404
    assert office.post(address, {"password": PASSWORD}).status_code == 302
    assert not Passkey.objects.exists()
    assert Event.objects.filter(kind="staff.passkey_removed").count() == 1
    assert enter(floor.compliance, passkey).status_code == 409


def test_new_secrets_take_the_passkeys_away(floor, passkey):
    reset_secrets(floor.compliance.pk, by=floor.administrator)
    assert not Passkey.objects.exists()


def test_a_tablet_keeps_no_passkeys(floor):
    client = sign_in(Client(), floor.dealer, floor.tablet)
    assert client.get("/me/passkeys/").status_code == 409


def test_the_options_tell_nothing_about_anybody(floor, passkey):
    told = Client().get("/sign-in/passkey/").json()
    assert told["challenge"]
    assert told.get("allowCredentials", []) == []


@pytest.mark.browser
def test_a_passkey_is_added_used_and_removed_in_a_browser(live_floor, open_page):
    """Chromium's own authenticator, over the protocol of its developer tools."""
    floor = make_floor()
    person = floor.compliance
    site = live_floor.url.replace("127.0.0.1", "localhost")  # an address has no passkeys
    page = open_page()
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    kind |= {"hasUserVerification": True, "isUserVerified": True}
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**kind, "automaticPresenceSimulation": True}},
    )
    for name, value in cookies_of(person).items():
        page.context.add_cookies([{"name": name, "value": value, "url": site}])
    page.goto(f"{site}/me/passkeys/")
    page.get_by_label("Name").fill("This computer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="This computer")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{site}/sign-in/")
    page.get_by_label("Badge").fill(person.badge)
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_navigation():
        page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(f"body[data-signed-in='{person.badge}']")).to_be_visible()

    page.goto(f"{site}/me/passkeys/")
    page.locator("section", has_text="This computer").get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Remove").click()
    page.locator("dialog[open]").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
