import pytest

from tests.factories import make_floor
from tests.reports.history import make_history
from tests.rounds.playing import Dealer


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def dealer(floor):
    return Dealer(floor)


@pytest.fixture
def history(db):
    return make_history()
