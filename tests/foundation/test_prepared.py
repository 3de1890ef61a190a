import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test.utils import CaptureQueriesContext

from foundation import prepared
from foundation.prepared import CompiledQuery, insert_rows, planned_cursor
from staff.models import Person
from tables.models import Pit
from tests.factories import make_floor

pytestmark = pytest.mark.django_db

NAMED = CompiledQuery(
    lambda person_id, badge: Person.objects.select_related("property").filter(
        pk=person_id, badge=badge, is_active=True
    ),
    -1,
    "",
)


def test_a_compiled_query_loads_what_the_queryset_loads():
    people = make_floor().people.values()
    for person in people:
        with CaptureQueriesContext(connection) as captured:
            (found,) = NAMED(person.pk, person.badge)
            assert (found, found.property, found.roles) == (person, person.property, person.roles)
        assert len(captured) == 1
    assert NAMED.first(next(iter(people)).pk, "another badge") is None


def test_a_value_without_a_place_of_its_own_is_noticed():
    twice = CompiledQuery(lambda a, b: Person.objects.filter(pk__gt=a, badge=str(b)), -1, -1)
    with pytest.raises(LookupError):
        twice(1, 2)


def test_rows_are_inserted_in_one_statement_and_keyed_by_the_database():
    house = make_floor().property
    with CaptureQueriesContext(connection) as captured:
        insert_rows([Pit(property=house, name=name) for name in ("North", "South")])
    assert len(captured) == 1
    assert {"North", "South"} <= {pit.name for pit in house.pits.all()}


def test_two_planned_cursors_at_once_are_two():
    with planned_cursor() as one, planned_cursor() as other:
        one.execute("select %s::int", [1])
        other.execute("select %s::int", [2])
        assert (one.fetchone(), other.fetchone()) == ((1,), (2,))


def test_statements_in_turn_are_read_and_written_each_by_its_own_types(monkeypatch):
    monkeypatch.setattr(prepared, "MOST_KNOWN", 2)
    statements = {
        "select %s::bigint, '2026-11-18'::date": (1, 2**40, None, 2),
        "select %s::text, 7": ("one", None, "two"),
        "select %s::bigint[], true": ([1], [], [2**40]),
    }
    for _again in range(2):
        for statement, values in statements.items():
            for value in values:
                with planned_cursor() as cursor:
                    cursor.execute(statement, [value])
                    assert cursor.fetchone()[0] == value
    with planned_cursor() as cursor:
        assert len(cursor.cursor._known) <= 2


@pytest.fixture
def own_connection():
    """The connection of a thread of its own, as a request has it, which nothing rolls back."""
    before = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = own = before.copy()
    own.ensure_connection()
    own.health_check_enabled = True
    yield own
    own.close()
    connections[DEFAULT_DB_ALIAS] = before


def backend(own):
    with planned_cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        return cursor.fetchone()[0]


def test_a_connection_that_is_there_is_not_asked_whether_it_is(own_connection, monkeypatch):
    first = backend(own_connection)
    own_connection.close_if_unusable_or_obsolete()  # the next request begins
    monkeypatch.setattr(own_connection, "is_usable", lambda: pytest.fail("it was asked"))
    assert backend(own_connection) == first
    assert own_connection.health_check_done


def test_a_connection_that_the_server_ended_is_opened_anew(own_connection):
    first = backend(own_connection)
    own_connection.close_if_unusable_or_obsolete()  # the next request begins
    with psycopg.connect(
        own_connection.connection.info.dsn, password=own_connection.settings_dict["PASSWORD"]
    ) as other:
        other.execute("select pg_terminate_backend(%s, 5000)", [first])
    assert backend(own_connection) != first
