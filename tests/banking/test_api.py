import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from audit.models import Event
from banking.api import READS as DECLARED
from banking.commands import COMMANDS
from banking.models import Entry, Slip
from foundation.openapi import written_document
from tests.banking.counting import slip_by
from tests.factories import PIN, make_floor, make_table


def api(person):
    client = APIClient()
    client.force_authenticate(person)
    return client


def post(client, path, body, **headers):
    given = {"Idempotency-Key": str(uuid4()), **headers}
    return client.post(f"/api/v1/{path}", body, format="json", headers=given)


def signed(person, slot="signer"):
    return {"signatures": {slot: {"badge": person.badge, "pin": PIN}}}


def prepare(floor, kind="fill", chips=None, **headers):
    body = {"kind": kind, "chips": chips or {"2500": 40}, **signed(floor.floorperson, "preparer")}
    return post(api(floor.floorperson), f"tables/{floor.table.pk}/slips/", body, **headers)


def test_a_fill_through_the_api(floor):
    slip = prepare(floor).json()["slip"]
    assert (slip["serial"], slip["total_cents"], slip["state"]) == (1, 100_000, "prepared")
    client = api(floor.floorperson)
    for role in ("cashier", "security", "dealer"):
        answer = post(client, f"slips/{slip['id']}/sign/", signed(floor.people[role]))
    assert answer.json()["slip"]["state"] == "complete"
    money = client.get(f"/api/v1/tables/{floor.table.pk}/money/").json()
    assert money["expected_tray"] == 100_000
    (entry,) = client.get(f"/api/v1/tables/{floor.table.pk}/entries/").json()["entries"]
    assert sum(posting["cents"] for posting in entry["postings"]) == 0


def test_the_same_key_gives_the_first_answer(floor):
    key = {"Idempotency-Key": str(uuid4())}
    assert prepare(floor, **key).json() == prepare(floor, **key).json()
    assert Slip.objects.count() == 1
    assert prepare(floor, chips={"100": 1}, **key).status_code == 422


def test_one_person_signs_one_part(floor):
    slip = prepare(floor).json()["slip"]
    answer = post(api(floor.dealer), f"slips/{slip['id']}/sign/", signed(floor.floorperson))
    assert (answer.status_code, answer.json()["code"]) == (409, "same_person")


MALFORMED = [
    {"kind": "fill", "chips": {"2500": 1}, "colour": "red"},
    {"kind": "fill", "chips": {"2500": "1"}},
    {"kind": "fill", "chips": {"2500": -1}},
    {"kind": "fill", "chips": {"x": 1}},
    {"kind": "fill", "chips": [2500]},
    {"kind": "gift", "chips": {"2500": 1}},
    {"chips": {"2500": 1}},
]


@pytest.mark.parametrize("body", MALFORMED, ids=str)
def test_what_is_not_a_slip_is_malformed(floor, body):
    facts = {**body, **signed(floor.floorperson, "preparer")}
    answer = post(api(floor.floorperson), f"tables/{floor.table.pk}/slips/", facts)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not Slip.objects.exists()


def test_a_signature_is_needed(floor):
    body = {"kind": "fill", "chips": {"2500": 1}}
    answer = post(api(floor.floorperson), f"tables/{floor.table.pk}/slips/", body)
    assert answer.status_code == 400


def test_a_slip_is_declared_void(floor):
    slip = prepare(floor).json()["slip"]
    body = {"reason": "not_needed", **signed(floor.cashier)}
    answer = post(api(floor.cashier), f"slips/{slip['id']}/void/", body)
    assert answer.json()["slip"]["void_reason"] == "not_needed"
    again = post(api(floor.cashier), f"slips/{slip['id']}/void/", body)
    assert again.json()["code"] == "slip_closed"


def test_a_difference_is_reported(floor):
    slip = slip_by(floor, floor.table, "opening", {10000: 1}, at=datetime.now(UTC))
    body = {"finding": "not_found", **signed(floor.floorperson)}
    answer = post(api(floor.floorperson), f"slips/{slip.pk}/report/", body)
    assert answer.json()["slip"]["difference"]["report"]["finding"] == "not_found"


def test_chips_are_sold_once(floor):
    key = {"Idempotency-Key": str(uuid4())}
    path = f"tables/{floor.table.pk}/chip-sales/"
    first = post(api(floor.dealer), path, {"cents": 5000}, **key)
    assert post(api(floor.dealer), path, {"cents": 5000}, **key).json() == first.json()
    assert post(api(floor.security), path, {"cents": 5000}).status_code == 403
    assert post(api(floor.dealer), path, {"cents": 0}).status_code == 400


def test_chips_are_sold_at_ones_own_table_only(floor):
    other = make_table(floor, empty=True)
    sale = {"cents": 5000}
    refused = post(api(floor.dealer), f"tables/{other.pk}/chip-sales/", sale)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_at_table")
    assert post(api(floor.floorperson), f"tables/{other.pk}/chip-sales/", sale).status_code == 200


SALES = [
    (10_000_000_00, "sale_too_large"),
    (100_000_25, "sale_too_large"),
    (5001, "no_such_amount"),
]


@pytest.mark.parametrize(("cents", "code"), SALES)
def test_chips_are_sold_for_what_chips_can_make_up(floor, cents, code):
    before = Entry.objects.count()
    path = f"tables/{floor.table.pk}/chip-sales/"
    answer = post(api(floor.dealer), path, {"cents": cents})
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert Entry.objects.count() == before
    assert not Event.objects.filter(kind="banking.chips_sold").exists()


def test_a_house_says_how_much_it_sells_at_once(floor):
    floor.property.settings["largest_chip_sale_cents"] = 4_000
    floor.property.save()
    path = f"tables/{floor.table.pk}/chip-sales/"
    assert post(api(floor.dealer), path, {"cents": 4_000}).status_code == 200
    assert post(api(floor.dealer), path, {"cents": 4_025}).json()["code"] == "sale_too_large"


def test_slips_are_listed_and_filtered(floor, django_assert_max_num_queries):
    slip = prepare(floor).json()["slip"]
    client = api(floor.regulator)
    with django_assert_max_num_queries(6):
        found = client.get("/api/v1/slips/", {"kind": "fill", "state": "prepared"}).json()
    assert [each["id"] for each in found["slips"]] == [slip["id"]]
    assert client.get("/api/v1/slips/", {"state": "void"}).json()["slips"] == []
    assert client.get("/api/v1/slips/", {"colour": "red"}).status_code == 400
    assert client.get(f"/api/v1/slips/{slip['id']}/").json()["slip"]["serial"] == 1


READS = ["slips/{slip}/", "tables/{table}/entries/", "tables/{table}/money/", "jackpots/999999/"]


@pytest.mark.parametrize("path", READS)
def test_another_house_finds_nothing(floor, path):
    slip = prepare(floor).json()["slip"]
    stranger = api(make_floor().pit_manager)
    address = path.format(slip=slip["id"], table=floor.table.pk)
    assert stranger.get(f"/api/v1/{address}").status_code == 404


@pytest.mark.parametrize("path", ["tables/{table}/entries/", "tables/{table}/money/", "jackpots/"])
def test_the_ledger_is_not_for_dealers(floor, path):
    address = path.format(table=floor.table.pk)
    assert api(floor.dealer).get(f"/api/v1/{address}").status_code == 403


def test_every_call_is_described():
    document = json.loads(written_document("en"))
    described = {
        path: set(methods) & {"get", "post"}
        for path, methods in document["paths"].items()
        if any("banking" in each.get("tags", ()) for each in methods.values())
    }
    assert len(described) == len({each.path for each in (*COMMANDS, *DECLARED)})
    sign = document["paths"]["/api/v1/slips/{slip_id}/sign/"]["post"]
    assert {"200", "400", "403", "404", "409", "423"} <= set(sign["responses"])
