"""Records that a tablet drops are noted with their reason."""

import json

import pytest

from audit.models import Event
from tests.factories import make_floor
from tests.rounds.api import Api

pytestmark = pytest.mark.django_db

RECORD = {"name": "quick", "round": "a-round", "at": "2026-11-18T20:00:00Z"}


def dropped(floor) -> list[Event]:
    return list(Event.objects.filter(table_id=floor.table.pk, kind="tablet.records_dropped"))


def test_what_is_dropped_is_noted_with_its_reason():
    floor = make_floor()
    body = {"reason": "entered_wrongly", "records": [RECORD, {**RECORD, "name": "settle"}]}
    said = Api(floor).post(f"tables/{floor.table.pk}/dropped-records/", body)
    assert said.status_code == 200, said.json()
    assert said.json()["dropped"] == 2
    (event,) = dropped(floor)
    detail = json.loads(bytes(event.body))["detail"]
    assert (detail["reason"], detail["count"]) == ("entered_wrongly", 2)
    assert [each["name"] for each in detail["records"]] == ["quick", "settle"]


def test_the_same_request_notes_it_once():
    floor = make_floor()
    body = {"reason": "not_played", "records": [RECORD]}
    headers = {"Idempotency-Key": "8d6f4c52-8a9c-4f5e-9d25-2d4b9f0f7a10"}
    api = Api(floor)
    first, second = (
        api.post(f"tables/{floor.table.pk}/dropped-records/", body, **headers) for _ in range(2)
    )
    assert first.json() == second.json()
    assert len(dropped(floor)) == 1


def test_a_reason_that_is_not_on_the_list_is_refused():
    floor = make_floor()
    body = {"reason": "because", "records": [RECORD]}
    said = Api(floor).post(f"tables/{floor.table.pk}/dropped-records/", body)
    assert (said.status_code, said.json()["code"]) == (409, "unknown_reason")
    assert dropped(floor) == []


def test_a_cashier_drops_nothing():
    floor = make_floor()
    body = {"reason": "not_played", "records": [RECORD]}
    said = Api(floor, floor.cashier).post(f"tables/{floor.table.pk}/dropped-records/", body)
    assert said.status_code == 403
    assert dropped(floor) == []
