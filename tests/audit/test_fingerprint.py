"""What the database itself is: sealed at each migration, and every change of it is named."""

import json

import pytest
from django.utils import timezone

from audit.commands.reconcile import reconcile_everything
from audit.commands.shape import seal_shape
from audit.models import Alarm, AlarmCode, Event
from audit.queries.fingerprint import changes, fetched, fingerprint, shape_changes, unpacked
from audit.queries.verification.reading import snapshot
from audit.queries.verification.shape import shape_faults

TAMPERINGS = [
    (
        "drop trigger rounds_round_has_event on rounds_round",
        "trigger rounds_round.rounds_round_has_event is gone",
    ),
    (
        "alter table banking_slip disable trigger banking_slip_has_event",
        "trigger banking_slip.banking_slip_has_event was changed",
    ),
    ("alter table rounds_settlement disable trigger all", "references rounds_settlement"),
    (
        """create or replace function audit_lasting(relation text, content jsonb) returns jsonb
        language sql immutable return 'null'::jsonb""",
        "function public.audit_lasting(text,jsonb) was changed",
    ),
    (
        "alter function audit_require_event() reset search_path",
        "function public.audit_require_event() was changed",
    ),
    ("grant update on audit_event to app", "table audit_event was changed"),
    ("grant update (body) on audit_event to app", "columns audit_event was changed"),
    ("alter table audit_leaf owner to app", "table audit_leaf was changed"),
    ("grant temporary on database {name} to app", "database was changed"),
    ("grant create on schema public to app", "schema public was changed"),
    ("create schema shadow", "schema shadow was added"),
    ("alter table rounds_round enable row level security", "table rounds_round was changed"),
    ("create policy p on rounds_round using (false)", "policy rounds_round.p was added"),
    (
        "create rule r as on insert to audit_alarm do instead nothing",
        "rule audit_alarm.r was added",
    ),
    (
        "alter table banking_posting drop constraint {constraint}",
        "constraints banking_posting was changed",
    ),
    ("alter role app bypassrls", "role app was changed"),
    ("create role lurker superuser", "role lurker was added"),
    ("alter database {name} set session_replication_role = replica", "settings of all was added"),
    (
        """create trigger t before insert on audit_event for each row
        execute function audit_refuse_change()""",
        "trigger audit_event.t was added",
    ),
]


@pytest.fixture
def alone(superuser):
    """A superuser whose changes are taken back."""
    superuser.execute("begin")
    yield superuser
    superuser.execute("rollback")


def asked(superuser):
    return lambda query, arguments: superuser.execute(query, list(arguments) or None).fetchall()


def test_every_change_of_the_database_is_named(alone):
    sealed = fingerprint(asked(alone))
    ((name, constraint),) = alone.execute(
        "select current_database(), (select conname from pg_constraint"
        " where conrelid = 'banking_posting'::regclass and contype = 'c' limit 1)"
    ).fetchall()
    for tampering, words in TAMPERINGS:
        alone.execute("savepoint before")
        alone.execute(tampering.format(name=name, constraint=constraint))
        found = list(changes(sealed, fingerprint(asked(alone))))
        assert any(line.startswith(words) for line in found), (tampering, found)
        alone.execute("rollback to before")
    assert list(changes(sealed, fingerprint(asked(alone)))) == []


def test_a_new_month_of_the_record_changes_nothing_and_one_without_protection_does(alone):
    sealed = fingerprint(asked(alone))
    alone.execute("set session_replication_role = origin")
    alone.execute("select audit_add_month((now() + interval '9 months')::date)")
    assert list(changes(sealed, fingerprint(asked(alone)))) == []
    ((part, trigger),) = alone.execute(
        "select tgrelid::regclass::text, tgname from pg_trigger"
        " where tgname ~ '^audit_event_y.*_5y_no_truncate$' order by 1 desc limit 1"
    ).fetchall()
    alone.execute(f"drop trigger {trigger} on {part}")
    (found,) = changes(sealed, fingerprint(asked(alone)))
    assert found.startswith("trigger audit_event_month_5y.audit_event_month_5y_no_truncate")


def test_the_migrations_sealed_the_database_as_it_is(committed):
    (event,) = Event.objects.filter(kind="audit.database_shaped")
    assert len(event.body) < 60_000
    assert shape_changes() == []
    assert seal_shape(at=timezone.now()) is False


def test_the_minutes_check_raises_an_alarm_and_verification_names_the_change(superuser):
    superuser.execute("grant update on audit_leaf to app")
    try:
        reconcile_everything(at=timezone.now())
        alarm = Alarm.objects.get(code=AlarmCode.DATABASE_CHANGED, cleared_at=None)
        with snapshot() as (reader, _):
            faults = [str(fault) for fault in shape_faults(reader)]
    finally:
        superuser.execute("revoke update on audit_leaf from app")
    reconcile_everything(at=timezone.now())
    assert alarm.detail == {"count": 1, "changed": ["table audit_leaf was changed"]}
    assert faults == ["the database is not as it was sealed: table audit_leaf was changed"]
    assert not Alarm.objects.filter(code=AlarmCode.DATABASE_CHANGED, cleared_at=None).exists()


def test_a_change_sealed_without_a_migration_is_a_fault(db, monkeypatch):
    before = fingerprint(fetched)
    monkeypatch.setattr(
        "audit.commands.shape.fingerprint", lambda fetch: {**before, "function f()": "new"}
    )
    assert seal_shape(at=timezone.now()) is True
    event = Event.objects.filter(kind="audit.database_shaped").latest("at")
    assert b'"function f() was added"' in bytes(event.body)

    class Ours:
        def execute(self, query, arguments=None):
            self.rows = fetched(query, arguments or [])
            return self

        def fetchall(self):
            return self.rows

    words = [str(fault) for fault in shape_faults(Ours())]
    assert words == [
        "the database is not as it was sealed: function f() is gone",
        "the database was sealed as changed without a migration: function f() was added",
    ]


def test_what_was_packed_is_what_is_read(db):
    event = Event.objects.filter(kind="audit.database_shaped").latest("at")
    assert unpacked(json.loads(bytes(event.body))["detail"]["packed"]) == fingerprint(fetched)
