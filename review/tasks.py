from celery import shared_task

from foundation.clock import database_time
from review.commands.notices import sweep_disputes


@shared_task(name="review.sweep_disputes")
def sweep_the_disputes() -> None:
    """Warn, draft notices, save video in time; harmless to run twice or hours late."""
    sweep_disputes(database_time())
