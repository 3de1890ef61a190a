"""A database that is suspended: it takes connections and says nothing."""

import socket
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest

from foundation import reach
from foundation.reach import Watch
from paigow_site.servers import floor as processes
from paigow_site.servers.ports import LOCAL
from paigow_site.servers.processes import Child
from tests.factories import make_floor
from tests.sign_in import cookies_of


class Held:
    """A connection that somebody waits on."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair()
        self.connection = self
        self.pgconn = self
        self.closed = False

    @property
    def socket(self):
        return self.ours.fileno()


@pytest.fixture
def held():
    made = Held()
    yield made
    made.ours.close()
    made.theirs.close()


def test_a_request_that_takes_long_is_left_alone_while_the_database_answers(held, monkeypatch):
    knocked = []
    watch = Watch(lambda: bool(knocked.append(1)) or True)
    with watch.over([held]):
        watch.look()
        assert knocked == []
        monkeypatch.setattr(reach, "SUSPECTED_AFTER", -1.0)
        watch.look()
    assert (knocked, watch.is_away) == ([1], False)
    held.theirs.sendall(b"x")
    assert held.ours.recv(1) == b"x"


def test_who_waits_for_a_silent_database_is_cut_off_and_nobody_else_begins(held, monkeypatch):
    monkeypatch.setattr(reach, "SUSPECTED_AFTER", -1.0)
    monkeypatch.setattr(reach, "CUT_AFTER", -1.0)
    silent = [True]
    watch = Watch(lambda: not silent[0])
    with watch.over([held]):
        watch.look()
        assert watch.is_away
        assert held.ours.recv(1) == b""
    silent[0] = False
    watch.look()
    assert not watch.is_away


def test_only_silence_is_no_answer(settings, monkeypatch):
    assert reach.answers() is True
    address = settings.DATABASES["default"]
    monkeypatch.setitem(address, "HOST", LOCAL)
    with socket.create_server((LOCAL, 0)) as silent:
        monkeypatch.setitem(address, "PORT", str(silent.getsockname()[1]))
        assert reach.answers() is False
    assert reach.answers() is True  # nobody listens: refused at once


class Passage:
    """A way to the database that can be stopped as SIGSTOP stops the server."""

    def __init__(self, host, port):
        self.target = (host, port)
        self.open = threading.Event()
        self.open.set()
        self.listener = socket.create_server((LOCAL, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                taken, _address = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(taken,), daemon=True).start()

    def carry(self, taken):
        self.open.wait()
        there = socket.create_connection(self.target)
        ways = [(taken, there), (there, taken)]
        threads = [threading.Thread(target=self.copy, args=way, daemon=True) for way in ways]
        for each in threads:
            each.start()

    def copy(self, source, target):
        try:
            while data := source.recv(65536):
                self.open.wait()
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            each.close()


@contextmanager
def web_through(passage, live_floor, tmp_path):
    listener = processes.listener(LOCAL, 0)
    environment = live_floor.environment()
    for name in [each for each in environment if each.startswith("DATABASE_URL")]:
        at = urlsplit(environment[name])
        netloc = f"{at.username}:{at.password}@{LOCAL}:{passage.port}"
        environment[name] = at._replace(netloc=netloc).geturl()
    child = Child(
        "web",
        processes.web_command(listener, workers=1, threads=2),
        log=tmp_path / "web.log",
        env=environment,
        cwd=processes.ROOT,
        sockets=[listener],
    )
    try:
        yield f"http://{LOCAL}:{listener.getsockname()[1]}"
    finally:
        passage.open.set()
        child.stop()
        listener.close()
        passage.listener.close()


def ask(address, cookies=()):
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in dict(cookies).items())}
    asked = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.live
def test_every_request_is_answered_while_the_database_sleeps(live_floor, test_session, tmp_path):
    floor = make_floor()
    cookies = cookies_of(floor.dealer, floor.tablet)
    at = urlsplit(live_floor.environment()["DATABASE_URL"])
    passage = Passage(at.hostname, at.port)
    with web_through(passage, live_floor, tmp_path) as site:
        table = f"{site}/api/v1/tables/{floor.table.pk}/"
        assert ask(table, cookies) == 200
        passage.open.clear()
        with ThreadPoolExecutor(12) as tablets:
            asked = [tablets.submit(ask, table, cookies) for _each in range(36)]
            alive = [ask(f"{site}/healthz", cookies) for _time in range(3)]
            answers = [each.result() for each in asked]
        ready = ask(f"{site}/readyz", cookies)
        # All of them came while the database slept.
        assert not passage.open.is_set()
        assert (alive, answers, ready) == ([200] * 3, [503] * 36, 503)
        passage.open.set()
        deadline = time.monotonic() + 60
        while ask(table, cookies) != 200:
            assert time.monotonic() < deadline


def test_psycopg_says_when_nobody_answers():
    with (
        socket.create_server((LOCAL, 0)) as silent,
        pytest.raises(psycopg.errors.ConnectionTimeout),
    ):
        psycopg.connect(host=LOCAL, port=silent.getsockname()[1], connect_timeout=2)
