import subprocess

import psycopg
import pytest
from psycopg import sql

from paigow_site.servers import roles
from paigow_site.servers.postgres import programs
from tests.factories import make_floor
from tests.session import worker_name

RESTORED = f"restored_{worker_name()}"


def rows(connection) -> dict[str, int]:
    tables = connection.execute(
        "select relname from pg_class join pg_namespace n on n.oid = relnamespace"
        " where nspname = 'public' and relkind in ('r', 'p') order by 1"
    ).fetchall()
    return {
        table: connection.execute(
            sql.SQL("select count(*) from {}").format(sql.Identifier(table))
        ).fetchone()[0]
        for (table,) in tables
    }


def run(program, *arguments):
    done = subprocess.run(
        [programs() / "bin" / program, *arguments], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def restored(committed, test_session, tmp_path):
    """A dump of this worker's database, restored beside it exactly as docs/operations.md says."""
    from django.db import connections

    make_floor()
    connections.close_all()
    dump = tmp_path / "paigow.dump"
    source = test_session.database_url("owner", f"paigow_{worker_name()}")
    run("pg_dump", "--format=custom", f"--file={dump}", source)
    admin_url = test_session.database_url("postgres", "postgres")
    with psycopg.connect(admin_url, autocommit=True) as admin:
        roles.create_database(admin, RESTORED)
    target = test_session.database_url("owner", RESTORED)
    run("pg_restore", "--exit-on-error", "--single-transaction", f"--dbname={target}", dump)
    yield source, target
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(RESTORED)))


def test_a_restored_dump_has_every_row_and_still_protects_the_record(restored, test_session):
    source, target = restored
    with psycopg.connect(source) as before, psycopg.connect(target) as after:
        assert rows(after) == rows(before)
        assert rows(after)["staff_person"] > 0
        triggers = (
            "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger"
            " where not tgisinternal order by 1, 2"
        )
        assert after.execute(triggers).fetchall() == before.execute(triggers).fetchall()
        assert any(enabled == "A" for *_, enabled in after.execute(triggers))
    with psycopg.connect(test_session.database_url("app", RESTORED)) as app:
        assert app.execute("select count(*) > 0 from staff_person").fetchone() == (True,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("delete from audit_event")
