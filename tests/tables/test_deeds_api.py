"""The API's own promises: strict facts, one effect per key, versions, signatures."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from audit.models import Event
from foundation.models import Receipt
from staff.models import SignInCounter
from tables.models import GamingTable, Inspection, Placement
from tests.factories import PIN, make_set
from tests.sign_in import sign_in
from tests.tables.acts import closed_table, opening_table, with_set

pytestmark = pytest.mark.django_db


def post(client, path, body=None, *, key=None, version=None, **headers):
    sent = {"Idempotency-Key": str(key or uuid4()), **headers}
    if version is not None:
        sent["If-Match"] = f'"{version}"'
    return client.post(f"/api/v1/{path}", json.dumps(body or {}), "application/json", headers=sent)


def signature(person, pin=PIN):
    return {"badge": person.badge, "pin": pin}


@pytest.fixture
def floor():
    return closed_table()


@pytest.fixture
def manager(floor):
    return sign_in(Client(), floor.pit_manager)


def test_a_command_answers_with_the_table(floor, manager):
    answer = post(manager, f"tables/{floor.closed.pk}/begin-opening/", version=1)
    assert answer.status_code == 200, answer.content
    table = answer.json()["table"]
    assert (table["row"]["state"], table["row"]["version"]) == ("opening", 2)
    assert [step["stage"] for step in table["sets"]] == ["missing", "missing"]


def test_the_same_key_gives_the_first_answer_and_writes_nothing(floor, manager):
    key, path = uuid4(), f"tables/{floor.closed.pk}/begin-opening/"
    first = post(manager, path, key=key, version=1)
    events = Event.objects.count()
    assert post(manager, path, key=key, version=1).json() == first.json()
    assert Event.objects.count() == events
    other = post(manager, f"tables/{floor.closed.pk}/begin-closing/", key=key, version=2)
    assert (other.status_code, other.json()["code"]) == (422, "request_id_reused")


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 428, "version_required"),
        ({"If-Match": '"9"'}, 412, "stale_version"),
        ({"If-Match": "*"}, 400, "parse_error"),
        ({"If-Match": '"1"', "Idempotency-Key": "not-a-uuid"}, 400, "parse_error"),
        ({"If-Match": '"1"', "Idempotency-Key": ""}, 400, "request_id_required"),
    ],
)
def test_headers_are_taken_at_their_word(floor, manager, headers, status, code):
    sent = {"Idempotency-Key": str(uuid4()), **headers}
    answer = manager.post(
        f"/api/v1/tables/{floor.closed.pk}/begin-opening/", "{}", "application/json", headers=sent
    )
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert GamingTable.objects.get(pk=floor.closed.pk).state == "closed"


STRANGE = [
    {"person_id": "7"},
    {"person_id": True},
    {"person_id": 1.5},
    {"person_id": -1},
    {"person_id": 2**63},
    {"person_id": 1, "version": 3},
    {"person_id": 1, "verified_by": 3},
    {"person_id": None},
    [],
    "assign",
]


@pytest.mark.parametrize("body", STRANGE, ids=str)
def test_facts_are_read_strictly(floor, manager, body):
    answer = manager.post(
        f"/api/v1/tables/{floor.closed.pk}/assign/",
        json.dumps(body),
        "application/json",
        headers={"Idempotency-Key": str(uuid4()), "If-Match": '"1"'},
    )
    assert answer.status_code == 400, answer.content


def test_another_houses_table_is_not_there(manager):
    stranger = closed_table()
    answer = post(manager, f"tables/{stranger.closed.pk}/begin-opening/", version=1)
    assert answer.status_code == 404
    assert manager.get(f"/api/v1/tables/{stranger.closed.pk}/").status_code == 404


def test_a_role_that_may_not_is_told_so_and_recorded(floor):
    client = sign_in(Client(), floor.dealer)
    answer = post(client, f"tables/{floor.closed.pk}/begin-opening/", version=1)
    assert (answer.status_code, answer.json()["code"]) == (403, "role")
    refusals = Event.objects.filter(stream=f"refusals:{floor.property.pk}")
    assert refusals.filter(kind="audit.step_refused").exists()


@pytest.fixture
def waiting():
    """A table whose set waits for the second person, and a client on its tablet."""
    floor = opening_table()
    with_set(floor)
    client = sign_in(Client(), floor.second_dealer, floor.tablet)
    table = GamingTable.objects.get(pk=floor.closed.pk)
    from tests.tables.acts import complete

    seen = complete()
    body = {
        "kind": "tiles",
        "groups": list(seen.groups),
        "checks": list(seen.checks),
        "signatures": {"dealer": signature(floor.second_dealer)},
    }
    answer = post(client, f"tables/{table.pk}/inspect/", body, version=table.version)
    assert answer.status_code == 200, answer.content
    floor.client, floor.version = client, answer.json()["table"]["row"]["version"]
    floor.inspection = Inspection.objects.get(equipment__property=floor.property, purpose="opening",
                                              verified_at=None)  # fmt: skip
    return floor


def verify(floor, person, pin=PIN, **more):
    return post(
        floor.client,
        f"inspections/{floor.inspection.pk}/verify/",
        {"signatures": {"floor": signature(person, pin)}},
        version=floor.version,
        **more,
    )


def test_a_floorperson_verifies_on_the_dealers_tablet(waiting):
    answer = verify(waiting, waiting.second_floorperson)
    assert answer.status_code == 200, answer.content
    assert answer.json()["table"]["sets"][0]["stage"] == "ready"
    waiting.inspection.refresh_from_db()
    assert waiting.inspection.verified_by == waiting.second_floorperson
    assert waiting.inspection.verification.tablet == waiting.tablet


def test_a_wrong_pin_counts_although_the_command_never_happens(waiting):
    answers = [verify(waiting, waiting.second_floorperson, "000001") for _try in range(5)]
    assert [answer.status_code for answer in answers] == [409, 409, 409, 409, 423]
    assert answers[0].json()["code"] == "wrong_pin"
    assert verify(waiting, waiting.second_floorperson).status_code == 423
    assert SignInCounter.objects.get(key__endswith=waiting.second_floorperson.badge.upper())
    waiting.inspection.refresh_from_db()
    assert waiting.inspection.verified_at is None


def test_the_dealer_cannot_sign_as_floorperson(waiting):
    answer = verify(waiting, waiting.second_dealer)
    assert answer.status_code == 403
    assert not Placement.objects.filter(
        equipment=waiting.inspection.equipment, verified_at__isnull=False
    ).exists()


def test_a_signature_that_is_missing_is_named(waiting):
    answer = post(
        waiting.client,
        f"inspections/{waiting.inspection.pk}/verify/",
        {"signatures": {}},
        version=waiting.version,
    )
    assert answer.status_code == 400
    assert "floor" in str(answer.json()["fields"])


def test_no_pin_is_kept_in_receipts_or_events(waiting):
    verify(waiting, waiting.second_floorperson)
    kept = [str(each) for each in Receipt.objects.values_list("answer", flat=True)]
    assert kept
    assert all(PIN not in text for text in kept)
    bodies = Event.objects.filter(log_id=waiting.property.pk).values_list("body", flat=True)
    assert bodies
    assert all(PIN.encode() not in bytes(body) for body in bodies)


def test_lists_have_a_fixed_number_of_queries(floor, manager, django_assert_max_num_queries):
    from tests.factories import make_table

    for _table in range(4):
        make_table(floor)
    with django_assert_max_num_queries(12):
        assert len(manager.get("/api/v1/tables/").json()["tables"]) == 6
    for _set in range(10):
        make_set(floor)
    with django_assert_max_num_queries(12):
        assert manager.get("/api/v1/equipment/?kind=tiles").status_code == 200


def test_reads_name_what_they_filter_by(manager):
    assert manager.get("/api/v1/equipment/?kind=marbles").status_code == 400
    assert manager.get("/api/v1/alerts/?table=x").status_code == 400


def test_a_table_is_neither_closed_nor_handed_over_with_records_on_the_tablet(floor, manager):
    table = floor.table
    manager.cookies[f"unsent-{table.pk}"] = "2"
    path = f"tables/{table.pk}/begin-closing/"
    answer = post(manager, path, version=table.version)
    assert (answer.status_code, answer.json()["code"]) == (409, "unsent_records")
    assert "2 records" in answer.json()["message"]
    taken = manager.post(f"/tables/{table.pk}/take-over/", {"badge": "x", "pin": "x"})
    assert taken.status_code == 409
    manager.cookies[f"unsent-{table.pk}"] = "0"
    assert post(manager, path, version=table.version).status_code == 200


def test_a_double_tap_on_the_hand_over_counts_once(floor):
    client = sign_in(Client(), floor.floorperson)
    address = f"/tables/{floor.table.pk}/take-over/"
    seen = {
        "badge": floor.second_dealer.badge,
        "pin": PIN,
        "shaker": "S-1",
        "version": floor.table.version,
        "request_id": str(uuid4()),
    }
    old = client.post(address, {**seen, "version": 99, "request_id": str(uuid4())})
    assert (old.status_code, old.context["refused"].code) == (412, "stale_version")
    assert [client.post(address, seen).status_code for _tap in range(2)] == [302, 302]
    assert Event.objects.filter(kind="tables.dealer_tapped_in").count() == 1


def test_work_orders_are_read_and_opened_at_one_address(floor):
    client = sign_in(Client(), floor.security)
    equipment = make_set(floor, state="collected")
    assert client.get("/api/v1/work-orders/").json() == {"work_orders": []}
    empty = post(client, "work-orders/", {"equipment_ids": []})
    assert (empty.status_code, empty.json()["code"]) == (409, "no_sets")
    opened = post(client, "work-orders/", {"equipment_ids": [equipment.pk]})
    assert opened.status_code == 200, opened.content
    (order,) = client.get("/api/v1/work-orders/").json()["work_orders"]
    assert opened.json()["work_order"] == order
    line = f"work-orders/lines/{order['lines'][0]['id']}/result/"
    strange = post(client, line, {"result": "discrepancy"})
    assert (strange.status_code, strange.json()["code"]) == (409, "unknown_result")
    assert post(client, line, {"result": "clean", "checks": ["smell"]}).status_code == 400
