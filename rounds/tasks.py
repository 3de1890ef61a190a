from celery import shared_task

from foundation.clock import database_time
from rounds.commands.contributions import contribute_to_jackpots


@shared_task(name="rounds.contribute_to_jackpots")
def contribute() -> None:
    """Grow the jackpots by what is due; running twice or late changes nothing."""
    contribute_to_jackpots(database_time())
