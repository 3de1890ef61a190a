"""The queue: each thing is done in one or two taps and a PIN, and leaves a trace."""

from datetime import timedelta

import pytest

from audit.models import Event
from rounds.commands.irregularities import report_irregularity
from rounds.models import Irregularity, Round
from rounds.queries.pit_board import STUCK_AFTER, board_tiles
from rounds.queries.queue import floor_queue
from rounds.words import RULINGS
from rules.irregularities import (
    LEAFLET_TABLE,
    MARYLAND_TABLE,
    MBS_TABLE,
    NEW_ZEALAND_TABLE,
)
from tables.clock import database_time
from tables.commands.alerts import Call, raise_alert
from tables.models import Alert
from tables.tasks import sweep_equipment
from tests.factories import PIN, make_floor
from tests.rounds.playing import Dealer
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def test_a_ruling_is_confirmed_from_the_queue(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    sign_in(client, floor.floorperson)
    pad = client.get(f"/queue/sign/?what=ruling&round={dealer.id}&n=1").content.decode()
    assert "data-pin-pad" in pad
    for said in ("The change of the wager is refused", "MD 5 §D", "Seats: 1", "Reported by"):
        assert said in pad, said
    address = f"/queue/rounds/{dealer.id}/rulings/1/"
    assert client.post(address, {"ruling": "proposed", "pin": "0000"}).status_code == 409
    assert client.post(address, {"ruling": "proposed", "pin": PIN}).status_code == 200
    assert Irregularity.objects.get(round_id=dealer.id).ruled_by == floor.floorperson
    assert floor_queue(floor.floorperson, database_time()).rulings == ()


def test_every_ruling_of_the_rules_has_words():
    tables = (MARYLAND_TABLE, LEAFLET_TABLE, MBS_TABLE, NEW_ZEALAND_TABLE)
    rows = [row for table in tables for rows in table.values() for row in rows]
    assert {ruling.code for _when, ruling in rows} <= set(RULINGS)


def test_a_forgotten_round_is_taken_back_with_a_trace(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    later = database_time() + STUCK_AFTER + timedelta(minutes=1)
    (row,) = floor_queue(floor.floorperson, later).stuck
    assert [state for state, _label in row.back_to] == ["betting"]
    sign_in(client, floor.floorperson)
    address = f"/queue/rounds/{dealer.id}/repair/"
    assert client.post(address, {"how": "nonsense", "pin": PIN}).status_code == 409
    assert client.post(address, {"how": "betting", "pin": PIN}).status_code == 200
    assert Round.objects.get(pk=dealer.id).state == "betting"
    kinds = Event.objects.filter(round_id=dealer.id).values_list("kind", flat=True)
    assert "rounds.stepped_back" in kinds


def test_an_alert_that_nobody_takes_goes_to_the_pit_manager(client, floor):
    at = database_time()
    for key, raised in (("slip:1", at - timedelta(minutes=11)), ("slip:2", at)):
        call = Call(key, "inventory_difference", params={"serial": "C-1"})
        raise_alert(call, property_id=floor.property.pk, table=floor.table, at=raised)
    for _ in range(2):
        sweep_equipment.apply(throw=True)
    alert, fresh = Alert.objects.filter(property=floor.property).order_by("raised_at")
    assert fresh.escalated_at is None, "the floorperson has ten minutes"
    assert alert.severity == "urgent"
    kinds = Event.objects.filter(kind="tables.alert_escalated", log_id=floor.property.pk)
    assert kinds.count() == 1, "once, however often the sweep comes"
    for person in (floor.floorperson, floor.pit_manager):
        sign_in(client, person)
        assert "to the pit manager" in client.get("/queue/").content.decode()
        assert "to the pit manager" in client.get("/floor/").content.decode()
    assert client.post(f"/queue/alerts/{alert.pk}/").status_code == 200
    (tile,) = board_tiles(floor.pit_manager, database_time(), ids=[floor.table.pk])
    assert (tile.urgent, tile.escalated) == (0, 0)


def test_a_table_without_a_floorperson_is_taken_in_one_tap(client, floor):
    from tables.models import FloorAssignment

    FloorAssignment.objects.filter(table=floor.table).update(ended_at=database_time())
    queue = floor_queue(floor.second_floorperson, database_time())
    assert any(row.wants_floorperson for row in queue.hand_overs)
    sign_in(client, floor.second_floorperson)
    assert client.post(f"/queue/tables/{floor.table.pk}/take/").status_code == 200
    taken = FloorAssignment.objects.get(table=floor.table, ended_at__isnull=True)
    assert taken.person == floor.second_floorperson


def test_cards_and_quick_rounds_are_replayed(client):
    floor = make_floor("three-card-split")
    dealer = Dealer(floor)
    dealer.open()
    dealer.wager(s1=2500, s2=5000)
    dealer.close()
    dealer.deal()
    dealer.hands(seat_1="AS KS QS", seat_2="2H 2D 9C", dealer="7C 7D 4H")
    dealer.settle()
    sign_in(client, floor.surveillance)
    page = client.get(f"/rounds/{dealer.id}/replay/")
    kinds = [frame.kind for frame in page.context["replay"].frames]
    assert kinds.count("hand") == 3
    assert page.context["comparison"] is not None
    assert "deliver" not in kinds


def test_the_queue_asks_the_same_however_much_waits(
    client, floor, dealer, django_assert_max_num_queries
):
    sign_in(client, floor.floorperson)
    client.get("/queue/")
    with django_assert_max_num_queries(20):
        client.get("/queue/")


def test_a_bundle_of_the_round_is_asked_for_from_its_replay(client, floor, dealer):
    from audit.models import Export

    dealer.open()
    sign_in(client, floor.surveillance)
    page = client.get(f"/rounds/{dealer.id}/replay/").content.decode()
    assert f'value="round:{dealer.id}"' in page
    asked = client.post("/record/exports/", {"about": f"round:{dealer.id}", "title": "R1"})
    assert asked.status_code == 302
    assert Export.objects.get(property_id=floor.property.pk).about["title"] == "R1"
