"""What the house's money asks for by itself."""

from celery import shared_task

from banking.commands.sweeping import sweep_boxes, sweep_counts
from foundation.clock import database_time
from foundation.locks import only_one


@shared_task(name="banking.sweep_counts")
def sweep_the_counts() -> None:
    """Ask for counts that are missing; harmless to run twice or late."""
    with only_one("banking.sweep_counts") as mine:
        if mine:
            sweep_counts(database_time())
            sweep_boxes(database_time())
