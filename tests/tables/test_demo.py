import pytest
from django.core.management import CommandError, call_command

from staff.models import Property
from tables.models import Alert, EquipmentSet, GamingTable, Inspection

pytestmark = pytest.mark.django_db


def test_the_demo_floor_stands(capsys, monkeypatch):
    monkeypatch.setattr(Property.objects, "exists", lambda: False)
    monkeypatch.setattr("rounds.demo.MOST_ROUNDS", 3)
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
    assert Alert.objects.filter(property=house, acknowledged_at=None).exists()
    call_command("demo", "--sign-ins")
    assert "A801 Samir Haddad" in capsys.readouterr().out


def test_the_demo_floor_needs_an_empty_database():
    from tests.factories import make_property

    make_property()
    with pytest.raises(CommandError, match="not empty"):
        call_command("demo")
