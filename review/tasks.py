from celery import shared_task

from foundation.clock import database_time
from review.commands.notices import sweep_disputes
from review.commands.surveillance import sweep_outages


@shared_task(name="review.sweep_disputes")
def sweep_the_disputes() -> None:
    """Warn, draft notices, call out for video and failures; harmless to run twice or hours late."""
    at = database_time()
    sweep_disputes(at)
    sweep_outages(at)
