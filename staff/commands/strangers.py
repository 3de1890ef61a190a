"""Refusals of people who are not known: counted by the minute, and recorded as one sum.

Whoever guesses from somewhere could otherwise write as much as they like into a record that is
kept for years.
"""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import connection, transaction

from staff.models import StrangerTries
from staff.recording import StaffEvent, record_staff

MINUTE = timedelta(minutes=1)
SITE = 0
COUNT = """
insert into staff_stranger_tries as t (minute, log_id, code, tries)
values (date_trunc('minute', %s::timestamptz), %s, %s, 1)
on conflict (minute, log_id, code) do update set tries = t.tries + 1
"""


class Stranger:
    """What an event is about when it is about no row: a badge nobody has, a counter."""

    def __init__(self, stream: str, property_id: int | None) -> None:
        self.audit_name, _colon, self.pk = stream.partition(":")
        self.property_id = property_id


def count_refusal(property_id: int | None, code: str, *, at: datetime) -> None:
    """Count a refusal of somebody who is not known."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [at, property_id or SITE, code[:40]])


@transaction.atomic
def sum_up_tries(at: datetime) -> int:
    """Record what was counted in the minutes that are over, one event a minute and house."""
    over = StrangerTries.objects.select_for_update(skip_locked=True).filter(minute__lte=at - MINUTE)
    found = list(over.order_by("minute", "log_id", "code"))
    sums: defaultdict[tuple[datetime, int], dict[str, int]] = defaultdict(dict)
    for each in found:
        sums[each.minute, each.log_id][each.code] = each.tries
    for (minute, log_id), codes in sums.items():
        record_staff(
            StaffEvent.STRANGERS_TRIED,
            about=Stranger(f"strangers:{log_id}", log_id or None),
            by=None,
            at=at,
            detail={"minute": minute, "tries": sum(codes.values()), "codes": codes},
        )
    StrangerTries.objects.filter(pk__in=[each.pk for each in found]).delete()
    return len(sums)
