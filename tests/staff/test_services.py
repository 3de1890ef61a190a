"""Service accounts: nobody's name but their own, scopes, an end, and no signature."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from audit.log.canonical import parse_canonical
from audit.models import Event
from rounds.models import Round
from rules.refusals import Refused
from staff.commands.services import add_service, make_token, revoke_token, shut_service
from staff.commands.signing import identify
from staff.models import Person, Role, ServiceToken, ServiceTokenUse
from staff.policy import ROLES_OF, SCOPES, Act
from staff.queries.people import colleagues, staff_rows
from tests.attacks.callers import whole_round
from tests.factories import PIN, make_floor, make_table
from tests.services import service_token
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
SALE = {"cents": 50_000}


@pytest.fixture
def floor():
    return make_floor()


def call(secret, path, body=None, **more):
    headers = {"Authorization": f"Token {secret}", "Idempotency-Key": str(uuid4()), **more}
    if body is None:
        return Client().get(f"/api/v1/{path}", headers=headers)
    return Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def test_a_round_that_a_service_enters_is_the_services_act_and_the_dealers_round(floor):
    token, secret = service_token(floor.administrator)
    answer = call(secret, f"tables/{floor.table.pk}/whole-rounds/", whole_round())
    assert answer.status_code == 200, answer.content
    entered = Round.objects.get()
    assert entered.dealer_id == floor.dealer.pk
    body = parse_canonical(bytes(Event.objects.filter(stream=f"round:{entered.pk}").first().body))
    assert body["by"]["person"] == token.service.pk
    assert body["by"]["roles"] == []
    assert token.service.is_service


def test_without_a_dealer_a_service_enters_nothing(floor):
    _token, secret = service_token(floor.administrator)
    empty = make_table(floor)
    answer = call(secret, f"tables/{empty.pk}/whole-rounds/", whole_round())
    assert (answer.status_code, answer.json()["code"]) == (409, "no_dealer"), answer.content
    assert not Round.objects.exists()


def test_a_service_for_some_tables_enters_nothing_at_others(floor):
    _token, elsewhere = add_service(
        "Elsewhere", ("rounds", "chips"), "990, 991", 30, by=floor.administrator
    )
    _token, here = add_service(
        "Here", ("rounds",), str(floor.table.number), 30, by=floor.administrator
    )
    path = f"tables/{floor.table.pk}/whole-rounds/"
    for there, body in ((path, whole_round()), (path.replace("whole-rounds", "chip-sales"), SALE)):
        refused = call(elsewhere, there, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_its_table")
    assert call(here, path, whole_round()).status_code == 200
    with pytest.raises(Refused) as refusal:
        add_service("Odd", ("rounds",), "seven", 30, by=floor.administrator)
    assert refusal.value.code == "bad_tables"


@pytest.mark.parametrize("path", ["rounds/", "slips/", "audit/events/"])
def test_a_service_reads_what_its_scopes_are_and_nothing_else(floor, path):
    scopes = {"rounds/": "floor", "slips/": "money", "audit/events/": "record"}
    for scope in ("floor", "money", "record", "chips"):
        _token, secret = service_token(floor.administrator, scope, name=f"{path} {scope}")
        expected = 200 if scope == scopes[path] else 403
        assert call(secret, path).status_code == expected, scope


def test_no_scope_gives_what_takes_a_signature_or_manages_anything():
    given = {act for scope in SCOPES.values() for act in scope.acts}
    assert not given & {act for act in Act if "sign" in act or "manage" in act or "confirm" in act}
    assert Act.WORK_AT_TABLE not in given
    assert all(ROLES_OF[act] for act in given)


def test_a_service_is_no_second_person(floor):
    _token, secret = service_token(floor.administrator)
    path = f"tables/{floor.table.pk}/rounds/"
    round_id = str(uuid4())
    opened = call(secret, path, {"id": round_id})
    assert opened.status_code == 200, opened.content
    signed = {"badge": floor.floorperson.badge, "pin": PIN}
    body = {"reason": "exposed", "second": signed}
    version = opened.json()["version"]
    refused = call(secret, f"rounds/{round_id}/void/", body, **{"If-Match": f'"{version}"'})
    assert (refused.status_code, refused.json()["code"]) == (409, "service_is_nobody")


def test_a_service_neither_signs_in_nor_signs(floor):
    token, _secret = service_token(floor.administrator)
    with pytest.raises(Refused):
        identify(
            token.service.badge, PIN, property_id=floor.property.pk, tablet=None, at=timezone.now()
        )
    form = {"badge": token.service.badge, "password": "", "code": ""}
    assert Client().post("/sign-in/desk/", form).status_code == 409
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.services.filter(pk=token.service.pk).update(pin="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.services.filter(pk=token.service.pk).update(roles=["dealer"])


def test_a_service_stands_in_no_list_of_people(floor):
    token, _secret = service_token(floor.administrator)
    assert token.service.name not in [each.name for each in staff_rows(floor.administrator)]
    found = colleagues(floor.administrator, *Act)
    assert token.service not in [each for people in found.values() for each in people]
    page = sign_in(Client(), floor.administrator).get("/staff/").content.decode()
    assert token.service.name not in page


def test_a_token_ends_on_its_day(floor):
    token, secret = service_token(floor.administrator, "floor", days=1)
    assert call(secret, "rounds/").status_code == 200
    ServiceToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(1))
    assert call(secret, "rounds/").status_code == 401


def test_the_last_use_is_noted_by_the_hour(floor):
    token, secret = service_token(floor.administrator, "floor")
    assert not ServiceTokenUse.objects.exists()
    call(secret, "rounds/")
    first = ServiceTokenUse.objects.get(token=token).last_used_at
    call(secret, "rounds/")
    assert ServiceTokenUse.objects.get(token=token).last_used_at == first
    ServiceTokenUse.objects.update(last_used_at=first - timedelta(hours=2))
    call(secret, "rounds/")
    assert ServiceTokenUse.objects.get(token=token).last_used_at >= first


def test_a_token_is_replaced_without_a_gap_and_a_service_is_shut_with_all_of_them(floor):
    by = floor.administrator
    token, first = service_token(by, "floor")
    second_token, second = make_token(token.service_id, by=by)
    assert [call(each, "rounds/").status_code for each in (first, second)] == [200, 200]
    revoke_token(token.pk, by=by)
    assert [call(each, "rounds/").status_code for each in (first, second)] == [401, 200]
    shut_service(token.service_id, by=by)
    assert call(second, "rounds/").status_code == 401
    second_token.refresh_from_db()
    assert second_token.revoked_at
    with pytest.raises(Refused) as refusal:
        make_token(token.service_id, by=by)
    assert refusal.value.code == "service_shut"


@pytest.mark.parametrize(
    ("name", "scopes", "code"),
    [
        ("", ("floor",), "name_missing"),
        ("x", (), "scopes_missing"),
        ("x", ("god",), "scopes_missing"),
    ],
)
def test_a_service_needs_a_name_and_scopes_that_there_are(floor, name, scopes, code):
    with pytest.raises(Refused) as refusal:
        add_service(name, scopes, by=floor.administrator)
    assert refusal.value.code == code
    assert not Event.objects.filter(kind="staff.service_added").exists()


def test_the_page_shows_scopes_end_and_last_use_and_the_secret_once(floor):
    client = sign_in(Client(), floor.administrator)
    form = {"name": "Table 7", "scopes": ["rounds", "floor"], "days": "30"}
    made = client.post("/services/new/", form).content.decode()
    assert 'data-secret="token"' in made
    page = client.get("/services/").content.decode()
    assert "Table 7" in page
    assert "Enter rounds at tables" in page
    assert 'data-secret="token"' not in page
    for role in set(Role.values) - {"administrator"}:
        assert sign_in(Client(), floor.people[role]).get("/services/").status_code == 403
