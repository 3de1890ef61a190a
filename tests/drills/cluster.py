"""Three database machines on this one: etcd, Patroni and PostgreSQL each, HAProxy and PgBouncer.

As root every machine has a network namespace of its own, so that the cable between them can be cut;
otherwise all of them are on loopback.
"""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import yaml

from paigow_site.servers import floor, roles
from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.processes import Child, SystemUser, last_lines
from paigow_site.servers.secrets_folder import secret
from tests.drills.engines import Engines

CONFIGURATION = floor.ROOT / "deploy" / "cluster"
BRIDGE = "paigow-drill"
NETWORK = "10.77.18"
READY_SECONDS = 120.0


class Machine:
    """One machine with a network of its own."""

    def __init__(self, cluster: "Cluster", number: int, name: str) -> None:
        self.cluster, self.number, self.name = cluster, number, name
        self.namespace = f"{BRIDGE}-{number}"
        self.folder = cluster.folder / self.name
        self.has_network = os.geteuid() == 0
        self.address = f"{NETWORK}.{10 + number}" if self.has_network else LOCAL
        self.parts: dict[str, Child] = {}

    def plug_in(self) -> None:
        """Give the machine a network of its own, with a cable to the switch."""
        self.folder.mkdir(mode=0o755)
        if self.cluster.account:
            os.chown(self.folder, self.cluster.account.uid, self.cluster.account.gid)
        if not self.has_network:
            return
        ip("netns", "add", self.namespace)
        ip("link", "add", f"pgfd{self.number}", "type", "veth", "peer", "name", "eth0",
           "netns", self.namespace)  # fmt: skip
        ip("link", "set", f"pgfd{self.number}", "master", BRIDGE, "up")
        for words in (
            ("addr", "add", f"{self.address}/24", "dev", "eth0"),
            ("link", "set", "eth0", "up"),
            ("link", "set", "lo", "up"),
        ):
            ip("-n", self.namespace, *words)

    def unplug(self) -> None:
        if self.has_network:
            subprocess.run(["ip", "netns", "del", self.namespace], check=False)

    def cut(self) -> None:
        ip("link", "set", f"pgfd{self.number}", "down")

    def mend(self) -> None:
        ip("link", "set", f"pgfd{self.number}", "up")

    def start(self, name: str, command: list[str], env: dict[str, str]) -> None:
        """Start a part as the database's own user, in the machine's own network."""
        inside: list[str] = []
        if self.has_network:
            inside += ["ip", "netns", "exec", self.namespace]
        if account := self.cluster.account:
            inside += ["setpriv", "--reuid", str(account.uid), "--regid", str(account.gid)]
            inside += ["--clear-groups", "--pdeathsig", "TERM"]
        base = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(self.folder)}
        log = self.cluster.folder / "log" / f"{self.name}-{name}.log"
        self.parts[name] = Child(
            f"{self.name} {name}", [*inside, *command], log=log, env=base | env, cwd=Path("/")
        )


class Node(Machine):
    """One database machine."""

    def __init__(self, cluster: "Cluster", number: int) -> None:
        super().__init__(cluster, number, f"db{number}")
        self.postgres_port, self.rest_port = free_port(), free_port()
        self.client_port, self.peer_port = free_port(), free_port()

    @property
    def data_dir(self) -> Path:
        return self.folder / "data"

    def start_etcd(self) -> None:
        wanted = dict(
            line.split("=", 1)
            for line in (CONFIGURATION / "etcd.env").read_text().splitlines()
            if line and not line.startswith("#")
        )
        peer, client = (
            f"http://{self.address}:{port}" for port in (self.peer_port, self.client_port)
        )
        members = [
            f"{node.name}=http://{node.address}:{node.peer_port}" for node in self.cluster.nodes
        ]
        own = {
            "ETCD_NAME": self.name,
            "ETCD_DATA_DIR": str(self.folder / "etcd"),
            "ETCD_LISTEN_PEER_URLS": peer,
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": peer,
            "ETCD_LISTEN_CLIENT_URLS": client,
            "ETCD_ADVERTISE_CLIENT_URLS": client,
            "ETCD_INITIAL_CLUSTER": ",".join(members),
            "ETCD_LOG_LEVEL": "warn",
        }
        self.start("etcd", self.cluster.engines.program("etcd"), wanted | own)

    def start_patroni(self) -> None:
        wanted = yaml.safe_load((CONFIGURATION / "patroni.yml").read_text())
        wanted["postgresql"]["parameters"] = {"unix_socket_directories": str(self.folder)}
        file = self.folder / "patroni.yml"
        file.write_text(yaml.safe_dump(wanted))
        command, env = self.cluster.engines.patroni()
        hosts = [f"{node.address}:{node.client_port}" for node in self.cluster.nodes]
        own = {
            "PATRONI_NAME": self.name,
            "PATRONI_RESTAPI_LISTEN": f"{self.address}:{self.rest_port}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{self.address}:{self.rest_port}",
            "PATRONI_POSTGRESQL_LISTEN": f"{self.address}:{self.postgres_port}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{self.address}:{self.postgres_port}",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.data_dir),
            "PATRONI_POSTGRESQL_BIN_DIR": str(self.cluster.programs / "bin"),
            "PATRONI_POSTGRESQL_PGPASS": str(self.folder / "pgpass"),
            "PATRONI_ETCD3_HOSTS": ",".join(f"'{host}'" for host in hosts),
        }
        for role, user in (("SUPERUSER", "postgres"), ("REPLICATION", "replicator"),
                           ("REWIND", "rewinder")):  # fmt: skip
            own[f"PATRONI_{role}_USERNAME"] = user
            own[f"PATRONI_{role}_PASSWORD"] = secret(self.cluster.secrets, f"db_{user}")
        self.start("patroni", [*command, str(file)], own | env)

    def kill_database(self) -> None:
        """Kill Patroni and every process of PostgreSQL at once, as a power cut would."""
        self.parts["patroni"].process.send_signal(signal.SIGKILL)
        for pid in self.postgres_processes():
            os.kill(pid, signal.SIGKILL)
        self.parts["patroni"].stop()
        for pid in self.postgres_processes():  # what it started meanwhile
            os.kill(pid, signal.SIGKILL)

    def postgres_processes(self) -> list[int]:
        """Return the postmaster and its children."""
        try:
            postmaster = int((self.data_dir / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return []
        shown = subprocess.run(
            ["ps", "-eo", "pid=,ppid=,comm="], check=True, capture_output=True, text=True
        ).stdout
        rows = [line.split(None, 2) for line in shown.splitlines()]
        return [int(pid) for pid, parent, name in rows
                if postmaster in (int(pid), int(parent)) and "postgres" in name]  # fmt: skip

    def process_called(self, title: str) -> int:
        """Return the process of PostgreSQL whose title has a word: "startup" replays the log."""
        return next(
            pid
            for pid in self.postgres_processes()
            if title in Path(f"/proc/{pid}/cmdline").read_text()
        )

    def says(self, path: str) -> int:
        """Ask Patroni; nought is no answer."""
        try:
            address = f"http://{self.address}:{self.rest_port}/{path}"
            with urllib.request.urlopen(address, timeout=2) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        except OSError:
            return 0

    def status(self) -> dict[str, object]:
        try:
            address = f"http://{self.address}:{self.rest_port}/patroni"
            with urllib.request.urlopen(address, timeout=2) as answer:
                return dict(json.load(answer))
        except OSError:
            return {}


class Cluster:
    """The database of the floor, as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.secrets = folder / "secrets"
        place = PostgresServer(folder / "unused", secrets=self.secrets)
        place.choose_place()
        self.account: SystemUser | None = place.account
        self.programs = place.programs
        self.engines = Engines.for_account(self.account)
        self.nodes = [Node(self, number) for number in (1, 2, 3)]
        self.front: dict[str, Child] = {}
        self.has_switch = False
        self.primary_port, self.replica_port, self.pool_port = free_port(), free_port(), free_port()

    def url(self, role: str = "app", database: str = "paigow") -> str:
        """Return the address of the primary, whichever machine that is."""
        hosts = ",".join(f"{node.address}:{node.postgres_port}" for node in self.nodes)
        return f"{self._user(role)}@{hosts}/{database}?target_session_attrs=primary"

    def pooled_url(self, role: str, database: str = "paigow") -> str:
        return f"{self._user(role)}@{LOCAL}:{self.pool_port}/{database}?pgbouncer=1"

    def replica_url(self, role: str, database: str = "paigow") -> str:
        return f"{self._user(role)}@{LOCAL}:{self.replica_port}/{database}"

    def _user(self, role: str) -> str:
        return f"postgresql://{role}:{secret(self.secrets, f'db_{role}')}"

    @property
    def admin_url(self) -> str:
        return self.url("postgres", "postgres")

    def prepare(self, database: str = "paigow") -> None:
        passwords = {role: secret(self.secrets, f"db_{role}") for role in roles.ROLES}
        roles.prepare(self.admin_url, database, passwords)

    def start(self) -> None:
        self.engines.fetch()
        if self.nodes[0].has_network:
            if Path(f"/sys/class/net/{BRIDGE}").exists():
                raise RuntimeError(
                    f"the network {BRIDGE} is there: another cluster drill runs, or one was killed"
                    f" (then: ip link del {BRIDGE}, and ip netns del {BRIDGE}-1, -2 and -3)"
                )
            ip("link", "add", BRIDGE, "type", "bridge")
            self.has_switch = True
            ip("addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
            ip("link", "set", BRIDGE, "up")
        for node in self.nodes:
            node.plug_in()
        for node in self.nodes:
            node.start_etcd()
        for node in self.nodes:
            node.start_patroni()
        self.wait_until_whole()
        self.start_haproxy()
        self.start_pgbouncer()

    def stop(self) -> None:
        for part in self.front.values():
            part.stop()
        for name in ("patroni", "etcd"):
            for node in self.nodes:
                if name in node.parts:
                    node.parts[name].ask_to_stop()
            for node in self.nodes:
                if name in node.parts:
                    node.parts[name].stop(patience=30.0)
        for node in self.nodes:
            for pid in node.postgres_processes():
                os.kill(pid, signal.SIGKILL)
            if self.has_switch:
                node.unplug()
        if self.has_switch:
            ip("link", "del", BRIDGE)

    def leader(self) -> Node | None:
        return next((node for node in self.nodes if node.says("primary") == 200), None)

    def replicas(self) -> Iterator[Node]:
        return (node for node in self.nodes if node.says("replica") == 200)

    def wait_until_whole(self) -> None:
        """Wait for a primary and two replicas of which one must acknowledge every commit."""
        deadline = time.monotonic() + READY_SECONDS
        while not self.is_whole():
            if time.monotonic() > deadline:
                logs = [last_lines(each.parts["patroni"].log, 4) for each in self.nodes]
                raise RuntimeError("the cluster is not whole:\n" + "\n---\n".join(logs))
            time.sleep(0.5)

    def is_whole(self) -> bool:
        return (
            self.leader() is not None
            and sum(node.says("quorum") == 200 for node in self.nodes) == 2
        )

    def start_haproxy(self) -> None:
        text = (CONFIGURATION / "haproxy.cfg").read_text()
        text = text.replace("127.0.0.1:5000", f"{LOCAL}:{self.primary_port}")
        text = text.replace("127.0.0.1:5001", f"{LOCAL}:{self.replica_port}")
        for node in self.nodes:
            told = f"server {node.name} {node.name}:5432 check port 8008"
            place = f"{node.address}:{node.postgres_port}"
            own = f"server {node.name} {place} check port {node.rest_port}"
            assert text.count(told) == 2
            text = text.replace(told, own)
        file = self.folder / "haproxy.cfg"
        file.write_text(text)
        self._start("haproxy", [*self.engines.program("haproxy"), "-db", "-f", str(file)])

    def start_pgbouncer(self) -> None:
        text = (CONFIGURATION / "pgbouncer.ini").read_text()
        users = self.folder / "users.txt"
        users.write_text("".join(
            f'"{role}" "{secret(self.secrets, f"db_{role}")}"\n' for role in roles.ROLES
        ))  # fmt: skip
        users.chmod(0o644)
        for told, own in (
            ("port=5000", f"port={self.primary_port}"),
            ("listen_port = 6432", f"listen_port = {self.pool_port}"),
            ("/etc/pgbouncer/users.txt", str(users)),
        ):
            assert told in text
            text = text.replace(told, own)
        file = self.folder / "pgbouncer.ini"
        file.write_text(text)
        self._start("pgbouncer", [*self.engines.program("pgbouncer"), str(file)])

    def _start(self, name: str, command: list[str]) -> None:
        self.front[name] = Child(
            name,
            command,
            log=self.folder / "log" / f"{name}.log",
            account=self.account,
            cwd=Path("/"),
            env={"PATH": os.environ["PATH"]},
        )

    def restart_pgbouncer(self) -> None:
        self.front["pgbouncer"].process.send_signal(signal.SIGKILL)
        self.front["pgbouncer"].stop()
        self.start_pgbouncer()


def ip(*words: str) -> None:
    subprocess.run([shutil.which("ip") or "ip", *words], check=True)
