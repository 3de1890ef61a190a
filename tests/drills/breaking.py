"""The drills themselves: each breaks one thing again and again while the crew works."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import redis

from paigow_site.servers import floor
from paigow_site.servers.processes import Child
from tests.drills.ground import Ground, children

if TYPE_CHECKING:
    from tests.drills.crew import Crew

DEALERS_PAUSE = 0.25  # seconds between two rounds of one dealer: far more than any table plays
DEALERS_WAIT = 0.25  # seconds: the p99 that the floor promises beside a crowd of strangers


@dataclass
class Drill:
    """One thing to break, for so many seconds."""

    ground: Ground
    chance: random.Random
    seconds: float
    crew: "Crew | None" = None
    said: list[str] = field(default_factory=list)
    cookies: str = ""

    def say(self, text: str) -> None:
        """Keep a figure for the report."""
        self.said.append(text)

    def turns(self, every: float) -> Iterator[None]:
        """Yield until the time is over, with a pause of about `every` seconds before each turn."""
        deadline = time.monotonic() + self.seconds
        while time.monotonic() < deadline:
            time.sleep(every * self.chance.uniform(0.5, 1.5))
            yield

    def sleep_of(self, child: Child | None, seconds: float) -> None:
        """Stop a server and its children in the middle of what they do, and let them go on."""
        assert child is not None
        family = [child.process.pid, *children(child.process.pid)]
        for pid in family:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(seconds)
        for pid in family:
            os.kill(pid, signal.SIGCONT)


def nothing(drill: Drill) -> None:
    """the floor as it is, for comparison"""
    time.sleep(drill.seconds)


def web(drill: Drill) -> None:
    """D1: kill -9 a web worker every two seconds"""
    for _ in drill.turns(2):
        if workers := children(drill.ground.parts["web"].process.pid):
            os.kill(drill.chance.choice(workers), signal.SIGKILL)


def tablet(drill: Drill) -> None:
    """D9: the web server is away in the middle of a round on a tablet"""
    from tests.drills.tablet import outlive_the_server

    outlive_the_server(drill)


def worker(drill: Drill) -> None:
    """D2: kill -9 the Celery worker and start it again"""
    for _ in drill.turns(3):
        drill.ground.kill("worker")
        drill.ground.start("worker")


def beat(drill: Drill) -> None:
    """D3: kill -9 beat; then two of them"""
    drill.ground.kill("beat")
    time.sleep(drill.seconds / 2)
    first = drill.ground.start("beat")
    del drill.ground.parts["beat"]
    drill.ground.start("beat")
    time.sleep(drill.seconds / 2)
    first.stop()


def broker(drill: Drill) -> None:
    """D4: kill -9 the broker, flush it, start it three seconds later with or without its files"""
    valkey = drill.ground.valkey
    for _ in drill.turns(3):
        redis.Redis.from_url(valkey.url()).flushall()
        drill.ground.cut_power(valkey)
        if drill.chance.random() < 0.5:
            for file in (valkey.data_dir / "appendonlydir").glob("*"):
                file.unlink()
        time.sleep(3)
        valkey.start()


def broker_asleep(drill: Drill) -> None:
    """D5: the broker is there and does not answer"""
    drill.sleep_of(drill.ground.valkey.child, drill.seconds)


def database(drill: Drill) -> None:
    """D6: kill -9 PostgreSQL and start it again"""
    postgres = drill.ground.postgres
    for _ in drill.turns(6):
        drill.ground.cut_power(postgres)
        postgres.start()


def database_asleep(drill: Drill) -> None:
    """D7: PostgreSQL is there and does not answer"""
    drill.sleep_of(drill.ground.postgres.child, min(drill.seconds, 20))


def strangers(drill: Drill) -> None:
    """D21: 200 slow, 200 silent and 100 guessing strangers at once; no dealer waits for them"""
    assert drill.crew is not None
    for writer in drill.crew.writers:
        writer.pause = DEALERS_PAUSE  # what is asked is how long they wait, not how much fits
    time.sleep(2)
    before = {id(told): len(told.seconds) for told in drill.crew.told}
    workers = children(drill.ground.parts["web"].process.pid)
    used = sum(map(cpu_seconds, workers))
    crowd = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.drills.strangers"),
            *(str(drill.ground.port("web")), str(drill.seconds)),
        ],
        cwd=floor.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    said, _ = crowd.communicate(timeout=drill.seconds + 60)
    dealers = [each.told for each in drill.crew.writers]
    waited = sorted(second for told in dealers for second in told.seconds[before[id(told)] :])
    p99 = waited[len(waited) * 99 // 100]
    drill.say(
        f"{len(waited)} calls of dealers: p50 {waited[len(waited) // 2] * 1000:.0f} ms,"
        f" p99 {p99 * 1000:.0f} ms, longest {waited[-1] * 1000:.0f} ms;"
        f" web used {sum(map(cpu_seconds, workers)) - used:.1f} s of CPU in {drill.seconds:.0f} s;"
        f" guesses answered: {said.strip()}"
    )
    if p99 > DEALERS_WAIT:
        raise RuntimeError(f"a dealer's p99 beside strangers is {p99 * 1000:.0f} ms")


def cpu_seconds(pid: int) -> float:
    """How much of a processor a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def migration(drill: Drill) -> None:
    """D20: kill -9 a migration half-way, again and again; the next one succeeds"""
    name = f"half_{drill.chance.randrange(1 << 30)}"
    drill.ground.postgres.prepare(name)
    for _ in range(4):
        running = drill.ground.manage("migrate", "--no-input", database=name)
        time.sleep(drill.chance.uniform(2, 10))
        running.kill()
        running.communicate()
    if trouble := drill.ground.finish("migrate", "--no-input", database=name):
        raise RuntimeError(f"the next migration failed: {trouble[-600:]}")


DRILLS: dict[str, Callable[[Drill], None]] = {
    "none": nothing,
    "web": web,
    "tablet": tablet,
    "worker": worker,
    "beat": beat,
    "broker": broker,
    "broker-asleep": broker_asleep,
    "database": database,
    "database-asleep": database_asleep,
    "strangers": strangers,
    "migration": migration,
}
