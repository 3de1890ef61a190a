"""Every setting of a house: what it does, its limits, and who changed it last."""

import pytest
from django.test import Client

from banking.differences import thresholds_of
from floor.queries.house_changes import last_changes
from rules.refusals import Refused
from staff.commands.properties import change_property, house_facts
from staff.house_settings import SETTINGS, setting_of
from staff.models import Property
from staff.sessions import idle_limit
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor()


def change(floor, **settings):
    facts = house_facts(floor.property).model_copy(update={"settings": settings})
    return change_property(facts, by=floor.administrator)


def test_what_nobody_decided_counts_as_it_is_published(floor):
    assert {name: setting_of(floor.property, name) for name in SETTINGS} == {
        "tablet_idle_minutes": 5,
        "desk_idle_minutes": 10,
        "video_days": 14,
        "tell_difference_cents": 2500,
        "report_difference_cents": 10000,
        "report_difference_hours": 24,
    }


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
        assert str(each.does) in page
    assert page.count(f"Last changed by {floor.administrator.name}") == 1
    assert "Never changed since the house was opened" in page
    assert f"{floor.property.slug}</dd>" in page
