import time
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

import psycopg
import pytest
from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from audit.events import EventKind
from audit.log.canonical import canonical_bytes, parse_canonical
from audit.models import Event, Keep, Pending, Stream
from audit.record import new_event_id, plain_value, record, record_refusal
from foundation.context import Context, enter
from staff.models import Role, StrangerTries
from tests.factories import make_person, make_property

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
PROTECTED = [
    "audit_event",
    "audit_leaf",
    "audit_node",
    "audit_checkpoint",
    "audit_cosignature",
    "audit_archive",
    "audit_tree",
]


@pytest.fixture
def house(db):
    return make_property()


def last_version(house):
    return Stream.objects.get(stream=f"property:{house.pk}").v


def written(event_id):
    return Event.objects.get(pk=event_id)


def test_an_event_says_who_what_when_about_what_and_the_change(house):
    enter(Context(request_id="request-1", tablet_id=9, tablet_at=NOON))
    event = written(
        record(
            EventKind.PROPERTY_CHANGED,
            about=house,
            by=None,
            at=NOON,
            detail={"why": "test"},
            before={"currency": "USD"},
            after={"currency": "SGD"},
        )
    )
    enter(Context())
    body = parse_canonical(bytes(event.body))
    assert body["kind"] == event.kind == "staff.property_changed"
    assert body["stream"] == event.stream == f"property:{house.pk}"
    assert body["stream_v"] == event.stream_v == last_version(house)
    assert body["log"] == event.log_id == house.pk
    assert body["keep"] == event.keep == "5y"
    assert body["about"] == event.about == [f"property:{house.pk}"]
    assert body["happened_at"] == "2026-06-01T12:00:00.000000Z"
    assert body["at"] == event.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert (body["before"], body["after"]) == ({"currency": "USD"}, {"currency": "SGD"})
    assert (body["request_id"], body["tablet"]) == ("request-1", 9)
    assert Pending.objects.filter(event_id=event.id, log_id=house.pk).exists()


def test_a_subject_numbers_its_events_and_its_clock_never_goes_back(house):
    ahead = Stream.objects.filter(stream=f"property:{house.pk}")
    ahead.update(v=4, at=datetime(2100, 1, 1, tzinfo=UTC))
    first, second = (
        written(record(EventKind.PROPERTY_CHANGED, about=house, by=None, at=NOON)) for _ in range(2)
    )
    assert (first.stream_v, second.stream_v) == (5, 6)
    assert datetime(2100, 1, 1, tzinfo=UTC) < first.at < second.at


def test_a_rollback_takes_the_event_with_it_and_leaves_no_hole(house):
    last = last_version(house)
    with pytest.raises(RuntimeError), transaction.atomic():
        record(EventKind.PROPERTY_CHANGED, about=house, by=None, at=NOON)
        raise RuntimeError
    event = written(record(EventKind.PROPERTY_CHANGED, about=house, by=None, at=NOON))
    assert event.stream_v == last + 1


def test_a_refusal_is_an_event(house):
    dealer = make_person(house, Role.DEALER)
    record_refusal("tiles_expired", "The tiles are past their limit.", "MD ch. 4", by=dealer)
    event = Event.objects.get(kind="audit.step_refused", log_id=house.pk)
    assert parse_canonical(bytes(event.body))["detail"]["code"] == "tiles_expired"


def test_a_refusal_of_a_stranger_is_counted(house):
    record_refusal("code_wrong", "This code is wrong.", "", by=None)
    assert not Event.objects.filter(kind="audit.step_refused").exists()
    assert StrangerTries.objects.get(code="code_wrong").tries == 1


def test_what_is_too_long_is_kept_by_its_hash(house):
    event = written(
        record(
            EventKind.PROPERTY_CHANGED,
            about=house,
            by=None,
            at=NOON,
            after={"text": "x" * 70_000},
        )
    )
    after = parse_canonical(bytes(event.body))["after"]
    assert after["bytes"] == 70_011
    assert len(after["sha256"]) == 64


def test_any_value_is_brought_into_the_profile():
    value = {
        "When": NOON,
        "4-6": Decimal("1.5"),
        "role": Role.DEALER,
        "keep": Keep.FIVE_YEARS,
        "id": UUID(int=1),
        "tags": {"a"},
        "name": "e\u0301",
        "raw": b"\x01",
        "yes": True,
        "none": None,
    }
    assert parse_canonical(canonical_bytes(plain_value(value))) == {
        "when": "2026-06-01T12:00:00.000000Z",
        "4_6": "1.5",
        "role": "dealer",
        "keep": "5y",
        "id": "00000000-0000-0000-0000-000000000001",
        "tags": ["a"],
        "name": "é",
        "raw": "01",
        "yes": True,
        "none": None,
    }


def test_event_ids_begin_with_the_time():
    before = time.time_ns() // 1_000_000
    ids = [new_event_id() for _ in range(1000)]
    after = time.time_ns() // 1_000_000
    assert len(set(ids)) == 1000
    assert all(each.version == 7 and before <= each.int >> 80 <= after for each in ids)
    assert all(each.variant == UUID(int=ids[0].int).variant for each in ids)


def test_every_kind_has_its_own_code_and_a_sentence():
    codes = [kind.code for kind in EventKind]
    assert len(set(codes)) == len(codes)
    assert all(str(kind.sentence) and kind.keep in Keep for kind in EventKind)
    assert all(len(code) <= 80 and code.count(".") == 1 for code in codes)


@pytest.mark.parametrize("table", [*PROTECTED, "audit_pending"])
@pytest.mark.parametrize("role", ["default", "sequencer", "signer", "owner"])
@pytest.mark.parametrize("act", ["update {0} set at = at", "delete from {0}", "truncate {0}"])
def test_nobody_changes_the_record(committed, role, table, act):
    act = act.replace("at = at", CHANGES.get(table, "at = at"))
    make_property()  # with an event that is not sealed
    with (
        pytest.raises(DatabaseError) as refused,
        transaction.atomic(using=role),
        connections[role].cursor() as cursor,
    ):
        if role == "owner" and not act.startswith("truncate"):
            insert_a_row(cursor, table)
        cursor.execute(act.format(table))
        cursor.execute("set constraints all immediate")
        raise AssertionError(f"{role} could {act} {table}")
    assert refused.value.__cause__.sqlstate == "42501"


CHANGES = {
    "audit_tree": "opened_at = opened_at - interval '1 day'",
    "audit_node": "hash = hash",
}


@pytest.mark.parametrize("role", ["default", "sequencer", "signer"])
def test_nobody_goes_around_through_a_partition(committed, role):
    partitions = ["audit_event_rest", *partitions_of_this_month()]
    acts = ["update {} set at = at", "delete from {}", "truncate {}"]
    acts += ["insert into {} select * from audit_event", "alter table {} disable trigger all"]
    for partition in partitions:
        for act in acts:
            with pytest.raises(DatabaseError) as refused, connections[role].cursor() as cursor:
                cursor.execute(act.format(partition))
            assert refused.value.__cause__.sqlstate == "42501"


def test_replication_mode_does_not_switch_the_triggers_off(committed, test_session):
    make_property()
    address = test_session.database_url("postgres", connections["default"].settings_dict["NAME"])
    with psycopg.connect(address, autocommit=True) as superuser:
        superuser.execute("set session_replication_role = replica")
        for act in (
            "update audit_event set at = at",
            "delete from audit_event",
            "delete from audit_pending",
            "truncate audit_event",
            f"truncate {partitions_of_this_month()[0]}",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                superuser.execute(act)


def test_an_event_without_a_place_in_the_queue_is_refused(committed):
    with (
        pytest.raises(DatabaseError, match="never be sealed"),
        transaction.atomic(),
        connections["default"].cursor() as cursor,
    ):
        insert_a_row(cursor, "audit_event")


def test_a_change_without_an_event_is_refused(committed):
    house = make_property()
    with pytest.raises(DatabaseError, match="without an event"):
        house.save()


def partitions_of_this_month():
    name = timezone.now().strftime("audit_event_y%Ym%m")
    return [name, f"{name}_5y", f"{name}_3y", f"{name}_ever"]


def test_months_are_made_ahead_by_a_function_that_can_do_nothing_else(committed):
    with connections["default"].cursor() as cursor:
        cursor.execute("select audit_add_month(current_date), audit_add_month(current_date + 300)")
        assert cursor.fetchone()[0] is False
        with pytest.raises(DatabaseError, match="no events are expected"):
            cursor.execute("select audit_add_month('2001-01-01')")


def insert_a_row(cursor, table):
    at, uid = timezone.now(), new_event_id()
    rows = {
        "audit_event": (
            "insert into audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
            " values (%(id)s, 0, '5y', 'x', 1, 'x', '[]', '', %(at)s)"
        ),
        "audit_pending": (
            "insert into audit_pending (log_id, event_id, keep, at)"
            " values (0, %(id)s, '5y', %(at)s)"
        ),
        "audit_leaf": "insert into audit_leaf values (-1, 0, %(id)s, '5y', %(at)s, '')",
        "audit_node": "insert into audit_node values (-1, 1, 0, '')",
        "audit_checkpoint": "insert into audit_checkpoint values (-1, 0, '', '', %(at)s)",
        "audit_cosignature": "insert into audit_cosignature values (-1, 0, 'w', '', %(at)s)",
        "audit_archive": (
            "insert into audit_archive"
            " (tree_id, month, keep, events, first_idx, last_idx, file, sha256, at)"
            " values (-1, '2020-01-01', '5y', 0, 0, 0, '', '', %(at)s)"
        ),
        "audit_tree": (
            "insert into audit_tree"
            " (log_id, generation, origin, size, frontier, opened_at, follows)"
            " values (-1, 1, 'x', 0, '', %(at)s, '')"
        ),
    }
    cursor.execute(rows[table], {"id": uid, "at": at})
