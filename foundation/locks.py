"""Let one process do a thing at a time; what it holds is free again the moment it dies."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def only_one(name: str) -> Iterator[bool]:
    """Say whether this session of the database is the only one at `name`; a second leaves."""
    key = "hashtextextended(%s, 0)"
    with connection.cursor() as cursor:
        cursor.execute(f"select pg_try_advisory_lock({key})", [name])
        (mine,) = cursor.fetchone()
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute(f"select pg_advisory_unlock({key})", [name])


def wait_in_line(name: str) -> None:
    """Let transactions at `name` go one after the other; each waits for the one before to end."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
