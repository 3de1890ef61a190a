from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from audit.models import Event
from tables.commands.alerts import AlertWords, acknowledge_alert, raise_alert
from tables.commands.calls import call_floor
from tables.commands.sweeping import sweep_escalations
from tables.models import Alert
from tests.factories import make_floor
from tests.sign_in import sign_in
from tests.tables.acts import kinds_of, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


def shown(floor):
    sheet = sign_in(Client(), floor.dealer, floor.tablet)
    return sheet.get(f"/api/v1/tables/{floor.table.pk}/sheet/").json()["calls"]


def test_a_call_is_on_the_queue_and_its_answer_on_the_tablet(client, floor):
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    assert kinds_of(alert) == ["tables.alert_raised", "tables.floor_called"]
    (waiting,) = shown(floor)
    assert (waiting["what"], waiting["coming"]) == ("fill", "")
    queue = sign_in(client, floor.floorperson).get("/queue/").content.decode()
    assert f"Fill: {floor.dealer.name} calls the floor to table {floor.table.number}" in queue
    assert "I am coming" in queue
    acknowledge_alert(alert.pk, by=floor.floorperson)
    (coming,) = shown(floor)
    assert coming["coming"] == floor.floorperson.name


def test_a_call_stands_once_and_may_be_repeated_after_the_answer(floor):
    first = call_floor(floor.table.pk, "ruling", by=floor.dealer)
    with refused("called_already"):
        call_floor(floor.table.pk, "ruling", by=floor.dealer)
    call_floor(floor.table.pk, "security", by=floor.dealer)
    acknowledge_alert(first.pk, by=floor.floorperson)
    call_floor(floor.table.pk, "ruling", by=floor.dealer)
    assert Event.objects.filter(kind="tables.floor_called").count() == 3


def test_only_the_dealer_here_and_the_floor_call(floor):
    with refused("not_dealing"):
        call_floor(floor.table.pk, "fill", by=floor.second_dealer)
    with refused("role"):
        call_floor(floor.table.pk, "fill", by=floor.cashier)
    assert not Alert.objects.filter(code="floor_called").exists()
    assert call_floor(floor.table.pk, "security", by=floor.floorperson).severity == "urgent"


def test_a_call_that_nobody_answers_goes_to_the_pit_manager_who_alone_answers_it(floor):
    alert = call_floor(floor.table.pk, "relief", by=floor.dealer)
    early, late = alert.raised_at + timedelta(minutes=2), alert.raised_at + timedelta(minutes=3)
    assert sweep_escalations(early) == 0
    assert sweep_escalations(late) == 1
    with refused("escalated"):
        acknowledge_alert(alert.pk, by=floor.floorperson)
    assert acknowledge_alert(alert.pk, by=floor.pit_manager).acknowledged_by == floor.pit_manager


def test_nobody_answers_an_alert_about_themselves(floor):
    said = AlertWords("floor:1", "floorperson_over", params={"person": floor.floorperson.badge})
    at = datetime.now(UTC)
    alert = raise_alert(said, property_id=floor.property.pk, table=floor.table, at=at)
    with refused("about_you"):
        acknowledge_alert(alert.pk, by=floor.floorperson)
