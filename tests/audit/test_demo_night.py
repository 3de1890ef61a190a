"""A demo night: its rows follow from its log, and whatever is changed behind it is found."""

from collections import Counter
from contextlib import contextmanager
from types import SimpleNamespace

import psycopg
import pytest

from audit.log.notes import SigningKey
from audit.queries.rebuilding import Rebuilding, reckoned_rows
from audit.queries.verification.reading import snapshot
from foundation.folding import kept, kept_tables
from tests.audit.houses import rewound, unprotected
from tests.audit.nights import demo_night, seen_from_within
from tests.audit.tamperings import LOG, ROWS, resealed
from tests.session import worker_name

ROUNDS = 6


@pytest.fixture(scope="module")
def night(test_session, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    with (
        django_db_blocker.unblock(),
        demo_night(test_session, folder, f"night_{worker_name()}", ROUNDS) as made,
    ):
        yield made


def test_the_rows_of_a_demo_night_follow_from_its_log(night):
    report = night.verify()
    assert [str(fault) for fault in report.faults] == []
    assert report.doubts == []
    with snapshot() as (reader, moment):
        made = Rebuilding(reader, moment, processes=2).run()
        assert made.differences == []
        reckoned = Counter(table for table, _ in reckoned_rows(reader))
        for table in ("rounds_play", "rounds_roll", "banking_turn"):
            ((there,),) = reader.execute(f"select count(*) from {table}").fetchall()
            assert reckoned[table] == there > 0
    assert made.rows.total() > 1_000


@pytest.fixture
def superuser(night, monkeypatch):
    """Somebody who can do anything to the night, and whose work is never committed."""
    with psycopg.connect(night.url, autocommit=True) as opened:
        opened.execute("set session_replication_role = replica")
        opened.execute("set timezone = 'UTC'")
        with seen_from_within(opened, monkeypatch):
            yield opened


@contextmanager
def taken_back(superuser):
    superuser.execute("savepoint before")
    yield
    superuser.execute("rollback to before")


def words_of(report):
    return [str(fault) for fault in report.faults]


REHASH = """
update audit_row r set digest = audit_digest(audit_lasting('{table}', {content}))
  from {table} t where r.relation = '{table}' and r.row_id = t.{key}::text
"""
FORGET = """
delete from audit_row r where relation = '{table}'
   and not exists (select 1 from {table} t where t.{key}::text = r.row_id)
"""
WITH_POSTINGS = """
to_jsonb(t) || jsonb_build_object('parts', (select jsonb_agg(to_jsonb(p) order by p.id)
  from banking_posting p where p.entry_id = t.id))
"""


def rehash(superuser, tables):
    """What somebody who knows about the hashes of rows does after changing them."""
    for table in tables:
        key = "tablet_id" if table == "tables_tablet_post" else "id"
        content = WITH_POSTINGS if table == "banking_entry" else "to_jsonb(t)"
        superuser.execute(REHASH.format(table=table, key=key, content=content))
        superuser.execute(FORGET.format(table=table, key=key))


@pytest.mark.slow(60)
def test_every_tampering_with_the_log_is_named(night, superuser):
    missed = []
    names = {"tree": night.tree.tree_id, "log": night.tree.log_id, "size": night.tree.size}
    for what, tables, statements, words in LOG:
        with taken_back(superuser):
            with unprotected(superuser, *tables.split()):
                for statement in statements:
                    superuser.execute(statement.format(**names) if "{" in statement else statement)
            found = words_of(night.verify())
            if not any(words in line for line in found):
                missed.append((what, words, found[:5]))
    assert missed == []


@pytest.mark.slow(60)
def test_every_tampering_with_rows_is_named_though_their_hashes_are_made_anew(night, superuser):
    missed = []
    for what, tables, statement, words in ROWS:
        with taken_back(superuser):
            try:
                with unprotected(superuser, *tables.split()):
                    changed = superuser.execute(statement).rowcount
            except psycopg.Error as error:
                missed.append((what, str(error)))
                continue
            rehash(superuser, {"banking_entry", *tables.split()} & set(kept_tables()))
            found = words_of(night.verify(witness=""))
            if not changed or not any(words in line for line in found):
                missed.append((what, words, changed, found[:5]))
    assert missed == []


FORGERIES = [
    ("boolean", "not {0}"),
    ("timestamptz", "{0} + interval '1 hour'"),
    ("jsonb", """'{{"forged": 1}}'::jsonb"""),
    ("varchar", "left({0}, 3) || 'x'"),
    ("text", "{0} || 'x'"),
    ("int8", "{0} + 1"),
    ("int4", "{0} + 1"),
    ("int2", "{0} + 1"),
]


def forged(superuser, table):
    """Change one column of one row of a table; say which, or None where nothing could be."""
    columns = superuser.execute(
        "select attname, t.typname from pg_attribute a join pg_type t on t.oid = a.atttypid"
        " where attrelid = %s::regclass and attnum > 0 and not attisdropped"
        " and attname not in ('id', 'property_id', 'tablet_id') and attgenerated = ''",
        [table],
    ).fetchall()
    key = "tablet_id" if table == "tables_tablet_post" else "id"
    left_out = {*kept(table).fleeting, *kept(table).reckoned}
    for kind, change in FORGERIES:
        for column in [n for n, found in columns if found == kind and n not in left_out]:
            superuser.execute("savepoint column_before")
            try:
                row = superuser.execute(
                    f"update {table} set {column} = {change.format(column)} where {key} = (select"
                    f" {key} from {table} where {column} is not null limit 1) returning {key}"
                ).fetchone()
            except psycopg.Error:
                row = None
            if row is not None:
                return f"{table} {row[0]}: {column} is not as the log has it"
            superuser.execute("rollback to column_before")
    return None


def test_one_column_of_every_kept_table_is_named(night, superuser):
    filled = [
        table
        for table in kept_tables()
        if superuser.execute(f"select 1 from {table} limit 1").fetchone()
    ]
    with taken_back(superuser):
        with unprotected(superuser, *filled):
            wanted = [forged(superuser, table) for table in filled]
        rehash(superuser, filled)
        found = set(words_of(night.verify(witness="")))
    wanted = [line for line in wanted if line]
    assert [line for line in wanted if line not in found] == []
    assert len(wanted) > 30


@contextmanager
def without(path):
    """Whoever tampers takes a file or a folder away as well."""
    elsewhere = path.rename(path.with_name(f"{path.name}-elsewhere"))
    yield
    elsewhere.rename(path)


@contextmanager
def edited(path):
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b"\n", b"\n\n", 1))
    yield
    path.write_bytes(kept)


def cut(night, superuser):
    """An old backup: the log, its checkpoints and its rows as they were some events ago."""
    rewound(SimpleNamespace(tree=night.tree, log_id=night.tree.log_id), superuser, night.earlier)
    superuser.execute(
        "delete from audit_stream s where stream ~ '^reads:'"
        " and not exists (select 1 from audit_event e where e.stream = s.stream)"
    )


def stolen(night, superuser):
    with unprotected(superuser, *SEALED):
        resealed(superuser, night, night.key)


def another_key(night, superuser):
    with unprotected(superuser, *SEALED):
        resealed(superuser, night, SigningKey.generate(night.tree.origin))


SEALED = (
    "audit_event", "audit_leaf", "audit_node", "audit_tree", "audit_checkpoint",
    "audit_cosignature",
)  # fmt: skip


@pytest.mark.parametrize("tampering", [cut, stolen, another_key])
def test_what_only_the_witness_and_the_signer_know(night, superuser, tampering):
    nobody = "http://127.0.0.1:9"
    with taken_back(superuser):
        tampering(night, superuser)
        with_both = night.verify()
        with without(night.folder / "signer"):
            with_witness = night.verify()
            alone = {
                "none is asked": night.verify(witness=""),
                "it does not answer": night.verify(witness=nobody),
            }
            with without(night.head):
                alone["it has forgotten"] = night.verify()
            with edited(night.head):
                alone["it was edited"] = night.verify()
    assert any("the witness" in line for line in words_of(with_both))
    assert any("the witness" in line for line in words_of(with_witness))
    for why, report in alone.items():
        assert not report.is_proven, why
        assert any("witness" in doubt for doubt in report.doubts), why
        assert any("the signer's file is not here" in line for line in report.findings), why
    assert len(alone) == 4
    said = [" ".join(words_of(report)) for report in alone.values()]
    if tampering is another_key:
        assert ["no key that you trust" in each for each in said] == [True] * 4
    else:
        assert said == [""] * 4
