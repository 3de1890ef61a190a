import pytest

from tests.reports.history import make_history


@pytest.fixture
def history(db):
    return make_history()


@pytest.fixture
def floor(history):
    return history.floor
