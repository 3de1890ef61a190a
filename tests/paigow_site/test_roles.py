"""Every address × every role, as docs/roles.md says."""

import os
import re
from uuid import uuid4

import pytest
from django.test import Client

from reports.kinds import KINDS
from staff.models import Role
from staff.policy import may
from tests.factories import make_floor
from tests.roles import PAGE, declared, rows, written
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>")


@pytest.fixture(autouse=True, scope="module")
def update():
    if os.environ.get("UPDATE_ROLES"):
        table, open_to_all, _silent = declared()
        PAGE.write_text(written(table, open_to_all), encoding="utf-8")


@pytest.fixture(autouse=True)
def only_rights(monkeypatch, settings):
    """Who may is decided before anything is drawn, and a refusal's record has its own tests."""
    monkeypatch.setattr("django.template.backends.django.Template.render", lambda *_all, **_m: "")
    monkeypatch.setattr("paigow_site.refusals.record_refusal", lambda *_all, **_more: None)
    settings.API_CALLS_A_SECOND = 1_000_000


class Visitor:
    """One person who asks every address; signs in again when a step signed them out."""

    def __init__(self, floor, person):
        self.floor, self.person = floor, person
        self.client = Client()

    def ask(self, method, pattern):
        answer = ask(self.client, method, self.address(pattern))
        if is_outside(answer) and self.person is not None:
            self.client = sign_in(Client(), self.person)
            answer = ask(self.client, method, self.address(pattern))
        return answer

    def report(self):
        """A report that this person may make, if there is one."""
        if self.person is not None:
            for code, kind in KINDS.items():
                if may(self.person, kind.act):
                    return code
        return "day"

    def address(self, pattern):
        """An address that exists as far as this floor has such a thing; the role comes first."""
        known = {
            "table_id": self.floor.table.pk,
            "equipment_id": self.floor.sets["tiles"].pk,
            "submission_id": self.floor.submission.pk,
            "tablet_id": self.floor.tablet.pk,
            "person_id": self.floor.second_dealer.pk,
            "kind": "tiles",
            "profile": "maryland",
            "code": self.report(),
        }
        made = {"int": "1", "uuid": str(uuid4())}

        def fill(match):
            return str(known.get(match[2], made.get(match[1], "none")))

        return CONVERTER.sub(fill, pattern)


def ask(client, method, address):
    if method == "GET":
        return client.get(address)
    if address.startswith("/api/"):
        headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"1"'}
        return client.post(address, "{}", "application/json", headers=headers)
    return client.post(address)


def is_outside(answer):
    """Sent away because nobody is signed in."""
    if answer.status_code == 401:
        return True
    if answer.status_code == 403 and "application/json" in answer.headers["Content-Type"]:
        return answer.json().get("code") == "not_authenticated"
    return answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in/?next=")


def test_every_address_declares_whose_it_is():
    _table, _open_to_all, silent = declared()
    assert silent == set(), "say it with @page, @form_page, @read or @command"


def test_the_page_says_what_the_site_declares():
    table, open_to_all, _silent = declared()
    assert PAGE.read_text(encoding="utf-8") == written(table, open_to_all), (
        f"UPDATE_ROLES=1 writes {PAGE.name} again"
    )


def test_what_is_open_to_everybody_asks_nobody_to_sign_in():
    nobody = Visitor(make_floor(), None)
    _table, open_to_all, _silent = declared()
    asked = {each: [nobody.ask(method, each) for method in ("GET", "POST")] for each in open_to_all}
    assert {each for each, answers in asked.items() if all(map(is_outside, answers))} == set()


@pytest.mark.parametrize("role", Role.values)
def test_each_role_may_what_the_page_says(role):
    floor = make_floor()
    visitor = Visitor(floor, floor.people[role])
    wrong = []
    for (method, pattern), allowed in rows().items():
        answer = visitor.ask(method, pattern)
        assert answer.status_code not in {401, 405, 500}, (method, pattern, answer.status_code)
        if (answer.status_code != 403) is not (role in allowed):
            wrong.append(f"{method} {pattern}: {answer.status_code}")
    assert wrong == []


def test_nobody_who_is_not_signed_in_sees_anything():
    visitor = Visitor(make_floor(), None)
    seen = [
        f"{method} {pattern}: {answer.status_code}"
        for method, pattern in rows()
        if not is_outside(answer := visitor.ask(method, pattern))
    ]
    assert seen == []
