"""Say what the time of a command or request goes into: its statements, its code by package."""

import cProfile
import pstats
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

PARTS = (
    ("waiting for PostgreSQL", ("psycopg/connection.py wait", "psycopg/waiting", "generators.py")),
    ("psycopg", ("psycopg",)),
    ("Django's database layer", ("django/db",)),
    ("Django and DRF", ("django/", "rest_framework")),
    ("rules", ("/rules/",)),
    ("audit", ("/audit/",)),
    ("rounds, banking", ("/rounds/", "/banking/", "/tables/", "/staff/")),
    ("Redis", ("redis/",)),
)


def tell(name: str, call: Callable[[Any], object], jobs: Sequence[Any]) -> None:
    """Print where the time goes, by statement and by package."""
    half = len(jobs) // 2
    print(f"\n{name}: statements, with the milliseconds that each takes")
    for words, (count, seconds) in statements(call, jobs[:half]).items():
        print(f"  {count / half:5.1f} x {seconds / count * 1000:6.2f} ms  {words}")
    print(f"{name}: share of the time")
    for part, share in packages(call, jobs[half:]):
        print(f"  {share:5.0%}  {part}")


def statements(call: Callable[[Any], object], jobs: Sequence[Any]) -> dict[str, tuple[int, float]]:
    from django.db import connection

    found: dict[str, tuple[int, float]] = {}

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        answer = execute(sql, params, many, context)
        words = " ".join(sql.split())[:72]
        count, seconds = found.get(words, (0, 0.0))
        found[words] = (count + 1, seconds + time.perf_counter() - began)
        return answer

    with connection.execute_wrapper(watch):
        for job in jobs:
            call(job)
    return found


def packages(call: Callable[[Any], object], jobs: Sequence[Any]) -> list[tuple[str, float]]:
    profile = cProfile.Profile()
    profile.enable()
    for job in jobs:
        call(job)
    profile.disable()
    spent: dict[str, float] = defaultdict(float)
    for (file, _, function), (_, _, own, _, _) in pstats.Stats(profile).stats.items():
        spent[part_of(f"{file} {function}")] += own
    whole = sum(spent.values())
    return sorted(((part, own / whole) for part, own in spent.items()), key=lambda it: -it[1])


def part_of(where: str) -> str:
    for part, marks in PARTS:
        if any(mark in where for mark in marks):
            return part
    return "Python's own"
