"""Slow hashes in threads of their own: whoever guesses waits for other guessers, not a dealer.

Argon2 is slow on purpose. At the door, where anybody may try, one thread computes with the lowest
priority, and only so many may wait; people on the floor's own tablets have other threads. A hash is
computed in one thread: eight of Django's, each with its own share of the processor, outweighed a
dealer however low their priority.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _

from rules.refusals import Refused

T = TypeVar("T")
LOWEST_PRIORITY = 19


class OneThreadArgon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB and two passes: twice what OWASP asks for at least."""

    time_cost = 2
    memory_cost = 46 * 1024
    parallelism = 1


class HashingPool:
    """Threads that hash, and how many may be at work or waiting."""

    def __init__(self, name: str, *, threads: int, places: int, niceness: int = 0) -> None:
        self.niceness = niceness
        self.places = threading.BoundedSemaphore(places)
        self.threads = ThreadPoolExecutor(threads, name, initializer=self._be_nice)

    def compute(self, work: Callable[[], T]) -> T:
        """Do the work there and wait for it; refuse at once when too many wait already."""
        if not self.places.acquire(blocking=False):
            raise Refused("busy", _("Too many sign-ins at once. Try again in a moment."))
        try:
            return self.threads.submit(work).result()
        finally:
            self.places.release()

    def _be_nice(self) -> None:
        """On Linux a thread has a priority of its own, and those it starts inherit it."""
        if self.niceness and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), self.niceness)


FLOOR = HashingPool("hashing-floor", threads=2, places=64)
DOOR = HashingPool("hashing-door", threads=1, places=12, niceness=LOWEST_PRIORITY)
