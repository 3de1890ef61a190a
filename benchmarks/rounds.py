"""Settled six-seat rounds a second: by bare psycopg, by the command, and over HTTP.

    python -m benchmarks.rounds [--batches 3] [--tables 80] [--workers 4] [--threads 4]

PostgreSQL runs with durable commits, the web server as `make run` starts it. Two things are
measured, each writing the same rows on every side:

- settle: the last call of a round entered step by step;
- whole round: everything from first wager to settled in one call.

Bare psycopg sends the very statements by which the command wrote its rows, with all values known
beforehand: no lock, no reading, no rules, no Django. Every client is a process with one connection.
Over HTTP it signs with a token, as a smart table, or with session and tablet cookies, as a tablet.

The last column is the processor time of all that takes part: clients, web server, PostgreSQL. On a
busy machine it is the only one to go by. What is recorded is sealed between the batches, as the
worker of a floor seals it all the time; `benchmarks.audit` measures that.
"""

import argparse
import os
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import orjson
import psycopg

from benchmarks import calls, processor, time_spent
from benchmarks.crew import Act, Crew, Open, Times, http_client
from benchmarks.ground import floor_database, valkey

AIMS = {"settle": 0.5, "whole round": 0.4}
HTTP = ("token", "session")
P99_AIM_MS = 100.0
CLIENTS = (1, 4, 16)
WRITING = ("insert", "update", "with")
CSRF = "c" * 32
# For the web server and for this process alike: no TLS, no limit on how often one may call.
PLAIN = {"PLAIN_HTTP": "1", "API_CALLS_A_SECOND": "100000", "LOG_LEVEL": "ERROR"}


@dataclass
class Post:
    """A table with its dealer, and how the dealer's tablet and a smart table sign their calls."""

    table_id: int
    dealer: Any
    headers: dict[str, dict[str, str]]


@dataclass
class Kind:
    """One thing to measure: how a batch is prepared, called and asked for over HTTP."""

    name: str
    prepare: Callable[[Post], dict[str, Any]]
    call: Callable[[dict[str, Any]], object]
    path: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=3, help="how often each table is used")
    parser.add_argument("--tables", type=int, default=80)
    parser.add_argument("--workers", type=int, default=None, help="of the web server")
    parser.add_argument("--threads", type=int, default=None, help="of each worker")
    chosen = parser.parse_args()
    os.environ |= PLAIN
    with floor_database() as server, valkey():
        posts = set_up(chosen.tables)
        met = True
        shape = {"workers": chosen.workers, "threads": chosen.threads}
        with web_server(**{name: value for name, value in shape.items() if value}) as port:
            for kind in kinds():
                bench = Bench(kind, posts, chosen.batches, server.url("app"), port)
                met = bench.compare() and met
        calls.tell(posts)
        for kind in kinds():
            for way, call in (("the command", kind.call), ("the request", request_here(kind.path))):
                jobs = [kind.prepare(post) for post in posts]
                time_spent.tell(f"{kind.name}, {way}", call, jobs)
    return 0 if met else 1


def kinds() -> tuple[Kind, ...]:
    return (
        Kind("settle", ready_to_settle, settle, "rounds/{round_id}/settle/"),
        Kind("whole round", nothing_yet, whole_round, "tables/{table_id}/whole-rounds/"),
    )


def set_up(tables: int) -> list[Post]:
    """A floor of six-seat tables, a dealer with a token and signed in on a tablet at each."""
    from django.db import transaction

    from tests.factories import make_floor

    floor = make_floor(options={"player_bank": False})
    with transaction.atomic():
        return [make_post(floor) for _ in range(tables)]


def make_post(floor: Any) -> Post:
    from django.conf import settings
    from django.utils import timezone

    from staff.commands.services import note_use
    from staff.commands.tablets import add_tablet, enrol_tablet
    from tables.models import DealerShift
    from tests.factories import make_person, make_table
    from tests.services import service_token
    from tests.sign_in import cookies_of

    now = timezone.now()
    table, dealer = make_table(floor), make_person(floor.property, "dealer")
    DealerShift.objects.create(
        property=floor.property, table=table, person=dealer, began_at=now, shaker="S-1"
    )
    token, secret = service_token(floor.administrator, name=f"Table {table.pk}", at=now)
    note_use(token, now)  # written once an hour, and so in none of the calls
    _, code = add_tablet(f"Table {table.pk}", by=floor.administrator, at=now)
    tablet, _ = enrol_tablet(code, at=now)
    cookies = cookies_of(dealer, tablet) | {settings.CSRF_COOKIE_NAME: CSRF}
    headers = {
        "token": {"Authorization": f"Token {secret}"},
        "session": {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": CSRF,
        },
    }
    return Post(table.pk, dealer, headers)


def six_seats() -> dict[str, Any]:
    """A whole round as a smart table tells it: six wagers, dice, seven hands."""
    from tests.rounds.playing import SIX_HANDS

    return {
        "id": str(uuid4()),
        "wagers": [{"seat": seat, "cents": 2500} for seat in range(1, 7)],
        "roll": {"dice": [1, 2, 3]},
        "hands": [{"place": place, "tiles": held.split()} for place, held in SIX_HANDS.items()],
    }


def nothing_yet(post: Post) -> dict[str, Any]:
    return {"post": post, "table_id": post.table_id, "request_id": uuid4(),
            "version": None, "body": six_seats()}  # fmt: skip


def ready_to_settle(post: Post) -> dict[str, Any]:
    """A round with one call left: settle."""
    from django.db import transaction

    from foundation.commands import Call
    from rounds.commands.opening import begin, locked_table, moment_at
    from rounds.commands.steps import finish, insert_round
    from rounds.commands.whole import RecordWholeRound, steps_of

    whole = RecordWholeRound.model_validate({"table_id": post.table_id, **six_seats()})
    with transaction.atomic():
        table = locked_table(post.table_id, post.dealer)
        play = begin(Call(post.dealer, whole), table, moment_at(table, None))
        for step in steps_of(whole):
            step(play)
        insert_round(play)
        finish(play)
    return {"post": post, "round_id": whole.id, "request_id": uuid4(),
            "version": play.round.version, "body": {}}  # fmt: skip


def carry_out(command: Any, job: dict[str, Any], **where: Any) -> object:
    """What the door does with a request, once it is read."""
    from foundation.commands import Given
    from foundation.inputs import read_json

    read = read_json(command.input, job["body"], where)
    given = Given(job["post"].dealer, read, job["request_id"], version=job["version"])
    return command.carry_out(given)


def settle(job: dict[str, Any]) -> object:
    from rounds.commands.settling import settle_round

    return carry_out(settle_round, job, round_id=job["round_id"])


def whole_round(job: dict[str, Any]) -> object:
    from rounds.commands.whole import record_whole_round

    return carry_out(record_whole_round, job, table_id=job["table_id"])


class Bench:
    """The same rounds by every way, and the ratio to bare psycopg."""

    def __init__(
        self, kind: Kind, posts: list[Post], batches: int, database: str, port: int
    ) -> None:
        self.kind, self.posts, self.batches = kind, posts, batches
        self.database, self.port = database, port

    def compare(self) -> bool:
        print(f"\n{self.kind.name}: rounds a second, of bare psycopg, p50, p99, processor a round")
        met = True
        for clients in CLIENTS:
            bare = self.measure(clients, bare_client(self.database), self.captured)
            self.show("bare psycopg", clients, bare, bare)
            for way, opens, prepares in (
                ("command", command_client(self.kind.call), self.prepared),
                *((way, http_client(self.port), partial(self.requests, way)) for way in HTTP),
            ):
                found = self.measure(clients, opens, prepares)
                self.show(f"http, {way}" if way in HTTP else way, clients, found, bare)
                met = met and found.rate / bare.rate >= AIMS[self.kind.name]
                if way in HTTP and clients == 4:
                    met = met and found.percentile(0.99) < P99_AIM_MS
        return met

    def measure(self, clients: int, opens: Open, prepares: Callable[[], list[Any]]) -> Times:
        from django.db import connections

        from audit.commands.sequence import seal_everything

        connections.close_all()
        times = Times()
        with Crew(clients, opens) as crew:
            crew.run(prepares())
            for _ in range(self.batches):
                jobs = prepares()
                seal_everything()
                began = processor.seconds()
                times.add(crew.run(jobs))
                times.processor += processor.seconds() - began
        return times

    def show(self, way: str, clients: int, found: Times, bare: Times) -> None:
        print(
            f"  {way:<13} {clients:>2} clients {found.rate:>7.0f}/s {found.rate / bare.rate:>6.2f}"
            f"  {found.percentile(0.5):>6.1f} ms {found.percentile(0.99):>6.1f} ms"
            f"  {found.processor / len(found.each) * 1000:>6.2f} ms",
            flush=True,
        )

    def prepared(self) -> list[Any]:
        return [self.kind.prepare(post) for post in self.posts]

    def captured(self) -> list[Any]:
        return [writes_of(self.kind.call, job) for job in self.prepared()]

    def requests(self, way: str) -> list[Any]:
        return [request_of(self.kind.path, job, way) for job in self.prepared()]


def command_client(call: Callable[[dict[str, Any]], object]) -> Open:
    def opens() -> Act:
        from django.db import connection

        connection.ensure_connection()
        return call

    return opens


def bare_client(database: str) -> Open:
    def opens() -> Act:
        connection = psycopg.connect(database)

        def act(statements: Sequence[tuple[str, Any, bool]]) -> None:
            with connection.cursor() as cursor:
                for sql, values, many in statements:
                    if many:
                        cursor.executemany(sql, values)
                    else:
                        cursor.execute(sql, values)
            connection.commit()

        return act

    return opens


def writes_of(
    call: Callable[[dict[str, Any]], object], job: dict[str, Any]
) -> list[tuple[str, Any, bool]]:
    """The statements by which a command writes, taken down and rolled back."""
    from django.db import connection, transaction

    taken: list[tuple[str, Any, bool]] = []

    def take(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lower().lstrip().startswith(WRITING):
            taken.append((sql, params, many))
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(take):
        call(job)
        transaction.set_rollback(True)
    return taken


def headers_of(job: dict[str, Any], way: str) -> dict[str, str]:
    return {
        "Host": "127.0.0.1",
        "Idempotency-Key": str(job["request_id"]),
        **({"If-Match": f'"{job["version"]}"'} if job["version"] else {}),
        **job["post"].headers[way],
    }


def request_of(path: str, job: dict[str, Any], way: str) -> bytes:
    body = orjson.dumps(job["body"])
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **headers_of(job, way),
    }
    lines = [f"POST /api/v1/{path.format(**job)} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def request_here(path: str) -> Callable[[dict[str, Any]], object]:
    """A tablet's request, answered in this process, for a profile of what it costs."""
    from django.test import Client

    warnings.filterwarnings("ignore", "No directory at")  # no static files are asked for
    client = Client()

    def call(job: dict[str, Any]) -> None:
        answer = client.post(
            f"/api/v1/{path.format(**job)}",
            job["body"],
            content_type="application/json",
            headers=headers_of(job, "session"),
        )
        assert answer.status_code == 200, answer.content

    return call


@contextmanager
def web_server(**shape: int) -> Iterator[int]:
    """The web server as `make run` starts it, or with other numbers of workers and threads."""
    from paigow_site.servers import floor

    opened = floor.listener("127.0.0.1", 0)
    port = int(opened.getsockname()[1])
    server = subprocess.Popen(
        floor.web_command(opened, **shape), cwd=floor.ROOT, pass_fds=[opened.fileno()],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(20)
        opened.close()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the web server does not answer")


if __name__ == "__main__":
    sys.exit(main())
