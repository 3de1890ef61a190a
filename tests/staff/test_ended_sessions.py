from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from staff.commands.people import change_person
from staff.commands.sign_in import begin_session
from staff.models import Person
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

HERE = "http://testserver/equipment/receive/?kind=dice"


@pytest.fixture
def floor():
    return make_floor()


def displaced(floor):
    """A desk whose person signed in somewhere else meanwhile."""
    desk = sign_in(Client(), floor.floorperson)
    sign_in(Client(), Person.objects.get(pk=floor.floorperson.pk))
    return desk


def test_a_page_of_an_ended_session_leads_to_the_sign_in_and_says_why(floor):
    desk = displaced(floor)
    answer = desk.get("/queue/?pit=2")
    assert answer.status_code == 302
    assert answer.url.startswith("/sign-in/?next=/queue/%3Fpit%3D2&ended=elsewhere&ended_at=")
    shown = desk.get(answer.url).content.decode()
    assert "You signed in on another device at " in shown
    assert 'name="next" value="/queue/?pit=2"' in shown


def test_it_is_said_once_and_what_is_left_of_the_session_opens_nothing(floor):
    desk = displaced(floor)
    desk.get("/queue/")
    answer = desk.get("/queue/")
    assert answer.url == "/sign-in/?next=/queue/"


def test_a_form_moves_the_whole_page_and_comes_back_to_where_it_stood(floor):
    desk = displaced(floor)
    headers = {"HX-Request": "true", "HX-Current-URL": HERE}
    answer = desk.post(reverse("do-receive-set"), {"serial": "T-1"}, headers=headers)
    assert answer.status_code == 401
    there = answer["HX-Redirect"]
    assert there.startswith("/sign-in/?next=/equipment/receive/%3Fkind%3Ddice&ended=elsewhere")


def test_a_plain_form_comes_back_to_its_page(floor):
    desk = displaced(floor)
    answer = desk.post("/staff/new/", {"name": "Ann"}, headers={"Referer": "http://testserver/me/"})
    assert answer.url.startswith("/sign-in/?next=/me/&ended=elsewhere")


def test_nobody_is_sent_to_a_page_that_is_not_ours(floor):
    desk = displaced(floor)
    headers = {"HX-Request": "true", "HX-Current-URL": "https://elsewhere.example/queue/"}
    assert "next" not in desk.post("/queue/", headers=headers)["HX-Redirect"]


def test_other_roles_end_a_session_and_say_so(floor):
    desk = sign_in(Client(), floor.floorperson)
    person = floor.floorperson
    change_person(
        person.pk,
        badge=person.badge,
        name=person.name,
        licence_number=person.licence_number,
        roles=("pit_manager",),
        by=floor.administrator,
    )
    assert desk.get("/queue/").url == "/sign-in/?next=/queue/&ended=changed"


def test_a_moment_that_is_none_is_not_shown(client, floor):
    shown = client.get("/sign-in/?ended=elsewhere&ended_at=2026-13-40T99").content.decode()
    assert "You signed in on another device, so this one was locked." in shown


def test_the_screens_of_a_person_are_rung_when_their_session_ends(
    floor, monkeypatch, django_capture_on_commit_callbacks
):
    rung = []
    monkeypatch.setattr("foundation.live._publish", lambda *said: rung.append(said))
    with django_capture_on_commit_callbacks(execute=True):
        begin_session(floor.dealer, "first", tablet=None, at=datetime.now(UTC))
    assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        begin_session(floor.dealer, "second", tablet=None, at=datetime.now(UTC))
    person = floor.dealer
    assert rung == [(person.property_id, f"person:{person.pk}", "session")]


def test_what_was_asked_for_before_a_sign_in_does_not_take_the_new_session_away(floor):
    desk = displaced(floor)
    cookie = settings.SESSION_COOKIE_NAME
    for address in ("/numbers/", "/queue/now/"):
        part = desk.get(address, headers={"HX-Request": "true"})
        assert part.status_code == 401
        assert cookie not in part.cookies, "what the browser has by now may be another one"
    assert cookie not in desk.get(f"/api/v1/tables/{floor.table.pk}/sheet/").cookies
    assert cookie not in desk.get("/queue/").cookies
    assert sign_in(desk, floor.pit_manager).post("/sign-out/").cookies[cookie].value == ""
