"""The checklist: each item says what is missing, and finds out by itself when it is there."""

from datetime import date

import pytest
from django.test import Client

from first_day.queries.checklist import checklist, is_first_day
from first_day.queries.house_lists import house_lists
from rounds.models import Round
from staff.models import Person, Role, Tablet
from tables.commands.furniture import (
    TableFacts,
    add_pit,
    add_shaker,
    add_table,
    post_tablet,
    retire_table,
)
from tables.commands.submissions import file_submission
from tables.models import EquipmentSet, EquipmentState
from tests.factories import make_floor, make_person, make_property
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator():
    return make_person(make_property(), Role.ADMINISTRATOR)


def missing(house):
    return {each.code: each.missing for each in checklist(house).items}


def test_a_new_house_misses_everything_and_begins_with_the_rules(administrator):
    found = checklist(administrator.property)
    assert found.done_count == 0
    assert found.next_item.code == "rules"
    assert missing(administrator.property)["staff"][0] == "Dealer: nobody yet."


def test_each_item_is_done_by_doing_it(administrator):
    house, by = administrator.property, administrator
    submission = file_submission(name="Maryland", profile="maryland", by=by)
    assert missing(house)["rules"] == ()
    pit = add_pit("Jade", by=by)
    assert missing(house)["tables"] == ("There is no table.",)
    facts = TableFacts(pit_id=pit.pk, number=1, seats=6, minimum_cents=2500, maximum_cents=500000)
    table = add_table(facts, submission.pk, by=by)
    assert missing(house)["tables"] == ("Table 1 has no shaker.",)
    add_shaker("SH-1", table.pk, by=by)
    assert "approval of the shaker of table 1" in missing(house)["tables"][0]
    add_shaker("SH-1", table.pk, "SHA-1", date(2026, 1, 15), by=by)
    assert missing(house)["tables"] == ()
    tablet = Tablet.objects.create(property=house, name="One", enrolled_at=table.state_since)
    assert missing(house)["tablets"][0].startswith("No enrolled tablet stands")
    post_tablet(tablet.pk, table.pk, by=by)
    assert missing(house)["tablets"] == ()
    assert missing(house)["equipment"] == ("Dice: none is received.", "Tile set: none is received.")
    facts = TableFacts(pit_id=pit.pk, number=2, seats=6, minimum_cents=2500, maximum_cents=500000)
    wrong = add_table(facts, submission.pk, by=by)
    assert missing(house)["tables"] == ("Table 2 has no shaker.",)
    retire_table(wrong.pk, by=by)
    assert missing(house)["tables"] == (), "what does not stand on the floor misses nothing"
    assert [row[1] for row in house_lists(house)["tables"]] == ["1"]


def test_a_first_pin_is_not_enough(administrator):
    house = administrator.property
    people = [
        make_person(house, role, pin_must_change=True)
        for role in ("dealer", "floorperson", "pit_manager", "security", "cashier")
    ]
    assert (
        missing(house)["staff"][0]
        == "Dealer: nobody has signed in on a tablet yet and chosen their own PIN."
    )
    Person.objects.filter(pk__in=[each.pk for each in people]).update(pin_must_change=False)
    assert missing(house)["staff"] == ()


def test_sets_must_be_issued(administrator):
    floor = make_floor()
    assert missing(floor.property)["equipment"] == ()
    EquipmentSet.objects.filter(property=floor.property).update(state=EquipmentState.STORE)
    assert all("none is issued" in each for each in missing(floor.property)["equipment"])
    assert len(missing(floor.property)["equipment"]) == 2


def test_a_floor_in_play_only_waits_for_its_round():
    floor = make_floor()
    assert is_first_day(floor.property)
    assert missing(floor.property)["opening"] == ()
    assert missing(floor.property)["round"] == ("No round is settled yet.",)
    assert not Round.objects.filter(property=floor.property).exists()


def test_the_page_leads_to_every_item(administrator, django_assert_max_num_queries):
    client = sign_in(Client(), administrator)
    with django_assert_max_num_queries(30):
        page = client.get("/first-day/").content.decode()
    for item in checklist(administrator.property).items:
        assert f'href="{item.url}"' in page
        assert client.get(item.url).status_code == 200


def test_it_is_the_administrators(administrator):
    dealer = make_person(administrator.property, Role.DEALER)
    assert sign_in(Client(), dealer).get("/first-day/").status_code == 403


def test_what_was_done_is_confirmed_with_the_next_step(administrator):
    client = sign_in(Client(), administrator)
    answer = client.post("/do/pits/", {"name": "Jade", "next": "/floor/setup/"}, follow=True)
    page = answer.content.decode()
    assert "Add a pit: done." in page
    assert 'Next: <a href="/rules/">Rules</a>' in page
    assert "Add a pit: done." not in client.get("/floor/setup/").content.decode()


def test_what_was_refused_is_not_confirmed(administrator):
    client = sign_in(Client(), administrator)
    assert client.post("/do/pits/", {"name": " "}).status_code == 409
    assert ": done." not in client.get("/floor/setup/").content.decode()
