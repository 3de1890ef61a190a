from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from reports.commands.hold import open_hold_cases
from reports.commands.runs import UNMADE, make_report
from reports.commands.watching import nights_due, watch_night
from reports.models import ReportRun, ReportState
from staff.models import Property

GIVEN_UP = timedelta(minutes=15)
LONGEST_SECONDS = 600


@shared_task(
    name="reports.make_report", time_limit=LONGEST_SECONDS, soft_time_limit=LONGEST_SECONDS - 20
)
def make_one_report(run_id: str) -> None:
    make_report(UUID(run_id))


@shared_task(name="reports.sweep_reports", time_limit=LONGEST_SECONDS)
def sweep_reports() -> None:
    """Make what a lost doorbell or a dead worker left unmade; give up on what never gets made."""
    now = timezone.now()
    unmade = ReportRun.objects.filter(state__in=UNMADE)
    begun = unmade.filter(state=ReportState.RUNNING)
    begun.filter(asked_at__lt=now - GIVEN_UP).update(state=ReportState.FAILED)
    left = unmade.filter(asked_at__lt=now - timedelta(seconds=20)).order_by("asked_at")
    for run_id in left.values_list("pk", flat=True)[:5]:
        make_report(run_id)


@shared_task(name="reports.watch_nights", time_limit=LONGEST_SECONDS)
def watch_nights() -> None:
    """Look at every gaming day that ended and was not looked at; once each, by any worker."""
    now = timezone.now()
    for house in Property.objects.all():
        for day in nights_due(house, now):
            open_hold_cases(house, day, at=now)
            watch_night(house, day, at=now)
