"""The periodic sweeps: limits and alerts every ten seconds, custody every minute."""

from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.db import connection

from tables.clock import database_time
from tables.commands.sweeping import (
    forget_old_tries,
    sweep_custody,
    sweep_escalations,
    sweep_limits,
)

# One of each at a time; a second one leaves at once.
EQUIPMENT_LOCK, CUSTODY_LOCK = 0x7061_6967_0001, 0x7061_6967_0002


@shared_task(name="tables.sweep_equipment")
def sweep_equipment() -> None:
    """Mark what is past its limit, warn, escalate; harmless to run twice or hours late."""
    with only_one(EQUIPMENT_LOCK) as mine:
        if mine:
            now = database_time()
            sweep_limits(now)
            sweep_escalations(now)


@shared_task(name="tables.sweep_custody")
def sweep_the_custody() -> None:
    """Call for envelopes, counts, checks and destructions that are late."""
    with only_one(CUSTODY_LOCK) as mine:
        if mine:
            now = database_time()
            sweep_custody(now)
            forget_old_tries(now)


@contextmanager
def only_one(key: int) -> Iterator[bool]:
    """Take a lock that only one session of the database has at a time, or not."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_try_advisory_lock(%s)", [key])
        (mine,) = cursor.fetchone()
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("select pg_advisory_unlock(%s)", [key])
