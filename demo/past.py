"""Rounds of the past, for the demo's last night.

A round is opened now, or it is a late entry: the database says so (`rounds_fit_to_open`), and
knows no exception. The demo's night is played before anybody looks, step by step, at the times at
which a night is played. So the owner of the database, as whom `manage.py demo` runs, lifts that
one law for the transaction that plays it; the application could not.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def rounds_of_the_past() -> Iterator[None]:
    """Play rounds at their own time inside this block; the law holds again after it."""
    with connection.cursor() as cursor:
        cursor.execute("alter table rounds_round disable trigger rounds_fit_to_open")
    yield
    with connection.cursor() as cursor:
        # What waits for the end of the transaction is judged now: a table whose rows wait
        # cannot be altered.
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table rounds_round enable trigger rounds_fit_to_open")
        cursor.execute("set constraints all deferred")
