"""The web server: gunicorn's master keeps the workers, waitress reads inside each of them.

One thread reads all connections and hands on only what has come whole, so slow and silent clients
hold a socket and nothing else (decision 0012).
"""

from __future__ import annotations

import os
import resource
import time
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from foundation.bodies import LIMITS, USUAL, most_bytes
from paigow_site.servers.lanes import Lanes, Marks, too_large
from paigow_site.servers.turns import PLACES, Attendance, Turns

HEADER_BYTES = 16 * 1024
CONNECTIONS = 1500
REQUEST_SECONDS, IDLE_SECONDS, SENDING_SECONDS = 20.0, 20.0, 60.0
ACCEPTED_AT_ONCE = 32
TOLD_EVERY_SECONDS = 1.0
"""How often a worker that is busy tells gunicorn's master that it lives."""

# Made when gunicorn's master imports this module, and so shared by the workers that it forks.
ATTENDANCE = Attendance()


def adjustments(body_bytes: int, connections: int) -> Adjustments:
    return Adjustments(
        sockets=[],
        ident="",
        threads=1,
        connection_limit=connections + 50,
        cleanup_interval=2,
        max_request_header_size=HEADER_BYTES,
        max_request_body_size=body_bytes + 1,
        inbuf_overflow=body_bytes + 1,
        asyncore_use_poll=True,
        log_socket_errors=False,
        # That a proxy stands between is worth knowing; what it says counts if BEHIND_PROXY.
        clear_untrusted_proxy_headers=False,
    )


class Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Reads a request; its address says how large the body may be."""

    adj: Any
    error: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        self.adj = self.adj.by_limit[most_bytes(self.path)]

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = too_large()
        return consumed


class Answer(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Goes out as soon as it is whole, without waiting for a turn of the loop."""

    def write(self, data: bytes) -> None:
        super().write(data)
        if self.content_length is not None and self.content_bytes_written >= self.content_length:
            self.channel.send_now()


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One client, who has so long to say what they want."""

    parser_class = Request
    task_class = Answer
    begun = 0.0

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.begun = time.time()
        return bool(super().received(data))

    def send_now(self) -> None:
        """Send as much as the client takes at once; the loop sends the rest."""
        with self.outbuf_lock:
            self._flush_exception(self._flush_some, do_close=False)

    def is_waited_for(self) -> bool:
        """Whether we wait for the client, and nobody works for them."""
        return not self.requests

    def is_overdue(self, now: float) -> bool:
        if self.total_outbufs_len:
            return bool(now - self.last_activity > SENDING_SECONDS)
        if self.request is not None:
            return now - self.begun > REQUEST_SECONDS
        return bool(now - self.last_activity > IDLE_SECONDS)


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Accepts everybody; when it is full, whoever has said nothing for longest has to go."""

    channel_class = Connection
    room = CONNECTIONS
    turns: Turns

    def readable(self) -> bool:
        is_open = bool(super().readable())
        return is_open and self.turns.looks(len(self._map), time.monotonic())

    def handle_accept(self) -> None:
        for _each in range(ACCEPTED_AT_ONCE):
            if not self.turns.is_mine(len(self._map), time.monotonic()):
                break
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break
            self.turns.present(len(self._map), time.monotonic())
        if len(self.active_channels) > self.room:
            self.make_room()

    def make_room(self) -> None:
        waited_for = [each for each in self.active_channels.values() if each.is_waited_for()]
        waited_for.sort(key=lambda each: each.begun or each.creation_time)
        for each in waited_for[: max(1, self.room // 20)]:
            each.handle_close()

    def maintenance(self, now: float) -> None:
        for each in list(self.active_channels.values()):
            if each.is_waited_for() and each.is_overdue(now):
                each.will_close = True


class FloorWorker(Worker):  # type: ignore[misc]  # gunicorn has no types
    """A worker process of gunicorn's, with waitress's loop and our lanes in it."""

    def run(self) -> None:
        from django.conf import settings

        from foundation.marks import is_marked
        from staff.devices import cookie_name

        marks = Marks(is_marked, cookie_name(), settings.SESSION_COOKIE_NAME)
        lanes = Lanes(marks, self.cfg.threads, behind_proxy=settings.BEHIND_PROXY)
        connections: dict[int, Any] = {}
        turns = Turns(ATTENDANCE, self.age % PLACES)
        servers = [self.listen(each.sock, lanes, turns, connections) for each in self.sockets]
        told = 0.0
        while self.alive and self.ppid == os.getppid():
            now = time.monotonic()
            if now - told > TOLD_EVERY_SECONDS:
                self.notify()
                told = now
            patience = turns.patience(len(connections), now)
            wasyncore.loop(timeout=patience, use_poll=True, map=connections, count=1)
        turns.leave()
        self.finish(servers, lanes, connections)

    def listen(
        self, opened: Any, lanes: Lanes, turns: Turns, connections: dict[int, Any]
    ) -> Server:
        room = room_for_connections()
        usual = adjustments(USUAL, room)
        usual.by_limit = {USUAL: usual}
        for _start, limit in LIMITS:
            usual.by_limit[limit] = adjustments(limit, room)
        server = Server(
            self.wsgi,
            connections,
            True,
            opened,
            dispatcher=lanes,
            adj=usual,
            bind_socket=False,
            sockinfo=(opened.family, opened.type, opened.proto, opened.getsockname()),
        )
        server.room, server.turns = room, turns
        return server

    def finish(self, servers: list[Server], lanes: Lanes, connections: dict[int, Any]) -> None:
        """Answer what was asked, and take no more."""
        for server in servers:
            server.accepting = False
        deadline = time.monotonic() + self.cfg.graceful_timeout
        while time.monotonic() < deadline and any(map(_is_at_work, connections.values())):
            self.notify()
            wasyncore.loop(timeout=0.1, use_poll=True, map=connections, count=1)
        lanes.shutdown(timeout=1)


def _is_at_work(each: Any) -> bool:
    return isinstance(each, Connection) and bool(each.requests or each.total_outbufs_len)


def room_for_connections() -> int:
    """Ask for as many open files as may be had; keep some for databases, logs and static files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 300
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return CONNECTIONS if soft == resource.RLIM_INFINITY else max(50, min(CONNECTIONS, soft - 300))
