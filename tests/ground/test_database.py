import psycopg
import pytest
from django.db import DatabaseError, ProgrammingError, connection, connections

from tests.factories import make_property


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
