"""A full disk stops writing, not the floor: PostgreSQL says 53100, and nothing is half written."""

from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from tests.attacks.callers import Caller, state_of
from tests.factories import make_floor

FULL = """
create function disk_is_full() returns trigger language plpgsql as $$ begin
  raise exception 'could not extend file: No space left on device' using errcode = '53100';
end $$;
create trigger aa_disk_is_full before insert on audit_event
  for each row execute function disk_is_full();
"""
ROOM = "drop trigger aa_disk_is_full on audit_event; drop function disk_is_full();"


@pytest.fixture
def full_disk(committed, test_session):
    """A database that can write no event while the block lasts."""
    address = test_session.database_url("postgres", connection.settings_dict["NAME"])

    @contextmanager
    def full():
        with psycopg.connect(address, autocommit=True) as opened:
            opened.execute(FULL)
            try:
                yield
            finally:
                opened.execute(ROOM)

    return full


def test_a_full_disk_stops_writing_and_not_the_floor(full_disk):
    floor = make_floor()
    dealer = Caller(floor.dealer)
    assert dealer.open(floor.table).status_code == 200
    before, wagers = state_of(floor.property), {"wagers": [{"seat": 1, "cents": 2500}]}
    with full_disk():
        for _try in range(3):
            refused = dealer.step("wagers", wagers)
            assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert dealer.get(f"tables/{floor.table.pk}/").status_code == 200
        assert state_of(floor.property) == before
    assert dealer.step("wagers", wagers).status_code == 200
