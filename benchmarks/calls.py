"""What a request costs whatever the machine: Python calls, statements, files it runs through.

    python -m benchmarks.calls

A settle and a whole round over HTTP with a token, answered in this process as the web server would
with all middleware, counted by cProfile. Beside them the pipeline itself: a command that does
nothing, with its receipt, and a bare view of Django REST framework that does nothing.

A file counts when a function of it runs. What every request runs through (middleware, who asks, the
pace: the files of the bare view) and the modules of the core, `rules/`, are told apart from those
of the request's own. Of these a settle has a ceiling (`tests/rounds/test_statements.py`).
"""

import cProfile
import io
import os
import pstats
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import orjson

from benchmarks.ground import floor_database, valkey

ROOT = Path(__file__).resolve().parent.parent
WARM, COUNTED = 3, 8
AIMS = {"settle": 4000, "whole round": 9000}
MOST_FILES = {"settle": 15}
Answers = Callable[[dict[str, Any]], None]


def main() -> int:
    from benchmarks.rounds import PLAIN, set_up

    os.environ |= PLAIN
    with floor_database(), valkey():
        return 0 if tell(set_up(WARM + COUNTED)) else 1


class Cost(NamedTuple):
    """What one request costs."""

    calls: float
    statements: int
    files: frozenset[str]


def tell(posts: Sequence[Any]) -> bool:
    """Print what each request costs, and whether the aims are met."""
    from benchmarks.rounds import kinds

    idle = {
        "a command that does nothing": cost_of(idle_jobs("/nothing/", posts)),
        "a bare view": cost_of(idle_jobs("/bare/", posts)),
    }
    every = idle["a bare view"].files
    print("\nPython calls, statements and files of the product, of one request with a token")
    met = [show(kind.name, cost_of(jobs_of(kind, posts)), every) for kind in kinds()]
    for name, cost in idle.items():
        show(name, cost, every)
    return all(met)


def show(name: str, cost: Cost, every: frozenset[str]) -> bool:
    aim, most = AIMS.get(name), MOST_FILES.get(name)
    own, core = own_files(cost, every), sum(file.startswith("rules/") for file in cost.files)
    met = (aim is None or cost.calls <= aim) and (most is None or len(own) <= most)
    aimed = "" if aim is None else f", at most {aim}"
    filed = "" if most is None else f", at most {most}"
    print(f"  {name:<28} {cost.calls:>6.0f} calls{aimed}{'' if met else '  MISSED'}")
    print(f"  {'':<28} {cost.statements:>6} statements")
    print(
        f"  {'':<28} {len(own):>6} files of its own{filed}; {core} of the core,"
        f" {len(cost.files & every)} that every request runs through"
    )
    print(f"  {'':<29} {' '.join(own)}")
    return met


def own_files(cost: Cost, every: frozenset[str]) -> list[str]:
    """The modules beside the core that this request runs through and not every one does."""
    return sorted(file for file in cost.files - every if not file.startswith("rules/"))


def jobs_of(kind: Any, posts: Sequence[Any]) -> list[dict[str, Any]]:
    from benchmarks.rounds import headers_of

    return [
        {
            "path": f"/api/v1/{kind.path.format(**job)}",
            "body": orjson.dumps(job["body"]),
            "headers": headers_of(job, "token"),
        }
        for job in map(kind.prepare, posts[: WARM + COUNTED])
    ]


def idle_jobs(path: str, posts: Sequence[Any]) -> list[dict[str, Any]]:
    """Requests to the addresses that do nothing."""
    token = posts[0].headers["token"]
    return [
        {
            "path": path,
            "body": b"{}",
            "headers": {"Host": "127.0.0.1", "Idempotency-Key": str(uuid4()), **token},
            "urls": idle_addresses,
        }
        for _ in range(WARM + COUNTED)
    ]


def cost_of(jobs: Sequence[dict[str, Any]]) -> Cost:
    """Count one kind of request, after some that warm everything up."""
    from django.db import connection

    sent: list[str] = []

    def take(execute: Any, sql: str, *rest: Any) -> Any:
        sent.append(sql)
        return execute(sql, *rest)

    answer = server()
    profile = cProfile.Profile()
    with jobs[0].get("urls", nullcontext)():
        for job in jobs[:WARM]:
            answer(job)
        for job in jobs[WARM:-1]:
            profile.enable()
            answer(job)
            profile.disable()
        with connection.execute_wrapper(take):
            answer(jobs[-1])
    stats: Any = pstats.Stats(profile)
    counted = len(jobs) - WARM - 1
    return Cost(stats.total_calls / counted, len(sent), frozenset(product_files(stats)))


def product_files(stats: Any) -> list[str]:
    """The modules of the product that the request ran through."""
    found = {
        str(Path(file).relative_to(ROOT))
        for file, _line, _name in stats.stats
        if file.startswith(f"{ROOT}/") and "/.venv/" not in file
    }
    return sorted(each for each in found if not each.startswith(("benchmarks/", "tests/")))


def server() -> Answers:
    """The web server's application, called as gunicorn calls it."""
    from django.core.handlers.wsgi import WSGIHandler

    warnings.filterwarnings("ignore", "No directory at")  # no static files are asked for
    application = WSGIHandler()

    def answer(job: dict[str, Any]) -> None:
        told: list[str] = []
        body = application(
            {
                "REQUEST_METHOD": "POST",
                "PATH_INFO": job["path"],
                "SERVER_NAME": "127.0.0.1",
                "SERVER_PORT": "80",
                "REMOTE_ADDR": "127.0.0.1",
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(job["body"])),
                "wsgi.input": io.BytesIO(job["body"]),
                "wsgi.url_scheme": "http",
                **{
                    f"HTTP_{name.upper().replace('-', '_')}": value
                    for name, value in job["headers"].items()
                },
            },
            lambda status, headers, error=None: told.append(status),
        )
        said = b"".join(body)
        body.close()
        assert told[0].startswith("200"), (told, said)

    return answer


def idle_addresses() -> Any:
    """Two addresses that do nothing: one by the pipeline, one without it."""
    from django.test import override_settings
    from django.urls import path
    from rest_framework.request import Request
    from rest_framework.response import Response
    from rest_framework.views import APIView

    from foundation.commands import COMMANDS, Call, Command
    from foundation.doors import CommandView
    from foundation.inputs import Input
    from staff.policy import Act

    def do_nothing(call: Call[Input]) -> None:
        """Do nothing."""

    class Bare(APIView):
        def post(self, request: Request) -> Response:
            return Response({})

    nothing = Command(do_nothing, input=Input, act=Act.ENTER_ROUND, says="Nothing")
    assert nothing.name not in COMMANDS
    addresses = [
        path("nothing/", CommandView.as_view(command=nothing)),
        path("bare/", Bare.as_view()),
    ]
    urls: Any = type(sys)("idle_addresses")
    urls.urlpatterns = addresses
    return override_settings(ROOT_URLCONF=urls)


if __name__ == "__main__":
    sys.exit(main())
