"""Settled six-seat rounds a second: by the command, and the same rows by bare psycopg.

    python -m benchmarks.rounds

Starts the servers of the test suite (in memory, so both sides pay no disk), measures one and four
clients, and says where the time of the command goes.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "120"))


def start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    from tests import session

    session.current()
    import django

    django.setup()
    from tests.servers import create_worker_database, start_servers

    start_servers(session.current())
    create_worker_database(session.current())


def prepare(count: int) -> list[tuple[object, object]]:
    """Rounds with one call left: settle."""
    from tests.factories import make_floor
    from tests.rounds.playing import SIX_HANDS, Dealer

    found = []
    for _ in range(count):
        dealer = Dealer(make_floor(options={"player_bank": False}))
        dealer.open()
        dealer.wager(**{f"s{seat}": 2500 for seat in range(1, 7)})
        dealer.close()
        dealer.roll()
        dealer.deal()
        dealer.hands(**{place.replace("-", "_"): held for place, held in SIX_HANDS.items()})
        found.append((dealer.id, dealer.call()))
    return found


def settle(job: tuple[object, object]) -> float:
    from rounds.commands.settling import settle_round

    began = time.perf_counter()
    settle_round(job[0], job[1])  # type: ignore[arg-type]
    return time.perf_counter() - began


def measure(jobs: list[tuple[object, object]], clients: int, act: Callable[..., float]) -> str:
    from django.db import connections

    def work(part: list[tuple[object, object]]) -> list[float]:
        try:
            return [act(job) for job in part]
        finally:
            connections.close_all()

    parts = [jobs[number::clients] for number in range(clients)]
    began = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        times = sorted(each for part in pool.map(work, parts) for each in part)
    took = time.perf_counter() - began
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    median = statistics.median(times)
    return f"{len(jobs) / took:7.0f} a second, p50 {median * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms"


def bare_rows(count: int) -> str:
    """The rows of a settlement by one statement of one document, nothing around it."""
    import psycopg

    from tests import session

    address = session.current().database_url("owner", "paigow_main")
    with psycopg.connect(address) as connection:
        connection.execute("create table if not exists bench_row (id bigserial, d jsonb)")
        connection.commit()
        document = (
            "[" + ",".join(['{"seat": 1, "cents": 2500, "tiles": ["6-6", "1-1"]}'] * 35) + "]"
        )
        began = time.perf_counter()
        for _ in range(count):
            connection.execute(
                "insert into bench_row (d) select e from jsonb_array_elements(%s::jsonb) e",
                [document],
            )
            connection.commit()
        took = time.perf_counter() - began
        connection.execute("drop table bench_row")
        connection.commit()
    return f"{count / took:7.0f} a second"


def main() -> None:
    start()
    try:
        compare()
    finally:
        from tests import session
        from tests.servers import stop_servers

        stop_servers(session.current())


def compare() -> None:
    print(f"bare psycopg, 1 client : {bare_rows(ROUNDS)}", flush=True)
    print(f"command, 1 client      : {measure(prepare(ROUNDS), 1, settle)}", flush=True)
    print(f"command, 4 clients     : {measure(prepare(ROUNDS), 4, settle)}", flush=True)
    profile = cProfile.Profile()
    jobs = prepare(min(ROUNDS, 40))
    profile.enable()
    for job in jobs:
        settle(job)
    profile.disable()
    pstats.Stats(profile, stream=sys.stdout).sort_stats("cumtime").print_stats(20)


if __name__ == "__main__":
    main()
