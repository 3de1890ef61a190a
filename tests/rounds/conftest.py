import pytest

from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import Dealer


@pytest.fixture
def floor(db):
    return make_floor()


@pytest.fixture
def dealer(floor):
    return Dealer(floor)


@pytest.fixture
def signed_by(floor):
    """Somebody's signature, as it stands after badge and PIN were right."""
    from django.utils import timezone

    return lambda role: Signer(floor.people[role], None, timezone.now())
