"""The queue: each thing is done in one or two taps and a PIN, and leaves a trace."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

from audit.models import Event
from banking.commands.slips import prepare_slip
from banking.models import SlipKind
from floor.queries.pit_board import board_tiles, stuck_after
from floor.queries.queue import floor_queue, own_queue
from foundation.clock import database_time
from rounds.models import Irregularity, Round
from rounds.wording import RULINGS
from rules.tiles.irregularities import (
    LEAFLET_TABLE,
    MARYLAND_TABLE,
    MBS_TABLE,
    NEW_ZEALAND_TABLE,
)
from staff.commands.signing import Signer
from tables.commands.alerts import AlertWords, raise_alert
from tables.models import Alert, FloorAssignment, GamingTable
from tables.tasks import sweep_equipment
from tests.factories import PIN, make_floor, make_person, make_table
from tests.rounds.playing import Dealer
from tests.rounds.taps import report_irregularity
from tests.sign_in import sign_in
from tests.tables.acts import inspected, opening_table, with_set

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


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
    assert client.post(address, {"ruling": "proposed", "pin": "000001"}).status_code == 409
    assert client.post(address, {"ruling": "proposed", "pin": PIN}).status_code == 200
    assert Irregularity.objects.get(round_id=dealer.id).ruled_by == floor.floorperson
    assert floor_queue(floor.floorperson, database_time()).rulings == ()


def on_the_pad(client, address):
    """What the form of the pad sends beside the PIN."""
    page = client.get(address).content.decode()
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def test_the_same_ruling_sent_twice_rules_once(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    sign_in(client, floor.floorperson)
    pad = on_the_pad(client, f"/queue/sign/?what=ruling&round={dealer.id}&n=1")
    assert pad["version"] == str(dealer.sheet["version"])
    for _tap in range(2):
        given = {**pad, "ruling": "proposed", "pin": PIN}
        address = f"/queue/rounds/{dealer.id}/rulings/1/"
        assert client.post(address, given).status_code == 200
    ruled = Event.objects.filter(round_id=dealer.id, kind="rounds.ruling_confirmed")
    assert ruled.count() == 1
    other = client.post(address, {**given, "ruling": "void-round"}, headers=JSON)
    assert (other.status_code, other.json()["code"]) == (422, "request_id_reused")


def test_a_ruling_on_a_round_that_went_on_is_refused(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.do(report_irregularity, "late-wager", {"seats": [1], "change": "raised"})
    sign_in(client, floor.floorperson)
    pad = on_the_pad(client, f"/queue/sign/?what=ruling&round={dealer.id}&n=1")
    dealer.close()
    address = f"/queue/rounds/{dealer.id}/rulings/1/"
    stale = client.post(address, {**pad, "ruling": "proposed", "pin": PIN}, headers=JSON)
    assert (stale.status_code, stale.json()["code"]) == (412, "stale_version")
    assert Irregularity.objects.get(round_id=dealer.id).ruled_by is None


def test_a_repair_sent_twice_acts_once_and_an_older_one_is_refused(
    client, floor, dealer, monkeypatch
):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    monkeypatch.setattr("floor.queries.queue.stuck_after", lambda viewer: timedelta(0))
    sign_in(client, floor.floorperson)
    address = f"/queue/rounds/{dealer.id}/repair/"
    pad = on_the_pad(client, f"/queue/sign/?what=repair&round={dealer.id}&how=betting")
    assert pad["version"] == str(dealer.sheet["version"])
    alone = client.post(address, {**pad, "pin": PIN}, headers=JSON)
    assert (alone.status_code, alone.json()["code"]) == (409, "same_person")
    second = {"badge": make_person(floor.property, "pit_manager").badge, "pin": PIN}
    pad = on_the_pad(client, f"/queue/sign/?what=repair&round={dealer.id}&how=betting")
    for _tap in range(2):
        assert client.post(address, {**pad, **second}).status_code == 200
    back = Event.objects.filter(round_id=dealer.id, kind="rounds.stepped_back")
    assert back.count() == 1
    late = {**pad, "request_id": str(uuid4()), **second}
    stale = client.post(address, late, headers=JSON)
    assert (stale.status_code, stale.json()["code"]) == (412, "stale_version")
    assert Round.objects.get(pk=dealer.id).version == dealer.sheet["version"] + 1


def test_every_ruling_of_the_rules_has_words():
    tables = (MARYLAND_TABLE, LEAFLET_TABLE, MBS_TABLE, NEW_ZEALAND_TABLE)
    rows = [row for table in tables for rows in table.values() for row in rows]
    assert {ruling.code for _when, ruling in rows} <= set(RULINGS)


def test_a_forgotten_round_is_taken_back_with_a_trace(client, floor, dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    later = database_time() + stuck_after(floor.floorperson) + timedelta(minutes=1)
    (row,) = floor_queue(floor.floorperson, later).stuck
    assert [state for state, _label in row.back_to] == ["betting"]
    sign_in(client, floor.floorperson)
    address = f"/queue/rounds/{dealer.id}/repair/"
    assert client.post(address, {"how": "nonsense", "pin": PIN}).status_code == 409
    second = make_person(floor.property, "floorperson")
    given = {"how": "betting", "badge": second.badge, "pin": PIN}
    assert client.post(address, given).status_code == 200
    assert Round.objects.get(pk=dealer.id).state == "betting"
    kinds = Event.objects.filter(round_id=dealer.id).values_list("kind", flat=True)
    assert "rounds.stepped_back" in kinds


def test_an_alert_that_nobody_takes_goes_to_the_pit_manager(client, floor):
    at = database_time()
    for key, raised in (("slip:1", at - timedelta(minutes=11)), ("slip:2", at)):
        call = AlertWords(key, "inventory_difference", params={"serial": "C-1"})
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


def test_a_slip_is_declared_void_once_for_one_request(client, floor):
    signer, at = Signer(floor.second_floorperson, None, database_time()), database_time()
    slip = prepare_slip(floor.table.pk, SlipKind.FILL, {2500: 4}, signer=signer, at=at)
    sign_in(client, floor.floorperson)
    address = f"/queue/slips/{slip.pk}/void/"
    form = {"reason": "not_needed", "pin": PIN, "request_id": str(uuid4())}
    assert client.post(address, {**form, "pin": "000000"}).status_code == 409
    assert client.post(address, {**form, "reason": "bored"}).status_code == 409
    for _ in range(2):
        assert client.post(address, form).status_code == 200
    slip.refresh_from_db()
    assert (slip.state, slip.voided_by) == ("void", floor.floorperson)
    assert Event.objects.filter(kind="banking.slip_voided").count() == 1
    assert client.post(address, {**form, "request_id": str(uuid4())}).status_code == 409


def test_a_table_without_a_floorperson_is_taken_in_one_tap(client, floor):
    FloorAssignment.objects.filter(table=floor.table).update(ended_at=database_time())
    queue = floor_queue(floor.second_floorperson, database_time())
    assert any(row.wants_floorperson for row in queue.hand_overs)
    sign_in(client, floor.second_floorperson)
    assert client.post(f"/queue/tables/{floor.table.pk}/take/").status_code == 200
    taken = FloorAssignment.objects.get(table=floor.table, ended_at__isnull=True)
    assert taken.person == floor.second_floorperson


def events(kind):
    return Event.objects.filter(kind=kind).count()


def hidden(page, name):
    """What the first hidden field of this name on a page holds."""
    return page.partition(f'name="{name}" value="')[2].partition('"')[0]


def test_a_verification_from_the_queue_counts_once_and_never_on_an_old_screen(client):
    floor = opening_table()
    with_set(floor)
    inspection = inspected(floor)
    sign_in(client, floor.second_floorperson)
    pad = client.get(f"/queue/sign/?what=inspection&id={inspection.pk}").content.decode()
    address = f"/queue/inspections/{inspection.pk}/"
    seen = {
        "request_id": hidden(pad, "request_id"),
        "version": hidden(pad, "version"),
        "floor-badge": hidden(pad, "floor-badge"),
        "floor-pin": PIN,
    }
    table = GamingTable.objects.get(pk=floor.closed.pk)
    old = client.post(address, {**seen, "version": table.version - 1, "request_id": uuid4()})
    assert (old.status_code, old.context["refused"].code) == (412, "stale_version")
    assert events("tables.inspection_verified") == 0
    assert [client.post(address, seen).status_code for _tap in range(2)] == [200, 200]
    assert events("tables.inspection_verified") == 1
    again = client.post(address, {**seen, "request_id": uuid4()})
    assert (again.status_code, again.context["refused"].code) == (412, "stale_version")
    nobody = {"request_id": uuid4(), "version": table.version + 1}
    unsigned = client.post(address, nobody)
    assert (unsigned.status_code, unsigned.context["refused"].code) == (409, "signature_missing")


def test_a_table_is_taken_once_and_never_from_an_old_screen(client, floor):
    FloorAssignment.objects.filter(table=floor.table).update(ended_at=database_time())
    sign_in(client, floor.second_floorperson)
    page = client.get("/queue/").content.decode()
    address = f"/queue/tables/{floor.table.pk}/take/"
    form = page.partition(address)[2]
    seen = {"request_id": hidden(form, "request_id"), "version": hidden(form, "version")}
    old = client.post(address, {"request_id": uuid4(), "version": int(seen["version"]) + 1})
    assert (old.status_code, old.context["refused"].code) == (412, "stale_version")
    assert [client.post(address, seen).status_code for _tap in range(2)] == [200, 200]
    assert events("tables.floorperson_assigned") == 1
    taken = FloorAssignment.objects.get(table=floor.table, ended_at__isnull=True)
    assert taken.person == floor.second_floorperson


def test_an_alert_is_acknowledged_once(client, floor):
    """An alert has no version: the first answer stands, and a second one is refused."""
    call = AlertWords("slip:1", "inventory_difference", params={"serial": "C-1"})
    alert = raise_alert(call, property_id=floor.property.pk, table=floor.table, at=database_time())
    sign_in(client, floor.floorperson)
    address = f"/queue/alerts/{alert.pk}/"
    form = client.get("/queue/").content.decode().partition(address)[2]
    seen = {"request_id": hidden(form, "request_id")}
    assert [client.post(address, seen).status_code for _tap in range(2)] == [200, 200]
    assert events("tables.alert_acknowledged") == 1
    late = client.post(address, {"request_id": uuid4()})
    assert (late.status_code, late.context["refused"].code) == (409, "already_acknowledged")


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


def test_a_step_of_the_queue_says_that_it_is_done(client, floor):
    FloorAssignment.objects.filter(table=floor.table).update(ended_at=database_time())
    sign_in(client, floor.floorperson)
    floor.table.refresh_from_db()
    done = client.post(f"/queue/tables/{floor.table.pk}/take/", {"version": floor.table.version})
    assert ": done." in done.content.decode()


def test_the_queue_can_be_narrowed_to_ones_own_tables(client, floor):
    there, now = make_table(floor), database_time()
    FloorAssignment.objects.filter(table=there).update(ended_at=now)
    for table in (floor.table, there):
        said = AlertWords(f"own:{table.pk}", "floor_called", params={"table": table.number})
        raise_alert(said, property_id=floor.property.pk, table=table, at=now)
    mine = own_queue(floor.floorperson, now)
    assert {row.table_number for row in mine.alerts} == {floor.table.number}
    assert len(floor_queue(floor.floorperson, now).alerts) > len(mine.alerts)
    sign_in(client, floor.floorperson)
    page = client.get("/queue/?mine=true").content.decode()
    here = {"HX-Request": "true", "HX-Current-URL": "http://testserver/queue/?mine=true"}
    part = client.get("/queue/now/", headers=here).content.decode()
    for shown in (page, part):
        assert f"Table {floor.table.number}" in shown
        assert f"Table {there.number}" not in shown


def test_a_void_round_needs_a_reason_that_somebody_chose(client, floor, dealer, monkeypatch):
    dealer.open()
    monkeypatch.setattr("floor.queries.queue.stuck_after", lambda viewer: timedelta(0))
    sign_in(client, floor.floorperson)
    pad = client.get(f"/queue/sign/?what=repair&round={dealer.id}&how=void").content.decode()
    assert '<option value="">' in pad
    given = {"how": "void", "badge": floor.pit_manager.badge, "pin": PIN}
    refused = client.post(f"/queue/rounds/{dealer.id}/repair/", given, headers=JSON)
    assert refused.json()["code"] == "reason_missing"
