import pytest
from django.db import ProgrammingError, transaction

from demo.past import rounds_of_the_past

pytestmark = pytest.mark.django_db


def test_only_the_owner_of_the_database_plays_rounds_of_the_past():
    with (
        pytest.raises(ProgrammingError, match="must be owner"),
        transaction.atomic(),
        rounds_of_the_past(),
    ):
        pass
