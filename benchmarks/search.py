"""How reads grow: `python -m benchmarks.search [10000 1000000 5000000]`.

Times the pit board, a table's latest rounds, searches and a day's report on a scratch database,
and whole pages as a browser asks for them (search, round, replay, dispute, record, pit board), at
each number of rounds, as a ratio to the first; of pages also statements and processor time. The
aim: queries never more than twice, pages never more than 1.5 times. Every round has two events in
the record. Five million rounds take about 30 GB of disk for a while and half an hour to fill in;
without arguments it stops at one million.
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from importlib.util import find_spec

import psycopg

from benchmarks.ground import floor_database

SIZES = (10_000, 1_000_000)
RUNS = 15
AIM, AIM_OF_PAGES = 2.0, 1.5
PAGE = "page: "


def best(work: Callable[[], object]) -> float:
    """Milliseconds at best, after one run that fills the caches."""
    work()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main(sizes: list[int]) -> int:
    with floor_database() as server:
        from benchmarks import many_rounds

        scene = set_up(many_rounds)
        tell_pages(scene)
        with psycopg.connect(server.url("postgres"), autocommit=True) as admin:
            many_rounds.prepare(admin)
            seconds, first = {}, 0
            for size in sizes:
                began = time.perf_counter()
                many_rounds.fill(admin, scene, first, size)
                first = size
                print(f"{size:,} rounds, filled in {time.perf_counter() - began:.0f} s", flush=True)
                seconds[size] = measure(scene, size)
        return tell(seconds)


def set_up(many_rounds) -> dict[str, object]:
    from rounds.models import Round
    from tests.factories import make_floor, make_person, make_table
    from tests.rounds.playing import Dealer, house_round
    from tests.rounds.taps import Claim, open_dispute

    floor = make_floor()
    tables = [floor.table, *(make_table(floor) for _ in range(many_rounds.TABLES - 1))]
    dealers = [make_person(floor.property, "dealer") for _ in range(many_rounds.DEALERS)]
    assert not Round.objects.exists()
    dealer = Dealer(floor)
    house_round(dealer)
    dealer.do(open_dispute, Claim("wrong_payment", seat=3, amount_cents=2500))
    return {
        "played": dealer.id,
        "property": floor.property.pk,
        "submission": floor.submission.pk,
        "tables": [each.pk for each in tables],
        "dealers": [each.pk for each in dealers],
        "first_at": many_rounds.FIRST_AT,
        "first_day": many_rounds.FIRST_DAY,
        "person": floor.surveillance,
        "hand": many_rounds.often_seen(),
    }


def measure(scene: dict, size: int) -> dict[str, float]:
    from benchmarks.many_rounds import FIRST_AT, FIRST_DAY, ROUNDS_A_DAY, TABLES

    last_day = FIRST_DAY + timedelta(days=(size - 1) // (TABLES * ROUNDS_A_DAY))
    end = FIRST_AT + (last_day - FIRST_DAY) + timedelta(hours=20)
    return {name: best(work) for name, work in works(scene, last_day, end).items()}


def works(scene: dict, day, end) -> dict[str, Callable[[], object]]:
    from review.queries.round_page import latest_rounds
    from review.queries.search import Criteria, found_rounds
    from rounds.models import Round

    house, table = scene["property"], scene["tables"][6]

    def find(**wanted):
        return lambda: found_rounds(house, Criteria(**wanted))

    def latest():
        return list(Round.objects.filter(table=table).order_by("-opened_at")[:20])

    found = {
        "a table's latest rounds": latest,
        "a table's page of rounds": lambda: latest_rounds(scene["person"], table_id=table),
        "search: all": find(),
        "search: a table": find(table_id=table),
        "search: a dealer": find(dealer_id=scene["dealers"][5]),
        "search: a gaming day": find(gaming_day=day),
        "search: two days": find(since=end - timedelta(days=2), until=end),
        "search: void": find(traits=("void",)),
        "search: corrected and late": find(traits=("correction", "late")),
        "search: disputed": find(traits=("dispute",)),
        "search: seat 3 held Gee Joon": find(seat=3, tiles=("1-2", "2-4")),
        "search: a whole hand": find(tiles=scene["hand"]),
        "search: Supreme Pair high": find(high="supreme-pair"),
        "search: Teen pair at a table": find(high="pair:Teen", table_id=table),
        "search: wager $200 that won": find(wager_from=20000, outcome="win"),
        "search: a dealer who held a Day": find(
            dealer_id=scene["dealers"][5], tiles=("1-1",), seat=0
        ),
        "search: a seat of a day that won": find(gaming_day=day, seat=2, outcome="win"),
        "search: a wager that nobody made": find(wager_from=10**9),
        "search: void and corrected, never": find(traits=("void", "correction")),
    }
    if find_spec("reports.table_figures"):
        found["a day's report"] = day_report(scene, day)
    if find_spec("floor.queries.pit_board"):
        found["pit board"] = pit_board(scene)
    return found | pages(scene)


def pages(scene: dict) -> dict[str, Callable[[], object]]:
    """Pages of the round that was really played, and of everything, as surveillance sees them."""
    from django.test import Client

    from review.models import Dispute
    from tests.sign_in import sign_in

    played = scene["played"]
    dispute = Dispute.objects.get(round=played)
    client = sign_in(Client(headers={"host": "localhost"}), scene["person"])

    def ask(address: str) -> Callable[[], object]:
        def answer() -> None:
            found = client.get(address, secure=True)
            assert found.status_code == 200, (address, found.status_code)

        return answer

    return {
        f"{PAGE}{name}": ask(address)
        for name, address in {
            "search, nothing asked": "/rounds/search/",
            "search, Teen pair high": "/rounds/search/?high=pair:Teen",
            "rounds": "/rounds/",
            "a round": f"/rounds/{played}/",
            "its replay": f"/rounds/{played}/replay/",
            "its dispute": f"/disputes/{dispute.pk}/",
            "disputes": "/disputes/",
            "the record": "/record/",
            "the record about it": f"/record/about/round:{played}/",
            "state of the log": "/record/log/",
            "pit board": "/floor/",
        }.items()
    }


def tell_pages(scene: dict) -> None:
    """Statements and processor time of each page while the floor is empty; no load changes them."""
    from django.db import connection

    for name, ask in pages(scene).items():
        ask()
        counted: list[str] = []

        def count(execute, sql, params, many, context, counted=counted):
            counted.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(count):
            ask()
        began = time.process_time()
        for _ in range(RUNS):
            ask()
        used = (time.process_time() - began) / RUNS * 1000
        print(f"{name:38} {len(counted):>3} statements {used:8.1f} ms of processor", flush=True)


def day_report(scene: dict, day):
    from reports.kinds import KINDS
    from reports.scope import Scope, day_period
    from staff.models import Property

    house = Property.objects.get(pk=scene["property"])
    scope = Scope(house, day_period(house, day))
    return lambda: KINDS["day"].figures(scope, lambda *_: None)


def pit_board(scene: dict):
    from django.utils import timezone

    from floor.queries.pit_board import pit_board as board

    return lambda: board(scene["person"], timezone.now())


def tell(found: dict[int, dict[str, float]]) -> int:
    sizes = list(found)
    first = found[sizes[0]]
    print(
        f"\n{'milliseconds, ratio to ' + format(sizes[0], ','):38}", *(f"{n:>16,}" for n in sizes)
    )
    slow = 0
    for name in first:
        cells = [f"{found[n][name]:8.2f} {found[n][name] / first[name]:6.2f}x" for n in sizes]
        print(f"{name:38}", *cells)
        aim = AIM_OF_PAGES if name.startswith(PAGE) else AIM
        slow += any(found[n][name] > aim * first[name] and found[n][name] > 5 for n in sizes)
    said = f"{AIM:g} times (pages {AIM_OF_PAGES:g} times) and 5 ms"
    print(f"\n{slow} of {len(first)} over {said}")
    return 1 if slow else 0


if __name__ == "__main__":
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("sizes", nargs="*", type=int, default=SIZES)
    sys.exit(main(list(given.parse_args().sizes)))
