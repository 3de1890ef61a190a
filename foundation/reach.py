"""Nobody waits for a database that does not answer.

A database that is gone refuses at once, and one that is slow ends our statements by its own time
limits. One that is suspended does neither: whoever asked waits as long as it sleeps. A watch beside
the requests sees that one of them takes long, knocks at the database itself, and when nobody opens
it cuts the waiting connections and lets nobody else begin to wait.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings
from django.db import connections

logger = logging.getLogger(__name__)

LOOKS_EVERY = 0.25
SUSPECTED_AFTER = 1.5
KNOCKS_FOR = 2
CUT_AFTER = 0.5


@dataclass(frozen=True)
class Waiting:
    """A request at work, and the connections of its thread."""

    begun: float
    connections: list[Any]

    def cut(self) -> None:
        for each in self.connections:
            opened = getattr(each, "connection", None)
            if opened is not None and not opened.closed:
                _hang_up(opened)


def _hang_up(opened: Any) -> None:
    """End the connection under whoever waits on it; they get an error and answer 503."""
    try:
        with socket.socket(fileno=os.dup(opened.pgconn.socket)) as held:
            held.shutdown(socket.SHUT_RDWR)
    except (OSError, psycopg.Error):
        pass  # it ended by itself meanwhile


class Watch:
    """Whether the database answers, as far as requests have asked."""

    def __init__(self, knock: Callable[[], bool]) -> None:
        self.knock = knock
        self.is_away = False
        self.waiting: dict[int, Waiting] = {}

    @contextmanager
    def over(self, held: list[Any]) -> Iterator[None]:
        """Watch over a request of this thread."""
        thread = threading.get_ident()
        self.waiting[thread] = Waiting(time.monotonic(), held)
        try:
            yield
        finally:
            self.waiting.pop(thread, None)

    def look(self) -> None:
        """Knock when somebody waits for long, or to see whether the database is back."""
        if not self.is_away and not self.waiting_longer_than(SUSPECTED_AFTER):
            return
        was_away, self.is_away = self.is_away, not self.knock()
        if self.is_away:
            for each in self.waiting_longer_than(CUT_AFTER):
                each.cut()
        if was_away != self.is_away:
            logger.warning(
                "the database %s", "does not answer" if self.is_away else "answers again"
            )

    def waiting_longer_than(self, seconds: float) -> list[Waiting]:
        now = time.monotonic()
        return [each for each in list(self.waiting.values()) if now - each.begun > seconds]

    def start(self) -> None:
        threading.Thread(target=self._run, name="reach", daemon=True).start()

    def _run(self) -> None:
        pause = threading.Event()
        while not pause.wait(LOOKS_EVERY):
            self.look()


def answers() -> bool:
    """Whether the database opens; whoever refuses answers too, only silence is none."""
    found: dict[str, Any] = settings.DATABASES["default"]
    try:
        psycopg.connect(
            host=found["HOST"],
            port=found["PORT"],
            user=found["USER"],
            password=found["PASSWORD"],
            dbname=found["NAME"],
            connect_timeout=KNOCKS_FOR,
        ).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.Error:
        return True
    return True


WATCH = Watch(answers)


def held_by_this_thread() -> list[Any]:
    return list(connections.all())
