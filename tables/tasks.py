"""The periodic sweeps: limits and alerts every ten seconds, custody every minute."""

from celery import shared_task

from foundation.clock import database_time
from foundation.locks import only_one
from tables.commands.alerts import CALLING
from tables.commands.calling import call_for_alerts, deliver_notices
from tables.commands.sweeping import (
    forget_old_tries,
    sweep_custody,
    sweep_escalations,
    sweep_limits,
)


@shared_task(name="tables.sweep_equipment")
def sweep_equipment() -> None:
    """Mark what is past its limit, warn, escalate; harmless to run twice or hours late."""
    with only_one("tables.sweep_equipment") as mine:
        if mine:
            now = database_time()
            sweep_limits(now)
            sweep_escalations(now)
    call_people()


@shared_task(name=CALLING)
def call_people() -> None:
    """Call whoever an alert is for, and try again what was not delivered."""
    with only_one(CALLING) as mine:
        if mine:
            call_for_alerts(database_time())
            deliver_notices(database_time())


@shared_task(name="tables.sweep_custody")
def sweep_the_custody() -> None:
    """Call for envelopes, counts, checks and destructions that are late."""
    with only_one("tables.sweep_custody") as mine:
        if mine:
            now = database_time()
            sweep_custody(now)
            forget_old_tries(now)
