"""Ask for a report, make it, take it away; each is on the record."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.events import EventKind
from audit.record import record
from rounds.models import ReportRun, ReportState
from rounds.reports.kinds import KINDS
from rounds.reports.scope import Scope, scope_from, scope_record
from staff.models import Person
from staff.only_one import only_one
from staff.policy import require

UNMADE = (ReportState.WAITING, ReportState.RUNNING)


@transaction.atomic
def ask_report(code: str, scope: Scope, *, by: Person, at: datetime) -> ReportRun:
    """Ask for a report about a period and a place.

    Rule: Mississippi 13-8-4-16.
    """
    kind = KINDS[code]
    require(by, kind.act)
    run = ReportRun.objects.create(
        id=uuid4(),
        property=scope.house,
        kind=code,
        scope=scope_record(scope),
        asked_by=by,
        asked_at=at,
    )
    record(
        EventKind.REPORT_ASKED,
        about=[by, run],
        by=by,
        at=at,
        detail={"kind": code, "scope": run.scope},
    )
    return run


def make_report(run_id: UUID) -> bool:
    """Make a report that waits, or that a process left when it died; False when it is made, or
    somebody else makes it.
    """
    with only_one(f"rounds.report:{run_id}") as is_ours:
        return is_ours and _make_report(run_id)


def _make_report(run_id: UUID) -> bool:
    unmade = ReportRun.objects.filter(pk=run_id, state__in=UNMADE)
    if not unmade.update(state=ReportState.RUNNING, done=0):
        return False
    run = ReportRun.objects.select_related("property").get(pk=run_id)

    def progress(done: int, parts: int) -> None:
        ReportRun.objects.filter(pk=run_id).update(done=done, parts=parts)

    try:
        figures = read_figures(run, progress)
    except BaseException:
        ReportRun.objects.filter(pk=run_id).update(state=ReportState.FAILED)
        raise
    ReportRun.objects.filter(pk=run_id).update(
        state=ReportState.READY,
        figures=figures,
        made_at=timezone.now(),
        done=1,
        parts=1,
        software_version=settings.SOFTWARE_VERSION,
    )
    return True


def read_figures(run: ReportRun, progress: Any) -> dict[str, Any]:
    """Read and reckon. In no transaction: the exact odds of a house way take a while the first
    time, and whoever waits sees how far it is.
    """
    return KINDS[run.kind].figures(scope_from(run.property, run.scope), progress)


@transaction.atomic
def take_report(run: ReportRun, form: str, *, by: Person, at: datetime) -> None:
    """Record that somebody took a report away as a file."""
    record(
        EventKind.REPORT_TAKEN,
        about=[by, run],
        by=by,
        at=at,
        detail={"kind": run.kind, "form": form},
    )
