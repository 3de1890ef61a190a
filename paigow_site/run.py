"""`make run`: start the whole floor on this machine, say where it is, stop it on Ctrl-C."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import urlsplit

import psycopg

from paigow_site.here import keep_environment
from paigow_site.servers import floor
from paigow_site.servers.ports import LOCAL, first_free_port, free_port
from paigow_site.servers.postgres import AlreadyRunning, PostgresServer
from paigow_site.servers.processes import Child, ServerFailed, last_lines
from paigow_site.servers.pulse import Pulse
from paigow_site.servers.roles import ROLES
from paigow_site.servers.secrets_folder import secret
from paigow_site.servers.supervisor import Part, Supervisor
from paigow_site.servers.valkey import ValkeyServer

ANSWER_SECONDS = 90.0
# Figures, papers and the demo's dealers: a floor without them is the same floor.
OF_NO_ACCOUNT = frozenset({"metrics", "clerk", "dealers"})


class SetUpPage(NamedTuple):
    """Where an empty floor is set up, code included, and what is said of it."""

    address: str
    lines: tuple[str, ...]


FULL_BELOW = 32 * 1024 * 1024  # two segments of the database's log


class Floor:
    """Everything `make run` starts, one step a method."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.var: Path = options.var.absolute()
        self.logs = self.var / "log"
        self.secrets = self.var / "secrets"
        self.in_step = False
        self.supervisor = Supervisor(self.say, options.restart_after)
        self.supervisor.look = Pulse(self.supervisor, self.heartbeat_ages).look
        self.supervisor.full_disk = self.full_disk
        self.database: PostgresServer | None = None
        self.lock: IO[str]
        self.web_socket: socket.socket
        self.feed_socket: socket.socket
        self.witness_port = free_port()
        self.metrics_port = free_port()
        self.addresses: floor.Addresses

    def full_disk(self) -> str:
        """The folder on whose disk nothing more can be written; empty while there is room."""
        for folder in (self.var, self.database.data_dir if self.database else self.var):
            try:
                free = shutil.disk_usage(folder).free
            except OSError:
                continue
            if free < FULL_BELOW:
                return str(folder)
        return ""

    def say(self, text: str) -> None:
        print(f"\n    {text}" if self.in_step else text, flush=True)
        self.in_step = False

    def open_port(self, wanted: int, name: str) -> socket.socket:
        host = self.options.host
        while True:
            port = first_free_port(wanted, host)
            try:
                opened = floor.listener(host, port)
            except OSError:
                continue
            if port != wanted:
                self.say(f"port {wanted} is taken: the {name} uses {port}")
            return opened

    @staticmethod
    def port_of(opened: socket.socket) -> int:
        return int(opened.getsockname()[1])

    @property
    def address(self) -> str:
        shown = "localhost" if self.options.host in {LOCAL, "0.0.0.0"} else self.options.host  # noqa: S104
        return f"http://{shown}:{self.port_of(self.web_socket)}/"

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        begun = time.monotonic()
        print(f"  {step:<28}", end="", flush=True)
        self.in_step = True
        yield
        margin = "" if self.in_step else " " * 30
        self.in_step = False
        print(f"{margin}{time.monotonic() - begun:5.1f} s", flush=True)
        if self.supervisor.stop_asked:
            raise KeyboardInterrupt

    def environment(self, process: str) -> dict[str, str]:
        return floor.inherited() | self.own_environment(process)

    def own_environment(self, process: str) -> dict[str, str]:
        hosts = f"localhost {LOCAL} [::1] {socket.gethostname()} {self.options.host}"
        own = {
            "SECRET_KEY": secret(self.secrets, "secret_key"),
            "DEBUG": "1" if self.options.debug else "0",
            "PLAIN_HTTP": "1",
            "DEMO": "0" if self.options.no_demo else "1",
            "STATIC_FROM_SOURCE": "1",
            "ALLOWED_HOSTS": hosts,
            # Browsers keep cookies by host, not by port: two floors on one machine must not mix.
            "COOKIE_MARK": f"-{self.port_of(self.web_socket)}",
            "PAIGOW_VAR": str(self.var),
            "FEED_PORT": str(self.port_of(self.feed_socket)),
            "WITNESS_URL": f"http://{LOCAL}:{self.witness_port}",
            "WITNESS_STORE": str(self.var / "witness"),
            "PYTHONUNBUFFERED": "1",
            "LOG_FORMAT": "plain",
            # A task a second would fill the log with "received" and "succeeded".
            "LOG_LEVEL": "INFO" if process in {"web", "feed"} else "WARNING",
            # A page must never wait for the broker; a worker may wait a little.
            "REDIS_SOCKET_TIMEOUT": "5"
            if process in {"worker", "clerk", "signer", "beat"}
            else "1",
        }
        if process not in floor.WITHOUT_VAULT:
            own["VAULT_KEYS"] = secret(self.secrets, "vault_keys")
        return self.addresses.environment(process) | own

    def take_lock(self) -> None:
        self.lock = (self.var / "run.lock").open("a")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note = self.var / "run.json"
            where = json.loads(note.read_text())["address"] if note.exists() else "a moment"
            raise AlreadyRunning(f"this floor is already running: {where}") from None

    def turn_logs(self) -> None:
        """Keep the logs of the last start beside those of this one."""
        for log in self.logs.glob("*.log"):
            log.replace(log.with_suffix(".log.1"))

    def start_servers(self) -> None:
        databases = {"app": os.environ.get("DATABASE_URL", "")}
        if databases["app"]:
            host = urlsplit(databases["app"]).hostname
            self.say(f"  PostgreSQL                   at {host}, as DATABASE_URL says")
            databases |= {
                role: os.environ[f"DATABASE_URL_{role.upper()}"]
                for role in ROLES
                if os.environ.get(f"DATABASE_URL_{role.upper()}")
            }
        else:
            databases = self.start_postgres()
        redis_url = os.environ.get("REDIS_URL", "")
        if redis_url:
            host = urlsplit(redis_url).hostname
            self.say(f"  Redis                        at {host}, as REDIS_URL says")
        else:
            redis_url = self.start_valkey()
        self.addresses = floor.Addresses(databases, redis_url)

    def start_postgres(self) -> dict[str, str]:
        server = PostgresServer(self.var / "postgres", log=self.logs / "postgres.log", say=self.say)

        def start() -> Child:
            if server.child is not None:
                server.stop()  # what is left of the one that a full disk ended
            server.start()
            assert server.child is not None
            return server.child

        self.database = server
        with self.timed("PostgreSQL 18"):
            part = Part("PostgreSQL", start, may_restart=False, stop=server.stop)
            self.supervisor.start(part)
            server.prepare()
        return {role: server.url(role) for role in ROLES}

    def start_valkey(self) -> str:
        server = ValkeyServer(self.var / "valkey", log=self.logs / "valkey.log")

        def start() -> Child:
            server.start()
            assert server.child is not None
            return server.child

        with self.timed("Valkey"):
            self.supervisor.start(Part("Valkey", start, stop=server.stop))
        return server.url()

    def manage(self, *words: str, process: str = "web") -> str:
        """Run a management command to its end and return what it printed."""
        role = {"PAIGOW_DB_ROLE": "owner"} if process == "migrations" else {}
        done = subprocess.run(
            floor.manage_command(*words),
            check=False,
            capture_output=True,
            text=True,
            cwd=floor.ROOT,
            env=self.environment(process) | role,
        )
        if done.returncode != 0:
            log = self.logs / f"{words[0]}.log"
            log.write_text(done.stdout + done.stderr)
            what = f"manage.py {' '.join(words)} failed with status {done.returncode}"
            raise ServerFailed(f"{what} ({log}):\n{last_lines(log)}")
        return done.stdout

    def prepare_database(self) -> None:
        with self.timed("migrations"):
            self.manage("migrate", "--no-input", process="migrations")
        if floor.has_management_command("demo") and not self.options.no_demo and self.is_empty():
            with self.timed("demo floor"):
                self.manage("demo", process="migrations")

    def is_empty(self) -> bool:
        with psycopg.connect(self.addresses.databases["app"]) as connection:
            found = connection.execute("SELECT EXISTS (SELECT FROM staff_person)").fetchone()
        return found == (False,)

    def heartbeat_ages(self) -> dict[str, float]:
        """How many seconds ago each process was heard; all is well when nobody can say."""
        query = "SELECT name, extract(epoch FROM clock_timestamp() - at)::float FROM site_heartbeat"
        try:
            with psycopg.connect(self.addresses.databases["app"], connect_timeout=2) as connection:
                return {str(name): float(age) for name, age in connection.execute(query)}
        except psycopg.Error:
            return {"worker": 0.0, "signer": 0.0}

    def start_part(self, name: str, command: list[str]) -> None:
        sockets = {"web": [self.web_socket], "feed": [self.feed_socket]}.get(name, [])

        def start() -> Child:
            return Child(
                name,
                command,
                log=self.logs / f"{name}.log",
                env=self.environment(name),
                cwd=floor.ROOT,
                sockets=sockets,
            )

        self.supervisor.start(
            Part(name, start, may_restart=name != "web", is_of_account=name not in OF_NO_ACCOUNT)
        )

    def start_parts(self) -> None:
        if find_spec("audit.witness"):
            self.start_part(
                "witness", floor.witness_command(self.var / "witness", self.witness_port)
            )
        self.start_part("signer", floor.signer_command())
        self.start_part("worker", floor.worker_command())
        self.start_part("clerk", floor.clerk_command())
        self.start_part("beat", floor.beat_command())
        self.start_part("feed", floor.feed_command(self.feed_socket))
        self.start_part("web", floor.web_command(self.web_socket))
        self.start_part("metrics", floor.metrics_command(self.metrics_port))
        if floor.has_management_command("demo_dealers") and not self.options.no_demo:
            self.start_part("dealers", floor.manage_command("demo_dealers"))

    def wait_for_web(self) -> None:
        deadline = time.monotonic() + ANSWER_SECONDS
        web = next(part.child for part in self.supervisor.parts if part.name == "web")
        address = f"http://{LOCAL}:{self.port_of(self.web_socket)}/healthz"
        while time.monotonic() < deadline:
            if web is None or not web.is_running():
                break
            try:
                with urllib.request.urlopen(address, timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise ServerFailed(f"the web server does not answer:\n{last_lines(self.logs / 'web.log')}")

    def announce(self, seconds: float) -> None:
        """Say in one breath where the floor is, who can sign in, or how to begin."""
        rule = "-" * 72
        begin = self.page_of_set_up()
        lines = [
            f"\n{rule}\n  Pai Gow Floor is open at  {self.address}   ({seconds:.1f} s)\n",
            *self.sign_ins(),
            *([] if begin is None else begin.lines),
            f"\n  Logs: {self.logs}    Health: {self.address}readyz    Stop: Ctrl-C",
            f"  Figures for Prometheus: http://{LOCAL}:{self.metrics_port}/metrics\n{rule}",
        ]
        self.say("\n".join(lines))
        if begin is not None and sys.stdout.isatty():
            webbrowser.open(begin.address)

    def sign_ins(self) -> list[str]:
        if self.options.no_demo or not floor.has_management_command("demo"):
            return []
        said = self.manage("demo", "--sign-ins").rstrip().splitlines()
        return [f"  {line}" for line in said]

    def page_of_set_up(self) -> SetUpPage | None:
        """Where to begin, with a one-time code, while there is no house yet."""
        if not (self.options.no_demo and self.is_empty()):
            return None
        code = self.manage("setup", "--code").split()[-1]
        page = f"{self.address}setup/"
        return SetUpPage(
            f"{page}?code={code}",
            (
                f"  This floor is empty. Set it up at  {page}\n",
                f"  One-time code:  {code}    or: make manage ARGS='setup'",
            ),
        )

    def remember(self) -> None:
        note = {"pid": os.getpid(), "address": self.address}
        (self.var / "run.json").write_text(json.dumps(note) + "\n")

    def start(self) -> None:
        begun = time.monotonic()
        self.take_lock()
        self.turn_logs()
        self.start_servers()
        self.web_socket = self.open_port(self.options.port, "web server")
        self.feed_socket = self.open_port(self.port_of(self.web_socket) + 1, "live feed")
        self.prepare_database()
        with self.timed("web, feed, workers, witness"):
            self.start_parts()
            self.wait_for_web()
        self.remember()
        keep_environment(self.secrets, self.own_environment("web"))
        self.announce(time.monotonic() - begun)

    def stop(self) -> None:
        begun = time.monotonic()
        self.supervisor.stop_together(
            ["dealers", "metrics", "web", "feed", "beat", "worker", "clerk", "signer"]
        )
        self.supervisor.stop()
        self.say(f"stopped in {time.monotonic() - begun:.1f} s; the data is kept in {self.var}")


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m paigow_site.run", description=__doc__)
    parser.add_argument("--host", default=LOCAL, help="address to listen on (0.0.0.0: all)")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    var = os.environ.get("PAIGOW_VAR") or floor.ROOT / "var"
    parser.add_argument("--var", type=Path, default=var, help="folder of the data (or PAIGOW_VAR)")
    parser.add_argument(
        "--restart-after",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="how long a part that ended is shown as away",
    )
    parser.add_argument("--debug", action="store_true", help="show errors in the browser")
    parser.add_argument("--no-demo", action="store_true", help="begin with an empty floor")
    return parser.parse_args(arguments)


def main() -> int:
    options = options_of()
    options.var.mkdir(parents=True, exist_ok=True)
    running = Floor(options)
    running.supervisor.listen_for_signals()
    status = 0
    try:
        running.start()
        status = running.supervisor.watch()
    except AlreadyRunning as error:
        running.say(str(error))
        return 1
    except ServerFailed as error:
        running.say(f"\n{error}")
        status = 1
    except KeyboardInterrupt:
        pass
    running.say("\nstopping …")
    running.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
