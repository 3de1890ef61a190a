"""Grow the jackpots: every period that is over and not yet done, once."""

from datetime import datetime, timedelta

from banking.commands.jackpot import contribute_period
from banking.models import Jackpot, JackpotPeriod
from rounds.queries.jackpot_activity import activity
from staff.gaming_day import gaming_day, gaming_day_bounds

HOUR = timedelta(hours=1)
MOST_AT_ONCE = 400


def contribute_to_jackpots(at: datetime) -> int:
    """Make the contributions that are due; after a day of downtime all of them, in order."""
    made = 0
    for jackpot in Jackpot.objects.filter(ended_at__isnull=True).select_related("property"):
        if jackpot.method == Jackpot.Method.NONE:
            continue
        for begins_at, ends_at in periods_due(jackpot, at):
            seen = activity(jackpot, begins_at, ends_at)
            period = contribute_period(jackpot.pk, begins_at, ends_at, seen=seen, at=at)
            made += period is not None
    return made


def periods_due(jackpot: Jackpot, at: datetime) -> list[tuple[datetime, datetime]]:
    """The periods since the last one: gaming days where the method says so, else hours."""
    last = JackpotPeriod.objects.filter(jackpot=jackpot).order_by("-begins_at").first()
    begins_at = last.ends_at if last is not None else first_period(jackpot)
    found: list[tuple[datetime, datetime]] = []
    while len(found) < MOST_AT_ONCE:
        ends_at = period_end(jackpot, begins_at)
        if ends_at > at:
            break
        found.append((begins_at, ends_at))
        begins_at = ends_at
    return found


def first_period(jackpot: Jackpot) -> datetime:
    """The period in which the jackpot started counts whole."""
    day = gaming_day(jackpot.property, jackpot.started_at)
    begins_at, _ = gaming_day_bounds(jackpot.property, day)
    if jackpot.method == Jackpot.Method.PER_DAY:
        return begins_at
    return begins_at + (jackpot.started_at - begins_at) // HOUR * HOUR


def period_end(jackpot: Jackpot, begins_at: datetime) -> datetime:
    if jackpot.method != Jackpot.Method.PER_DAY:
        return begins_at + HOUR
    day = gaming_day(jackpot.property, begins_at)
    return gaming_day_bounds(jackpot.property, day)[1]
