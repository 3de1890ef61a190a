"""What is not there, what every answer carries, and how fast one caller may ask."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from audit.commands.export import export_name, request_export
from audit.queries.selections import Selection
from paigow_site.middleware import PERMISSIONS
from rounds.api import pace
from tests.attacks.callers import Caller

pytestmark = pytest.mark.django_db

NOWHERE = ["/admin/", "/admin/login/", "/.git/config", "/.env", "/metrics", "/api/", "/api/v1/"]
NOWHERE += ["/wp-login.php", "/static/../paigow_site/settings.py", "/static/%2e%2e/manage.py"]
NOWHERE += ["/api/v1/rules/..%2f..%2fetc%2fpasswd/tables/", "/api/v1/rules/%00/tables/"]
NOWHERE += ["/api/v1/rounds/1/", f"/api/v1/rounds/{uuid4()}/../", "/__debug__/", "/server-status"]
NOWHERE += ["/tables/18446744073709551616/"]
NOWHERE += ["/api/v1/tables/99999999999999999999999/sheet/", "/api/v1/tables/-1/sheet/"]
NOWHERE += [f"/api/v1/rules/{name}/tables/" for name in ("__class__", "maryland.py", "a" * 3000)]


def test_nothing_is_where_scanners_look(floor):
    client = Caller(floor.dealer).client
    for path in NOWHERE:
        answer = client.get(path)
        assert answer.status_code == 404, (path, answer.status_code)
        assert b"Traceback" not in answer.content


def test_trace_and_invented_methods_are_refused():
    for path in ("/", "/healthz", "/sign-in/", "/api/v1/rounds/", "/nowhere"):
        for method in ("TRACE", "CONNECT", "DEBUG", "PROPFIND"):
            assert Client().generic(method, path).status_code == 405, (method, path)


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}


def test_every_answer_carries_its_protections(floor, dealer, monkeypatch):
    client = dealer.client
    client.raise_request_exception = False
    answers = [
        client.get("/me/pin/"),
        client.get("/nowhere"),
        client.get("/api/v1/rounds/"),
        client.get("/api/v1/nowhere/"),
        client.get(f"/api/v1/rounds/{uuid4()}/"),
        dealer.step("wagers", raw=b"{"),
        dealer.step("settle"),
        Client().get("/"),
        Client().get("/api/v1/rounds/"),
        Client().generic("TRACE", "/"),
        Client().get("/sign-in/", headers={"Host": "evil.example"}),
        Client(enforce_csrf_checks=True).post("/sign-in/tablet/"),
        Client().post("/sign-in/tablet/", {"badge": "x" * 2**20}),
    ]
    monkeypatch.setattr("rounds.api.reads.rounds_listed", None)
    answers.append(client.get("/api/v1/rounds/"))
    assert {answer.status_code for answer in answers} >= {
        200,
        302,
        400,
        401,
        403,
        404,
        405,
        409,
        500,
    }
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, (answer.status_code, name)
        policy = answer.headers["Content-Security-Policy"]
        for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
            assert part in policy
        assert "unsafe" not in policy
        assert "max-age" not in answer.headers["Cache-Control"]


def test_a_failure_says_nothing_about_the_inside(dealer, monkeypatch):
    dealer.client.raise_request_exception = False
    monkeypatch.setattr("rounds.api.reads.rounds_listed", None)
    answer = dealer.client.get("/api/v1/rounds/")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    for word in ("Traceback", "NoneType", "rounds.", "django", "psycopg"):
        assert word not in answer.content.decode()


def test_a_caller_who_asks_too_fast_waits_and_nobody_else_does(floor, settings):
    settings.API_CALLS_A_SECOND = 1
    pace._buckets.clear()
    greedy, other = Caller(floor.dealer), Caller(floor.floorperson)
    said = [greedy.get("rounds/") for _call in range(12)]
    refused = [answer for answer in said if answer.status_code == 429]
    assert refused
    assert refused[0].json()["code"] == "throttled"
    assert int(refused[0]["Retry-After"]) >= 1
    assert greedy.get("tables/").status_code == 429
    assert other.get("rounds/").status_code == 200


def test_a_title_names_no_file(floor):
    """A bundle's file is called by the id that we made, whatever its title says."""
    for title in ("../../etc/passwd", "/etc/passwd", "a\x00b"[:1], "..\\..\\x", "con.zip\r\nX: y"):
        export = request_export(
            Selection(log_id=floor.property.pk),
            title=title,
            by=floor.compliance,
            at=floor.table.state_since,
        )
        assert export_name(export.pk) == f"exports/{export.pk}.zip"


def test_the_record_is_not_exported_by_the_floor(floor):
    selection = Selection(log_id=floor.property.pk)
    for role in ("dealer", "floorperson", "cashier", "security"):
        with pytest.raises(PermissionDenied):
            request_export(selection, title="x", by=floor.people[role], at=floor.table.state_since)
