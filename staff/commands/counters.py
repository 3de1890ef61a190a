"""Count wrong tries and lock out: per badge, so that a thief on many tablets is stopped, and per
tablet, so that one stolen tablet cannot try the whole staff."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import SignInCounter


@dataclass(frozen=True, slots=True)
class Limit:
    tries: int
    window: timedelta
    locked_for: timedelta


LIMITS = {
    "badge": Limit(5, timedelta(hours=12), timedelta(minutes=15)),
    "desk": Limit(5, timedelta(hours=12), timedelta(minutes=15)),
    "setup": Limit(5, timedelta(hours=12), timedelta(minutes=15)),
    "tablet": Limit(20, timedelta(hours=1), timedelta(hours=1)),
}


def lock_counters(keys: Iterable[str], at: datetime) -> list[SignInCounter]:
    """Take the counters' row locks, in one order: tries of one badge wait for each other."""
    ordered = sorted(keys)
    SignInCounter.objects.bulk_create(
        [SignInCounter(key=key, since=at) for key in ordered], ignore_conflicts=True
    )
    found = SignInCounter.objects.select_for_update().filter(key__in=ordered)
    return list(found.order_by("key"))


def refusal_while_locked(counters: Iterable[SignInCounter], at: datetime) -> Refused | None:
    until = [each.locked_until for each in counters if each.locked_until and each.locked_until > at]
    if not until:
        return None
    minutes = max(1, -(-int((max(until) - at).total_seconds()) // 60))
    return Refused(
        "locked_out",
        _("Locked after wrong tries, for {minutes} more minutes. A pit manager can unlock.").format(
            minutes=minutes
        ),
        minutes=minutes,
    )


def count_wrong_try(counters: Iterable[SignInCounter], at: datetime) -> list[str]:
    """Count one wrong try everywhere; return the keys that it locked."""
    locked = []
    for counter in counters:
        limit = LIMITS[counter.key.partition(":")[0]]
        if at - counter.since > limit.window or _was_locked(counter, at):
            counter.tries, counter.since, counter.locked_until = 0, at, None
        counter.tries += 1
        if counter.tries >= limit.tries:
            counter.locked_until = at + limit.locked_for
            locked.append(counter.key)
        counter.save()
    return locked


def forgive(keys: Iterable[str]) -> None:
    SignInCounter.objects.filter(key__in=list(keys)).delete()


def _was_locked(counter: SignInCounter, at: datetime) -> bool:
    return counter.locked_until is not None and counter.locked_until <= at


def tries_left(counters: Iterable[SignInCounter]) -> int:
    """How many more wrong tries the badge has before it is locked."""
    kinds = ((each, each.key.partition(":")[0]) for each in counters)
    return min((LIMITS[kind].tries - each.tries for each, kind in kinds), default=0)
