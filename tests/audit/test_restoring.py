"""A demo night is lost with its database, and made again from a copy of its log."""

import zipfile
from datetime import UTC, datetime
from hashlib import sha256
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from psycopg import sql

from audit.commands.archive import Month, archive_month
from audit.commands.rows import seal_rows
from audit.commands.sequence import seal_everything
from audit.commands.sign import sign_everything
from audit.events import EventKind
from audit.models import Event
from audit.queries.trees import open_tree
from audit.record import record
from demo.playing import carry_out
from demo.simulation import Simulation
from foundation.folding import Kept, Reckoned, folds
from rounds.commands.whole import record_whole_round
from rounds.models import Round
from staff.models import Person, Property
from tables.models import GamingTable
from tests.audit.nights import database_of_its_own, demo_night
from tests.session import worker_name

ROUNDS = 6
ADMINISTRATOR = "A801"


@pytest.fixture(scope="module")
def night(test_session, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lost")
    with (
        django_db_blocker.unblock(),
        demo_night(test_session, folder, f"lost_{worker_name()}", ROUNDS) as made,
    ):
        yield made


def sign_after_the_minute():
    seal_rows(at=timezone.now())
    seal_everything()
    sign_everything(at=timezone.now())


def audit(*words):
    out = StringIO()
    call_command("audit", *map(str, words), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture(scope="module")
def before(night):
    """The night's rows, one of them too long for one event of the log."""
    house = Property.objects.get(slug="lantern-bay")
    noise = "".join(sha256(bytes([n % 256, n // 256])).hexdigest() for n in range(2_000))
    with transaction.atomic():
        house.settings["noise"] = noise
        house.save(update_fields=["settings"])
        record(EventKind.PROPERTY_CHANGED, about=house, by=None, at=timezone.now())
    sign_after_the_minute()
    assert Event.objects.filter(kind="audit.row_piece").count() > 1
    return rows_of(night.url)


@pytest.fixture(scope="module")
def copied(night, before):
    """Copies and archives in one folder: what was archived is in no copy."""
    folder = night.folder / "copies"
    folder.mkdir()
    compliance, administrator = (
        Person.objects.get(badge=badge, home=None) for badge in ("K701", ADMINISTRATOR)
    )
    month = Month.parse(f"{timezone.now():%Y-%m}", "3y")
    archive_month(month, by=compliance, second=administrator, at=datetime(2040, 1, 1, tzinfo=UTC))
    audit("archives", "--to", folder)
    sign_after_the_minute()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("audit.commands.copies.ENTRIES_A_FILE", 700)
        audit("copy", "--to", folder)
    kinds = {path.name.partition("-")[0] for path in folder.iterdir()}
    assert "copy" in kinds
    assert len(kinds) > 1
    return folder


@pytest.fixture(scope="module")
def restored(test_session, copied):
    """Another, empty database, filled from the copy alone."""
    with database_of_its_own(test_session, f"again_{worker_name()}") as url:
        whose = ["--property", "lantern-bay", "--administrator", ADMINISTRATOR]
        said = audit("restore", "--from", copied, *whose)
        yield rows_of(url), said


def rows_of(url):
    """Every row that follows from the log, by table: as it is, but for what is private."""
    found = {}
    with psycopg.connect(url) as reader:
        reader.execute("set timezone = 'UTC'")
        for table, fold in folds().items():
            if isinstance(fold, Kept | Reckoned):
                found[table] = sorted(rows_in(reader, table, left_out(fold)))
        found["banking_posting"] = sorted(rows_in(reader, "banking_posting", []))
    return found


def left_out(fold):
    if isinstance(fold, Reckoned):
        return ["id"]
    return [*fold.private, *fold.fleeting]


def rows_in(reader, table, columns):
    query = sql.SQL("select (to_jsonb(t) - %s::text[])::text from {} t")
    return [row for (row,) in reader.execute(query.format(sql.Identifier(table)), [columns])]


def test_every_row_is_as_it_was(restored, before):
    again = restored[0]
    differing = {
        table: (set(before[table]) - set(again[table]), set(again[table]) - set(before[table]))
        for table in before
        if before[table] != again[table]
    }
    # The administrator has new secrets, and compliance is called to look at that.
    assert {"staff_person", "tables_alert"} == set(differing)
    gone, new = differing["staff_person"]
    assert all(f'"badge": "{ADMINISTRATOR}"' in row for row in [*gone, *new])
    gone, new = differing["tables_alert"]
    assert (len(gone), len(new)) == (0, 1)
    assert len(before["rounds_play"]) > 50
    assert sum(map(len, before.values())) > 1_000


def test_the_record_goes_on_where_it_ended_and_is_proven(restored, night):
    sign_after_the_minute()
    report = night.verify()
    assert [str(fault) for fault in report.faults] == []
    assert report.doubts == []
    assert open_tree(night.tree.log_id).size > night.tree.size


def test_a_round_can_be_played(restored, night):
    table = GamingTable.objects.select_related("property", "submission").filter(state="open")[0]
    dealer = table.shifts.get(ended_at__isnull=True).person
    plan = Simulation(table, seed=3).plan(timezone.now())
    carry_out(record_whole_round, plan, by=dealer, at=timezone.now())
    assert Round.objects.get(pk=plan.id).state == "settled"
    sign_after_the_minute()
    assert [str(fault) for fault in night.verify().faults] == []


def test_nobody_has_an_old_secret_and_one_has_a_new_one(restored):
    said = restored[1]
    assert "password" in said
    others = Person.objects.exclude(badge=ADMINISTRATOR)
    assert others.exists()
    assert {each.pin for each in others} == {""}
    assert not any(each.has_usable_password() for each in others)
    assert Person.objects.get(badge=ADMINISTRATOR, home=None).has_usable_password()


def test_a_database_with_rows_is_not_filled(restored, copied):
    with pytest.raises(CommandError, match="not empty"):
        audit("restore", "--from", copied)


def test_a_copy_with_a_gap_is_refused_and_names_it(test_session, restored, copied, tmp_path):
    for path in copied.iterdir():
        if not path.name.startswith("copy-0001-01-000000000000"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with database_of_its_own(test_session, f"gap_{worker_name()}"):
        with pytest.raises(CommandError, match=r"entries #[0-9]+ to #[0-9]+ are nowhere"):
            audit("restore", "--from", tmp_path)
        assert not Property.objects.exists()


def test_the_operators_own_log_is_asked_for(test_session, restored, copied, tmp_path):
    for path in copied.iterdir():
        if not path.name.startswith("copy-0000"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with (
        database_of_its_own(test_session, f"site_{worker_name()}"),
        pytest.raises(CommandError, match="operator's own log"),
    ):
        audit("restore", "--from", tmp_path)


def test_a_copy_that_was_changed_is_refused(test_session, restored, copied, tmp_path):
    for path in copied.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (copy,) = tmp_path.glob("copy-0001-01-000000000000-*")
    with zipfile.ZipFile(copy) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    files["events.jsonl"] = files["events.jsonl"].replace(b"dealer", b"healer", 1)
    with zipfile.ZipFile(copy, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    with (
        database_of_its_own(test_session, f"changed_{worker_name()}"),
        pytest.raises(CommandError, match="was changed"),
    ):
        audit("restore", "--from", tmp_path)


def test_a_second_copy_has_only_what_came_since(restored, copied):
    before = set(copied.iterdir())
    sign_after_the_minute()
    said = audit("copy", "--to", copied)
    assert set(copied.iterdir()) > before
    assert "#0 " not in said
