"""A floor of its own for the drills: durable servers, and every process can be killed."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from paigow_site.servers import floor
from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.postgres import PostgresServer
from paigow_site.servers.roles import ROLES
from paigow_site.servers.secrets_folder import secret
from paigow_site.servers.valkey import ValkeyServer
from tests.running_floor import LiveFloor

Standing = TypeVar("Standing", bound="Ground")
PARTS = ("witness", "signer", "worker", "clerk", "beat", "feed", "web")


class Ground(LiveFloor):
    """Everything `make run` starts, without a supervisor that would help."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = PostgresServer(folder / "postgres", port=free_port())
        self.valkey = ValkeyServer(folder / "valkey", port=free_port())
        self.witness_port = free_port()
        super().__init__({}, folder)

    def command(self, name: str) -> list[str]:
        if name == "web":
            return floor.web_command(self.sockets["web"], workers=2, threads=8)
        if name == "worker":
            return floor.worker_command(concurrency=2)
        if name == "clerk":
            return floor.clerk_command()
        if name == "witness":
            return floor.witness_command(self.folder / "witness", self.witness_port)
        return super().command(name)

    def environment(self) -> dict[str, str]:
        own = {
            "SECRET_KEY": secret(self.folder / "secrets", "secret_key"),
            "VAULT_KEYS": secret(self.folder / "secrets", "vault_keys"),
            "DEBUG": "0",
            "PLAIN_HTTP": "1",
            "DEMO": "0",
            "STATIC_FROM_SOURCE": "1",
            "ALLOWED_HOSTS": LOCAL,
            "WITNESS_URL": f"http://{LOCAL}:{self.witness_port}",
            "WITNESS_STORE": str(self.folder / "witness"),
            "LOG_LEVEL": "WARNING",
            "REDIS_SOCKET_TIMEOUT": "1",
        }
        return super().environment() | self.database("paigow") | own

    def database(self, name: str) -> dict[str, str]:
        url = self.postgres.url
        own = {"DATABASE_URL": url("app", name), "REDIS_URL": self.valkey.url()}
        return {f"DATABASE_URL_{role.upper()}": url(role, name) for role in ROLES} | own

    def manage(self, *words: str, database: str = "paigow") -> subprocess.Popen[str]:
        role = {"PAIGOW_DB_ROLE": "owner"} if words[0] == "migrate" else {}
        return subprocess.Popen(
            [floor.PYTHON, str(self.root / "manage.py"), *words],
            env=self.environment() | self.database(database) | role,
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def finish(self, *words: str, database: str = "paigow") -> str:
        """Run a management command to its end; its words when it fails, else nothing."""
        running = self.manage(*words, database=database)
        said, _ = running.communicate()
        return said if running.returncode else ""

    def open(self) -> None:
        self.postgres.start()
        self.postgres.prepare()
        self.valkey.start()
        if trouble := self.finish("migrate", "--no-input"):
            raise RuntimeError(trouble)
        for name in PARTS:
            self.start(name)
        self.wait_for_web()

    def close(self) -> None:
        self.stop()
        self.valkey.stop()
        self.postgres.stop()

    def cut_power(self, server: PostgresServer | ValkeyServer) -> None:
        """Kill a server at once, as if its machine had lost power."""
        assert server.child is not None
        server.child.process.send_signal(signal.SIGKILL)
        server.stop()


def children(pid: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(child) for child in found.stdout.split()]


@contextmanager
def ground() -> Iterator[Ground]:
    with standing_on(Ground) as standing:
        yield standing


@contextmanager
def standing_on(kind: type[Standing]) -> Iterator[Standing]:
    folder = Path(tempfile.mkdtemp(prefix="drills-"))
    folder.chmod(0o711)  # PostgreSQL may have to run as another user
    standing = kind(folder)
    try:
        standing.open()
        os.environ |= standing.environment()
        yield standing
    finally:
        standing.close()
        shutil.rmtree(folder, ignore_errors=True)
