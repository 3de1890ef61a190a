"""What one run of pytest and its xdist workers share: a folder, two ports, passwords.

Nothing is started here: settings need the addresses at import, the servers come at first use.
"""

import json
import os
import random
import shutil
import socket
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from paigow_site.servers.ports import LOCAL
from paigow_site.servers.postgres import memory_folder
from paigow_site.servers.processes import start_time
from paigow_site.servers.roles import ROLES
from paigow_site.servers.secrets_folder import secret

VARIABLE = "PAIGOW_TEST_SESSION"
TEMPLATE = "paigow_template"


@dataclass(frozen=True)
class Session:
    """One run of the suite, named by the process that began it."""

    folder: str
    postgres_port: int
    valkey_port: int
    controller: int
    controller_started: str

    @property
    def path(self) -> Path:
        return Path(self.folder)

    @property
    def secrets(self) -> Path:
        return self.path / "secrets"

    def is_mine(self) -> bool:
        return self.controller == os.getpid()

    def controller_is_alive(self) -> bool:
        return start_time(self.controller) == self.controller_started

    def database_url(self, role: str, database: str) -> str:
        password = secret(self.secrets, f"db_{role}")
        return f"postgresql://{role}:{password}@{LOCAL}:{self.postgres_port}/{database}"

    def redis_url(self, number: int) -> str:
        return f"redis://:{secret(self.secrets, 'valkey')}@{LOCAL}:{self.valkey_port}/{number}"

    def addresses(self, worker: str) -> dict[str, str]:
        """Return the environment in which a process works on this worker's database."""
        database = f"paigow_{worker}"
        found = {
            f"DATABASE_URL_{role.upper()}": self.database_url(role, database)
            for role in ROLES
            if role != "app"
        }
        found["DATABASE_URL"] = self.database_url("app", database)
        found["REDIS_URL"] = self.redis_url(worker_number(worker))
        return found


# The ports stay bound (not listening) in the controller, so that nobody else picks them.
_reserved: list[socket.socket] = []


def worker_name() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "main")


def worker_number(worker: str) -> int:
    return int(worker.removeprefix("gw")) + 1 if worker.startswith("gw") else 0


def reserve_port() -> int:
    """Return a port below the range from which the system gives ports to clients."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(15000, 32000)
        holder = socket.socket()
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            holder.bind((LOCAL, port))
            with socket.socket() as probe:
                if probe.connect_ex((LOCAL, port)) == 0:
                    raise OSError("somebody listens")
        except OSError:
            holder.close()
            continue
        _reserved.append(holder)
        return port


def begin() -> Session:
    folder = Path(tempfile.mkdtemp(prefix="pgf-", dir=memory_folder()))
    # PostgreSQL may have to run as another user, who must be able to pass through.
    folder.chmod(0o711)
    for name in (*(f"db_{role}" for role in (*ROLES, "postgres")), "valkey"):
        secret(folder / "secrets", name)
    return Session(
        str(folder), reserve_port(), reserve_port(), os.getpid(), start_time(os.getpid())
    )


def current() -> Session:
    """Return the run this process belongs to; begin one if it belongs to none."""
    text = os.environ.get(VARIABLE)
    if text:
        session = Session(**json.loads(text))
        if session.controller_is_alive():
            return session
    session = begin()
    os.environ[VARIABLE] = json.dumps(asdict(session))
    return session


def end(session: Session) -> None:
    for holder in _reserved:
        holder.close()
    _reserved.clear()
    shutil.rmtree(session.path, ignore_errors=True)
