"""What the API refuses, how, and that nothing is left behind."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from audit.models import Event
from rounds.models import Round
from tests.factories import PIN, make_floor
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(floor):
    return Api(floor)


def version_of(api):
    return Round.objects.get(pk=api.round).version


BODIES = [
    ("wagers", {"wagers": [{"seat": 1, "cents": -1}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": "1"}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": True}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 0.1}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2**63}]}),
    ("wagers", {"wagers": [{"seat": 0, "cents": 2500}]}),
    ("wagers", {"wagers": [{"seat": 9, "cents": 2500}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2500, "net_cents": 5}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2500, "player": "a\r\nb"}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2500, "player": "\u202eevil"}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 1}, {"seat": 1, "cents": 2}]}),
    ("wagers", {"wagers": []}),
    ("wagers", {"wagers": [], "role": "administrator"}),
    ("wagers", []),
    ("roll", {"dice": [0, 1, 2]}),
    ("roll", {"dice": [7, 1, 2]}),
    ("roll", {"dice": [1, 2]}),
    ("roll", {"dice": [1, 2, 3], "generator": 9}),
    ("roll", {"dice": [1, 2, 3], "adjust": 3}),
    ("roll", {}),
    ("hands", {"hands": [{"place": "seat-1", "tiles": ["6-6"] * 5}]}),
    ("hands", {"hands": [{"place": "seat-1"}]}),
    ("hands", {"hands": [{"place": "seat-1", "tiles": ["6-6"], "cards": ["AS"]}]}),
    ("states", {"seat": 1, "state": "vanished"}),
    ("close", {"version": 99}),
    ("void", {"reason": "exposed"}),
]


@pytest.mark.parametrize(("step", "body"), BODIES)
def test_what_is_malformed(api, step, body):
    api.open()
    response = api.step(step, body)
    assert response.status_code == 400, response.json()
    assert response.json()["code"] == "malformed"
    assert version_of(api) == 1


def test_what_is_malformed_is_said_in_the_language_of_whoever_asks(api):
    api.open()
    body = {"wagers": [{"seat": 9, "cents": 2500}]}
    said = [
        api.step("wagers", body, **{"Accept-Language": language}).json()["fields"]
        for language in ("en", "zh-hant", "en")
    ]
    assert said[0] == said[2] != said[1]


RAW = [
    b'{"wagers": [{"seat": 1, "cents": NaN}]}',
    b'{"wagers": [{"seat": 1, "cents": 1e309}]}',
    b'{"wagers": [{"seat": 1, "cents": 1, "cents": 2}]}',
    b'{"wagers": [{"seat": 1, "cents": 1, "player": "\\u0000"}]}',
    b'{"wagers": [{"seat": 1, "cents": 1, "player": "\\ud800"}]}',
    b"\xff\xfe",
    b"[" * 1000,
    b"",
]
TOO_LARGE = b'{"wagers": ' + b" " * 70_000 + b"[]}"


@pytest.mark.parametrize(("raw", "status"), [*((raw, 400) for raw in RAW), (TOO_LARGE, 413)])
def test_what_is_no_json(api, raw, status):
    api.open()
    response = api.client.post(
        f"/api/v1/rounds/{api.round}/wagers/",
        raw,
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4()), "If-Match": '"1"'},
    )
    assert response.status_code == status
    assert set(response.json()) >= {"code", "message", "rule"}


HEADERS = [
    ({"Idempotency-Key": ""}, 400, "request_id_required"),
    ({"Idempotency-Key": "not-a-uuid"}, 400, "parse_error"),
    ({"If-Match": ""}, 428, "version_required"),
    ({"If-Match": "*"}, 400, "parse_error"),
    ({"If-Match": '"99"'}, 412, "stale_version"),
]


@pytest.mark.parametrize(("headers", "status", "code"), HEADERS)
def test_headers(api, headers, status, code):
    api.open()
    response = api.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]}, **headers)
    assert (response.status_code, response.json()["code"]) == (status, code)
    if status == 412:
        assert response.json()["sheet"]["version"] == 1


def test_a_key_for_two_things_is_refused_and_a_repeat_is_answered(api):
    api.open()
    key = {"Idempotency-Key": str(uuid4())}
    first = api.step(
        "wagers", {"wagers": [{"seat": 1, "cents": 2500}]}, **key, **{"If-Match": '"1"'}
    )
    again = api.step(
        "wagers", {"wagers": [{"seat": 1, "cents": 2500}]}, **key, **{"If-Match": '"1"'}
    )
    assert again.json() == first.json()
    other = api.step(
        "wagers", {"wagers": [{"seat": 1, "cents": 5000}]}, **key, **{"If-Match": '"1"'}
    )
    assert (other.status_code, other.json()["code"]) == (422, "request_id_reused")
    assert version_of(api) == 2


def test_a_refusal_names_the_rule_and_is_on_the_record(api):
    api.dealt()
    response = api.step("wagers", {"wagers": [{"seat": 1, "cents": 5000}]})
    assert response.status_code == 409
    assert response.json()["rule"] == "MD 5 §D"
    refusals = Event.objects.filter(kind="audit.step_refused", person_id=api.floor.dealer.pk)
    assert b"no_more_bets" in bytes(refusals.latest("at").body)


def test_another_house_s_round_is_not_there(api):
    api.open()
    stranger = Api(make_floor())
    stranger.round = api.round
    assert stranger.step("close", **{"If-Match": '"1"'}).status_code == 404
    assert stranger.get(f"rounds/{api.round}/").status_code == 404
    assert stranger.get(f"tables/{api.floor.table.pk}/sheet/").status_code == 404
    assert stranger.get("rounds/").json()["results"] == []


ROLES = [
    ("dealer", 200, 200),
    ("floorperson", 200, 200),
    ("pit_manager", 200, 200),
    ("surveillance", 403, 200),
    ("compliance", 403, 200),
    ("regulator", 403, 200),
    ("administrator", 403, 200),
    ("cashier", 403, 403),
    ("security", 403, 403),
]


@pytest.mark.parametrize(("role", "opens", "reads"), ROLES)
def test_who_may_enter_and_who_may_read(floor, role, opens, reads):
    api = Api(floor, floor.people[role])
    assert api.open().status_code == opens
    assert api.get("rounds/").status_code == reads


def test_nobody_signed_in(floor):
    client = APIClient()
    response = client.get("/api/v1/rounds/")
    assert response.status_code in (401, 403)
    assert response.json()["code"]


def test_a_void_through_the_api_takes_the_floorperson_s_pin(api):
    api.dealt()
    body = {"reason": "exposed", "second": {"badge": api.floor.floorperson.badge, "pin": "000000"}}
    wrong = api.step("void", body)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "wrong_pin")
    body["second"]["pin"] = PIN
    done = api.step("void", body)
    assert done.status_code == 200
    assert done.json()["state"] == "void"


def test_an_irregularity_through_the_api(api):
    api.dealt()
    found = api.step("irregularities", {"event": "player-tile-exposed", "facts": {"seats": [1]}})
    assert found.json()["irregularities"][0]["proposed"]["code"] == "player-may-void"
    floor = api.floor.floorperson
    ruled = api.step("irregularities/1/confirm", {"badge": floor.badge, "pin": PIN})
    assert ruled.json()["states"] == {"1": "void"}


def test_a_correction_and_a_dispute_through_the_api(api):
    api.open()
    api.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]})
    api.step("close")
    api.step("quick", {"outcomes": [{"seat": 1, "outcome": "lose"}]})
    api.step("settle")
    later = api.step(
        "tiles-later",
        {
            "hands": [
                {"place": place, "tiles": SIX_HANDS[place].split()}
                for place in ("seat-1", "dealer")
            ]
        },
    )
    assert later.json()["differences"][0]["outcome"] == {"then": "lose", "now": "win"}
    floor = api.floor
    corrected = api.step(
        "corrections",
        {
            "reason": "mispay",
            "outcomes": [{"seat": 1, "outcome": "win"}],
            "ordered_by": {"badge": floor.floorperson.badge, "pin": PIN},
            "second": {"badge": floor.pit_manager.badge, "pin": PIN},
        },
    )
    assert corrected.json()["settlement"]["seats"][0]["net"] == 2375
    disputed = api.step("disputes", {"claim": "wrong_payment", "seat": 1})
    assert disputed.status_code == 200


def whole(**more):
    return {
        "id": str(uuid4()),
        "wagers": [{"seat": 1, "cents": 2500}],
        "roll": {"dice": [1, 2, 3]},
        "hands": [
            {"place": place, "tiles": SIX_HANDS[place].split()} for place in ("seat-1", "dealer")
        ],
        **more,
    }


def test_a_whole_round_in_one_call(api):
    path = f"tables/{api.floor.table.pk}/whole-rounds/"
    done = api.post(path, whole())
    assert done.json()["state"] == "settled"
    assert done.json()["is_late_entry"] is False
    current = Round.objects.get(pk=done.json()["id"])
    assert current.version == Event.objects.filter(round_id=current.pk).count() == 7
    future = (timezone.now() + timedelta(hours=1)).isoformat()
    late = api.post(path, whole(played_at=future))
    assert (late.status_code, late.json()["code"]) == (400, "in_the_future")


def test_a_dealer_s_late_entry_is_flagged_and_judged_now(api):
    path = f"tables/{api.floor.table.pk}/whole-rounds/"
    hour_ago = timezone.now() - timedelta(hours=1)
    done = api.post(path, whole(played_at=hour_ago.isoformat())).json()
    current = Round.objects.get(pk=done["id"])
    assert current.is_late_entry
    assert current.played_at == hour_ago
    assert current.opened_at > hour_ago + timedelta(minutes=59)


def test_a_floorperson_s_late_entry_is_judged_by_its_moment():
    floor = make_floor(at=timezone.now() - timedelta(hours=3))
    api = Api(floor, floor.floorperson)
    path = f"tables/{floor.table.pk}/whole-rounds/"
    hour_ago = timezone.now() - timedelta(hours=1)
    done = api.post(path, whole(played_at=hour_ago.isoformat())).json()
    assert Round.objects.get(pk=done["id"]).opened_at == hour_ago
    before = timezone.now() - timedelta(hours=5)
    early = api.post(path, whole(played_at=before.isoformat()))
    assert (early.status_code, early.json()["code"]) == (409, "tiles_not_verified")


def test_the_rules_as_tables_are_cacheable(api):
    answer = api.get("rules/maryland/tables/")
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert api.get("rules/poker/tables/").status_code == 404


def test_rounds_are_listed_latest_first_and_filtered(api):
    path = f"tables/{api.floor.table.pk}/whole-rounds/"
    api.post(path, whole())
    api.open()
    rows = api.get("rounds/").json()["results"]
    assert [row["number"] for row in rows] == [2, 1]
    settled = api.get("rounds/", state="settled", has_correction="false").json()["results"]
    assert [row["number"] for row in settled] == [1]
    assert settled[0]["wagered_cents"] == 2500
    for query in ({"nonsense": "1"}, {"table": "x"}, {"state": "gone"}):
        assert api.get("rounds/", **query).status_code == 400


def test_the_document_is_for_those_who_may_read_it(floor):
    assert Api(floor).get("schema/").status_code == 403
    document = Api(floor, floor.administrator).get("schema/")
    assert document.status_code == 200
    assert "/api/v1/rounds/{round_id}/settle/" in document.json()["paths"]


def test_too_many_calls_are_slowed_down(floor, settings):
    settings.API_CALLS_A_SECOND = 2
    api = Api(floor, floor.second_dealer)
    answers = [api.get("rounds/") for _ in range(6)]
    slowed = [answer for answer in answers if answer.status_code == 429]
    assert slowed
    assert int(slowed[0]["Retry-After"]) >= 1


def test_a_page_that_is_none_is_malformed(api):
    said = api.get("rounds/", cursor="abc")
    assert (said.status_code, list(said.json()["fields"])) == (400, ["cursor"])


def test_a_refused_document_is_a_problem_like_any_other(api):
    said = api.get("schema/")
    assert (said.status_code, said["Content-Type"]) == (403, "application/json")
    assert said.json()["code"] == "role"
