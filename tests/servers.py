"""pytest plugin: the databases, started at the first use and never for tests that need none."""

import fcntl
import json
import os
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from paigow_site.servers import roles
from paigow_site.servers.processes import start_time, wait_until_gone
from tests import session as sessions
from tests.session import TEMPLATE, Session

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 240.0
FLUSHING = {"transactional_db", "live_server", "django_db_reset_sequences"}


@contextmanager
def only_one(session: Session, what: str = "lock"):
    with (session.path / what).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def start_servers(session: Session) -> None:
    """Start the keeper if nobody has, and wait until the servers answer."""
    with only_one(session):
        note = session.path / "keeper"
        if not note.exists():
            pid = launch_keeper(session.path / "keeper.log")
            note.write_text(json.dumps({"pid": pid, "started": start_time(pid)}))
    wait_for_servers(session)


def launch_keeper(log: Path) -> int:
    """Start a process that this one does not own: the run's controller ends it, not a worker."""
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "tests.keeper"],
        os.environ | {"PYTHONPATH": str(ROOT)},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_CREAT, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )


def wait_for_servers(session: Session) -> None:
    keeper = json.loads((session.path / "keeper").read_text())
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (session.path / "ready").exists():
        if (session.path / "failed").exists():
            pytest.exit(json.loads((session.path / "failed").read_text()), returncode=3)
        if start_time(keeper["pid"]) != keeper["started"] or time.monotonic() > deadline:
            log = (session.path / "keeper.log").read_text(errors="replace")
            pytest.exit(f"the test servers did not start:\n{log}", returncode=3)
        time.sleep(0.02)


def create_worker_database(session: Session) -> None:
    name = f"paigow_{sessions.worker_name()}"
    admin_url = session.database_url("postgres", "postgres")
    with only_one(session), psycopg.connect(admin_url, autocommit=True) as admin:
        if not roles.database_exists(admin, name):
            roles.create_database(admin, name, template=TEMPLATE)


def stop_servers(session: Session) -> None:
    note = session.path / "keeper"
    if note.exists():
        keeper = json.loads(note.read_text())
        if start_time(keeper["pid"]) == keeper["started"]:
            os.kill(keeper["pid"], signal.SIGTERM)
            wait_until_gone(keeper["pid"], keeper["started"], patience=60.0)
    sessions.end(session)


@pytest.fixture(scope="session")
def test_session() -> Session:
    """What this run of pytest shares; its servers answer."""
    session = sessions.current()
    start_servers(session)
    create_worker_database(session)
    return session


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, test_session):
    """Replaces pytest-django's own: a copy of a template that the owner migrated once."""


@pytest.fixture
def committed(request, django_db_setup, django_db_blocker):
    """The database with real commits, for races, other roles and other processes.

    Nothing is flushed afterwards (the record refuses it): make a property of your own.
    """
    from django.db import connections

    if "_django_db_helper" in request.fixturenames:
        raise pytest.UsageError("`committed` replaces `db` and the mark django_db")
    with django_db_blocker.unblock():
        yield
        connections.close_all()


def needs_floor(item):
    return any(item.get_closest_marker(name) for name in ("browser", "live"))


def seconds(item) -> int:
    """About how long a test takes, where it says so."""
    mark = item.get_closest_marker("slow")
    return mark.args[0] if mark else 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Tests of a running floor come last: its web process seals the record of its own accord."""
    # Of those, the longest come first, so that no worker waits for another at the end.
    items.sort(key=lambda item: (needs_floor(item), -seconds(item)))
    for item in items:
        mark = item.get_closest_marker("django_db")
        flushes = mark is not None and (mark.kwargs.get("transaction") or mark.args)
        if flushes or FLUSHING & set(getattr(item, "fixturenames", ())):
            raise pytest.UsageError(
                f"{item.nodeid}: the record refuses a flush; use the fixture `committed`"
            )
        if needs_floor(item) and config.pluginmanager.hasplugin("rerunfailures"):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_unconfigure():
    if sessions.VARIABLE in os.environ and sessions.current().is_mine():
        stop_servers(sessions.current())
