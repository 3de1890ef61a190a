import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation.prepared import CompiledQuery, insert_rows
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
