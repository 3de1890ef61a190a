"""Clocks that are wrong on purpose, and a floor of which only web and PostgreSQL are left."""

from datetime import UTC, datetime, time, timedelta
from itertools import product
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from audit.models import Event, Stream
from rounds.models import Round
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.models import Property
from tables.models import Placement
from tests.attacks.callers import Caller, refusals, whole_round
from tests.factories import make_floor
from tests.foundation.wires import hang_up

pytestmark = pytest.mark.usefixtures("committed")

HOUR = timedelta(hours=1)


def opened(caller, floor, **headers):
    answer = caller.open(floor.table, **headers)
    return answer.status_code, answer.json().get("code", "")


def test_a_tablet_clock_set_back_revives_no_tiles(committed):
    floor = make_floor(at=timezone.now() - 13 * HOUR)
    caller = Caller(floor.dealer)
    for moment in ("2001-01-01T00:00:00Z", (timezone.now() - 5 * HOUR).isoformat()):
        assert opened(caller, floor, **{"X-Tablet-Time": moment}) == (409, "tiles_expired")
    whole = whole_round(played_at=(timezone.now() - 5 * HOUR).isoformat())
    answer = caller.post(f"tables/{floor.table.pk}/whole-rounds/", whole)
    assert answer.json()["code"] == "tiles_expired"
    assert refusals(floor.property) == ["tiles_expired"] * 3
    assert not Round.objects.filter(property=floor.property).exists()


def test_a_late_entry_keeps_the_servers_time(committed):
    floor = make_floor(at=timezone.now() - 2 * HOUR)
    caller = Caller(floor.dealer)
    path = f"tables/{floor.table.pk}/whole-rounds/"
    yesterday = timezone.now() - 24 * HOUR
    answer = caller.post(path, whole_round(played_at=yesterday.isoformat()))
    assert answer.status_code == 200
    entered = Round.objects.get(pk=answer.json()["id"])
    assert entered.is_late_entry
    assert entered.played_at == yesterday
    assert timezone.now() - entered.opened_at < HOUR
    tomorrow = (timezone.now() + 24 * HOUR).isoformat()
    for moment in (tomorrow, "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "now", 7):
        refused = caller.post(path, whole_round(played_at=moment))
        assert refused.status_code == 400, moment


def test_a_clock_that_ran_ahead_and_back_never_revives_a_set(committed):
    """D14: what was recorded thirteen hours ahead stays recorded, so the tiles stay expired."""
    floor = make_floor()
    caller = Caller(floor.dealer)
    assert opened(caller, floor) == (200, "")
    ahead = timezone.now() + 13 * HOUR
    Stream.objects.filter(stream=f"table:{floor.table.pk}").update(at=ahead)
    other = Caller(floor.floorperson).follow(caller)
    assert other.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]}).status_code == 200
    fresh = make_floor()
    Stream.objects.update_or_create(
        stream=f"table:{fresh.table.pk}", defaults={"v": 1, "at": ahead}
    )
    assert opened(Caller(fresh.dealer), fresh) == (409, "tiles_expired")
    times = Event.objects.filter(stream__in=[f"round:{caller.round}", f"table:{floor.table.pk}"])
    for stream in set(times.values_list("stream", flat=True)):
        found = list(times.filter(stream=stream).order_by("stream_v").values_list("at", flat=True))
        assert found == sorted(found)


def test_the_night_of_the_clock_change_belongs_to_one_day_at_a_time():
    """D14: gaming days and limits count real hours, whatever the wall clock shows."""
    nights = (datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 3, 8, tzinfo=UTC))
    for night, starts_at in product(nights, (time(6), time(1, 30), time(2, 30))):
        house = Property(time_zone="America/New_York", day_starts_at=starts_at)
        moments = [night + timedelta(minutes=15 * n) for n in range(144)]
        days = [gaming_day(house, moment) for moment in moments]
        assert days == sorted(days)
        for moment, day in zip(moments, days, strict=True):
            start, end = gaming_day_bounds(house, day)
            assert start <= moment < end


def test_nothing_opens_on_expired_sets_with_everything_else_dead(committed, settings):
    """D15: no worker ever marked them, no broker answers; the time alone decides."""
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    hang_up()
    try:
        soon = make_floor(at=timezone.now() - 12 * HOUR + timedelta(minutes=5))
        assert opened(Caller(soon.dealer), soon) == (200, "")
        floor = make_floor(at=timezone.now() - 12 * HOUR)
        assert opened(Caller(floor.dealer), floor) == (409, "tiles_expired")
    finally:
        hang_up()
    placed = Placement.objects.get(table=floor.table, kind="tiles")
    assert placed.expired_at is None
    with pytest.raises(IntegrityError, match="not fit to play"), transaction.atomic():
        other = Round.objects.get(property=soon.property)
        other.pk, other.table, other.property = uuid4(), floor.table, floor.property
        other.playing_set, other.dice = placed, None
        other.opened_at = timezone.now()
        other.save(force_insert=True)
