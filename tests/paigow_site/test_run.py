"""`make run` itself, once from the first start to the last stop."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from paigow_site.servers import roles
from paigow_site.servers.processes import start_time
from tests import session as sessions

ROOT = Path(__file__).resolve().parent.parent.parent

PATIENCE_SECONDS = 300  # a start with migrations, on a machine that does much else

pytestmark = [pytest.mark.live, pytest.mark.slow(30)]


class Run:
    """A `make run` in a folder of its own."""

    def __init__(self, var: Path, *options: str, **servers: str) -> None:
        self.output = var.with_name(f"{var.name}.output")
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "paigow_site.run", "--var", str(var), *options],
                cwd=ROOT,
                env=kept | servers,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def text(self) -> str:
        return self.output.read_text()

    def wait_for(self, pattern: str) -> re.Match[str]:
        return self.until(lambda: re.search(pattern, self.text()))

    def until(self, question):
        deadline = time.monotonic() + 300
        while not (answer := question()):
            assert time.monotonic() < deadline, self.text()
            time.sleep(0.1)
        return answer

    def address(self) -> str:
        return self.wait_for(r"open at\s+(http://\S+)")[1]

    def silent(self) -> set[str]:
        """Return the names of the probes that are not well."""
        try:
            with urllib.request.urlopen(f"{self.address()}readyz", timeout=10) as answer:
                sheet = json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                sheet = json.load(refusal)
        return {probe["name"] for probe in sheet["probes"] if not probe["well"]}

    def children(self) -> dict[int, str]:
        """Return every process below this one, with its command."""
        shown = subprocess.run(
            ["ps", "-ewwo", "pid=,ppid=,args="], check=True, capture_output=True, text=True
        ).stdout
        rows = [line.split(None, 2) for line in shown.splitlines()]
        family = {self.process.pid}
        for _ in range(4):
            family |= {int(pid) for pid, parent, _ in rows if int(parent) in family}
        return {int(pid): args for pid, _, args in rows if int(pid) in family}

    def pid_of(self, words: str) -> int:
        return min(pid for pid, args in self.children().items() if words in args)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def var():
    folder = sessions.current().path / f"run-{sessions.worker_name()}-{time.monotonic_ns()}"
    folder.mkdir(mode=0o711)
    return folder


@pytest.fixture
def run(var):
    started = []

    def start(*options, **servers):
        always = ("--no-demo", "--restart-after", "3600")
        started.append(Run(var, *always, *options, **servers))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.stop()


def gone(pids) -> bool:
    return not any(start_time(pid) for pid in pids)


@pytest.fixture
def servers(test_session):
    """PostgreSQL and Redis that run already: addresses as a production would give them."""
    name = f"external_{sessions.worker_name()}"
    admin_url = test_session.database_url("postgres", "postgres")
    with psycopg.connect(admin_url, autocommit=True) as admin:
        roles.create_database(admin, name, template=sessions.TEMPLATE)
        number = 15 - sessions.worker_number(sessions.worker_name())
        addresses = {
            f"DATABASE_URL_{role.upper()}": test_session.database_url(role, name)
            for role in roles.ROLES
        }
        addresses["DATABASE_URL"] = addresses.pop("DATABASE_URL_APP")
        yield addresses | {"REDIS_URL": test_session.redis_url(number)}
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


KILLED = {
    "worker": "--queues default",
    "signer": "--queues signer",
    "beat": "celery.beat",
    "witness": "audit.witness",
}


def test_what_dies_is_reported_and_what_stops_leaves_nothing_behind(run, var, servers):
    first = run("--port", "18000", **servers)
    first.until(lambda: first.address() and not first.silent())
    assert "PostgreSQL                   at 127.0.0.1, as DATABASE_URL says" in first.text()
    commands = " ".join(first.children().values())
    assert "postgres -D" not in commands
    assert "valkey-server" not in commands

    # A command reaches the floor that is open, with nothing but its folder given.
    kept = {"PATH": os.environ["PATH"], "PAIGOW_VAR": str(var)}
    asked = [sys.executable, "-m", "paigow_site.here", "setup", "--code"]
    made = subprocess.run(asked, cwd=ROOT, env=kept, capture_output=True, text=True, check=True)
    assert re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b", made.stdout)
    assert (var / "secrets" / "environment.json").stat().st_mode & 0o777 == 0o600

    for words in KILLED.values():
        os.kill(first.pid_of(words), signal.SIGKILL)
    first.until(lambda: first.silent() >= set(KILLED))
    for name in KILLED:
        first.wait_for(f"{name} was ended by SIGKILL")

    family = first.children()
    assert first.stop(signal.SIGINT) == 0
    first.until(lambda: gone(family))
    with psycopg.connect(servers["DATABASE_URL"]) as still_there:
        still_there.execute("select 1 from site_heartbeat")


def as_app(run: Run, var: Path, statement: str):
    server = next(args for args in run.children().values() if "postgres -D" in args)
    port = re.search(r"-p (\d+)", server)[1]
    password = (var / "secrets" / "db_app").read_text().strip()
    with psycopg.connect(f"postgresql://app:{password}@127.0.0.1:{port}/paigow") as app:
        return app.execute(statement).fetchone()


def test_the_data_outlives_a_killed_run_and_no_process_does(run, var):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        first = run("--port", str(port))
        assert not first.address().endswith(f":{port}/")
    assert f"port {port} is taken" in first.text()
    as_app(first, var, "insert into site_heartbeat values ('kept', now()) returning name")
    os.kill(first.pid_of("valkey-server"), signal.SIGKILL)
    first.until(lambda: "redis" in first.silent())
    first.wait_for("Valkey was ended by SIGKILL")
    family = first.children()
    first.process.kill()
    first.process.wait()
    first.until(lambda: gone(family))

    second = run()
    second.address()
    kept = as_app(second, var, "select count(*) from site_heartbeat where name = 'kept'")
    assert kept == (1,)

    os.kill(second.pid_of("postgres -D"), signal.SIGKILL)
    assert second.process.wait(PATIENCE_SECONDS) == 1
    assert "the floor cannot work without PostgreSQL" in second.text()
