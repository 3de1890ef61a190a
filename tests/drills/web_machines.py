"""Two web machines behind one door, each with a network, an HAProxy and a PgBouncer of its own."""

import csv
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from paigow_site.servers import floor
from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.processes import Child, last_lines
from tests.drills.cluster import CONFIGURATION, NETWORK, Machine
from tests.drills.cluster_drills import ClusterGround

READY_SECONDS = 120.0
STORY_MILLISECONDS = 60_000
SWITCH = f"{NETWORK}.1"


class WebMachine(Machine):
    """One web machine: the floor's pages and API, and its own way to the database."""

    def __init__(self, ground: ClusterGround, number: int, broker_port: int) -> None:
        super().__init__(ground.postgres, 3 + number, f"web{number}")
        self.ground, self.port = ground, free_port()
        self.broker_port = broker_port

    @property
    def log(self) -> Path:
        return self.cluster.folder / "log" / f"{self.name}-web.log"

    def start_all(self) -> None:
        for name, file in (("haproxy", "haproxy.cfg"), ("pgbouncer", "pgbouncer.ini")):
            words = ["-db", "-f"] if name == "haproxy" else []
            command = [*self.cluster.engines.program(name), *words, str(self.cluster.folder / file)]
            self.start(name, command, {})
        self.ground.starting = "web"
        env = self.ground.environment() | {"REDIS_URL": self.broker_url()}
        self.ground.starting = ""
        inside = ["ip", "netns", "exec", self.namespace]
        self.parts["web"] = Child(
            f"{self.name} web",
            [*inside, *self.web_command()],
            log=self.log,
            env=env,
            cwd=self.ground.root,
        )

    def web_command(self) -> list[str]:
        """As everywhere, but on an address of the machine."""
        with floor.listener(LOCAL, 0) as unused:
            command = floor.web_command(unused, workers=2, threads=8)
        place = command.index("--bind") + 1
        command[place] = f"{self.address}:{self.port}"
        return command

    def broker_url(self) -> str:
        """The broker as a machine of its own sees it."""
        url = urlsplit(self.ground.valkey.url())
        user = f"{url.netloc.rpartition('@')[0]}@" if "@" in url.netloc else ""
        return urlunsplit(url._replace(netloc=f"{user}{SWITCH}:{self.broker_port}"))

    def lose(self) -> None:
        """Power and cable at once."""
        self.cut()
        for name in ("web", "pgbouncer", "haproxy"):
            self.parts[name].process.kill()
            self.parts[name].stop()

    def come_back(self) -> None:
        self.mend()
        self.start_all()
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not _answers(f"http://{self.address}:{self.port}/healthz"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} does not answer:\n{last_lines(self.log, 20)}")
            time.sleep(0.2)

    def stop(self) -> None:
        for part in self.parts.values():
            part.stop()
        self.unplug()


@contextmanager
def standing_web_machines(ground: ClusterGround) -> Iterator[list[WebMachine]]:
    """Put two machines behind a door and send everybody there; afterwards all is as before."""
    broker_port, door_port = free_port(), free_port()
    machines = [WebMachine(ground, number, broker_port) for number in (1, 2)]
    assert machines[0].has_network, "machines of their own need namespaces, which need root"
    door: Child | None = None
    try:
        for machine in machines:
            machine.plug_in()
        door = _open_door(ground, machines, broker_port, door_port)
        for machine in machines:
            machine.start_all()
        for machine in machines:
            machine.wait_until_it_answers()
        deadline = time.monotonic() + READY_SECONDS
        while not _answers(f"http://{LOCAL}:{door_port}/healthz"):
            assert time.monotonic() < deadline, f"the door is shut:\n{last_lines(door.log, 20)}"
            time.sleep(0.2)
        ground.door_port = door_port
        ground.kill("web")
        yield machines
    finally:
        ground.door_port = 0
        ground.start("web")
        ground.wait_for_web()
        for machine in machines:
            machine.stop()
        if door is not None:
            door.stop()


def _open_door(
    ground: ClusterGround, machines: list[WebMachine], broker_port: int, door_port: int
) -> Child:
    """The door of `deploy/cluster/door.cfg`, and the broker on the switch's own address."""
    text = (CONFIGURATION / "door.cfg").read_text()
    told = {
        "bind 127.0.0.1:8000": f"bind {LOCAL}:{door_port}",
        **{f"{machine.name}:8000": f"{machine.address}:{machine.port}" for machine in machines},
    }
    for old, new in told.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text += f"""
listen broker
    bind {SWITCH}:{broker_port}
    server valkey {LOCAL}:{ground.valkey.port}

listen figures
    mode http
    bind {LOCAL}:{ground.figures_port}
    stats enable
    stats uri /
"""
    file = ground.folder / "door.cfg"
    file.write_text(text)
    return Child(
        "door",
        [*ground.postgres.engines.program("haproxy"), "-db", "-f", str(file)],
        log=ground.folder / "log" / "door.log",
        account=ground.postgres.account,
        cwd=Path("/"),
    )


def served(ground: ClusterGround) -> dict[str, int]:
    """How many requests each machine has answered, as the door counts them."""
    with urllib.request.urlopen(f"http://{LOCAL}:{ground.figures_port}/;csv", timeout=5) as answer:
        rows = list(csv.DictReader(answer.read().decode().lstrip("# ").splitlines()))
    return {
        row["svname"]: int(row["stot"])
        for row in rows
        if row["pxname"] == "web" and row["svname"].startswith("web")
    }


def tell_the_dispute(ground: ClusterGround) -> float:
    """Four people settle a dispute in real browsers, as the suite tells it."""
    from tests.review.test_stories import test_four_people_settle_a_dispute as story
    from tests.running_floor import TABLET, chromium

    begun = time.monotonic()
    with chromium() as browser:

        def open_page(**options: object):
            context = browser.new_context(base_url=ground.url, **{**TABLET, **options})
            context.set_default_timeout(STORY_MILLISECONDS)
            return context.new_page()

        story(open_page, ground, lambda *_shown: None)
    return time.monotonic() - begun


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False
