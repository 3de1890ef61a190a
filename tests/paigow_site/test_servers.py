import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from paigow_site.servers.postgres import AlreadyRunning, PostgresServer
from paigow_site.servers.processes import ServerFailed, start_time
from paigow_site.servers.roles import ROLES
from paigow_site.servers.secrets_folder import secret
from paigow_site.servers.valkey import ValkeyServer
from tests import session as sessions

ROOT = Path(__file__).resolve().parent.parent.parent

START_AND_STAY = """
import sys, time
from pathlib import Path
from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.valkey import ValkeyServer
folder = Path(sys.argv[1])
postgres = PostgresServer(folder / "postgres", fast=True)
postgres.start()
valkey = ValkeyServer(folder / "valkey")
valkey.start()
print(postgres.child.pid, valkey.child.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def folder():
    path = sessions.current().path / f"servers-{sessions.worker_name()}"
    path.mkdir(mode=0o711)
    return path


@pytest.fixture(scope="module")
def cluster(folder):
    with PostgresServer(folder / "postgres", fast=True) as server:
        server.prepare()
    return folder


def test_each_role_signs_in_with_its_own_password(cluster):
    with PostgresServer(cluster / "postgres", fast=True) as server:
        for role in ROLES:
            with psycopg.connect(server.url(role)) as connection:
                assert connection.execute("select current_user").fetchone() == (role,)
        wrong = server.url("app").replace(secret(server.secrets, "db_app"), "wrong")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(wrong)


def test_the_data_is_there_at_the_next_start(cluster):
    with (
        PostgresServer(cluster / "postgres", fast=True) as server,
        psycopg.connect(server.url("owner")) as owner,
    ):
        owner.execute("create table if not exists kept (at timestamptz default now())")
        owner.execute("insert into kept default values")
    with (
        PostgresServer(cluster / "postgres", fast=True) as server,
        psycopg.connect(server.url("app")) as app,
    ):
        assert app.execute("select count(*) > 0 from kept").fetchone() == (True,)


def test_text_sorts_by_code_point_on_every_machine(cluster):
    with (
        PostgresServer(cluster / "postgres", fast=True) as server,
        psycopg.connect(server.url("app")) as app,
    ):
        found = app.execute(
            "select datlocprovider, datlocale from pg_database where datname='paigow'"
        )
        assert found.fetchone() == ("b", "C.UTF-8")


def test_a_second_start_on_the_same_data_is_refused(cluster):
    second = PostgresServer(cluster / "postgres", fast=True)
    with (
        PostgresServer(cluster / "postgres", fast=True),
        pytest.raises(AlreadyRunning, match=str(os.getpid())),
    ):
        second.start()


def test_passwords_that_do_not_belong_to_the_data_are_named(cluster, tmp_path):
    with pytest.raises(ServerFailed, match="made apart"):
        PostgresServer(cluster / "postgres", fast=True, secrets=tmp_path).start()


def test_the_application_has_limits_and_migrations_have_none(folder):
    with PostgresServer(folder / "strict") as server:
        server.prepare()
        limits = {}
        for role in ("app", "owner"):
            with psycopg.connect(server.url(role)) as connection:
                limits[role] = connection.execute(
                    "select current_setting('statement_timeout'), current_setting('lock_timeout'),"
                    " current_setting('fsync')"
                ).fetchone()
    assert limits == {"app": ("5s", "2s", "on"), "owner": ("0", "10s", "on")}


def test_no_server_outlives_a_killed_starter(cluster):
    starter = subprocess.Popen(
        [sys.executable, "-c", START_AND_STAY, str(cluster)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with starter:
        pids = [int(word) for word in starter.stdout.readline().split()]
        assert len(pids) == 2
        starter.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while any(start_time(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with PostgresServer(cluster / "postgres", fast=True) as server:
        psycopg.connect(server.url("app")).close()


def test_the_broker_keeps_its_messages_over_a_kill(folder):
    with ValkeyServer(folder / "valkey") as server:
        client = redis.Redis.from_url(server.url())
        client.set("kept", "yes")
        client.execute_command("WAITAOF", 1, 0, 0)
        server.child.process.send_signal(signal.SIGKILL)
        client.close()
    with ValkeyServer(folder / "valkey") as server:
        client = redis.Redis.from_url(server.url())
        assert client.get("kept") == b"yes"
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        client.close()


def test_the_broker_wants_its_password(folder):
    with ValkeyServer(folder / "valkey") as server:
        stranger = redis.Redis(port=server.port, retry=None)
        with pytest.raises(redis.AuthenticationError):
            stranger.ping()
        stranger.close()


def test_a_secret_is_made_once_and_readable_by_its_owner_only(tmp_path):
    first = secret(tmp_path / "secrets", "key")
    assert secret(tmp_path / "secrets", "key") == first
    assert (tmp_path / "secrets" / "key").stat().st_mode & 0o777 == 0o600
    assert len(first) >= 50
