from datetime import UTC, datetime, timedelta

import pytest
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from audit.models import Event
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.models import SignInCounter
from tables.commands.alerts import acknowledge_alert
from tables.commands.sweeping import (
    forget_old_tries,
    sweep_custody,
    sweep_escalations,
    sweep_limits,
)
from tables.models import Alert, Envelope, Placement
from tables.queries.alerts import open_alerts
from tables.tasks import sweep_equipment, sweep_the_custody
from tables.wording import alert_words
from tests.factories import make_floor, make_set, place_set
from tests.tables.acts import MINUTE, NOON, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def floor():
    return make_floor(at=NOON)


def alerts(floor):
    found = Alert.objects.filter(property=floor.property).order_by("pk")
    return [(each.code, each.params.get("minutes")) for each in found]


def events(floor, kind):
    return Event.objects.filter(log_id=floor.property.pk, kind=kind).count()


def tiles_of(floor):
    return Placement.objects.get(table=floor.table, kind="tiles")


def test_warnings_come_at_60_30_and_10_minutes_and_then_the_limit(floor):
    limit = NOON + 12 * HOUR
    for before, expected in [
        (61 * MINUTE, []),
        (60 * MINUTE, [("equipment_due", 60)]),
        (31 * MINUTE, [("equipment_due", 60)]),
        (30 * MINUTE, [("equipment_due", 60), ("equipment_due", 30)]),
        (10 * MINUTE, [("equipment_due", 60), ("equipment_due", 30), ("equipment_due", 10)]),
        (timedelta(seconds=1), [("equipment_due", n) for n in (60, 30, 10)]),
    ]:
        sweep_limits(limit - before)
        assert alerts(floor) == expected, before
        assert tiles_of(floor).expired_at is None
    sweep_limits(limit)
    assert alerts(floor)[-1] == ("equipment_expired", None)
    assert tiles_of(floor).expired_at == limit
    (nearest,) = open_alerts(floor.floorperson)
    assert nearest.code == "equipment_expired", "the nearer warning replaces the farther"
    assert nearest.page == f"/tables/{floor.table.pk}/"


def test_a_sweep_that_runs_again_writes_nothing(floor):
    limit = NOON + 12 * HOUR
    for at in (limit, limit, limit + HOUR):
        sweep_limits(at)
    assert alerts(floor) == [("equipment_expired", None)]
    assert events(floor, "tables.equipment_expired") == 1
    assert tiles_of(floor).expired_at == limit


def test_a_worker_that_was_down_for_hours_catches_up_once(floor):
    sweep_limits(NOON + 10 * HOUR)
    back = NOON + 13 * HOUR
    sweep_limits(back)
    sweep_limits(back)
    assert alerts(floor) == [("equipment_expired", None)], "warnings that are past are not given"
    assert tiles_of(floor).expired_at == back


def test_after_a_short_absence_only_the_most_urgent_warning_is_given(floor):
    sweep_limits(NOON + 12 * HOUR - 9 * MINUTE)
    assert alerts(floor) == [("equipment_due", 10)]


def test_a_set_that_left_the_table_is_nobodys_business(floor):
    Placement.objects.filter(table=floor.table).update(during=DateTimeTZRange(NOON, NOON + HOUR))
    sweep_limits(NOON + 30 * HOUR)
    assert alerts(floor) == []


def test_dice_and_decks_have_limits_of_their_own():
    tiles, cards = make_floor(at=NOON), make_floor("three-card-split", at=NOON)
    sweep_limits(NOON + 25 * HOUR)
    assert {kind for kind, _minutes in alerts(tiles)} == {"equipment_expired"}
    assert len(alerts(tiles)) == 2
    assert len(alerts(cards)) == 1


@pytest.mark.parametrize(
    ("verified_at", "what"),
    [
        (datetime(2026, 3, 8, 3, tzinfo=UTC), "clocks go forward in the night"),
        (datetime(2026, 11, 1, 1, tzinfo=UTC), "clocks go back in the night"),
    ],
)
def test_twelve_hours_are_twelve_hours_whatever_the_clocks_do(verified_at, what):
    floor = make_floor(at=verified_at)
    sweep_limits(verified_at + 12 * HOUR - timedelta(seconds=1))
    assert tiles_of(floor).expired_at is None, what
    sweep_limits(verified_at + 12 * HOUR)
    assert tiles_of(floor).expired_at is not None, what


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2026, 3, 8, 10, 59, tzinfo=UTC), "2026-03-08"),
        (datetime(2026, 3, 8, 9, 59, tzinfo=UTC), "2026-03-07"),
        (datetime(2026, 3, 7, 10, 59, tzinfo=UTC), "2026-03-06"),
        (datetime(2026, 11, 1, 10, 59, tzinfo=UTC), "2026-10-31"),
        (datetime(2026, 11, 1, 11, 0, tzinfo=UTC), "2026-11-01"),
    ],
)
def test_a_gaming_day_begins_at_six_local_time(floor, at, day):
    found = gaming_day(floor.property, at)
    assert str(found) == day
    begins, ends = gaming_day_bounds(floor.property, found)
    assert begins <= at < ends


def test_gaming_days_have_23_to_25_hours(floor):
    from datetime import date

    hours = [
        (ends - begins) / HOUR
        for begins, ends in (
            gaming_day_bounds(floor.property, date(2026, 3, 7)),
            gaming_day_bounds(floor.property, date(2026, 3, 9)),
            gaming_day_bounds(floor.property, date(2026, 10, 31)),
        )
    ]
    assert hours == [23, 24, 25]


def test_an_alert_stays_until_somebody_answers_it(floor):
    sweep_limits(NOON + 12 * HOUR)
    alert = Alert.objects.get(property=floor.property)
    with refused("role"):
        acknowledge_alert(alert.pk, by=floor.dealer, at=NOON)
    acknowledge_alert(alert.pk, by=floor.floorperson, at=NOON + 12 * HOUR + MINUTE)
    with refused("already_acknowledged"):
        acknowledge_alert(alert.pk, by=floor.pit_manager, at=NOON + 12 * HOUR + MINUTE)
    alert.refresh_from_db()
    assert alert.acknowledged_by == floor.floorperson
    assert sweep_escalations(NOON + 14 * HOUR) == 0


def test_an_alert_nobody_answers_goes_to_the_pit_manager_once(floor):
    raised = NOON + 12 * HOUR
    sweep_limits(raised)
    assert sweep_escalations(raised + 9 * MINUTE) == 0
    assert sweep_escalations(raised + 10 * MINUTE) == 1
    assert sweep_escalations(raised + 30 * MINUTE) == 0
    alert = Alert.objects.get(property=floor.property)
    assert (alert.escalated_at, alert.severity) == (raised + 10 * MINUTE, "urgent")
    assert events(floor, "tables.alert_escalated") == 1


def codes(floor):
    return sorted({code for code, _minutes in alerts(floor)})


def test_an_envelope_not_collected_by_the_end_of_the_gaming_day(floor):
    equipment = make_set(floor, state="envelope")
    place_set(floor, floor.table, "deck", hours=1, at=NOON)
    from staff.commands.signing import sign
    from staff.policy import Act
    from tests.tables.acts import signer

    signed = sign(
        signer(floor.dealer), act=Act.INSPECT_SET, subject="equipment:1", content={}, at=NOON
    )
    Envelope.objects.create(
        property=floor.property,
        equipment=equipment,
        table=floor.table,
        seal_number="E-7",
        reason="end_of_use",
        sealed_at=NOON,
        dealer=floor.dealer,
        dealer_sign_off=signed,
        floor=floor.floorperson,
        floor_sign_off=signed,
    )
    _begins, ends = gaming_day_bounds(floor.property, gaming_day(floor.property, NOON))
    sweep_custody(ends - timedelta(seconds=1))
    assert "envelope_not_collected" not in codes(floor)
    sweep_custody(ends)
    sweep_custody(ends + HOUR)
    assert [code for code, _m in alerts(floor)].count("envelope_not_collected") == 1


def test_a_destruction_is_called_for_two_days_before_and_when_it_is_late(floor):
    make_set(floor, state="condemned", destroy_by=NOON, serial="T-77")
    make_set(floor, state="condemned", destroy_by=NOON, evidence_hold="dispute")
    sweep_custody(NOON - 48 * HOUR - MINUTE)
    assert codes(floor) == []
    sweep_custody(NOON - 48 * HOUR)
    sweep_custody(NOON - MINUTE)
    assert alerts(floor) == [("destruction_due", None)]
    due = Alert.objects.get(property=floor.property)
    assert (due.severity, due.table) == ("warning", None)
    assert alert_words(due.code, due.params) == (
        "T-77 is to be destroyed by 2026-03-02 12:00: security and a witness"
    )
    sweep_custody(NOON)
    sweep_custody(NOON + HOUR)
    assert alerts(floor) == [("destruction_due", None), ("destruction_late", None)]
    acknowledge_alert(due.pk, by=floor.security, at=NOON)


def test_dice_of_yesterday_that_nobody_checked(floor):
    sweep_custody(NOON + HOUR)
    assert "dice_not_checked" not in codes(floor)
    sweep_custody(NOON + 24 * HOUR)
    assert "dice_not_checked" in codes(floor)


def test_counts_that_are_missing(floor):
    from tables.commands.receipt import ReceiptFacts, receive_set
    from tests.tables.acts import signer

    receive_set(
        ReceiptFacts(
            kind="tiles",
            serial="T-1",
            seal_number="S-1",
            submission_id=floor.submission.pk,
            seal_intact=True,
            design_approval="DA",
        ),
        floor=signer(floor.floorperson),
        security=signer(floor.security),
        at=NOON,
    )
    sweep_custody(NOON + HOUR)
    assert codes(floor) == []
    sweep_custody(NOON + 24 * HOUR)
    assert codes(floor) == ["dice_not_checked", "not_reconciled"]
    sweep_custody(NOON + timedelta(days=94))
    assert codes(floor) == ["dice_not_checked", "not_reconciled", "stock_take_due"]


def test_old_tries_are_forgotten_and_locks_are_not():
    SignInCounter.objects.create(key="badge:OLD", since=NOON)
    SignInCounter.objects.create(key="badge:LOCKED", since=NOON, locked_until=NOON + 48 * HOUR)
    SignInCounter.objects.create(key="badge:NEW", since=NOON + 30 * HOUR)
    forget_old_tries(NOON + 30 * HOUR)
    assert set(SignInCounter.objects.values_list("key", flat=True)) == {"badge:LOCKED", "badge:NEW"}


def test_the_tasks_run(floor):
    make_set(floor, state="condemned", destroy_by=NOON)
    sweep_equipment()
    sweep_the_custody()
    assert codes(floor) == ["destruction_late", "equipment_expired"]
