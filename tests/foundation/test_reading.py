import pytest
from django.db import DatabaseError, connection, connections, transaction

from foundation.prepared import planned_cursor
from foundation.reading import (
    CopyAge,
    CopyTooOld,
    copy_age,
    reading_a_copy,
    reading_at_length,
    wait_for_reader,
    writing,
)


def who():
    with connection.cursor() as cursor:
        cursor.execute("select current_user, current_setting('statement_timeout')")
        return cursor.fetchone()


def test_who_reads_at_length_is_the_auditor_and_writes_nothing(committed):
    with reading_at_length():
        assert who()[0] == "auditor"
        with pytest.raises(DatabaseError, match="read-only transaction"):
            connection.cursor().execute("delete from foundation_receipt")
        with writing():
            assert who()[0] == "app"
        assert who()[0] == "auditor"
    assert who()[0] == "app"


def test_planned_statements_are_read_where_the_rest_is(committed):
    def planned():
        with planned_cursor() as cursor:
            cursor.execute("select current_user::text")
            return cursor.fetchone()[0]

    assert planned() == "app"
    with reading_at_length():
        assert planned() == "auditor"
        with writing():
            assert planned() == "app"
    assert planned() == "app"


def test_what_fails_gives_the_connection_back(committed):
    with pytest.raises(LookupError), reading_at_length():
        raise LookupError
    assert who()[0] == "app"


def test_a_transaction_reads_what_it_wrote_itself(committed):
    with transaction.atomic(), reading_at_length():
        assert who()[0] == "app"


def test_without_a_replica_a_page_is_read_on_the_floor(committed):
    with reading_a_copy(within_seconds=0) as source:
        assert source == CopyAge(is_replica=False, seconds_behind=0)
        assert who()[0] == "app"


def test_a_page_on_the_replica_has_the_floors_patience(committed, settings):
    settings.HAS_READER = True
    before = connections["auditor"].cursor()
    before.execute("show statement_timeout")
    usual = before.fetchone()[0]
    with reading_a_copy(within_seconds=0):
        assert who() == ("auditor", "5s")
    with reading_at_length():
        assert who() == ("auditor", usual)


def test_a_reader_that_is_no_replica_is_never_behind(committed, settings):
    settings.HAS_READER = True
    assert copy_age() == CopyAge()
    wait_for_reader(deadline=0)


def test_a_copy_that_is_too_old_is_refused(committed, settings, monkeypatch):
    settings.HAS_READER = True
    monkeypatch.setattr("foundation.reading.copy_age", lambda: CopyAge(True, 61.4))
    with reading_a_copy(within_seconds=62) as source:
        assert source.seconds_behind == 61.4
    with pytest.raises(CopyTooOld) as refused, reading_a_copy(within_seconds=61):
        pass
    assert refused.value.code == "copy_too_old"
    assert "61 s behind" in refused.value.message
