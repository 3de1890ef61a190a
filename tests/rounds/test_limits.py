"""Limits of a table in play: announced, taken over between rounds, and wagers outside them."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from audit.models import Event
from floor.views.sign import turn_at
from foundation.clock import database_time
from rounds.commands.limits import sweep_due_limits
from rounds.models import OutsideWager
from rules.refusals import Refused
from tables.commands.limits import announce_limits, call_off_limits
from tables.models import GamingTable
from tests.factories import PIN, make_floor
from tests.rounds.api import Api
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def announced(floor, least=2_500, most=100_000, **more):
    return announce_limits(floor.table.pk, least, most, by=floor.pit_manager, **more)


def limits(floor):
    table = GamingTable.objects.get(pk=floor.table.pk)
    return table.minimum_cents, table.maximum_cents


def kinds(floor):
    events = Event.objects.filter(table_id=floor.table.pk, kind__startswith="tables.limits")
    return sorted(event.kind.removeprefix("tables.limits_") for event in events)


def test_announced_limits_hold_from_the_first_round_after_their_time():
    floor = make_floor()
    api = Api(floor)
    announced(floor)
    api.open()
    assert limits(floor) == (1_000, 500_000), "thirty minutes are not over"
    assert api.step("wagers", {"wagers": [{"seat": 1, "cents": 1_500}]}).status_code == 200
    past = database_time() - timedelta(seconds=1)
    GamingTable.objects.filter(pk=floor.table.pk).update(limits_at=past)
    assert sweep_due_limits(database_time()) == 0, "a round keeps the limits of its moment"
    assert api.step("wagers", {"wagers": [{"seat": 2, "cents": 1_500}]}).status_code == 200
    second = {"badge": floor.floorperson.badge, "pin": PIN}
    assert api.step("void", {"reason": "exposed", "second": second}).status_code == 200
    api.open()
    assert limits(floor) == (2_500, 100_000)
    refused = api.step("wagers", {"wagers": [{"seat": 1, "cents": 1_500}]})
    assert refused.json()["code"] == "below_minimum"
    assert kinds(floor) == ["announced", "changed"]


def test_with_everybodys_consent_they_hold_with_the_next_round():
    floor = make_floor()
    announced(floor, minutes=0, consent=True)
    assert sweep_due_limits(database_time()) == 1
    assert sweep_due_limits(database_time()) == 0
    assert limits(floor) == (2_500, 100_000)
    (event,) = Event.objects.filter(table_id=floor.table.pk, kind="tables.limits_announced")
    assert b'"consent":true' in bytes(event.body)


def test_a_change_is_called_off_and_then_does_not_come():
    floor = make_floor()
    announced(floor, minutes=0, consent=True)
    call_off_limits(floor.table.pk, by=floor.pit_manager)
    assert sweep_due_limits(database_time()) == 0
    assert limits(floor) == (1_000, 500_000)
    with pytest.raises(Refused) as refused:
        call_off_limits(floor.table.pk, by=floor.pit_manager)
    assert refused.value.code == "nothing_announced"


WRONG = [
    ({"minutes": 29}, "too_soon"),
    ({"least": 200_000}, "bad_limits"),
    ({"least": 1_010}, "not_in_chips"),
    ({"least": 1_000, "most": 500_000}, "same_limits"),
]


@pytest.mark.parametrize(("wrong", "code"), WRONG)
def test_limits_that_cannot_be_announced(wrong, code):
    floor = make_floor()
    with pytest.raises(Refused) as refused:
        announced(floor, **wrong)
    assert refused.value.code == code
    assert kinds(floor) == []


def test_limits_stay_within_those_of_the_rules():
    floor = make_floor(options={"minimum_wager": 2_000})
    with pytest.raises(Refused) as refused:
        announced(floor, least=1_500)
    assert refused.value.code == "below_rules"


def test_a_wager_outside_the_limits_that_was_accepted_stands_and_is_listed():
    floor = make_floor(options={"player_bank": False})
    api = Api(floor)
    api.open()
    small = {"seat": 1, "player": "", "cents": 500}
    assert api.step("wagers", {"wagers": [small]}).json()["code"] == "below_minimum"
    second = {"badge": floor.floorperson.badge, "pin": PIN}
    own = {"badge": floor.dealer.badge, "pin": PIN}
    assert api.step("outside-limits", {"wager": small, "second": own}).status_code in (403, 409)
    assert not OutsideWager.objects.exists()
    answer = api.step("outside-limits", {"wager": small, "second": second})
    assert answer.status_code == 200, answer.json()
    assert answer.json()["wagers"][0]["cents"] == 500
    fits = {"wager": {**small, "cents": 1_000}, "second": second}
    assert api.step("outside-limits", fits).json()["code"] == "within_limits"
    assert api.step("close").status_code == 200, "it stands"
    stood = OutsideWager.objects.get()
    assert (stood.cents, stood.minimum_cents, stood.sign_off.person) == (
        500, 1_000, floor.floorperson,
    )  # fmt: skip
    assert Event.objects.filter(kind="rounds.wager_outside_limits").count() == 1


def test_the_sign_is_for_everybody_and_says_what_comes():
    floor = make_floor(options={"pair_fortunes": "A"})
    page = Client().get(f"/tables/{floor.table.pk}/sign/").content.decode()
    assert "$10.00 – $5,000.00" in page
    assert "300 : 1" in page
    announced(floor)
    assert "$25.00 – $1,000.00" in Client().get(f"/tables/{floor.table.pk}/sign/").content.decode()
    assert Client().get("/tables/999999999/sign/").status_code == 404


def test_the_sign_turns_its_languages_at_the_same_moment_everywhere():
    start = datetime(2026, 11, 18, 12, tzinfo=UTC)
    turns = [turn_at(start + timedelta(seconds=n)) for n in range(60)]
    assert {code for code, _left in turns[:30]} == {"en", "zh-hant", "zh-hans"}
    for n, (code, left) in enumerate(turns[:50]):
        assert 1 <= left <= 10
        assert {each for each, _left in turns[n : n + left]} == {code}
        assert turns[n + left][0] != code, "fetched again, it speaks the next language"


def test_the_page_announces_in_four_taps(client):
    floor = make_floor()
    sign_in(client, floor.pit_manager)
    page = client.get(f"/tables/{floor.table.pk}/limits/").content.decode()
    assert 'data-command="announce-limits"' in page
    form = {"minimum_cents": 2500, "maximum_cents": 100000, "consent": "true"}
    assert client.post(f"/do/tables/{floor.table.pk}/limits/", form).status_code == 302
    assert GamingTable.objects.get(pk=floor.table.pk).next_minimum_cents == 2500
    page = client.get(f"/tables/{floor.table.pk}/limits/").content.decode()
    chosen = re.findall(r'name="m\w+_cents" value="(\d+)" required checked', page)
    assert chosen == ["2500", "100000"], "a second change keeps the first"
    assert "takes the place of the change above" in page
    assert (
        sign_in(client, floor.floorperson).get(f"/tables/{floor.table.pk}/limits/").status_code
        == 403
    )
