"""Restore the database to a second with pgBackRest, compare it row by row, and go on from there."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from paigow_site.servers import floor
from paigow_site.servers.secrets_folder import secret
from tests.drills.engines import Engines
from tests.drills.ground import PARTS, Ground, standing_on

CONFIGURATION = floor.ROOT / "deploy" / "cluster" / "pgbackrest.conf"
ARCHIVED_EVERY = 60
PATIENCE = 90.0

if TYPE_CHECKING:
    from tests.drills.crew import Crew


class ArchivedGround(Ground):
    """A floor whose PostgreSQL hands every segment of its log to pgBackRest."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.postgres.choose_place()
        self.account = self.postgres.account
        self.engines = Engines.for_account(self.account)
        self.backups = folder / "pgbackrest"

    def open(self) -> None:
        self.engines.fetch()
        self.make_pgbackrest()
        self.postgres.create_cluster()
        wanted = {
            "archive_mode": "on",
            "archive_timeout": str(ARCHIVED_EVERY),
            "archive_command": f"{self.backups}/run archive-push %p",
        }
        with (self.postgres.data_dir / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in wanted.items())
        super().open()

    def make_pgbackrest(self) -> None:
        """Write the configuration, as production has it but for the places."""
        for name in ("repository", "lock", "spool"):
            (self.backups / name).mkdir(parents=True)
        text = CONFIGURATION.read_text()
        names = {"lock-path": "lock", "spool-path": "spool"}
        places = "".join(f"{key}={self.backups}/{name}\n" for key, name in names.items())
        for told, own in (
            ("repo1-path=/var/lib/pgbackrest", f"repo1-path={self.backups}/repository"),
            ("pg1-path=/var/lib/postgresql/18/paigow", f"pg1-path={self.postgres.data_dir}"),
            ("pg1-port=5432", f"pg1-port={self.postgres.port}\npg1-socket-path={self.backups}"),
            ("[global]\n", f"[global]\n{places}"),
        ):  # fmt: skip
            assert told in text, told
            text = text.replace(told, own)
        (self.backups / "pgbackrest.conf").write_text(text)
        # It starts further processes of itself by the name under which it was called.
        loader, *rest = self.engines.program("pgbackrest")
        again = shlex.join([loader, "--argv0", str(self.backups / "again"), *rest])
        usual = f"--config={self.backups}/pgbackrest.conf --stanza=paigow"
        for name, line in (("again", again), ("run", f"{self.backups}/again {usual}")):
            script = self.backups / name
            script.write_text(f'#!/bin/sh\nexec {line} "$@"\n')
            script.chmod(0o755)
        if self.account:
            for path in (self.backups, *self.backups.rglob("*")):
                os.chown(path, self.account.uid, self.account.gid)

    def pgbackrest(self, *words: str) -> None:
        done = subprocess.run(
            [self.backups / "run", *words],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env={
                "PATH": os.environ["PATH"],
                "PGHOST": "127.0.0.1",
                "PGPASSWORD": secret(self.postgres.secrets, "db_postgres"),
            },
            user=self.account.uid if self.account else None,
            group=self.account.gid if self.account else None,
            extra_groups=[] if self.account else None,
        )
        if done.returncode:
            raise RuntimeError(f"pgbackrest {' '.join(words)}: {done.stdout}{done.stderr}")

    def socket_for_pgbackrest(self) -> None:
        """pgBackRest speaks to PostgreSQL by its socket."""
        assert self.postgres.socket_dir is not None
        name = f".s.PGSQL.{self.postgres.port}"
        link = self.backups / name
        link.unlink(missing_ok=True)
        link.symlink_to(self.postgres.socket_dir / name)

    def halt(self) -> None:
        for part in self.parts.values():
            part.ask_to_stop()
        for part in self.parts.values():
            part.stop()
        self.parts.clear()

    def go_on(self) -> None:
        for name in PARTS:
            self.start(name)
        self.wait_for_web()


@contextmanager
def archived_ground() -> Iterator[ArchivedGround]:
    with standing_on(ArchivedGround) as standing:
        yield standing


def digests(url: str) -> dict[str, tuple[int, str]]:
    """Return how many rows each table has, and a hash over every one of them."""
    tables = (
        "select relname from pg_class where relkind = 'r' and not relispartition"
        " and relnamespace = 'public'::regnamespace"
        " union select relname from pg_class where relkind = 'p'"
        " and relnamespace = 'public'::regnamespace"
    )
    rows = (
        "select count(*), md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))"
        " from {} t"
    )
    with psycopg.connect(url) as connection:
        connection.execute("set statement_timeout = 0")
        return {
            name: connection.execute(sql.SQL(rows).format(sql.Identifier(name))).fetchone()
            for (name,) in connection.execute(tables).fetchall()
        }


def play(
    standing: ArchivedGround, tables: list[tuple[int, str]], seed: int, seconds: float
) -> "Crew":
    """Let the dealers work for a while."""
    from tests.drills.crew import Crew

    with Crew(standing, tables, seed) as crew:
        time.sleep(seconds)
    return crew


def restore_to_a_second(
    standing: ArchivedGround, tables: list[tuple[int, str]], seconds: float, seed: int
) -> Iterator[str]:
    """Run the whole rehearsal and yield its figures; an assertion says what did not hold."""
    from django.db import connections

    standing.socket_for_pgbackrest()
    begun = time.monotonic()
    standing.pgbackrest("stanza-create")
    standing.pgbackrest("--type=full", "backup")
    yield f"full backup in {time.monotonic() - begun:.1f} s"
    play(standing, tables, seed, seconds)
    begun = time.monotonic()
    standing.pgbackrest("--type=incr", "backup")
    yield f"incremental backup in {time.monotonic() - begun:.1f} s"
    kept = play(standing, tables, seed + 100, seconds / 2).rounds
    time.sleep(6)  # let the signer and the witness see it
    standing.halt()
    url = standing.postgres.url("postgres", "paigow")
    before = digests(url)
    target = datetime.now(UTC)
    time.sleep(1.5)
    standing.go_on()
    lost = play(standing, tables, seed + 200, seconds / 2).rounds
    time.sleep(6)
    standing.halt()
    connections.close_all()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("select pg_switch_wal()")
        wait_until_archived(connection)
    yield f"{len(kept)} rounds before and {len(lost)} after the second {target:%H:%M:%S}Z"
    begun = time.monotonic()
    restore(standing, target)
    yield f"restored and recovered in {time.monotonic() - begun:.1f} s"
    after = digests(url)
    differ = sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    assert not differ, f"tables that differ: {differ}"
    rows = sum(count for count, _digest in after.values())
    yield f"{len(after)} tables with {rows} rows are what they were at that second, row by row"
    yield from go_on_from_there(standing, tables, seed, kept, lost)


def wait_until_archived(connection: psycopg.Connection) -> None:
    deadline = time.monotonic() + PATIENCE
    query = (
        "select last_archived_wal >= pg_walfile_name(pg_current_wal_insert_lsn() - 16777216)"
        " from pg_stat_archiver"
    )
    while connection.execute(query).fetchone() != (True,):
        assert time.monotonic() < deadline, "the log is not archived"
        time.sleep(0.5)


def restore(standing: ArchivedGround, target: datetime) -> None:
    standing.postgres.stop()
    shutil.rmtree(standing.postgres.data_dir)  # the disk is gone
    standing.postgres.data_dir.mkdir(mode=0o700)
    if standing.account:
        os.chown(standing.postgres.data_dir, standing.account.uid, standing.account.gid)
    when = target.strftime("%Y-%m-%d %H:%M:%S.%f+00")
    standing.pgbackrest("--type=time", f"--target={when}", "--target-action=promote", "restore")
    standing.postgres.start()
    deadline = time.monotonic() + PATIENCE
    with psycopg.connect(standing.postgres.admin_url) as connection:
        connection.autocommit = True
        while connection.execute("select pg_is_in_recovery()").fetchone() != (False,):
            assert time.monotonic() < deadline, "recovery does not end"
            time.sleep(0.2)


def go_on_from_there(
    standing: ArchivedGround, tables: list[tuple[int, str]], seed: int, kept: set, lost: set
) -> Iterator[str]:
    """The signer refuses, two people open successors, and the floor's record is whole again."""
    from audit.commands.successor import open_successor
    from audit.models import Alarm, AlarmCode
    from rounds.models import Round
    from staff.models import Person, Role

    standing.go_on()
    there = set(Round.objects.values_list("pk", flat=True))
    assert kept <= there, "a round from before the second is missing"
    assert not lost & there, "a round from after the second is there"
    deadline = time.monotonic() + PATIENCE
    forked = Alarm.objects.filter(code=AlarmCode.LOG_FORKED, cleared_at=None)
    while forked.count() < len(tables):
        assert time.monotonic() < deadline, f"only {forked.count()} logs refuse to be signed"
        time.sleep(0.5)
    yield f"{forked.count()} logs refuse to be signed: the witness has seen more"
    for log_id in sorted(set(forked.values_list("log_id", flat=True))):
        people = Person.objects.filter(property_id=log_id)
        open_successor(
            log_id,
            by=people.filter(roles__contains=[Role.COMPLIANCE]).first(),
            second=people.filter(roles__contains=[Role.ADMINISTRATOR]).first(),
            reason="restored to the second before the disk was lost",
            at=datetime.now(UTC),
        )
    crew = play(standing, tables, seed + 300, 10)
    assert crew.rounds, "no round after the restore"
    yield f"{len(crew.rounds)} rounds since the successors were opened"
    deadline = time.monotonic() + PATIENCE
    while trouble := standing.finish("audit", "verify"):
        assert time.monotonic() < deadline, f"the record: {trouble[-800:]}"
        time.sleep(5)
    yield "the record verifies, with what was lost named in each successor's first entry"
