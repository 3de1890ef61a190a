import pytest

from tests.factories import make_floor
from tests.rounds.playing import Dealer


@pytest.fixture
def floor():
    return make_floor()


@pytest.fixture
def dealer(floor):
    return Dealer(floor)
