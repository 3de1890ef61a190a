import pytest

from tests.factories import make_floor
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS

pytestmark = pytest.mark.django_db


def test_a_round_through_the_api():
    api = Api(make_floor())
    assert api.open().status_code == 200
    wagers = [{"seat": seat, "cents": 2500} for seat in range(1, 7)]
    assert api.step("wagers", {"wagers": wagers}).status_code == 200
    assert api.step("close").status_code == 200
    rolled = api.step("roll", {"dice": [1, 2, 3]}).json()
    assert api.step("deal", {"start": rolled["roll"]["positions"][0]}).status_code == 200
    hands = [{"place": place, "tiles": held.split()} for place, held in SIX_HANDS.items()]
    ready = api.step("hands", {"hands": hands})
    assert ready.json()["state"] == "set"
    settled = api.step("settle")
    assert settled.status_code == 200
    assert settled.json()["state"] == "settled"
    assert settled["ETag"] == f'"{settled.json()["version"]}"'
    why = api.client.get(f"/api/v1/rounds/{api.round}/why/").json()
    assert why["reasons"]
    assert all(reason["text"] and reason["code"] for reason in why["reasons"])
    sheet = api.client.get(f"/api/v1/tables/{api.floor.table.pk}/sheet/")
    assert sheet.status_code == 200
    assert sheet.json()["last_round"]["id"] == api.round
    rows = api.client.get("/api/v1/rounds/", {"table": api.floor.table.pk}).json()["results"]
    assert [row["id"] for row in rows] == [api.round]


def test_rounds_are_listed_page_by_page_without_gaps(monkeypatch):
    monkeypatch.setattr("rounds.api.reads.PAGE", 1)
    api = Api(make_floor())
    api.ready()
    assert api.step("settle").status_code == 200
    settled = api.round
    assert api.open().status_code == 200
    first = api.get("rounds/").json()
    second = api.get("rounds/", cursor=first["next"]).json()
    seen = [each["id"] for each in (*first["results"], *second["results"])]
    assert (seen, second["next"]) == ([api.round, settled], None)
