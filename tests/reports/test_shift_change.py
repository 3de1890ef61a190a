"""The shift that ends waits in To do until both have signed for it."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from audit.events import EventKind
from audit.record import record
from floor.queries.queue import floor_queue
from reports.models import ReportRun, ReportState, ShiftHandOver
from reports.queries.shift_change import shift_to_hand_over
from staff.gaming_day import gaming_day, shift_of, shift_starts
from tables.commands.duties import begin_duties
from tests.factories import make_floor
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 18, 15, tzinfo=UTC)


@pytest.fixture
def floor():
    """A floor whose people came an hour before the shift began."""
    floor = make_floor()
    floor.begun = shift_starts(floor.property, gaming_day(floor.property, NOW))[1]
    people = [floor.floorperson.pk, floor.pit_manager.pk]
    begin_duties(people, 8, by=floor.pit_manager, at=floor.begun - timedelta(hours=1))
    return floor


def waiting(person, at):
    return list(shift_to_hand_over(person, at))


def hand_over(floor, day, number):
    run = ReportRun.objects.create(
        id=uuid4(), property=floor.property, kind="hand_over", state=ReportState.READY,
        scope={"first_day": day.isoformat(), "shift": number}, asked_by=floor.pit_manager,
        asked_at=floor.begun,
    )  # fmt: skip
    signed = ShiftHandOver.objects.create(
        property=floor.property, report=run, outgoing=floor.pit_manager,
        incoming=floor.floorperson, at=floor.begun,
    )  # fmt: skip
    about = [signed, run]
    record(EventKind.SHIFT_HANDED_OVER, about=about, by=floor.pit_manager, at=floor.begun)


def test_a_shift_that_ended_waits_until_it_was_handed_over(floor):
    (step,) = waiting(floor.pit_manager, floor.begun + timedelta(minutes=5))
    day = gaming_day(floor.property, floor.begun - timedelta(minutes=1))
    assert step.url == f"/reports/hand_over/?first={day}&shift=1"
    assert step.since == floor.begun
    hand_over(floor, day, 1)
    assert waiting(floor.pit_manager, floor.begun + timedelta(minutes=5)) == []


def test_a_shift_waits_half_an_hour_before_it_ends(floor):
    last = floor.begun - timedelta(minutes=20)
    (step,) = waiting(floor.floorperson, last)
    assert step.since is None
    assert f"shift={shift_of(floor.property, last)}" in step.url
    assert waiting(floor.floorperson, floor.begun - timedelta(minutes=40)) == []


def test_only_whoever_is_on_duty_is_told(floor):
    at = floor.begun + timedelta(minutes=5)
    assert waiting(floor.second_floorperson, at) == []
    assert waiting(floor.security, at) == []
    assert floor_queue(floor.floorperson, at).elsewhere == tuple(waiting(floor.floorperson, at))


def test_whoever_came_with_the_shift_has_none_to_hand_over():
    floor = make_floor()
    begun = shift_starts(floor.property, gaming_day(floor.property, NOW))[1]
    begin_duties([floor.floorperson.pk], 8, by=floor.pit_manager, at=begun)
    assert waiting(floor.floorperson, begun + timedelta(minutes=5)) == []


def test_the_form_comes_with_the_shift_that_is_handed_over(client, floor):
    sign_in(client, floor.pit_manager)
    page = client.get("/reports/hand_over/?first=2026-11-17&shift=2").content.decode()
    assert 'value="2026-11-17"' in page
    assert '<option value="2" selected>' in page
