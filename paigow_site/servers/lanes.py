"""Threads for dealers, for desks and for strangers apart, so that no crowd stands before a dealer.

A request comes here whole, headers and body. Whoever shows the mark of one of our tablets, tokens
or sessions (`foundation.marks`) goes to a lane that strangers cannot fill.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

PORTER, FLOOR, DESK, DOOR = "porter", "floor", "desk", "door"


class TurnedAway(Error):  # type: ignore[misc]  # waitress has no types
    """An answer of the server itself, in the shape of all refusals."""

    def __init__(self, code: int, reason: str, name: str, message: str, wait: int = 0) -> None:
        super().__init__(message)
        self.code, self.reason, self.name, self.wait = code, reason, name, wait

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        body = f'{{"code": "{self.name}", "message": "{self.body}", "rule": ""}}'
        headers = [
            ("Content-Type", "application/json"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            *([("Retry-After", str(self.wait))] if self.wait else []),
        ]
        return f"{self.code} {self.reason}", headers, body.encode()


def busy() -> TurnedAway:
    message = "Too many are asking at once. Try again in a moment."
    return TurnedAway(503, "Service Unavailable", "busy", message, wait=2)


def too_fast() -> TurnedAway:
    message = "Too many tries from this address. Try again in a moment."
    return TurnedAway(429, "Too Many Requests", "too_many_requests", message, wait=5)


def too_large() -> TurnedAway:
    message = "This is too large to be sent here."
    return TurnedAway(413, "Request Entity Too Large", "too_large", message)


@dataclass
class Pace:
    """What strangers may post from one address: a few at once, then one every few seconds.

    Tablets, tokens and desks that were signed in before are no strangers. An address is forgotten
    when its bucket is full again, so the table stays small.
    """

    at_once: float = 15.0
    a_second: float = 0.25
    addresses: int = 10_000
    buckets: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allows(self, address: str, now: float) -> bool:
        left, since = self.buckets.pop(address, (self.at_once, now))
        left = min(self.at_once, left + (now - since) * self.a_second)
        allowed = left >= 1.0
        self.buckets[address] = (left - 1.0 if allowed else left, now)
        if len(self.buckets) > self.addresses:
            self.forget(now)
        return allowed

    def forget(self, now: float) -> None:
        """Forget full buckets; of a flood from everywhere, the oldest half."""
        full = self.at_once / self.a_second
        self.buckets = {key: each for key, each in self.buckets.items() if now - each[1] < full}
        for key in list(self.buckets)[: max(0, len(self.buckets) - self.addresses // 2)]:
            del self.buckets[key]


def client_address(peer: str, headers: Mapping[str, str], *, behind_proxy: bool) -> str:
    """Where a request comes from: what our own proxy wrote last, else whoever is connected.

    A proxy of ours stands in a private network; what others claim about themselves is ignored.
    """
    if behind_proxy:
        try:
            if ipaddress.ip_address(peer).is_private:
                told = headers.get("X_FORWARDED_FOR", "").rpartition(",")[2].strip()
                return str(ipaddress.ip_address(told))
        except ValueError:
            pass
    return peer


@dataclass(frozen=True)
class Marks:
    """Where the secrets of this floor are in a request, and how one is known to be ours."""

    is_marked: Callable[[str], bool]
    tablet_cookie: str
    session_cookie: str

    def lane_of(self, path: str, headers: Mapping[str, str]) -> str:
        if path == "/healthz":
            return PORTER
        cookies = _cookies(headers.get("COOKIE", ""))
        kind, _space, token = headers.get("AUTHORIZATION", "").partition(" ")
        if kind.lower() != "token":
            token = ""
        if self.is_marked(token.strip()) or self.is_marked(cookies.get(self.tablet_cookie, "")):
            return FLOOR
        return DESK if self.is_marked(cookies.get(self.session_cookie, "")) else DOOR


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: each.value for name, each in SimpleCookie(header).items()}
    except CookieError:
        return {}


class LastFirst(threading.Condition):
    """Wakes whoever has waited shortest."""

    _waiters: deque[Any]

    def notify(self, n: int = 1) -> None:
        for _each in range(n):
            self._waiters.rotate(1)
            super().notify()


class Lane(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Threads that take requests, and how many may wait for them.

    The thread that has rested shortest takes the next one: its connection to the database has every
    statement planned, and threads that a quiet floor does not need open none.
    """

    def __init__(self, name: str, threads: int, places: int) -> None:
        super().__init__()
        self.queue_cv = LastFirst(self.lock)
        self.name, self.places = name, places
        self.queue_logger.setLevel("ERROR")  # a queue is what a lane is for
        self.set_thread_count(threads)

    def takes(self, task: Any) -> bool:
        if len(self.queue) >= self.places:
            return False
        self.add_task(task)
        return True


class Lanes:
    """What the server hands its requests to."""

    def __init__(self, marks: Marks, threads: int, *, behind_proxy: bool) -> None:
        self.marks, self.behind_proxy, self.pace = marks, behind_proxy, Pace()
        self.lanes = {
            PORTER: Lane(PORTER, 1, 1000),
            FLOOR: Lane(FLOOR, threads, 400),
            DESK: Lane(DESK, max(2, threads // 2), 200),
            DOOR: Lane(DOOR, max(2, threads // 4), 100),
        }

    def add_task(self, channel: Any) -> None:
        request = channel.requests[0]
        if request.error is None:
            name = self.marks.lane_of(request.path, request.headers)
            if name == DOOR and self.is_too_fast(channel, request):
                request.error = too_fast()
            elif self.lanes[name].takes(channel):
                return
            else:
                request.error = busy()
        self.lanes[PORTER].add_task(channel)

    def is_too_fast(self, channel: Any, request: Any) -> bool:
        if request.command in {"GET", "HEAD", "OPTIONS"}:
            return False
        peer = str(channel.addr[0])
        address = client_address(peer, request.headers, behind_proxy=self.behind_proxy)
        return not self.pace.allows(address, time.monotonic())

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> None:
        for lane in self.lanes.values():
            lane.shutdown(cancel_pending, timeout)
