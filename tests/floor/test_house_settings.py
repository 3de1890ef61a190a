"""Every setting of a house: what it does, its limits, and who changed it last."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.html import escape

from banking.differences import thresholds_of
from floor.forms import HouseForm
from floor.queries.house_changes import last_changes
from floor.queries.queue import floor_queue
from rules.refusals import Refused
from staff.commands.properties import change_property, house_facts
from staff.house_settings import DECLARED, SETTINGS, setting_of
from staff.models import Person, Property
from staff.sessions import idle_limit
from tables.commands.calls import call_floor
from tables.commands.sweeping import sweep_escalations
from tables.models import DealerShift
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def floor():
    return make_floor()


def change(floor, **settings):
    facts = house_facts(floor.property).model_copy(update={"settings": settings})
    return change_property(facts, by=floor.administrator)


def test_what_nobody_decided_counts_as_it_is_published(floor):
    published = {
        "session_hours": 12,
        "escalation_minutes": 10,
        "call_minutes": 3,
        "dealer_break_minutes": 90,
        "stuck_round_minutes": 8,
        "review_minutes": 30,
        "tablet_idle_minutes": 5,
        "desk_idle_minutes": 10,
        "video_days": 14,
        "tell_difference_cents": 2500,
        "report_difference_cents": 10000,
        "report_difference_hours": 24,
    }
    assert {name: setting_of(floor.property, name) for name in published} == published
    assert len(SETTINGS) == len(DECLARED), "each name once"


def test_a_changed_setting_takes_effect_and_says_by_whom(floor):
    house = change(floor, tablet_idle_minutes=7, report_difference_cents=20000)
    assert idle_limit(house, floor.tablet).total_seconds() == 7 * 60
    assert thresholds_of(house).report_cents == 20000
    changes = last_changes(house)
    assert changes.keys() == {"tablet_idle_minutes", "report_difference_cents"}
    assert changes["tablet_idle_minutes"].by == floor.administrator.name


@pytest.mark.parametrize(
    "wrong",
    [
        {"tablet_idle_minutes": 0},
        {"video_days": 10**6},
        {"nonsense": 1},
        {"tell_difference_cents": 20000, "report_difference_cents": 10000},
        {"tell_difference_cents": 20000},
        {"report_difference_cents": 2000},
    ],
)
def test_what_lies_beyond_its_limits_is_refused(floor, wrong):
    with pytest.raises(Refused) as refusal:
        change(floor, **wrong)
    assert refusal.value.code == "bad_setting"
    assert Property.objects.get(pk=floor.property.pk).settings == floor.property.settings
    assert last_changes(floor.property) == {}


def test_the_page_shows_each_with_what_it_does_and_who_changed_it(floor):
    change(floor, video_days=30)
    page = sign_in(Client(), floor.administrator).get("/administration/property/").content.decode()
    for each in SETTINGS.values():
        assert escape(str(each.does)) in page
    assert page.count(f"Last changed by {floor.administrator.name}") == 1
    assert "Never changed since the house was opened" in page
    assert f"{floor.property.slug}</dd>" in page


def entered(floor, **changed):
    """What the page's own fields hold, with some of them changed."""
    form = HouseForm(floor.property)
    held = {each.name: each.value() for each in form if each.value() not in (None, False)}
    return {**held, **changed}


def test_a_fault_is_said_at_the_top_and_keeps_what_was_typed(floor):
    client = sign_in(Client(), floor.administrator)
    typed = entered(floor, name="Lantern Court", tell_difference_cents="300.00")
    answer = client.post("/administration/property/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    top = page.index('id="faults"')
    assert (
        top
        < page.index("A difference is told from is not more than")
        < page.index('<form class="house-settings"')
    )
    assert 'value="Lantern Court"' in page
    assert 'value="300.00"' in page
    wrong = client.post("/administration/property/", entered(floor, video_days="0"))
    assert wrong.content.decode().count('href="#f-video_days"') == 1
    assert last_changes(floor.property) == {}


def test_an_amount_is_entered_as_people_write_it(floor):
    client = sign_in(Client(), floor.administrator)
    typed = entered(floor, report_difference_cents="250.50", call_minutes="5")
    assert client.post("/administration/property/", typed).status_code == 302
    house = Property.objects.get(pk=floor.property.pk)
    assert setting_of(house, "report_difference_cents") == 25050
    assert last_changes(house).keys() == {"report_difference_cents", "call_minutes"}


def test_the_floor_works_by_what_the_house_decided(floor):
    house = change(floor, dealer_break_minutes=20, call_minutes=6, escalation_minutes=25)
    call = call_floor(floor.table.pk, "relief", by=floor.dealer)
    assert sweep_escalations(call.raised_at + timedelta(minutes=5)) == 0
    assert sweep_escalations(call.raised_at + timedelta(minutes=6)) == 1
    viewer = Person.objects.select_related("property").get(pk=floor.floorperson.pk)
    shift = DealerShift.objects.get(table=floor.table, ended_at__isnull=True)
    texts = [row.text for row in floor_queue(viewer, shift.began_at + 21 * MINUTE).hand_overs]
    assert any("more than 20 minutes" in text for text in texts), texts
    assert house.settings["escalation_minutes"] == 25
