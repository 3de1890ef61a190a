"""Is it alive, is it ready: JSON for machines, a page for people."""

import time
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone

from audit.models import Alarm
from audit.queries.gaps import LATE_SECONDS, oldest_unsealed_seconds
from paigow_site.models import Heartbeat

SILENT_AFTER = timedelta(seconds=12)
# The floor works on without the witness; what it has not countersigned waits.
TOLD_ONLY = frozenset({"witness"})


@dataclass(frozen=True)
class Probe:
    """One answer of the health page."""

    name: str
    well: bool
    detail: str


@login_not_required
def alive(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"alive": True, "version": settings.SOFTWARE_VERSION})


@login_not_required
def ready(request: HttpRequest) -> HttpResponse:
    found = list(probes())
    well = all(probe.well for probe in found if probe.name not in TOLD_ONLY)
    status = 200 if well else 503
    if "text/html" in request.headers.get("Accept", ""):
        sheet = {"probes": found, "well": well}
        # Without the request: what pages usually need of it is in the database.
        return HttpResponse(render_to_string("health.html", sheet), status=status)
    return JsonResponse({"ready": well, "probes": [asdict(p) for p in found]}, status=status)


def probes() -> Iterable[Probe]:
    """Ask every part how it is."""
    for name, ask in PROBES:
        try:
            well, detail = ask()
        except (DatabaseError, redis.RedisError, OSError) as error:
            well, detail = False, type(error).__name__
        yield Probe(name, well, detail)


def _database() -> tuple[bool, str]:
    with connection.cursor() as cursor:
        cursor.execute("show server_version")
        (version,) = cursor.fetchone() or ("?",)
    return True, f"PostgreSQL {version}"


def _redis() -> tuple[bool, str]:
    started = time.perf_counter()
    redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=0.5).ping()
    return True, f"{(time.perf_counter() - started) * 1000:.0f} ms"


def _heartbeat(name: str) -> Callable[[], tuple[bool, str]]:
    def ask() -> tuple[bool, str]:
        beat = Heartbeat.objects.filter(name=name).first()
        if beat is None:
            return False, "never heard"
        age = timezone.now() - beat.at
        return age < SILENT_AFTER, f"{age.total_seconds():.0f} s ago"

    return ask


def _migrations() -> tuple[bool, str]:
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return not pending, f"{len(pending)} pending"


def _clock() -> tuple[bool, str]:
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        (database_time,) = cursor.fetchone() or (timezone.now(),)
    offset = abs((timezone.now() - database_time).total_seconds())
    return offset < 2, f"{offset:.3f} s from the database"


def _record() -> tuple[bool, str]:
    """Events are sealed within a minute. Alarms are told here, but the floor works on."""
    age = oldest_unsealed_seconds()
    alarms = sorted(set(Alarm.objects.filter(cleared_at=None).values_list("code", flat=True)))
    detail = f"oldest unsealed event {age:.0f} s"
    return age < LATE_SECONDS, ", ".join([detail, *alarms])


def _witness() -> tuple[bool, str]:
    if not settings.WITNESS_URL:
        return True, "none"
    with urllib.request.urlopen(f"{settings.WITNESS_URL}/vkey", timeout=1) as answer:  # noqa: S310
        return True, answer.read(200).decode("utf-8", "replace").split("+")[0].strip()


PROBES: list[tuple[str, Callable[[], tuple[bool, str]]]] = [
    ("database", _database),
    ("redis", _redis),
    ("worker", _heartbeat("worker")),
    ("beat", _heartbeat("beat")),
    ("signer", _heartbeat("signer")),
    ("witness", _witness),
    ("record", _record),
    ("migrations", _migrations),
    ("clock", _clock),
]
