"""A demo night: its rows follow from its log, and whatever is changed behind it is found."""

import pytest

from audit.queries.rebuilding import differences, rebuilt
from audit.queries.verification.reading import snapshot
from tests.audit.nights import demo_night
from tests.session import worker_name

ROUNDS = 6


@pytest.fixture(scope="module")
def night(test_session, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    with (
        django_db_blocker.unblock(),
        pytest.MonkeyPatch.context() as patch,
        demo_night(test_session, folder, f"night_{worker_name()}", patch, ROUNDS) as made,
    ):
        yield made


def test_the_rows_of_a_demo_night_follow_from_its_log(night):
    report = night.verify()
    assert [str(fault) for fault in report.faults] == []
    assert report.doubts == []
    with snapshot() as (reader, _):
        made = rebuilt(reader)
        assert list(differences(reader, made)) == []
    assert sum(map(len, made.rows.values())) > 1_000
