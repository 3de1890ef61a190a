"""What may happen to the database machines while four dealers enter rounds without a pause."""

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.processes import Child
from tests.drills.breaking import Drill
from tests.drills.cluster import Cluster, Node
from tests.drills.ground import Ground, standing_on

WRITES_AGAIN_SECONDS = 30.0
PATIENCE = 90.0


class ClusterGround(Ground):
    """The floor on three database machines; web comes through PgBouncer and reads on a replica."""

    postgres: Cluster  # type: ignore[assignment]

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.postgres = Cluster(folder)
        self.starting = ""
        self.door_port, self.figures_port = 0, free_port()

    @property
    def url(self) -> str:
        """The floor's own web server, or the door of several web machines."""
        return f"http://{LOCAL}:{self.door_port}" if self.door_port else super().url

    def start(self, name: str) -> Child:
        self.starting = name
        try:
            return super().start(name)
        finally:
            self.starting = ""

    def environment(self) -> dict[str, str]:
        found = super().environment()
        if self.starting == "web":
            for role, variable in (
                ("app", "DATABASE_URL"),
                ("sequencer", "DATABASE_URL_SEQUENCER"),
            ):
                found[variable] = self.postgres.pooled_url(role)
        if self.starting in {"web", "clerk"}:
            found["DATABASE_URL_READER"] = self.postgres.replica_url("auditor")
        return found


@contextmanager
def cluster_ground() -> Iterator[ClusterGround]:
    with standing_on(ClusterGround) as standing:
        yield standing


def leader_of(drill: Drill) -> Node:
    found = drill.ground.postgres.leader()
    assert found is not None, "there is no primary"
    return found


def writes_again(drill: Drill, since: float) -> str:
    """Wait for the next acknowledged rounds and say how long that took."""
    assert drill.crew is not None
    seen = len(drill.crew.rounds)
    while len(drill.crew.rounds) < seen + 4:
        assert time.monotonic() < since + PATIENCE, f"no round in {PATIENCE:.0f} s"
        time.sleep(0.05)
    took = time.monotonic() - since
    assert took <= WRITES_AGAIN_SECONDS, f"writes again only after {took:.1f} s"
    return f"writes again after {took:.1f} s"


def primary(drill: Drill) -> None:
    """the primary and its Patroni are killed with -9"""
    work_first(drill)
    lost, begun = leader_of(drill), time.monotonic()
    lost.kill_database()
    wait_for_silence(drill)
    drill.say(f"{lost.name} killed, {writes_again(drill, begun)}")
    lost.start_patroni()
    drill.ground.postgres.wait_until_whole()
    drill.say(f"whole again after {time.monotonic() - begun:.1f} s, {leader_of(drill).name} leads")


def work_first(drill: Drill) -> None:
    """Let the dealers be in the middle of their work."""
    assert drill.crew is not None
    deadline = time.monotonic() + PATIENCE
    while len(drill.crew.rounds) < 40 and time.monotonic() < deadline:
        time.sleep(0.1)


def wait_for_silence(drill: Drill) -> None:
    """Answers that were on their way do not count as writing again."""
    time.sleep(1.0)


def cut(drill: Drill) -> None:
    """the cable of the primary is cut, and mended when another one has taken over"""
    work_first(drill)
    lost, begun = leader_of(drill), time.monotonic()
    assert lost.has_network, "cutting a cable needs namespaces, which need root"
    lost.cut()
    try:
        wait_for_silence(drill)
        drill.say(f"{lost.name} cut off, {writes_again(drill, begun)}")
    finally:
        lost.mend()
    drill.ground.postgres.wait_until_whole()
    drill.say(f"whole again after {time.monotonic() - begun:.1f} s, {leader_of(drill).name} leads")


def etcd(drill: Drill) -> None:
    """all of etcd is lost; the primary works on because it reaches the other machines"""
    assert drill.crew is not None
    nodes = drill.ground.postgres.nodes
    before = leader_of(drill).name
    for node in nodes:
        node.parts["etcd"].process.send_signal(signal.SIGKILL)
        node.parts["etcd"].stop()
    lasts = max(drill.seconds, 30.0)  # longer than the primary's key would live
    seen, begun = len(drill.crew.rounds), time.monotonic()
    time.sleep(lasts)
    meanwhile = len(drill.crew.rounds) - seen
    assert meanwhile > 0, "no round while etcd was away"
    for node in nodes:
        node.start_etcd()
    drill.ground.postgres.wait_until_whole()
    assert leader_of(drill).name == before, "the primary changed"
    drill.say(f"{meanwhile} rounds in {lasts:.0f} s without etcd, {before} led all the while;"
              f" whole after {time.monotonic() - begun:.1f} s")  # fmt: skip


def lag(drill: Drill) -> None:
    """both replicas stop to replay: pages that read there are refused, rounds go on"""
    assert drill.crew is not None
    replicas = list(drill.ground.postgres.replicas())
    assert len(replicas) == 2
    seen = len(drill.crew.rounds)
    # pg_wal_replay_pause() would be undone by Patroni.
    asleep = [node.process_called("startup") for node in replicas]
    for pid in asleep:
        os.kill(pid, signal.SIGSTOP)
    try:
        deadline = time.monotonic() + PATIENCE
        while (status := search_status(drill)) != 409:
            assert time.monotonic() < deadline, f"a search on an old copy answers {status}"
            time.sleep(1)
        shown = next(each for each in probes(drill) if each["name"] == "copy")["detail"]
    finally:
        for pid in asleep:
            os.kill(pid, signal.SIGCONT)
    begun = time.monotonic()
    while search_status(drill) != 200:
        assert time.monotonic() < begun + PATIENCE, "the copy does not catch up"
        time.sleep(0.5)
    took, meanwhile = time.monotonic() - begun, len(drill.crew.rounds) - seen
    drill.say(f"search refused when the copy was {shown}, {meanwhile} rounds meanwhile")
    drill.say(f"found again {took:.1f} s after the copy replayed")


def probes(drill: Drill) -> list[dict[str, str]]:
    try:
        answer = urllib.request.urlopen(f"{drill.ground.url}/readyz", timeout=20)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return list(json.load(answer)["probes"])


def search_status(drill: Drill) -> int:
    """Search the rounds as somebody of surveillance does."""
    request = urllib.request.Request(
        f"{drill.ground.url}/rounds/search/?table=", headers={"Cookie": searcher(drill)}
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def searcher(drill: Drill) -> str:
    """The cookies of somebody who may search; signed in once."""
    from datetime import UTC, datetime

    from tests.factories import make_floor
    from tests.sign_in import cookies_of

    if not drill.cookies:
        person = make_floor(at=datetime.now(UTC)).surveillance
        drill.cookies = "; ".join(f"{name}={value}" for name, value in cookies_of(person).items())
    return drill.cookies


def pgbouncer(drill: Drill) -> None:
    """PgBouncer is killed with -9 and started again, again and again"""
    times = 0
    for _ in drill.turns(3):
        drill.ground.postgres.restart_pgbouncer()
        times += 1
    drill.say(f"restarted {times} times, {writes_again(drill, time.monotonic())}")


def web_machines(drill: Drill) -> None:
    """two web machines serve the dispute story; one is lost in the middle of a tablet's round"""
    from tests.drills.tablet import go_on_while
    from tests.drills.web_machines import served, standing_web_machines, tell_the_dispute

    ground = drill.ground
    assert isinstance(ground, ClusterGround)
    with standing_web_machines(ground) as machines:
        work_first(drill)
        drill.say(f"the dispute story took {tell_the_dispute(ground):.1f} s on both")
        counted = served(ground)
        assert all(counted.values()), f"one machine served nothing: {counted}"
        lost = drill.chance.choice(machines)

        def lose() -> None:
            lost.lose()
            drill.say(f"{lost.name} lost, {writes_again(drill, time.monotonic())}")

        go_on_while(drill, lose)
        lost.come_back()
        drill.say(f"{lost.name} is back; the story's requests: {counted}")


CLUSTER_DRILLS: dict[str, Callable[[Drill], None]] = {
    "cluster-primary": primary,
    "cluster-cut": cut,
    "cluster-etcd": etcd,
    "cluster-lag": lag,
    "cluster-pgbouncer": pgbouncer,
    "cluster-web": web_machines,
}
