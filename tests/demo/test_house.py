from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from audit.models import Event
from banking.queries.balances import ledger_faults
from demo import people as demo
from demo.evening import CLOSES_IN, OPENS_IN, evenings
from demo.house import seed_house
from floor.queries.pit_board import board_tiles
from rounds.models import Round
from staff.models import Person, Property
from staff.queries.houses import houses_seen_by
from tables.models import Alert, DealerShift, EquipmentSet, GamingTable, Inspection

pytestmark = [pytest.mark.usefixtures("as_owner"), pytest.mark.django_db]


def test_the_demo_floor_stands(capsys, monkeypatch):
    monkeypatch.setattr(Property.objects, "exists", lambda: False)
    monkeypatch.setattr("demo.night.MOST_ROUNDS", 3)
    call_command("demo")
    house = Property.objects.get(slug="lantern-bay")
    tables = GamingTable.objects.filter(property=house)
    assert tables.filter(state="open").count() == 6
    assert {each.submission.profile for each in tables.filter(state="open")} == {
        "maryland",
        "leaflet",
        "mbs",
        "new-zealand",
        "three-card-split",
    }
    assert Inspection.objects.filter(property=house, passed=True, verified_at=None).exists()
    states = set(EquipmentSet.objects.filter(property=house).values_list("state", flat=True))
    assert {"store", "pit_stand", "at_table", "envelope", "quarantine", "condemned"} <= states
    (alert,) = Alert.objects.filter(property=house, acknowledged_at=None)
    assert (alert.code, alert.table.number) == ("equipment_due", 2)
    shifts = DealerShift.objects.filter(property=house, ended_at=None).select_related("person")
    assert {f"D{100 + each.table.number}" == each.person.badge for each in shifts} == {True}
    assert min(each.began_at for each in shifts) > timezone.now() - timedelta(hours=1)
    options = [each.submission.options for each in tables.filter(state="open")]
    assert any(len(each.get("delivery_styles", ())) > 1 for each in options)
    assert any(each.get("shared_bank") for each in options)
    signed = Event.objects.filter(kind="staff.signed_in")
    assert {each.person_id for each in shifts} <= {each.person_id for each in signed}
    boss = house.people.get(badge="P301")
    tones = {tile.table.number: tile.tone for tile in board_tiles(boss, timezone.now())}
    assert "lose" not in tones.values()
    assert tones[2] == "warn"
    call_command("demo", "--sign-ins")
    said = capsys.readouterr().out
    assert "A801 Samir Haddad" in said
    assert "Harbour Lights Casino: D131 Wiremu Parata, and 9 more" in said
    assert said.count("Aroha Ngata") <= 1, "whoever works in both houses signs in once"
    look_at_the_second_house(house)
    look_at_yesterday_evening(house)


def look_at_the_second_house(first):
    second = Property.objects.get(slug="harbour-lights")
    assert (second.currency, second.time_zone) == ("NZD", "Pacific/Auckland")
    tables = GamingTable.objects.filter(property=second)
    assert [(each.number, each.state) for each in tables.order_by("number")] == [
        (11, "open"),
        (12, "open"),
    ]
    for table in tables:
        assert Round.objects.filter(table=table, state="settled").count() == 3
    guests = Person.objects.filter(property=second, home__property=first)
    assert {each.badge for each in guests} == {"A801", "D105", "K701", "P302"}
    helen = first.people.get(badge="K701")
    assert [each.name for each in houses_seen_by(helen)] == [second.name, first.name]
    assert ledger_faults() == []


def look_at_yesterday_evening(house):
    """Dealers played it who were at one table each."""
    zone = ZoneInfo(house.time_zone)
    played = Round.objects.filter(property=house).order_by("opened_at")
    began = played.first().opened_at.astimezone(zone)
    yesterday = timezone.now().astimezone(zone).date() - timedelta(days=1)
    assert (began.date(), began.hour) == (yesterday, 18)
    assert {each.source for each in played} == {"demo"}
    markers = {each.player for one in played for at in one.entered.seats.values() for each in at}
    assert "A" in markers
    assert max(map(len, markers)) <= 2, "A to Z, then A2"
    shifts = list(DealerShift.objects.filter(property=house).order_by("person_id", "began_at"))
    for earlier, later in pairwise(shifts):
        if earlier.person_id == later.person_id:
            assert earlier.ended_at is not None
            assert earlier.ended_at <= later.began_at, (earlier.person.badge, later.began_at)


@pytest.mark.parametrize("hour", [8, 15])
def test_whoever_closed_a_table_that_evening_deals_at_no_other(hour):
    zone = ZoneInfo("America/New_York")
    at = timezone.now().astimezone(zone).replace(hour=hour) - timedelta(days=1)
    house = demo.seed_people(at)
    seed_house(house, at)
    dealt = {
        shift.person_id: (shift.began_at, shift.ended_at)
        for shift in DealerShift.objects.filter(property=house).order_by("began_at")
    }
    found = evenings(house, at)
    assert found
    for evening in found:
        since = [evening.opened - OPENS_IN, *(when for when, _dealer in evening.reliefs)]
        for dealer, began, ended in zip(
            evening.dealers, since, [*since[1:], evening.closed + CLOSES_IN], strict=True
        ):
            other_began, other_ended = dealt.get(dealer.pk, (ended, began))
            assert ended <= other_began or other_ended <= began, (dealer.badge, began, ended)


def test_the_demo_floor_needs_an_empty_database():
    from tests.factories import make_property

    make_property()
    with pytest.raises(CommandError, match="not empty"):
        call_command("demo")
