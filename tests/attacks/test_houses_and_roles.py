"""Who may see and do what: another house's things are not there, another role's acts refused."""

from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from rounds.wording import VOID_REASONS
from staff.commands.services import revoke_token
from staff.models import Person
from tables.models import Inspection, Placement
from tests.attacks.callers import Caller, refusals, state_of, whole_round
from tests.factories import PIN, make_floor, make_person
from tests.services import service_token
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

REASON = next(iter(VOID_REASONS))
OPEN_TO_ALL = {
    "/sign-in/",
    "/sign-in/passkey/",
    "/enrol/",
    "/healthz",
    "/readyz",
    "/design/",
    "/tablet-worker.js",
    "/floor-worker.js",
}
FIXED = {"kind": "tiles", "profile": "maryland"}


def routes(found=None, prefix=""):
    """Every address of the site, as (template, names of its parts)."""
    for each in found or get_resolver().url_patterns:
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, prefix + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield prefix + str(each.pattern), tuple(each.pattern.converters)


def address(template, floor, round_id):
    """The address of a thing of this floor."""
    ids = {
        "table_id": floor.table.pk,
        "round_id": round_id,
        "equipment_id": floor.sets["tiles"].pk,
        "inspection_id": Inspection.objects.filter(property=floor.property).first().pk,
        "submission_id": floor.submission.pk,
        "person_id": floor.dealer.pk,
        "tablet_id": floor.tablet.pk,
    }
    words = []
    for part in template.split("/"):
        name = part.strip("<>").partition(":")[2]
        words.append(str(ids.get(name, FIXED.get(name, 1))) if part.startswith("<") else part)
    return "/" + "/".join(words)


def is_a_sign(path):
    """The sign of a table hangs beside it: limits and pay tables, for everybody who passes."""
    return path.lstrip("/").startswith("tables/") and path.endswith("/sign/")


def with_ids():
    found = [each for each, names in routes() if any(name.endswith("_id") for name in names)]
    return [each for each in found if not (each.endswith(".webmanifest") or is_a_sign(each))]


def test_nothing_of_another_house_can_be_seen(floor, elsewhere):
    """Every address with an id, asked by each office role of another house."""
    theirs = Caller(elsewhere.dealer)
    theirs.open(elsewhere.table)
    everyone = make_person(floor.property, *("pit_manager", "surveillance", "compliance"))
    spy = sign_in(Client(), everyone)
    admin = sign_in(Client(), floor.administrator)
    asked = 0
    for template in with_ids():
        path = address(template, elsewhere, theirs.round)
        for client in (spy, admin):
            answer = client.get(path)
            assert answer.status_code in {302, 403, 404, 405}, (path, answer.status_code)
            assert elsewhere.dealer.name not in answer.content.decode()
            asked += 1
    assert asked >= 40
    assert "not_found" in refusals(floor.property)


def test_nothing_of_another_house_can_be_changed(floor, elsewhere):
    theirs = Caller(elsewhere.dealer)
    theirs.open(elsewhere.table)
    before = state_of(elsewhere.property)
    everyone = make_person(floor.property, "dealer", "pit_manager", "security", "administrator")
    spy = Caller(everyone)
    spy.round, spy.version = theirs.round, 1
    form = {"signatures": {"dealer": {"badge": everyone.badge, "pin": PIN}}}
    for template in with_ids():
        path = address(template, elsewhere, theirs.round)
        if path.startswith("/api/"):
            answer = spy.post(path.removeprefix("/api/v1/"), form)
        else:
            answer = spy.client.post(path, {"reason": "x", "next": "/"})
        assert answer.status_code >= 400, (path, answer.status_code)
        assert answer.status_code < 500, (path, answer.content)
    assert state_of(elsewhere.property) == before


def test_a_foreign_round_is_not_there_and_the_try_is_recorded(floor, elsewhere):
    theirs = Caller(elsewhere.dealer)
    theirs.open(elsewhere.table)
    spy = Caller(floor.pit_manager).follow(theirs)
    second = {"badge": floor.floorperson.badge, "pin": PIN}
    another = {"badge": floor.pit_manager.badge, "pin": PIN}
    bodies = {
        "wagers": {"wagers": [{"seat": 1, "cents": 2500}]},
        "close": {},
        "settle": {},
        "void": {"reason": REASON, "second": second},
        "disputes": {"claim": "payout"},
        "corrections": {"reason": "x", "ordered_by": second, "second": another},
    }
    before = state_of(elsewhere.property)
    for step, body in bodies.items():
        foreign, unknown = spy.step(step, body), spy.post(f"rounds/{uuid4()}/{step}/", body)
        assert foreign.status_code == unknown.status_code == 404, step
        assert foreign.content == unknown.content
    assert refusals(floor.property) == ["not_found"] * 2 * len(bodies)
    assert state_of(elsewhere.property) == before


def test_the_id_of_a_foreign_round_cannot_be_taken(floor, elsewhere):
    theirs = Caller(elsewhere.dealer)
    theirs.open(elsewhere.table)
    mine = Caller(floor.dealer)
    answer = mine.post(f"tables/{floor.table.pk}/rounds/", {"id": theirs.round})
    assert (answer.status_code, answer.json()["code"]) == (409, "id_taken")
    whole = whole_round(id=theirs.round)
    assert mine.post(f"tables/{floor.table.pk}/whole-rounds/", whole).status_code == 409


OUTSIDERS = ["cashier", "security", "surveillance", "compliance", "administrator", "regulator"]


def test_only_dealers_and_the_floor_enter_rounds(floor, dealer):
    before = state_of(floor.property)
    for role in OUTSIDERS:
        caller = Caller(floor.people[role]).follow(dealer)
        wagers = {"wagers": [{"seat": 1, "cents": 2500}]}
        assert caller.step("wagers", wagers).status_code == 403, role
        assert caller.step("settle").status_code == 403, role
        path = f"tables/{floor.table.pk}/rounds/"
        assert caller.post(path, {"id": str(uuid4())}).status_code == 403, role
    assert refusals(floor.property) == ["role"] * 3 * len(OUTSIDERS)
    assert state_of(floor.property) == before


def test_a_dealer_of_another_table_enters_nothing_here(floor, dealer):
    other = Caller(floor.second_dealer).follow(dealer)
    answer = other.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_at_table")


def test_a_dealer_voids_no_round_without_the_floor(floor, dealer):
    before = state_of(floor.property)
    for second in ("dealer", "second_dealer", "cashier", "compliance"):
        signature = {"badge": floor.people[second].badge, "pin": PIN}
        answer = dealer.step("void", {"reason": REASON, "second": signature})
        expected = (409, "same_person") if second == "dealer" else (403, "role")
        assert (answer.status_code, answer.json()["code"]) == expected
    assert state_of(floor.property) == before


def test_a_floorperson_is_not_their_own_second(floor, dealer):
    caller = Caller(floor.floorperson).follow(dealer)
    signature = {"badge": floor.floorperson.badge, "pin": PIN}
    answer = caller.step("void", {"reason": REASON, "second": signature})
    assert (answer.status_code, answer.json()["code"]) == (409, "same_person")


def test_nobody_signs_with_a_first_pin(floor, dealer):
    """Who resets a colleague's PIN sees the new one, and must not sign with it."""
    Person.objects.filter(pk=floor.floorperson.pk).update(pin_must_change=True)
    signature = {"badge": floor.floorperson.badge, "pin": PIN}
    answer = dealer.step("void", {"reason": REASON, "second": signature})
    assert (answer.status_code, answer.json()["code"]) == (409, "first_pin")


def test_nobody_verifies_their_own_inspection(floor):
    """Through the API, and by SQL as the application's own role."""
    both = make_person(floor.property, "dealer", "floorperson", "pit_manager")
    placement = Placement.objects.get(table=floor.table, kind="tiles")
    inspection = Inspection.objects.create(
        property=floor.property,
        equipment=placement.equipment,
        table=floor.table,
        passed=True,
        inspected_by=both,
        inspected_at=timezone.now(),
    )
    signature = {"badge": both.badge, "pin": PIN}
    answer = Caller(both).post(
        f"inspections/{inspection.pk}/verify/",
        {"signatures": {"floor": signature}},
        **{"If-Match": f'"{floor.table.version}"'},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "own_inspection"), answer.content
    inspection.refresh_from_db()
    assert inspection.verified_by_id is None
    with connection.cursor() as cursor, pytest.raises(Exception, match="two_people") as refused:
        cursor.execute(
            "update tables_inspection set verified_by_id = inspected_by_id, verified_at = now()"
            " where id = %s",
            [inspection.pk],
        )
    assert isinstance(refused.value.__cause__, psycopg.errors.CheckViolation)


def test_a_changed_role_counts_with_the_next_request(floor, dealer):
    Person.objects.filter(pk=floor.dealer.pk).update(roles=["cashier"])
    assert dealer.step("close").status_code == 403


def test_a_service_token_has_the_scopes_of_its_service_and_no_more(floor):
    now = timezone.now()
    token, secret = service_token(floor.administrator, "floor", at=now)
    client = Client()
    path = f"/api/v1/tables/{floor.table.pk}/rounds/"
    headers = {"Authorization": f"Token {secret}", "Idempotency-Key": str(uuid4())}
    body = {"id": str(uuid4())}

    def call(**more):
        given = {**headers, **more}
        return client.post(path, body, content_type="application/json", headers=given).status_code

    assert call() == 403
    assert call(Authorization=f"Token {secret}x") == 401
    assert call(Authorization="Token") == 401
    assert call(Authorization=f"Token {secret} {secret}") == 401
    assert call(Authorization=f"Token {bytes(token.token_hash).hex()}") == 401
    revoke_token(token.pk, by=floor.administrator, at=now)
    assert call() == 401


def test_nobody_reads_anything_before_signing_in(floor):
    theirs = Caller(floor.dealer)
    theirs.open(floor.table)
    client = Client()
    for template, _names in routes():
        path = address(template, floor, theirs.round)
        answer = client.get(path)
        if path in OPEN_TO_ALL or path.endswith(".webmanifest") or is_a_sign(path):
            continue
        signs_in = answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
        assert signs_in or answer.status_code in {401, 404, 405}, (path, answer.status_code)
        assert floor.dealer.name not in answer.content.decode()


def test_a_house_made_anew_is_empty(floor):
    """Lists begin within one's own house."""
    Caller(floor.dealer).open(floor.table)
    other = Caller(make_floor().surveillance)
    assert other.get("rounds/").json()["results"] == []
    assert other.get("rounds/", table=floor.table.pk).json()["results"] == []
