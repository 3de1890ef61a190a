"""What the record costs: recording, sealing, proving, verifying, showing.

    python -m benchmarks.audit [--events 200000] [--rounds 60]

Starts its own PostgreSQL with fsync on, prints a table, and leaves nothing behind. Sealing and
verifying stand beside bare hashlib over the same bytes in the same run. On a machine that does
other things as well, only the lines "by processor time" say something.
"""

import argparse
import hashlib
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.ground import floor_database

AIM = 50_000
HASHED = 200_000
EXPORTED = timedelta(seconds=2)
TICK = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit")
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    with floor_database() as server, tempfile.TemporaryDirectory() as folder:
        Bench(server, Path(folder), options.events, options.rounds).run()


def show(name: str, count: int, seconds: float, note: str = "") -> None:
    print(f"{name:<46} {count / max(seconds, 1e-9):>12,.0f} /s   {note}", flush=True)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = work()
    return time.perf_counter() - begun, answer


class Processor:
    """Processor time of this process, of its children that ended, and of the database server."""

    def __init__(self, server: Any) -> None:
        self.server = server

    def seconds(self) -> tuple[float, float]:
        """(ours, the server's) so far."""
        own = resource.getrusage(resource.RUSAGE_SELF)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        ours = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
        return ours, self._server()

    def _server(self) -> float:
        postmaster = str(self.server.child.pid)
        total = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if stat.parent.name == postmaster:
                total += sum(map(int, fields[11:15]))
            elif fields[1] == postmaster:
                total += sum(map(int, fields[11:13]))
        return total / TICK

    @contextmanager
    def shown(self, name: str, count: Callable[[], int], note: str = "") -> Iterator[None]:
        """Measure a block; print it by the clock and by processor time on two cores."""
        ours, theirs = self.seconds()
        begun = time.perf_counter()
        yield
        seconds = time.perf_counter() - begun
        after = self.seconds()
        ours, theirs = after[0] - ours, after[1] - theirs
        show(name, count(), seconds, note)
        share = f"{ours:.1f} s ours, {theirs:.1f} s PostgreSQL's"
        show("  by processor time, two cores", 2 * count(), ours + theirs, share)


class Bench:
    def __init__(self, server: Any, folder: Path, events: int, rounds: int) -> None:
        self.server, self.folder = server, folder
        self.events, self.rounds = events, rounds
        self.processor = Processor(server)

    def run(self) -> None:
        from django.conf import settings

        from audit.commands import export

        settings.SIGNER_DIR = self.folder / "signer"
        settings.WITNESS_URL = ""
        settings.PUBLIC_KEYS_FILE = self.folder / "logs"
        settings.PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
        export.ring_signer = self.seal_and_sign
        self.property = self.make_property()
        self.recording()
        self.reckoning()
        self.hashing(self.load())
        self.sealing()
        self.verifying()
        self.proving()
        self.exporting()
        self.paging()

    def make_property(self) -> Any:
        from django.db import transaction
        from django.utils import timezone

        from audit.events import EventKind
        from audit.record import record
        from staff.models import Property

        with transaction.atomic():
            house = Property.objects.create(name="Bench", slug="bench")
            record(EventKind.PROPERTY_CHANGED, about=house, by=None, at=timezone.now())
        return house

    def recording(self) -> None:
        """Settled six-seat rounds a second with their events and without, in turns."""
        from rounds.commands import steps

        record_all = steps.record_all
        spent = {True: 0.0, False: 0.0}
        dealers = {recorded: self.dealer() for recorded in spent}
        self.played = dealers[True].floor.property.pk
        for number in range(self.rounds + 2):
            for recorded, dealer in dealers.items():
                self.play(dealer)
                steps.record_all = record_all if recorded else _nothing
                with self.triggers(recorded=recorded):
                    seconds, _ = timed(dealer.settle)
                steps.record_all = record_all
                # The first rounds warm everything up.
                spent[recorded] += seconds if number > 1 else 0.0
        show("settling a six-seat round, not recorded", self.rounds, spent[False])
        extra = (spent[True] - spent[False]) / self.rounds * 1000
        share = f"{extra:+.2f} ms each, {spent[True] / spent[False]:.2f} times as long"
        show("the same with its events and hashes", self.rounds, spent[True], share)

    @staticmethod
    def seal_and_sign(log_id: int) -> None:
        """What sequencer and signer do when they are rung for; here nobody else is at work."""
        from django.utils import timezone

        from audit.commands.sequence import seal_log
        from audit.commands.sign import sign_tree
        from audit.queries.trees import open_tree

        seal_log(log_id)
        tree = open_tree(log_id)
        assert tree is not None
        sign_tree(tree.tree_id, at=timezone.now())

    def reckoning(self) -> None:
        """Verify the log of a floor that was played on: rows compared, rounds settled again."""
        from django.utils import timezone

        from audit.commands.rows import seal_rows
        from audit.log.notes import VerifierKey
        from audit.queries.trees import open_tree
        from audit.queries.verification import Trust, verify_logs

        seal_rows(at=timezone.now())
        self.seal_and_sign(self.played)
        tree = open_tree(self.played)
        assert tree is not None
        lines = (self.folder / "logs").read_text().split()
        trust = Trust(tuple(VerifierKey.parse(line) for line in lines))
        note = f"{self.rounds + 2} rounds of six seats worked out again"
        with self.processor.shown("verifying by rebuilding", lambda: tree.size, note):
            report = verify_logs(trust, log_ids=[self.played], processes=2)
        assert report.faults == [], report.faults[:3]

    def dealer(self) -> Any:
        from tests.factories import make_floor
        from tests.rounds.playing import Dealer

        return Dealer(make_floor(options={"player_bank": False}))

    @staticmethod
    def play(dealer: Any) -> None:
        """Everything of a round but its settlement."""
        from tests.rounds.playing import SIX_HANDS

        dealer.sheet = None
        dealer.open()
        dealer.wager(**{f"s{seat}": 2500 for seat in range(1, 7)})
        dealer.close()
        dealer.roll()
        dealer.deal()
        dealer.hands(**{place.replace("-", "_"): held for place, held in SIX_HANDS.items()})

    @contextmanager
    def triggers(self, *, recorded: bool) -> Iterator[None]:
        """Without its record, a round needs the triggers off that ask for it."""
        import psycopg

        if recorded:
            yield
            return
        with psycopg.connect(self.server.url("owner"), autocommit=True) as owner:
            found = owner.execute(HAS_EVENT).fetchall()
            for table, trigger in found:
                owner.execute(f"alter table {table} disable trigger {trigger}")
            yield
            for table, trigger in found:
                owner.execute(f"alter table {table} enable trigger {trigger}")

    def load(self) -> list[bytes]:
        """Put events into the queue as if they had been recorded one by one."""
        import psycopg

        bodies: list[bytes] = []
        with psycopg.connect(self.server.url("owner")) as owner:
            owner.execute("alter table audit_event disable trigger user")
            with owner.cursor().copy(COPY_EVENTS) as copy:
                for row in self.rows():
                    copy.write_row(row)
                    if len(bodies) < HASHED:
                        bodies.append(row[10])
            owner.execute("alter table audit_event enable trigger user")
            owner.execute(QUEUE)
            owner.execute(COUNTERS)
        with psycopg.connect(self.server.url("owner"), autocommit=True) as owner:
            owner.execute("vacuum analyze audit_event")
        return bodies

    def rows(self) -> Iterator[tuple[Any, ...]]:
        from audit.log.canonical import canonical_bytes, canonical_time
        from audit.record import new_event_id

        chance, versions = random.Random(7), {}
        self.begun = begun = datetime.now(UTC) - timedelta(milliseconds=self.events / 10 + 60_000)
        for number in range(self.events):
            table = chance.randrange(40)
            stream = f"bench:{table}"
            versions[stream] = versions.get(stream, 0) + 1
            event_id, at = new_event_id(), begun + timedelta(milliseconds=number / 10)
            about = [stream, f"table:{table}"]
            body = {
                "profile": 1,
                "id": str(event_id),
                "log": self.property.pk,
                "keep": "5y",
                "kind": "rounds.round_settled",
                "stream": stream,
                "about": about,
                "stream_v": versions[stream],
                "at": canonical_time(at),
                "happened_at": canonical_time(at),
                "before": None,
                "software": "0.1.0",
                "by": {"person": number % 200, "licence": "L-1", "roles": ["dealer"]},
                "detail": {"number": number, "net_cents": [100, -200, 300], "seats": [1, 2, 3, 4]},
                "after": {"state": "settled", "version": 7},
                "request_id": "0123456789abcdef0123456789abcdef",
                "tablet": table,
                "tablet_at": None,
                "token": None,
            }
            yield (
                *(event_id, self.property.pk, "5y", stream, versions[stream]),
                *("rounds.round_settled", number % 200, table, None),
                *(f'["{about[0]}", "{about[1]}"]', canonical_bytes(body), at),
            )

    def hashing(self, bodies: list[bytes]) -> None:
        begun = time.process_time()
        for body in bodies:
            hashlib.sha256(body).digest()
        seconds = time.process_time() - begun
        average = sum(map(len, bodies)) // len(bodies)
        show("bare SHA-256 of the same bytes, one core", len(bodies), seconds, f"{average} bytes")

    def sealing(self) -> None:
        from django.utils import timezone

        from audit.commands import sequence
        from audit.commands.sign import sign_everything
        from audit.queries.trees import open_tree

        with self.processor.shown("sealing", lambda: self.events, f"batches of {sequence.BATCH}"):
            sequence.seal_log(self.property.pk)
        tree = open_tree(self.property.pk)
        assert tree is not None
        seconds, _ = timed(lambda: sign_everything(at=timezone.now()))
        print(f"{'signing a checkpoint of ' + str(tree.size):<46} {seconds * 1000:>12.1f} ms")
        self.tree = tree

    def verifying(self) -> None:
        import psycopg

        from audit.log.notes import VerifierKey
        from audit.queries.verification import Trust, verify_logs

        with psycopg.connect(self.server.url("owner"), autocommit=True) as owner:
            owner.execute("vacuum analyze audit_leaf")
        lines = (self.folder / "logs").read_text().split()
        trust = Trust(tuple(VerifierKey.parse(line) for line in lines))
        note = f"aim {AIM:,}; {len(os.sched_getaffinity(0))} processes"
        with self.processor.shown("verifying everything", lambda: self.tree.size, note):
            report = verify_logs(trust, log_ids=[self.property.pk])
        assert report.faults == [], report.faults[:3]

    def proving(self) -> None:
        from audit.log.merkle import check_inclusion
        from audit.log.tiles import inclusion_proof, root_at
        from audit.queries.trees import tile_reader

        read, size = tile_reader(self.tree.tree_id), self.tree.size
        indexes = random.Random(3).sample(range(size), 200)
        seconds, proofs = timed(lambda: [inclusion_proof(index, size, read) for index in indexes])
        show("building inclusion proofs", len(indexes), seconds)
        root = root_at(size, read)
        leaves = [read(0, index, 1)[0] for index in indexes]

        def check() -> None:
            for index, leaf, proof in zip(indexes, leaves, proofs, strict=True):
                check_inclusion(leaf, index, size, proof, root)

        seconds, _ = timed(check)
        show("checking inclusion proofs", len(indexes), seconds)

    def exporting(self) -> None:
        from django.utils import timezone

        from audit.commands.export import write_selection
        from audit.log import verify
        from audit.queries.selections import Selection

        since = self.begun - timedelta(seconds=1)
        selection = Selection(self.property.pk, since=since, until=self.begun + EXPORTED)
        path = self.folder / "bundle.zip"
        seconds, written = timed(
            lambda: write_selection(selection, title="bench", path=path, at=timezone.now())
        )
        size = f"{written.size / 1_000_000:.0f} MB"
        show("writing a bundle", written.events, seconds, size)
        keys = verify.gathered_keys([], [str(self.folder / "logs")])
        seconds, _ = timed(lambda: verify.verify(path, keys))
        show("verify.py on it, one core", written.events, seconds)

    def paging(self) -> None:
        from audit.queries.events import Cursor, Filters, event_page

        house = self.property.pk
        first = event_page(Filters(house))
        half = timedelta(milliseconds=self.events / 20)
        middle = Cursor(self.begun + half, first.events[0].id)
        for name, filters, after in (
            ("newest page of the stream", Filters(house), None),
            ("a page in the middle", Filters(house), middle),
            ("a person's page", Filters(house, person_id=7), None),
            ("a table's page", Filters(house, table_id=7), None),
            ("about a subject", Filters(house, subject="bench:7"), None),
        ):
            best = min(timed(lambda f=filters, a=after: event_page(f, a))[0] for _ in range(5))
            print(f"{name:<46} {best * 1000:>12.1f} ms", flush=True)


def _nothing(*_events: Any, **_facts: Any) -> None:
    """Stands in for the record while its cost is measured."""


HAS_EVENT = """
select tgrelid::regclass::text, quote_ident(tgname) from pg_trigger
 where tgfoid = 'audit_require_event'::regproc
"""
COPY_EVENTS = """
copy audit_event (id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id, about,
                  body, at) from stdin
"""
QUEUE = """
insert into audit_pending (log_id, event_id, keep, at)
select log_id, id, keep, at from audit_event where stream like 'bench:%' order by at
"""
COUNTERS = """
insert into audit_stream (stream, v, at)
select stream, max(stream_v), max(at) from audit_event where stream like 'bench:%' group by stream
"""

if __name__ == "__main__":
    main()
