"""Tasks that make reports; `rounds.tasks` names them for the workers."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from rounds.commands.reports import make_report
from rounds.models import ReportRun, ReportState

GIVEN_UP = timedelta(minutes=15)
LONGEST_SECONDS = 600


@shared_task(
    name="rounds.make_report", time_limit=LONGEST_SECONDS, soft_time_limit=LONGEST_SECONDS - 20
)
def make_one_report(run_id: str) -> None:
    make_report(UUID(run_id))


@shared_task(name="rounds.sweep_reports", time_limit=LONGEST_SECONDS)
def sweep_reports() -> None:
    """Make what still waits, because the doorbell was lost; give up on what a dead worker left."""
    now = timezone.now()
    ReportRun.objects.filter(state=ReportState.RUNNING, asked_at__lt=now - GIVEN_UP).update(
        state=ReportState.FAILED
    )
    waiting = ReportRun.objects.filter(
        state=ReportState.WAITING, asked_at__lt=now - timedelta(seconds=20)
    )
    for run_id in waiting.order_by("asked_at").values_list("pk", flat=True)[:5]:
        make_report(run_id)
