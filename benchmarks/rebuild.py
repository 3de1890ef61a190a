"""Play rounds, then make every row again from the log: events a second, and that nothing differs.

    python -m benchmarks.rebuild [--rounds 2000] [--played 4000] [--tables 25] [--profile]

Rounds of every rule set, tiles and cards, are invented by the demo's simulation and recorded by the
same command that a smart table calls, in one process a core. Beyond `--played` they are written
again by the database with keys, numbers and times of their own (benchmarks/copied_rounds.py). Then
rows are taken into the log, sealed and signed, verified, rebuilt and compared. A million rounds are
`--rounds 1000000`; progress is printed as it goes. With `--profile` one process verifies, and what
takes longest is listed with how often it is called.
"""

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.audit import Processor
from benchmarks.crew import Act, Crew
from benchmarks.ground import floor_database

AIM = 20_000
BATCH = 500
PROFILES: Mapping[str, Mapping[str, str]] = {
    "maryland": {},
    "leaflet": {},
    "mbs": {},
    "new-zealand": {},
    "three-card-split": {"four_card": "1a"},
}
QUICKLY = ("synchronous_commit = off", "max_wal_size = '8GB'", "checkpoint_timeout = '1h'")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rebuild")
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--played", type=int, default=4_000)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    with floor_database() as server, tempfile.TemporaryDirectory() as folder:
        Bench(server, Path(folder), chosen).run()


class Bench:
    def __init__(self, server: Any, folder: Path, chosen: argparse.Namespace) -> None:
        self.server, self.folder, self.chosen = server, folder, chosen
        self.processor = Processor(server)

    def run(self) -> None:
        from django.conf import settings

        settings.SIGNER_DIR = self.folder / "signer"
        settings.WITNESS_URL = ""
        settings.PUBLIC_KEYS_FILE = self.folder / "logs"
        settings.PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
        self.quickly()
        self.play(self.tables())
        self.copy()
        self.seal()
        self.verify()
        self.rebuild()

    def quickly(self) -> None:
        """Nothing here has to outlive a crash, and nobody waits for an answer."""
        import psycopg

        with psycopg.connect(self.server.url("postgres"), autocommit=True) as admin:
            for setting in QUICKLY:
                admin.execute(f"alter system set {setting}")
            for limit in ("transaction", "statement", "idle_in_transaction_session"):
                admin.execute(f"alter role app set {limit}_timeout = 0")
            admin.execute("select pg_reload_conf()")

    def tables(self) -> list[tuple[int, int]]:
        """Tables of every rule set, each with its dealer."""
        from django.db import transaction

        from tests.factories import make_floor

        found = []
        for profile, options in PROFILES.items():
            floor = make_floor(profile, options=dict(options))
            with transaction.atomic():
                for _ in range(max(1, self.chosen.tables // len(PROFILES))):
                    found.append(manned(floor))
        return found

    def play(self, tables: Sequence[tuple[int, int]]) -> None:
        from django.db import connections

        connections.close_all()
        each = -(-min(self.chosen.rounds, self.chosen.played) // len(tables))
        jobs = [
            (table, dealer, min(BATCH, each - first))
            for first in range(0, each, BATCH)
            for table, dealer in tables
        ]
        begun, done = time.monotonic(), 0
        with Crew(len(os.sched_getaffinity(0)), player) as crew:
            # A table is always played by the same process.
            for first in range(0, len(jobs), len(tables)):
                lot = jobs[first : first + len(tables)]
                crew.run(lot)
                done += sum(count for *_, count in lot)
                rate = done / (time.monotonic() - begun)
                tell(f"{done:,} of {each * len(tables):,} rounds played, {rate:,.0f} /s")
                self.seal_rows()
        self.rounds = done

    def copy(self) -> None:
        """Write the rounds that were played again and again, until there are as many as wanted."""
        import psycopg

        from audit.queries.verification.crew import uncollected
        from benchmarks.copied_rounds import copy_rounds, prepare

        if self.rounds >= self.chosen.rounds:
            return
        played, wanted = self.rounds, self.chosen.rounds
        turns, lines = count(1), range(1, len(os.sched_getaffinity(0)) + 1)
        with (
            self.processor.shown("rounds written again and sealed", lambda: self.rounds - played),
            ExitStack() as stack,
            uncollected(),
        ):
            where = self.server.url("postgres")
            admins = [stack.enter_context(psycopg.connect(where, autocommit=True)) for _ in lines]
            pool = stack.enter_context(ThreadPoolExecutor(len(lines)))
            for line, admin in zip(lines, admins, strict=True):
                prepare(admin, line=line)
            while self.rounds < wanted:
                most = -(-(wanted - self.rounds) // len(lines))
                jobs = [pool.submit(copy_rounds, each, next(turns), most) for each in admins]
                self.rounds += sum(job.result() for job in jobs)
                self.seal_rows()
                tell(f"{self.rounds:,} of {wanted:,} rounds written and sealed")

    def seal_rows(self) -> None:
        from django.utils import timezone

        from audit.commands.rows import seal_rows
        from audit.commands.sequence import seal_everything

        seal_rows(at=timezone.now())
        seal_everything(within_seconds=3600)

    def seal(self) -> None:
        import psycopg
        from django.utils import timezone

        from audit.commands.sign import sign_everything
        from audit.queries.trees import every_tree

        self.seal_rows()
        sign_everything(at=timezone.now())
        with psycopg.connect(self.server.url("owner"), autocommit=True) as owner:
            owner.execute("vacuum analyze")
        self.events = sum(tree.size for tree in every_tree())
        tell(f"{self.events:,} events of {self.rounds:,} rounds are sealed and signed")

    def verify(self) -> None:
        from audit.log.notes import VerifierKey
        from audit.queries.verification import Trust, verify_logs

        lines = (self.folder / "logs").read_text().split()
        trust = Trust(tuple(VerifierKey.parse(line) for line in lines))
        processes = 1 if self.chosen.profile else len(os.sched_getaffinity(0))
        with (
            self.processor.shown("verifying by rebuilding", lambda: self.events, note()),
            profiled(is_wanted=self.chosen.profile),
        ):
            report = verify_logs(trust, processes=processes, progress=progress)
        assert report.faults == [], [str(fault) for fault in report.faults[:3]]

    def rebuild(self) -> None:
        from audit.queries.rebuilding import Rebuilding
        from audit.queries.verification.reading import snapshot

        with (
            self.processor.shown("rebuilding and comparing", lambda: self.events, note()),
            snapshot() as (reader, moment),
        ):
            cores = len(os.sched_getaffinity(0))
            made = Rebuilding(reader, moment, processes=cores, progress=progress).run()
        assert made.differences == [], made.differences[:3]
        tell(f"{made.rows.total():,} rows from {made.versions:,} versions, all as they are there")


def manned(floor: Any) -> tuple[int, int]:
    """A further table of a floor, and who deals there."""
    from django.utils import timezone

    from tables.models import DealerShift
    from tests.factories import make_person, make_table

    table, dealer = make_table(floor), make_person(floor.property, "dealer")
    DealerShift.objects.create(
        property=floor.property, table=table, person=dealer, began_at=timezone.now(), shaker="S-1"
    )
    return table.pk, dealer.pk


def note() -> str:
    return f"aim {AIM:,}; {len(os.sched_getaffinity(0))} cores"


def player() -> Act:
    """Play rounds at a table; each process knows the tables that it has played at."""
    from django.db import connection

    connection.ensure_connection()
    known: dict[int, Callable[[], None]] = {}

    def act(job: tuple[int, int, int]) -> None:
        table, dealer, count = job
        if table not in known:
            known[table] = rounds_at(table, dealer)
        for _ in range(count):
            known[table]()

    return act


def rounds_at(table_id: int, dealer_id: int) -> Callable[[], None]:
    from django.utils import timezone

    from demo.playing import carry_out
    from demo.simulation import Simulation
    from rounds.commands.whole import record_whole_round
    from staff.models import Person
    from tables.models import GamingTable

    table = GamingTable.objects.select_related("property", "submission").get(pk=table_id)
    dealer = Person.objects.get(pk=dealer_id)
    simulation = Simulation(table, seed=17)

    def play() -> None:
        now = timezone.now()
        carry_out(record_whole_round, simulation.plan(now), by=dealer, at=now)

    return play


@contextmanager
def profiled(*, is_wanted: bool) -> Iterator[None]:
    if not is_wanted:
        yield
        return
    with cProfile.Profile() as profile:
        yield
    pstats.Stats(profile).sort_stats("tottime").print_stats(45)
    pstats.Stats(profile).sort_stats("cumtime").print_stats(45)


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,}", end="\n" if done >= total else "", file=sys.stderr)


def tell(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
