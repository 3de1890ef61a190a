"""Read away from the floor: as the role that only reads, on a replica where one is given.

A report may take minutes, which the floor's own role is not allowed, and must not slow a table. A
replica is a little behind; whoever reads says how old is still good enough, and learns how old it
was.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from rules.refusals import Refused

READER = "auditor"
LOOK_EVERY = 0.1
PAGE_SECONDS = 5  # whoever waits for a page waits no longer than the floor's own role would

_floor = threading.local()


@dataclass(frozen=True)
class CopyAge:
    """Whether something was read from a copy, and how many seconds that was behind the floor."""

    is_replica: bool = False
    seconds_behind: float = 0.0


class CopyTooOld(Refused):
    """The replica is further behind than what is asked allows."""

    def __init__(self, source: CopyAge) -> None:
        message = _("The copy for reading is {n} s behind the floor. Try again in a minute.")
        super().__init__("copy_too_old", message.format(n=round(source.seconds_behind)))


@contextmanager
def reading_at_length() -> Iterator[None]:
    """Read everything in this block as the reader, who may take minutes.

    Inside a transaction nothing changes: it must see what it wrote itself.
    """
    own = connections[DEFAULT_DB_ALIAS]
    if own.in_atomic_block:
        yield
        return
    _floor.connection = own
    with standing_in(connections[READER]):
        yield


@contextmanager
def reading_a_copy(*, within_seconds: float) -> Iterator[CopyAge]:
    """Read a page on the replica, if there is one; refuse what is older than is asked."""
    if not settings.HAS_READER or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        yield CopyAge()
        return
    source = copy_age()
    if source.seconds_behind > within_seconds:
        raise CopyTooOld(source)
    with reading_at_length(), connections[READER].cursor() as cursor:
        cursor.execute(f"set statement_timeout = '{PAGE_SECONDS}s'")
        try:
            yield source
        finally:
            cursor.execute("reset statement_timeout")


@contextmanager
def writing() -> Iterator[None]:
    """Write something in the middle of reading: how far a report is."""
    with standing_in(getattr(_floor, "connection", connections[DEFAULT_DB_ALIAS])):
        yield


@contextmanager
def standing_in(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Let a connection be this thread's default one."""
    own = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connection
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own


def copy_age() -> CopyAge:
    """Ask the reader's database how far it is behind the floor's."""
    with connections[READER].cursor() as cursor:
        cursor.execute(PLACE)
        is_replica, replayed, age = cursor.fetchone()
    if not is_replica or not _has_more(replayed):
        return CopyAge(is_replica)
    return CopyAge(is_replica, max(0.0, float(age or 0)))


def _has_more(replayed: str) -> bool:
    """Whether the floor has written anything since; if it cannot be asked, it may have."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("select pg_current_wal_lsn() > %s::pg_lsn", [replayed])
            (more,) = cursor.fetchone()
    except DatabaseError:
        connections[DEFAULT_DB_ALIAS].close()
        return True
    return bool(more)


def wait_for_reader(deadline: float) -> None:
    """Wait until the reader has everything that was committed before now, or refuse."""
    if not settings.HAS_READER:
        return
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("select pg_current_wal_lsn()")
        (wanted,) = cursor.fetchone()
    with connections[READER].cursor() as cursor:
        while True:
            cursor.execute(HAS_CAUGHT_UP, [wanted])
            if cursor.fetchone() == (True,):
                return
            if time.monotonic() > deadline:
                raise CopyTooOld(copy_age())
            time.sleep(LOOK_EVERY)


PLACE = """
select pg_is_in_recovery(), pg_last_wal_replay_lsn()::text,
       extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
"""
HAS_CAUGHT_UP = "select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= %s::pg_lsn"
