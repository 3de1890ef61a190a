import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection, connections
from django.utils import timezone

from audit.log.notes import COSIGNATURE, VerifierKey
from paigow_site import deploy_checks
from staff.models import Installation
from tests.factories import make_floor
from tests.running_floor import ROOT

KEY = str(VerifierKey("witness.example", b"\x01" * 32, COSIGNATURE))
PROVIDER = {
    "OIDC_ISSUER": "https://id.casino.example",
    "OIDC_CLIENT_ID": "floor",
    "OIDC_CLIENT_SECRET": "for-tests-only",
    "OIDC_ROLES": {"floor": "floorperson"},
    "OIDC_AMR": ["mfa"],
}


@pytest.fixture
def production(settings):
    settings.PLAIN_HTTP, settings.DEMO = False, False
    settings.WITNESS_URL, settings.WITNESS_KEY = "https://witness.surveillance.example", KEY
    return settings


def ours(**asked) -> list[str]:
    """What our checks say; without tags all of Django's and the libraries' run too, for seconds."""
    found = run_checks(include_deployment_checks=True, **asked)
    return [message.id for message in found if str(message.id).startswith("paigow.")]


def test_a_floor_as_it_should_be_has_nothing_said_about_it(production):
    assert ours() == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"PLAIN_HTTP": True}, "paigow.E001"),
        ({"DEMO": True}, "paigow.E002"),
        ({"WITNESS_URL": ""}, "paigow.E003"),
        ({"WITNESS_URL": "http://witness:8200"}, "paigow.W001"),
        ({"WITNESS_URL": "http://localhost:8200"}, "paigow.W001"),
        ({"WITNESS_URL": "http://127.0.0.9:8200"}, "paigow.W001"),
        ({"WITNESS_URL": "http://[::1]:8200"}, "paigow.W001"),
        ({"WITNESS_KEY": ""}, "paigow.W002"),
        ({"WITNESS_KEY": KEY[:-4]}, "paigow.W002"),
        ({"VAULT_KEYS": []}, "paigow.E004"),
        ({"VAULT_KEYS": ["short"]}, "paigow.E005"),
        (PROVIDER | {"OIDC_ISSUER": "http://id.casino.example"}, "paigow.E006"),
        (PROVIDER | {"OIDC_ROLES": {"floor": "emperor"}}, "paigow.E006"),
        (PROVIDER | {"OIDC_AMR": []}, "paigow.W003"),
    ],
)
def test_each_fault_of_the_settings_is_named(production, change, code):
    for name, value in change.items():
        setattr(production, name, value)
    assert ours(tags=[Tags.security]) == [code]


def test_another_machines_address_is_not_beside_the_floor():
    assert not deploy_checks.is_beside("10.2.0.7")
    assert not deploy_checks.is_beside("witness.surveillance.example")


@pytest.fixture
def durable(monkeypatch):
    """The tests' own server is fast, not durable; that has a test of its own."""
    monkeypatch.setattr(deploy_checks, "DURABLE", ())


@pytest.mark.django_db
def test_the_database_is_asked_only_when_it_is_named(production, settings, durable):
    settings.OPERATOR = "paigow.example"
    Installation.objects.all().delete()
    assert ours() == []
    assert ours(databases=["default"]) == ["paigow.E014"]


@pytest.mark.django_db
def test_an_operator_who_is_named_is_enough(production, durable, settings):
    settings.OPERATOR = "casino.test"
    assert ours(tags=[Tags.security, Tags.database], databases=["default"]) == []


@pytest.mark.django_db
def test_a_server_that_loses_what_it_acknowledged_is_named(production):
    said = list(deploy_checks._durability())
    assert [message.id for message in said] == ["paigow.E012"]
    assert "fsync" in said[0].msg


def test_a_role_that_may_do_more_than_the_floor_is_named(production, committed, monkeypatch):
    assert list(deploy_checks._role()) == []
    monkeypatch.setattr(deploy_checks, "connection", connections["owner"])
    (said,) = deploy_checks._role()
    assert said.id == "paigow.E011"
    assert "'owner'" in said.msg


@pytest.mark.django_db
def test_a_protection_that_is_off_is_named(production, durable, monkeypatch):
    monkeypatch.setattr("audit.queries.gaps.PROTECTION", "select 'audit_event', 'append_only'")
    assert [message.id for message in deploy_checks._protections()] == ["paigow.E013"]


@pytest.mark.django_db
def test_a_clock_that_is_off_is_named(production, monkeypatch):
    assert list(deploy_checks._clock()) == []
    later = timezone.now() + timedelta(seconds=9)
    monkeypatch.setattr(deploy_checks.timezone, "now", lambda: later)
    (said,) = deploy_checks._clock()
    assert said.id == "paigow.E015"


def test_a_database_that_is_away_is_an_error_not_a_trace(production, committed, monkeypatch):
    lost = connection.copy()
    lost.settings_dict["PORT"] = "1"
    monkeypatch.setattr(deploy_checks, "connection", lost)
    asked = [Tags.security, Tags.database]
    assert ours(tags=asked, databases=["default"]) == ["paigow.E010"]


READY = [
    ({}, True),
    ({"REMOTE_ADDR": "10.1.2.3"}, False),
    ({"HTTP_X_FORWARDED_FOR": "203.0.113.9"}, False),
    ({"HTTP_FORWARDED": "for=203.0.113.9"}, False),
    ({"REMOTE_ADDR": ""}, False),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("comes", "learns"), READY)
def test_a_stranger_learns_yes_or_no_and_nothing_else(client, comes, learns):
    answer = client.get("/readyz", **comes)
    assert answer.status_code in {200, 503}
    assert ("probes" in answer.json()) is learns
    assert answer.json()["ready"] is (answer.status_code == 200)
    assert ("version" in client.get("/healthz", **comes).json()) is learns
    page = client.get("/readyz", HTTP_ACCEPT="text/html", **comes).content.decode()
    assert ("PostgreSQL" in page) is learns


@pytest.mark.django_db
def test_whoever_is_signed_in_sees_the_parts_from_anywhere(client):
    from tests.sign_in import sign_in

    sign_in(client, make_floor().administrator)
    page = client.get("/readyz", HTTP_ACCEPT="text/html", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert "PostgreSQL" in page.content.decode()


@pytest.mark.django_db
def test_an_inner_network_can_be_named(client, settings):
    settings.INSIDE_NETWORKS = ["10.0.0.0/8"]
    assert "probes" in client.get("/readyz", REMOTE_ADDR="10.1.2.3").json()
    assert "probes" not in client.get("/readyz", REMOTE_ADDR="127.0.0.1").json()


def test_every_code_is_in_the_operators_book():
    source = Path(deploy_checks.__file__).read_text()
    book = Path(ROOT, "docs", "operations.md").read_text()
    codes = set(re.findall(r'"paigow\.([EW]\d{3})"', source))
    assert len(codes) > 10
    assert not {code for code in codes if f"{code}`" not in book}
