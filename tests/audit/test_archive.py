import zipfile
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connections

from audit.commands.archive import Month, archive_month
from audit.commands.export import public_keys
from audit.commands.holds import place_hold, release_hold
from audit.events import EventKind
from audit.log import verify
from audit.models import Archive, Event, Keep, Leaf
from audit.queries.verification import FaultCode, Trust, verify_logs
from audit.queries.verification.archives import archives_in, kept_archive
from rules.refusals import Refused
from tests.audit.houses import House, now, signed_by_two
from tests.audit.nights import database_of_its_own
from tests.session import worker_name

LATER = datetime(2040, 1, 1, tzinfo=UTC)


@pytest.fixture
def own_database(test_session, django_db_blocker):
    """A database of its own: archiving takes whole months away from everybody."""
    name = f"archive_{worker_name()}"
    with django_db_blocker.unblock(), database_of_its_own(test_session, name):
        yield


@pytest.fixture
def old(own_database, signer, witness):
    """A log whose events of this month are of all three classes."""
    house = House()
    house.record(20, subject="table:1")
    house.record(5, subject="person:1", kind=EventKind.SIGNED_IN)
    house.record(2, subject="dispute:1", kind=EventKind.DISPUTE_OPENED)
    house.record(10, subject="table:1")
    house.grow(3)
    return house


def this_month(keep="5y"):
    return Month.parse(f"{now():%Y-%m}", keep)


def archive(house, keep="5y", at=LATER):
    return archive_month(this_month(keep), by=house.compliance, second=house.administrator, at=at)


def trust_of(house):
    return Trust(tuple(public_keys(house.tree.origin)))


def test_events_past_their_time_move_to_a_file_that_verifies(old, settings):
    before = old.events().count()
    (written,) = archive(old)
    assert not any(settings.SCRATCH_DIR.iterdir())
    keys = [verify.parse_key(str(key)) for key in public_keys(old.tree.origin)]
    with kept_archive(written.path.name) as path:
        findings = verify.verify(path, keys)
    assert f"{written.events} event(s) stand in the log as written" in findings
    assert old.events().filter(keep="5y").count() == 0
    assert old.events().count() == before - written.events + 1
    assert Leaf.objects.filter(tree_id=old.tree.tree_id).count() == old.tree.size
    row = Archive.objects.get(tree_id=old.tree.tree_id)
    assert (row.file, row.sha256, row.events) == (
        written.path.name,
        written.sha256,
        written.events,
    )
    event = old.events().get(kind="audit.month_archived")
    assert event.keep == Keep.FOR_EVER


def test_the_log_verifies_after_the_removal_and_so_do_its_files(old):
    (written,) = archive(old)
    old.seal()
    old.sign()
    report = verify_logs(trust_of(old), log_ids=[old.log_id], archive=kept_archive)
    assert report.faults == []
    assert f"{written.events} entries have their events in the archive" in report.findings


def test_an_archive_that_was_changed_or_lost_is_named(old, tmp_path):
    (written,) = archive(old)
    call_command("audit", "archives", "--to", str(tmp_path), stdout=StringIO())
    copy = tmp_path / written.path.name

    def faults():
        report = verify_logs(trust_of(old), log_ids=[old.log_id], archive=archives_in(tmp_path))
        return [(fault.code, fault.message) for fault in report.faults]

    assert faults() == []
    copy.write_bytes(copy.read_bytes()[:-1] + b"x")
    assert faults() == [
        (
            FaultCode.ARCHIVE_WRONG,
            f"archive {written.path.name}: the file is not the one that was written",
        )
    ]
    copy.unlink()
    assert "the file is missing" in faults()[0][1]


def test_a_partition_dropped_without_an_archive_is_named(old):
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"drop table {this_month().partition}")
    report = verify_logs(trust_of(old), log_ids=[old.log_id])
    assert {fault.code for fault in report.faults} >= {FaultCode.EVENT_MISSING}


def test_events_stay_for_their_time(old):
    month = this_month()
    due = datetime(month.after.year + 5, month.after.month, 1, tzinfo=UTC)
    for keep, at, code in [
        ("5y", now(), "not_due"),
        ("5y", due - timedelta(days=1), "not_due"),
        ("ever", LATER, "kept_for_ever"),
    ]:
        with pytest.raises(Refused) as refused:
            archive(old, keep, at)
        assert refused.value.code == code
    assert archive(old, "5y", due)


def test_the_three_year_class_goes_two_years_earlier(old):
    month = this_month("3y")
    at = datetime(month.after.year + 3, month.after.month, 1, tzinfo=UTC)
    (written,) = archive(old, "3y", at)
    assert (
        written.events
        == old.rows(
            "select count(*) from audit_leaf where tree_id = %s and keep = '3y'", old.tree.tree_id
        )[0][0]
    )


def test_evidence_stays_until_its_hold_is_released(old):
    hold = place_hold(f"{old.log_id}-table:1", reason="court", by=old.compliance, at=now())
    old.grow(0)
    with pytest.raises(Refused) as refused:
        archive(old)
    assert refused.value.code == "evidence_hold"
    release_hold(hold.pk, "settled in court", **signed_by_two(old), by=old.compliance, at=now())
    old.grow(0)
    assert archive(old)


@pytest.mark.parametrize("state", ["pending", "sealed"])
def test_what_is_not_sealed_and_signed_stays(old, state):
    old.record(1)
    if state == "sealed":
        old.seal()
    with pytest.raises(Refused) as refused:
        archive(old)
    assert refused.value.code == {"pending": "not_sealed", "sealed": "not_signed"}[state]
    assert Event.objects.filter(log_id=old.log_id, keep="5y").exists()


def test_one_person_archives_nothing(old):
    with pytest.raises(Refused):
        archive_month(this_month(), by=old.compliance, second=old.compliance, at=LATER)


def test_a_month_knows_its_neighbour_and_its_partition():
    month = Month(date(2026, 12, 1), Keep.THREE_YEARS)
    assert (month.after, month.partition) == (date(2027, 1, 1), "audit_event_y2026m12_3y")


def test_the_archive_holds_the_very_bytes(old):
    bodies = {
        row[0]: bytes(row[1])
        for row in old.rows(
            "select l.idx, e.body from audit_leaf l join audit_event e on e.id = l.event_id"
            " where l.tree_id = %s and l.keep = '5y'",
            old.tree.tree_id,
        )
    }
    (written,) = archive(old)
    with kept_archive(written.path.name) as path, zipfile.ZipFile(path) as bundle:
        lines = bundle.read("events.jsonl").splitlines()
    assert len(lines) == len(bodies)
    assert all(
        b'{"index":%d,"event":%b}' % (index, body) in lines for index, body in bodies.items()
    )
