from celery import shared_task

from rounds.commands.contributions import contribute_to_jackpots
from rounds.commands.notices import sweep_disputes
from rounds.report_tasks import make_one_report, sweep_reports
from tables.clock import database_time


@shared_task(name="rounds.contribute_to_jackpots")
def contribute() -> None:
    """Grow the jackpots by what is due; running twice or late changes nothing."""
    contribute_to_jackpots(database_time())


@shared_task(name="rounds.sweep_disputes")
def sweep_the_disputes() -> None:
    """Warn, draft notices, save video in time; harmless to run twice or hours late."""
    sweep_disputes(database_time())


__all__ = ["contribute", "make_one_report", "sweep_reports", "sweep_the_disputes"]
