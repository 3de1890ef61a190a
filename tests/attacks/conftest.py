import pytest

from tests.attacks.callers import Caller
from tests.factories import make_floor


@pytest.fixture
def floor(db):
    return make_floor()


@pytest.fixture
def elsewhere(db):
    """Another house with a table of its own."""
    return make_floor()


@pytest.fixture
def dealer(floor):
    """The dealer of the floor's table, signed in, with a round open for wagers."""
    caller = Caller(floor.dealer)
    assert caller.open(floor.table).status_code == 200
    return caller


@pytest.fixture(autouse=True)
def no_hurry(settings):
    """Attacks come fast; the limit of the pace has a test of its own."""
    settings.API_CALLS_A_SECOND = 10_000
