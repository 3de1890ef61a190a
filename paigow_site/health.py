"""Is it alive, is it ready: JSON for machines, a page for people.

A stranger learns yes or no. What is wrong, and which versions run, is for people who are signed in
and for machines that ask from inside, past the proxy.
"""

import time
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from ipaddress import ip_address, ip_network

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.models import Alarm
from audit.queries.disks import FILLING, fullest
from audit.queries.gaps import LATE_SECONDS, oldest_unsealed_seconds
from foundation.reach import WATCH
from foundation.reading import copy_age
from paigow_site.models import Heartbeat

SILENT_AFTER = timedelta(seconds=12)
COPY_LATE_SECONDS = 60
# The floor works on without the witness; what it has not countersigned waits.
TOLD_ONLY = frozenset({"witness", "copy", "disk"})
WITHOUT_DATABASE = frozenset({"redis", "witness", "disk"})
FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


@dataclass(frozen=True)
class Probe:
    """One answer of the health page."""

    name: str
    well: bool
    detail: str

    @property
    def words(self) -> str:
        """The part as people call it."""
        return str(WORDS.get(self.name, self.name))


class AliveMiddleware:
    """Answer /healthz before anything asks the database who is there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_asked = request.path_info == "/healthz" and request.method in {"GET", "HEAD"}
        return alive(request) if is_asked else self.get_response(request)


@login_not_required
def alive(request: HttpRequest) -> HttpResponse:
    version = {"version": settings.SOFTWARE_VERSION} if is_inside(request) else {}
    return JsonResponse({"alive": True, **version})


@login_not_required
def ready(request: HttpRequest) -> HttpResponse:
    if "text/html" in request.headers.get("Accept", ""):
        return health_page(request)
    with translation.override("en"):
        found = list(probes())
    well = is_well(found)
    details = {"probes": [asdict(probe) for probe in found]}
    knows = is_inside(request) or is_signed_in(request)
    return JsonResponse({"ready": well, **(details if knows else {})}, status=200 if well else 503)


def health_page(request: HttpRequest) -> HttpResponse:
    """For a person: in the frame of all pages, unless the database that it needs is away."""
    found = list(probes())
    sheet = {"probes": found, "well": is_well(found)}
    status = 200 if sheet["well"] else 503
    if is_signed_in(request):
        return render(request, "health_page.html", sheet, status=status)
    if not is_inside(request):
        del sheet["probes"]
    return HttpResponse(render_to_string("health.html", sheet), status=status)


def is_signed_in(request: HttpRequest) -> bool:
    if WATCH.is_away:
        return False  # nobody can say
    try:
        return bool(request.user.is_authenticated)
    except DatabaseError:
        connection.close()
        return False


def is_inside(request: HttpRequest) -> bool:
    """Whether somebody asks from this machine or an inner network, and not through a proxy."""
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in ip_network(each) for each in settings.INSIDE_NETWORKS)


def is_well(found: Iterable[Probe]) -> bool:
    return all(probe.well for probe in found if probe.name not in TOLD_ONLY)


def probes() -> Iterable[Probe]:
    """Ask every part how it is."""
    for name, ask in PROBES:
        if WATCH.is_away and name not in WITHOUT_DATABASE:
            yield Probe(name, False, _("the database does not answer"))
            continue
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
            return False, _("never heard")
        age = timezone.now() - beat.at
        heard = _("heard {n} s ago").format(n=f"{age.total_seconds():.0f}")
        return age < SILENT_AFTER, heard

    return ask


def _migrations() -> tuple[bool, str]:
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return not pending, _("{n} pending").format(n=len(pending))


def _clock() -> tuple[bool, str]:
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        (database_time,) = cursor.fetchone() or (timezone.now(),)
    offset = abs((timezone.now() - database_time).total_seconds())
    return offset < 2, _("{n} s from the database's").format(n=f"{offset:.3f}")


def _record() -> tuple[bool, str]:
    """Events are sealed within a minute. Alarms are told here, but the floor works on."""
    age = oldest_unsealed_seconds()
    alarms = sorted(set(Alarm.objects.filter(cleared_at=None).values_list("code", flat=True)))
    detail = _("oldest unsealed event {n} s").format(n=f"{age:.0f}")
    return age < LATE_SECONDS, ", ".join([detail, *alarms])


def _witness() -> tuple[bool, str]:
    if not settings.WITNESS_URL:
        return True, _("none is set up")
    with urllib.request.urlopen(f"{settings.WITNESS_URL}/vkey", timeout=1) as answer:  # noqa: S310
        return True, answer.read(200).decode("utf-8", "replace").split("+")[0].strip()


def _copy() -> tuple[bool, str]:
    """The replica for reading: what it may not answer any more, it refuses by itself."""
    if not settings.HAS_READER:
        return True, _("none is set up")
    age = copy_age()
    behind = _("{n} s behind").format(n=f"{age.seconds_behind:.0f}")
    return age.is_replica and age.seconds_behind < COPY_LATE_SECONDS, behind


def _disk() -> tuple[bool, str]:
    """Told in time; a full disk stops writing, and the floor says so at each step."""
    found = fullest()
    detail = _("{n} % full").format(n=found.percent)
    return found.percent < FILLING, f"{detail}: {found.path}" if found.path else detail


WORDS = {
    "database": gettext_lazy("Database"),
    "redis": gettext_lazy("Live feed and task queue"),
    "worker": gettext_lazy("Worker: seals and sweeps"),
    "beat": gettext_lazy("Timer of regular tasks"),
    "signer": gettext_lazy("Signer of the record"),
    "witness": gettext_lazy("Witness of the record"),
    "copy": gettext_lazy("Copy for reading"),
    "record": gettext_lazy("Record"),
    "migrations": gettext_lazy("Shape of the database"),
    "clock": gettext_lazy("Clock"),
    "disk": gettext_lazy("Disk"),
}

PROBES: list[tuple[str, Callable[[], tuple[bool, str]]]] = [
    ("database", _database),
    ("redis", _redis),
    ("worker", _heartbeat("worker")),
    ("beat", _heartbeat("beat")),
    ("signer", _heartbeat("signer")),
    ("witness", _witness),
    ("copy", _copy),
    ("record", _record),
    ("migrations", _migrations),
    ("clock", _clock),
    ("disk", _disk),
]
