import psycopg
import pytest
from django.db import (
    DatabaseError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
)
from django.test import Client

from paigow_site.refusals import is_out_of_reach
from tests.factories import make_person, make_property
from tests.sign_in import sign_in


@pytest.mark.django_db
def test_the_application_connects_as_app():
    with connection.cursor() as cursor:
        cursor.execute("select current_user")
        assert cursor.fetchone() == ("app",)


@pytest.mark.parametrize("role", ["owner", "sequencer", "signer", "auditor"])
def test_each_role_has_an_alias_for_the_same_database(committed, role):
    with connections[role].cursor() as cursor:
        cursor.execute("select current_user, current_database()")
        assert cursor.fetchone() == (role, connection.settings_dict["NAME"])


@pytest.mark.django_db
def test_the_application_cannot_change_the_schema():
    with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="permission denied"):
        cursor.execute("create table anything (id int)")


def test_the_auditor_writes_nothing(committed):
    with connections["auditor"].cursor() as cursor, pytest.raises(DatabaseError):
        cursor.execute("delete from audit_event")


def test_commits_are_seen_by_other_connections(committed, test_session):
    house = make_property()
    address = test_session.database_url("auditor", connection.settings_dict["NAME"])
    with psycopg.connect(address) as auditor:
        found = auditor.execute("select name from staff_property where id = %s", [house.pk])
        assert found.fetchone() == (house.name,)


@pytest.mark.parametrize("limit", ["transaction_timeout", "statement_timeout"])
def test_a_statement_ended_by_a_time_limit_is_a_record_out_of_reach(committed, test_session, limit):
    address = test_session.database_url("app", connection.settings_dict["NAME"])
    with pytest.raises(psycopg.Error) as ended, psycopg.connect(address) as other:
        other.execute(f"set local {limit} = '10ms'")
        other.execute("select pg_sleep(5)")
    is_operational = isinstance(ended.value, psycopg.OperationalError)
    wrapped = OperationalError() if is_operational else InternalError()
    wrapped.__cause__ = ended.value
    assert is_out_of_reach(wrapped)
    assert not is_out_of_reach(InternalError())


@pytest.mark.parametrize(
    ("path", "kind"), [("/queue/", "text/html"), ("/api/v1/tables/", "application/json")]
)
def test_a_request_whose_connection_was_cut_asks_to_try_again(committed, test_session, path, kind):
    house = make_property()
    browser = Client(raise_request_exception=False, headers={"accept": kind})
    sign_in(browser, make_person(house, "floorperson"))
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        process = cursor.fetchone()[0]
    with psycopg.connect(test_session.database_url("postgres", "postgres")) as admin:
        admin.execute("select pg_terminate_backend(%s, 5000)", [process])
    answer = browser.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer["Content-Type"].startswith(kind)
    assert "out of reach for a moment" in answer.content.decode()
    connection.close()
    assert browser.get(path).status_code == 200
