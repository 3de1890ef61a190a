import pytest

from tests.factories import make_floor


@pytest.fixture
def floor(db):
    return make_floor()
