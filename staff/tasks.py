"""What the beat rings for; harmless to run twice or hours late."""

from celery import shared_task

from foundation.clock import database_time
from foundation.locks import only_one
from staff.commands.strangers import sum_up_tries


@shared_task(name="staff.sum_up_tries")
def sum_up_strangers() -> None:
    """Record by the minute how often strangers were refused."""
    with only_one("staff.sum_up_tries") as mine:
        if mine:
            sum_up_tries(database_time())
