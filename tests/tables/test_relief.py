"""When another dealer takes a table, nothing goes on there in the name of the one before."""

import json

import pytest
from django.test import Client

from audit.models import Event
from staff.models import Person
from tables.commands.at_table import display_tiles
from tables.commands.dealers import tap_in
from tables.commands.table_state import suspend_table
from tables.models import Shaker
from tests.factories import PIN, make_floor
from tests.rounds.playing import Dealer
from tests.sign_in import sign_in
from tests.tables.acts import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


def taken_from_elsewhere(floor):
    """The next dealer takes the table on the floorperson's phone."""
    shaker = Shaker.objects.filter(table=floor.table).first()
    return tap_in(floor.table.pk, shaker.serial if shaker else "", by=floor.second_dealer)


def test_the_tablet_locks_at_once_and_asks_for_the_new_dealer(floor):
    tablet = sign_in(Client(), floor.dealer, floor.tablet)
    page = f"/tables/{floor.table.pk}/deal/"
    assert tablet.get(page).status_code == 200
    taken_from_elsewhere(floor)
    answer = tablet.get(page)
    assert answer.status_code == 302
    assert f"next={page}&ended=relieved" in answer.url
    lock = tablet.get(answer.url).content.decode()
    assert "The dealer who took it goes on with their own PIN." in lock
    assert f'value="{floor.second_dealer.badge}"' in lock
    said = Event.objects.filter(stream=f"person:{floor.dealer.pk}", kind="staff.signed_out").get()
    assert json.loads(bytes(said.body))["detail"]["reason"] == "relieved"

    facts = {"badge": floor.second_dealer.badge, "pin": PIN, "next": page}
    assert tablet.post("/sign-in/tablet/", facts).url == page
    assert tablet.get(page).status_code == 200


def test_a_desk_of_the_relieved_dealer_and_another_table_stay_open(floor):
    desk = sign_in(Client(), floor.dealer)
    taken_from_elsewhere(floor)
    assert desk.get("/me/").status_code == 200
    assert Person.objects.get(pk=floor.dealer.pk).session_key


def test_the_hand_over_on_the_tablet_itself_goes_on_in_the_new_name(floor):
    tablet = sign_in(Client(), floor.dealer, floor.tablet)
    facts = {"badge": floor.second_dealer.badge, "pin": PIN, "shaker": ""}
    assert tablet.post(f"/tables/{floor.table.pk}/take-over/", facts).status_code == 302
    page = tablet.get(f"/tables/{floor.table.pk}/deal/").content.decode()
    assert floor.second_dealer.name in page


def test_steps_of_the_relieved_dealer_are_refused_although_the_round_was_theirs(floor):
    dealer = Dealer(floor)
    dealer.open()
    taken_from_elsewhere(floor)
    before = Event.objects.filter(kind="rounds.wagers_changed").count()
    with refused("relieved"):
        dealer.wager(s1=2500)
    assert Event.objects.filter(kind="rounds.wagers_changed").count() == before


def test_only_the_dealer_here_lays_out_the_tiles(floor):
    with refused("not_dealing"):
        display_tiles(floor.table.pk, by=floor.second_dealer)
    taken_from_elsewhere(floor)
    assert display_tiles(floor.table.pk, by=floor.second_dealer).tiles_displayed


def test_a_suspended_table_says_why_in_words_on_its_tablet(floor, client):
    suspend_table(floor.table.pk, "break", by=floor.floorperson)
    sheet = sign_in(client, floor.dealer).get(f"/api/v1/tables/{floor.table.pk}/sheet/").json()
    assert (sheet["table"]["state"], sheet["table"]["hold_text"]) == ("suspended", "Break")
    assert "(Break)" in sheet["can_open"]["message"]
