from celery import shared_task

from foundation.clock import database_time
from foundation.locks import only_one
from rounds.commands.contributions import contribute_to_jackpots
from rounds.commands.limits import sweep_due_limits


@shared_task(name="rounds.contribute_to_jackpots")
def contribute() -> None:
    """Grow the jackpots by what is due; running twice or late changes nothing."""
    contribute_to_jackpots(database_time())


@shared_task(name="rounds.sweep_limits")
def sweep_limits() -> None:
    """Let announced limits hold that are due; a round that opens does the same for its table."""
    with only_one("rounds.sweep_limits") as mine:
        if mine:
            sweep_due_limits(database_time())
