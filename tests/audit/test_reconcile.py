import pytest
from django.db import connection

from audit.commands import alarms
from audit.commands.reconcile import add_months, reconcile_everything
from audit.models import Alarm, AlarmCode, Event
from audit.queries.gaps import gaps, oldest_unsealed_seconds, tree_gaps
from audit.record import new_event_id
from tables.models import Alert
from tests.audit.houses import now, unprotected


def found(house):
    return {gap.code: gap.detail for gap in gaps() if gap.log_id == house.log_id}


def age(superuser, house, seconds):
    """Let what is recorded in the house's log be older than it is."""
    tables = ["audit_event", "audit_pending", "audit_leaf"]
    with unprotected(superuser, *tables):
        for table, where in [
            ("audit_event", "log_id = %s"),
            ("audit_pending", "log_id = %s"),
            ("audit_leaf", "tree_id in (select id from audit_tree where log_id = %s)"),
        ]:
            superuser.execute(
                f"update {table} set at = at - make_interval(secs => %s) where {where}",
                [seconds, house.log_id],
            )


@pytest.fixture
def sealed(house, witness):
    house.grow(5)
    return house


def test_a_whole_log_has_no_gaps(sealed):
    assert found(sealed) == {}


def test_events_that_wait_over_a_minute_raise_an_alarm_that_ends_when_they_are_sealed(
    house, witness, superuser
):
    house.record(2)
    age(superuser, house, 61)
    assert oldest_unsealed_seconds() > 60
    reconcile_everything(at=now())
    assert Alarm.objects.filter(log_id=house.log_id, code="sealing_late", cleared_at=None).exists()
    board = Alert.objects.filter(property_id=house.property.pk, acknowledged_at=None)
    assert "sealing_late" in [alert.params.get("alarm") for alert in board]
    house.seal()
    house.sign()
    reconcile_everything(at=now())
    alarm = Alarm.objects.get(log_id=house.log_id, code="sealing_late")
    assert alarm.cleared_at is not None
    kinds = Event.objects.filter(log_id=house.log_id, stream=f"alarms:{house.log_id}")
    assert list(kinds.order_by("stream_v").values_list("kind", flat=True)) == [
        "audit.alarm_raised",
        "audit.alarm_cleared",
    ]


def test_an_alarm_is_raised_once_and_heard_above(house, monkeypatch):
    heard = []
    monkeypatch.setattr(alarms, "_listeners", [])
    alarms.on_alarm(lambda log_id, code, detail: heard.append((log_id, code, detail)))
    for _ in range(2):
        alarms.raise_alarm(house.log_id, AlarmCode.STREAM_HOLE, {"first": "x"}, at=now())
    assert heard == [(house.log_id, AlarmCode.STREAM_HOLE, {"first": "x"})]
    assert alarms.end_alarm(house.log_id, AlarmCode.STREAM_HOLE, at=now()) is True
    assert alarms.end_alarm(house.log_id, AlarmCode.STREAM_HOLE, at=now()) is False


def test_what_is_not_signed_or_witnessed_within_a_minute_is_noticed(house, superuser):
    house.record(2)
    house.seal()
    age(superuser, house, 61)
    assert set(found(house)) == {AlarmCode.SIGNING_LATE, AlarmCode.WITNESS_BEHIND}
    house.sign()
    assert set(found(house)) == {AlarmCode.WITNESS_BEHIND}


def test_an_event_outside_the_queue_is_noticed(sealed, superuser):
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "insert into audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
            " values (%s, %s, '5y', 'ghost', 1, 'x', '[]', '', now() - interval '40 seconds')",
            [new_event_id(), sealed.log_id],
        )
    assert set(found(sealed)) == {AlarmCode.EVENT_UNSEALED}


def test_a_pending_row_taken_away_is_noticed(house, superuser):
    (event_id,) = house.record(1)
    age(superuser, house, 40)
    with unprotected(superuser, "audit_pending"):
        superuser.execute("delete from audit_pending where event_id = %s", [event_id])
    assert found(house)[AlarmCode.EVENT_UNSEALED]["first"] == str(event_id)


def test_a_waiting_event_that_is_gone_is_noticed(house, superuser):
    (event_id,) = house.record(1)
    with unprotected(superuser, "audit_event"):
        superuser.execute("delete from audit_event where id = %s", [event_id])
    assert found(house)[AlarmCode.EVENT_MISSING]["first"] == str(event_id)


def test_a_hole_in_a_subject_is_noticed(sealed, superuser):
    sealed.record(3, subject="table:9")
    sealed.seal()
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "delete from audit_event where stream = %s and stream_v = 2",
            [f"{sealed.log_id}-table:9"],
        )
    assert found(sealed)[AlarmCode.STREAM_HOLE]["first"] == f"{sealed.log_id}-table:9"


def test_a_missing_leaf_and_a_changed_root_are_noticed(sealed, superuser):
    with unprotected(superuser, "audit_leaf"):
        superuser.execute(
            "update audit_leaf set hash = sha256('x') where tree_id = %s and idx = 2",
            [sealed.tree.tree_id],
        )
    assert set(found(sealed)) == {AlarmCode.ROOT_DIFFERS}
    with unprotected(superuser, "audit_leaf"):
        superuser.execute(
            "delete from audit_leaf where tree_id = %s and idx = 2", [sealed.tree.tree_id]
        )
    assert AlarmCode.LEAF_MISSING in found(sealed)


def test_what_is_sealed_while_somebody_looks_is_no_gap(sealed):
    before = sealed.tree
    sealed.record(3)
    sealed.seal()
    assert AlarmCode.LEAF_MISSING not in {gap.code for gap in tree_gaps(before)}


def test_a_checkpoint_beyond_the_log_is_noticed(sealed, superuser):
    with unprotected(superuser, "audit_checkpoint"):
        superuser.execute(
            "update audit_checkpoint set size = size + 1,"
            " note = replace(note, E'\\n' || size || E'\\n', E'\\n' || size + 1 || E'\\n')"
            " where tree_id = %s",
            [sealed.tree.tree_id],
        )
    assert set(found(sealed)) == {AlarmCode.CHECKPOINT_AHEAD}


def test_a_clock_behind_the_last_event_is_noticed(sealed, superuser):
    age(superuser, sealed, -60)
    assert AlarmCode.CLOCK_WENT_BACK in found(sealed)


@pytest.mark.parametrize(
    ("table", "trigger"),
    [
        ("audit_event", "audit_event_append_only"),
        ("audit_leaf", "audit_leaf_no_truncate"),
        ("audit_pending", "audit_pending_is_sealed"),
        ("staff_property", "staff_property_has_event"),
    ],
)
def test_a_protection_that_is_switched_off_is_noticed(sealed, superuser, table, trigger):
    def noticed():
        return [gap.detail for gap in gaps() if gap.code == AlarmCode.PROTECTION_OFF]

    assert noticed() == []
    superuser.execute(f"alter table {table} disable trigger {trigger}")
    try:
        assert f"{table}.{trigger}" in noticed()[0]["triggers"]
    finally:
        always = "" if table == "staff_property" else "always"
        superuser.execute(f"alter table {table} enable {always} trigger {trigger}")
    assert noticed() == []


def test_the_months_ahead_are_there_and_protected(committed):
    add_months()
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_inherits where inhparent = 'audit_event'::regclass")
        assert cursor.fetchone()[0] >= 5
