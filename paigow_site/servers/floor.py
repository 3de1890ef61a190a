"""The processes of the floor: how each is called, and what of the secrets each is given.

`make run` and the tests' running floor start the same commands as docker-compose.yml does.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = sys.executable
CELERY = (PYTHON, "-m", "celery", "--app", "paigow_site.celery")
QUIET_WORKER = ("--without-gossip", "--without-mingle", "--loglevel", "WARNING")

# Which role's address each process gets, besides the application's own.
ROLES_OF = {
    "migrations": ("owner",),
    "web": ("sequencer", "auditor"),
    "worker": ("sequencer", "auditor"),
    "clerk": ("auditor",),
    "signer": ("signer",),
}

# Who never reads a secret again, and so has no key to those at rest.
WITHOUT_VAULT = frozenset({"feed", "worker", "clerk", "signer", "beat", "metrics", "witness"})


@dataclass(frozen=True)
class Addresses:
    """Where the servers are: an address for each role, and the broker's."""

    databases: Mapping[str, str]
    redis: str

    def environment(self, process: str) -> dict[str, str]:
        found = {"DATABASE_URL": self.databases["app"], "REDIS_URL": self.redis}
        for role in ROLES_OF.get(process, ()):
            if role in self.databases:
                found[f"DATABASE_URL_{role.upper()}"] = self.databases[role]
        return found


def inherited() -> dict[str, str]:
    """Return this process's environment without addresses and secrets meant for others."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DATABASE_URL", "REDIS_URL"))
    }


def listener(host: str, port: int) -> socket.socket:
    """Open the socket before the server starts, so that nobody takes the port in between."""
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(256)
    except OSError:
        opened.close()
        raise
    return opened


def web_command(opened: socket.socket, *, workers: int = 2, threads: int = 8) -> list[str]:
    memory = ("--worker-tmp-dir", "/dev/shm") if Path("/dev/shm").is_dir() else ()  # noqa: S108
    return [
        *(PYTHON, "-m", "gunicorn", "paigow_site.wsgi:application"),
        *("--bind", f"fd://{opened.fileno()}", "--no-control-socket"),
        *("--worker-class", "paigow_site.servers.web.FloorWorker"),
        *("--workers", str(workers), "--threads", str(threads)),
        *("--timeout", "60", "--graceful-timeout", "5"),
        *memory,
    ]


def feed_command(opened: socket.socket) -> list[str]:
    return [
        *(PYTHON, "-m", "uvicorn", "paigow_site.feed:app", "--fd", str(opened.fileno())),
        *("--log-level", "warning", "--timeout-graceful-shutdown", "1"),
    ]


def worker_command(concurrency: int = 2, queues: str = "default") -> list[str]:
    return [
        *(*CELERY, "worker", "--queues", queues, "--concurrency", str(concurrency)),
        *("--hostname", f"worker-{os.getpid()}@%h", *QUIET_WORKER),
    ]


def clerk_command() -> list[str]:
    """Makes reports and bundles, which take minutes; sealing and sweeps never wait behind them."""
    return [
        *(*CELERY, "worker", "--queues", "paper", "--concurrency", "1"),
        *("--hostname", f"clerk-{os.getpid()}@%h", *QUIET_WORKER),
    ]


def signer_command() -> list[str]:
    return [
        *(*CELERY, "worker", "--queues", "signer", "--pool", "solo"),
        *("--hostname", f"signer-{os.getpid()}@%h", *QUIET_WORKER),
    ]


def beat_command() -> list[str]:
    # The schedule is in the code and every task may run twice, so beat keeps nothing on disk.
    return [*CELERY, "beat", "--scheduler", "celery.beat.Scheduler", "--loglevel", "WARNING"]


def witness_command(store: Path, port: int) -> list[str]:
    return [PYTHON, "-m", "audit.witness", "--store", str(store), "--port", str(port)]


def metrics_command(port: int) -> list[str]:
    return [PYTHON, "-m", "paigow_site.metrics", "--port", str(port)]


def manage_command(*words: str) -> list[str]:
    return [PYTHON, str(ROOT / "manage.py"), *words]


def has_management_command(name: str) -> bool:
    return next(ROOT.glob(f"*/management/commands/{name}.py"), None) is not None
