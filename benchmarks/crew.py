"""Clients that work at the same moment, each a process of its own with a connection kept open."""

import multiprocessing
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Act = Callable[[Any], object]
Open = Callable[[], Act]
"""Called once in each client's process: connects, and returns what does one job."""


@dataclass
class Times:
    """When jobs began and ended, over several batches, and the processor time they took."""

    each: list[float] = field(default_factory=list)
    seconds: float = 0.0
    processor: float = 0.0

    def add(self, spans: Sequence[tuple[float, float]]) -> None:
        self.each += [end - begin for begin, end in spans]
        self.seconds += max(end for _, end in spans) - min(begin for begin, _ in spans)

    @property
    def rate(self) -> float:
        return len(self.each) / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the jobs was done."""
        ordered = sorted(self.each)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class Crew:
    """So many client processes, for as long as the `with` block runs."""

    def __init__(self, clients: int, opens: Open) -> None:
        self.clients, self.opens = clients, opens

    def __enter__(self) -> "Crew":
        context = multiprocessing.get_context("fork")
        self.pipes, self.members = [], []
        for _ in range(self.clients):
            ours, theirs = context.Pipe()
            member = context.Process(target=_work, args=(theirs, self.opens), daemon=True)
            member.start()
            self.pipes.append(ours)
            self.members.append(member)
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self.pipes:
            pipe.send(None)
        for member in self.members:
            member.join(10)

    def run(self, jobs: Sequence[Any]) -> list[tuple[float, float]]:
        """Share the jobs out, and say when each began and ended."""
        shares = [jobs[number :: self.clients] for number in range(self.clients)]
        for pipe, share in zip(self.pipes, shares, strict=True):
            pipe.send(share)
        spans = []
        for pipe in self.pipes:
            done = pipe.recv()
            if isinstance(done, str):
                raise RuntimeError(done)
            spans += done
        return spans


def _work(pipe: Any, opens: Open) -> None:
    act = opens()
    while (jobs := pipe.recv()) is not None:
        spans = []
        try:
            for job in jobs:
                begin = time.perf_counter()
                act(job)
                spans.append((begin, time.perf_counter()))
        except Exception as error:  # the parent must hear of whatever went wrong
            pipe.send(f"{type(error).__name__}: {error}")
            return
        pipe.send(spans)


def http_client(port: int) -> Open:
    """A client that sends prepared requests over one connection and wants 200 for each."""

    def opens() -> Act:
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = connection.makefile("rb")

        def act(request: bytes) -> None:
            connection.sendall(request)
            status = reader.readline()
            length = 0
            while (line := reader.readline()) not in {b"\r\n", b""}:
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = reader.read(length)
            if b" 200 " not in status:
                raise RuntimeError(f"{status!r} {body[:300]!r}")

        return act

    return opens
