import pytest

from tables.commands.calls import call_floor
from tables.wording import alert_words
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def asked(client, person):
    return sign_in(client, person).get("/numbers/", headers={"HX-Request": "true"}).json()


def test_what_waits_is_counted_and_what_is_urgent_named(client, django_assert_max_num_queries):
    floor = make_floor()
    before = asked(client, floor.floorperson)
    call_floor(floor.table.pk, "fill", by=floor.dealer)
    with django_assert_max_num_queries(27):
        after = asked(client, floor.floorperson)
    assert after["waiting"]["queue"] == before["waiting"]["queue"] + 1
    assert after["waiting"]["alerts"] == before["waiting"]["alerts"] + 1
    assert [each["url"] for each in after["urgent"]] == ["/queue/"]
    assert "calls the floor" in after["urgent"][0]["text"]


def test_security_has_its_alerts_and_a_cashier_nothing(client):
    floor = make_floor()
    call_floor(floor.table.pk, "security", by=floor.dealer)
    assert asked(client, floor.security)["waiting"] == {"alerts": 1}
    assert asked(client, floor.cashier) == {"waiting": {}, "urgent": []}


def test_an_alarm_of_the_record_is_said_in_words():
    said = alert_words("record_alarm", {"alarm": "leaf_missing"})
    assert said == "The record needs attention: An entry of the log is missing"
