from collections import namedtuple
from datetime import UTC, datetime

import pytest

from audit.commands.disks import watch_disks
from audit.commands.reconcile import reconcile_everything
from audit.models import Alarm, Event
from audit.queries import disks

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
Usage = namedtuple("Usage", "total used free")

pytestmark = pytest.mark.django_db


@pytest.fixture
def used(monkeypatch):
    """How many of a hundred blocks are used; some are nobody's to use, as on real disks."""
    blocks = [10]
    monkeypatch.setattr(
        disks.shutil, "disk_usage", lambda path: Usage(105, blocks[0], 100 - blocks[0])
    )
    return blocks


def alarms():
    return sorted(Alarm.objects.filter(cleared_at=None).values_list("code", flat=True))


LEVELS = [
    (79, []),
    (80, ["disk_filling"]),
    (94, ["disk_filling"]),
    (95, ["disk_filling", "disk_nearly_full"]),
]


@pytest.mark.parametrize(("percent", "wanted"), LEVELS)
def test_an_alarm_comes_before_the_disk_is_full(used, percent, wanted):
    used[0] = percent
    watch_disks(at=NOON)
    assert alarms() == wanted
    raised = Event.objects.filter(kind="audit.alarm_raised")
    assert raised.count() == len(wanted)


def test_an_alarm_ends_when_there_is_room_and_not_before(used):
    used[0] = 97
    watch_disks(at=NOON)
    reconcile_everything(at=NOON)
    assert set(alarms()) >= {"disk_filling", "disk_nearly_full"}
    used[0] = 85
    watch_disks(at=NOON)
    assert "disk_filling" in alarms()
    assert "disk_nearly_full" not in alarms()


def test_the_health_page_says_how_full_the_disk_is(client, used):
    used[0] = 88
    found = {each["name"]: each for each in client.get("/readyz").json()["probes"]}
    assert found["disk"]["well"] is False
    assert found["disk"]["detail"].startswith("88 % full")
