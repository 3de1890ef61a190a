"""What the record costs: recording, sealing, proving, verifying, showing.

    python -m benchmarks.audit [--events 200000] [--rounds 2000]

Starts its own PostgreSQL with fsync on, prints a table, and leaves nothing behind. Sealing and
verifying stand beside bare hashlib over the same bytes in the same run.
"""

import argparse
import hashlib
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.ground import floor_database

PER_CHECKPOINT = 500


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit")
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--commands", type=int, default=1_000)
    options = parser.parse_args()
    with floor_database() as server, tempfile.TemporaryDirectory() as folder:
        Bench(server, Path(folder), options.events, options.commands).run()


def show(name: str, count: int, seconds: float, note: str = "") -> None:
    print(f"{name:<46} {count / seconds:>12,.0f} /s   {note}", flush=True)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = work()
    return time.perf_counter() - begun, answer


class Bench:
    def __init__(self, server: Any, folder: Path, events: int, commands: int) -> None:
        self.server, self.folder = server, folder
        self.events, self.commands = events, commands

    def run(self) -> None:
        from django.conf import settings

        settings.SIGNER_DIR = self.folder / "signer"
        settings.WITNESS_URL = ""
        settings.PUBLIC_KEYS_FILE = self.folder / "logs"
        self.property = self.make_property()
        self.recording()
        bodies = self.load()
        self.hashing(bodies)
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
        """The same small command with and without its event, committed one by one."""
        from django.db import connection, transaction
        from django.utils import timezone

        from audit.events import EventKind
        from audit.record import record

        def command(*, recorded: bool) -> None:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "insert into audit_receipt (request_id, property_id, command, body_hash)"
                    " values (gen_random_uuid(), 1, 'bench', '')"
                )
                if recorded:
                    record(
                        EventKind.ROUND_SETTLED,
                        about=self.property,
                        by=None,
                        at=timezone.now(),
                        detail={"number": 7, "net_cents": [100, -200, 300], "seats": [1, 2, 3]},
                    )

        def many(*, recorded: bool) -> None:
            for _ in range(self.commands):
                command(recorded=recorded)

        bare, _ = timed(lambda: many(recorded=False))
        full, _ = timed(lambda: many(recorded=True))
        show("a small command, not recorded", self.commands, bare)
        extra = (full - bare) / self.commands * 1000
        show("the same with its event", self.commands, full, f"{extra:.2f} ms more each")

    def load(self) -> list[bytes]:
        """Put events into the queue as if they had been recorded one by one."""
        import psycopg

        rows = list(self.rows())
        with psycopg.connect(self.server.url("owner")) as owner:
            owner.execute("alter table audit_event disable trigger user")
            with owner.cursor().copy(COPY_EVENTS) as copy:
                for row in rows:
                    copy.write_row(row)
            owner.execute(QUEUE)
            owner.execute(COUNTERS)
        with psycopg.connect(self.server.url("owner"), autocommit=True) as owner:
            owner.execute("vacuum analyze audit_event")
        return [row[10] for row in rows]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        from audit.log.canonical import canonical_bytes, canonical_time
        from audit.record import new_event_id

        chance, versions = random.Random(7), {}
        begun = datetime.now(UTC) - timedelta(minutes=10)
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
        def bare() -> None:
            for body in bodies:
                hashlib.sha256(body).digest()

        cpu = time.process_time()
        seconds, _ = timed(bare)
        show("  by this process's own time", len(bodies), time.process_time() - cpu)
        average = sum(map(len, bodies)) // len(bodies)
        show("bare SHA-256 of the same bytes", len(bodies), seconds, f"{average} bytes each")

    def sealing(self) -> None:
        from django.utils import timezone

        from audit.commands import sequence
        from audit.commands.sign import sign_everything
        from audit.queries.trees import open_tree

        seconds, sealed = timed(lambda: sequence.seal_log(self.property.pk))
        show("sealing", sealed, seconds, f"batches of {sequence.BATCH}")
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
        cpu = time.process_time()
        seconds, report = timed(lambda: verify_logs(trust, log_ids=[self.property.pk]))
        cpu = time.process_time() - cpu
        assert report.faults == [], report.faults[:3]
        show("verifying everything", report.events, seconds, "columns, streams, tree, signatures")
        show("  by this process's own time", report.events, cpu, "PostgreSQL works beside it")

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

        long_ago = datetime.now(UTC) - timedelta(days=1)
        selection = Selection(self.property.pk, since=long_ago)
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
        middle = Cursor(datetime.now(UTC) - timedelta(minutes=9), first.events[0].id)
        for name, filters, after in (
            ("newest page of the stream", Filters(house), None),
            ("a page in the middle", Filters(house), middle),
            ("a person's page", Filters(house, person_id=7), None),
            ("a table's page", Filters(house, table_id=7), None),
            ("about a subject", Filters(house, subject="bench:7"), None),
        ):
            best = min(timed(lambda f=filters, a=after: event_page(f, a))[0] for _ in range(5))
            print(f"{name:<46} {best * 1000:>12.1f} ms", flush=True)


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
