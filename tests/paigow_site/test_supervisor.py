import sys
import time

import pytest

from paigow_site.servers.processes import Child, ServerFailed, start_time, wait_until_gone
from paigow_site.servers.pulse import Pulse, suspects
from paigow_site.servers.supervisor import Part, Supervisor


@pytest.fixture
def said():
    return []


@pytest.fixture
def supervisor(said):
    running = Supervisor(said.append)
    yield running
    running.stop()


@pytest.fixture
def python(tmp_path):
    def part(name, code, **kind):
        def start():
            return Child(name, [sys.executable, "-c", code], log=tmp_path / f"{name}.log")

        return Part(name, start, **kind)

    return part


WAIT = "import time; time.sleep(600)"
DIE = "print('out of tiles'); raise SystemExit(3)"


def test_the_death_of_what_nobody_can_do_without_stops_the_floor(supervisor, said, python):
    supervisor.start(python("beat", WAIT))
    supervisor.start(python("web", DIE, may_restart=False))

    assert supervisor.watch() == 1

    assert said[0].startswith("web ended with status 3")
    assert "    out of tiles" in said
    assert said[-1] == "the floor cannot work without web: stopping everything"


def test_another_part_is_started_again_three_times(supervisor, said, python):
    supervisor.restart_seconds = 0.0
    supervisor.start(python("worker", DIE))

    assert supervisor.watch() == 1

    assert said.count("worker is running again") == 3
    assert said[-1] == "worker has ended 4 times: stopping everything"


def test_a_part_of_no_account_dies_as_often_as_it_likes(supervisor, said, python):
    metrics = python("metrics", DIE, is_of_account=False)
    supervisor.start(metrics)
    waits = []
    for _death in range(7):
        metrics.child.process.wait()
        assert supervisor.tend(metrics) is True
        waits.append(metrics.due - metrics.deaths[-1])
        metrics.due = 0.0
        assert supervisor.tend(metrics) is True
    assert "stopping everything" not in " ".join(said)
    assert waits == sorted(waits)
    assert waits[-1] == pytest.approx(16 * waits[0])


def test_a_part_of_no_account_that_does_not_start_stops_nothing(supervisor, said, python):
    metrics = python("metrics", DIE, is_of_account=False)
    supervisor.start(metrics)
    metrics.child.process.wait()

    def fail():
        raise ServerFailed("no port")

    metrics.start, metrics.due = fail, 0.0
    assert supervisor.tend(metrics) is True
    assert metrics.due > 0
    assert any("no port" in line for line in said)


@pytest.mark.parametrize("kind", [{}, {"may_restart": False}, {"is_of_account": False}])
def test_whatever_dies_of_a_full_disk_comes_back_when_there_is_room(supervisor, said, python, kind):
    supervisor.restart_seconds = 0.0
    supervisor.full_disk = lambda: "/data"
    part = python("PostgreSQL", DIE, **kind)
    supervisor.start(part)
    for _death in range(6):
        part.child.process.wait()
        assert supervisor.tend(part) is True  # mourned
        assert supervisor.tend(part) is True  # due, but there is no room
        assert not part.child.is_running()
    assert part.deaths == []
    assert any("/data is full" in line for line in said)

    supervisor.full_disk = lambda: ""
    part.start = python("PostgreSQL", WAIT).start
    part.due = 0.0
    assert supervisor.tend(part) is True
    assert part.child.is_running()
    assert said[-1] == "PostgreSQL is running again"


def test_a_part_that_cannot_start_on_a_full_disk_waits_too(supervisor, said, python):
    part = python("worker", DIE)
    supervisor.start(part)
    part.child.process.wait()
    full = iter(["", "/data"])
    supervisor.full_disk = lambda: next(full)

    def fail():
        raise OSError(28, "No space left on device")

    part.start, part.due = fail, 0.0
    assert supervisor.tend(part) is True
    assert part.due > 0


def test_a_part_that_died_is_away_until_it_is_due(supervisor, said, python):
    supervisor.start(python("worker", DIE))
    part = supervisor.parts[0]
    part.child.process.wait()

    assert supervisor.tend(part) is True
    assert part.due is not None
    assert supervisor.tend(part) is True
    assert not part.child.is_running()


def test_stopping_ends_every_part_and_its_children(supervisor, python, tmp_path):
    grandchild = tmp_path / "grandchild"
    code = (
        "import pathlib, subprocess, sys, time;"
        f"child = subprocess.Popen([sys.executable, '-c', {WAIT!r}]);"
        f"pathlib.Path({str(grandchild)!r}).write_text(str(child.pid));"
        "time.sleep(600)"
    )
    supervisor.start(python("worker", code))
    child = supervisor.parts[0].child
    while not (grandchild.exists() and grandchild.read_text()):
        assert child.is_running()
        time.sleep(0.02)
    pid = int(grandchild.read_text())
    started = start_time(pid)

    supervisor.stop()

    assert not child.is_running()
    assert wait_until_gone(pid, started, patience=60)


def test_a_request_to_stop_ends_the_watch(supervisor, python):
    supervisor.start(python("web", WAIT, may_restart=False))
    supervisor.stop_asked = 1
    assert supervisor.watch() == 0


SILENCES = [
    ({"worker": 3, "signer": 4}, set(), []),
    ({"worker": 31, "signer": 4}, set(), ["worker"]),
    ({"worker": 3, "signer": 40}, set(), ["signer"]),
    ({"worker": 35, "signer": 40}, set(), ["beat"]),
    ({"worker": 35, "signer": 40}, {"beat"}, ["worker", "signer"]),
]


@pytest.mark.parametrize(("silence", "ended", "wanted"), SILENCES)
def test_who_is_silent_is_at_fault(silence, ended, wanted):
    assert suspects(silence, ended) == wanted


def test_a_part_that_runs_but_is_not_heard_is_started_again(supervisor, said, python):
    for name in ("Valkey", "beat", "worker", "signer"):
        supervisor.start(python(name, WAIT))
        supervisor.parts[-1].begun -= 100
    worker = supervisor.parts[2]
    frozen = worker.child
    pulse = Pulse(supervisor, lambda: {"worker": 99.0, "signer": 1.0}, looked=0.0)

    pulse.look()
    assert not frozen.is_running()
    assert supervisor.tend(worker) is True

    assert worker.child.is_running()
    assert worker.child is not frozen
    assert said[0].startswith("worker runs but has not been heard")
    assert worker.deaths == []
    pulse.looked = 0.0
    pulse.look()
    assert len(said) == 2
