"""Child processes that cannot outlive the process which started them."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from paigow_site.servers import watchdog

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class ServerFailed(Exception):
    """A server or process could not be started, or ended by itself."""


@dataclass(frozen=True)
class SystemUser:
    """The operating-system user that a child runs as."""

    name: str
    uid: int
    gid: int

    @classmethod
    def named(cls, name: str) -> SystemUser:
        entry = pwd.getpwnam(name)
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    @classmethod
    def of(cls, uid: int) -> SystemUser:
        entry = pwd.getpwuid(uid)
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    def can(self, test: str, path: Path) -> bool:
        """Ask the kernel, as this user, whether `path` passes `test` (-x, -r, -w)."""
        answer = subprocess.run(
            ["test", test, str(path)],
            check=False,
            cwd="/",
            user=self.uid,
            group=self.gid,
            extra_groups=[],
        )
        return answer.returncode == 0


def start_time(pid: int) -> str:
    """Return what tells this process from a later one with the same number; "" when it is gone."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] == "Z" else fields[19]
    shown = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], check=False, capture_output=True, text=True
    )
    return shown.stdout.strip()


def last_lines(log: Path, count: int = 8, width: int = 240) -> str:
    """Return the end of a log, for the sentence that says why a process died."""
    try:
        lines = log.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    return "\n".join(line[:width] for line in lines[-count:])


class Server(ABC):
    """What runs while its `with` block does."""

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None: ...

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Child:
    """A running process in a group of its own, ended with its starter however that ends."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        account: SystemUser | None = None,
        cwd: Path | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        self.name = name
        self.log = log
        self.stop_signal = stop_signal
        log.parent.mkdir(parents=True, exist_ok=True)
        parent = os.getpid()

        def leash() -> None:
            # After the change of user: the kernel forgets the setting when credentials change.
            if LIBC is not None:
                LIBC.prctl(PR_SET_PDEATHSIG, int(stop_signal), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=dict(env) if env is not None else None,
                cwd=cwd,
                start_new_session=True,
                pass_fds=[listener.fileno() for listener in sockets],
                preexec_fn=leash,  # noqa: PLW1509 (two system calls, no Python lock)
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
            )
        self.pid = self.process.pid
        self.started = start_time(self.pid)
        WATCHDOG.watch(self)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def ending(self) -> str:
        """Say how the process ended, in words for the terminal."""
        code = self.process.poll()
        if code is None:
            return "is running"
        if code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with status {code}"

    def ask_to_stop(self) -> None:
        if self.is_running():
            self.process.send_signal(self.stop_signal)

    def stop(self, patience: float = 15.0) -> None:
        """Ask the process to stop, then end whatever is left of its group."""
        self.ask_to_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            pass
        self.end_group()
        self.process.wait()
        self.forget()

    def forget(self) -> None:
        """Tell the watchdog that this process is gone: its number may soon be somebody else's."""
        WATCHDOG.forget(self)

    def end_group(self) -> None:
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


class Watchdog:
    """A tiny process that ends the children's groups when this one is gone without a word.

    The kernel's parent-death signal reaches a child but not its own children, and exists on Linux
    only. The watchdog holds the read end of a pipe; the end of the pipe is the end of the starter.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.owner = 0

    def watch(self, child: Child) -> None:
        self.tell({"watch": child.pid, "signal": int(child.stop_signal)})

    def forget(self, child: Child) -> None:
        self.tell({"forget": child.pid})

    def begin(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            atexit.register(self.end)
        self.owner = os.getpid()
        return subprocess.Popen(
            [sys.executable, "-S", "-E", watchdog.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end(self) -> None:
        if self.process is None or self.process.stdin is None or self.owner != os.getpid():
            return
        self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2)

    def tell(self, message: dict[str, object]) -> None:
        if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
            self.process = self.begin()
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()


WATCHDOG = Watchdog()


def wait_until_gone(pid: int, started: str, patience: float) -> bool:
    """Wait for a process that is not our child."""
    deadline = time.monotonic() + patience
    while start_time(pid) == started:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
