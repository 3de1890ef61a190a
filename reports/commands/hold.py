"""Open a case where a table's day or a game's month lies outside its interval.

Rule: COMAR 36.05.03.25.
"""

from datetime import date, datetime, timedelta

from django.db import transaction

from reports.commands.watching import open_case
from reports.hold import HOLD, Tally, games_outside, tables_outside
from reports.models import MonitorCase
from staff.models import Property


@transaction.atomic
def open_hold_cases(house: Property, day: date, *, at: datetime) -> list[MonitorCase]:
    """Look at a gaming day that ended; on the last of a month also at the month of each game.

    One table-day in twenty lies outside by chance: the case asks somebody to look, and to say what
    they saw. While a case of the same table or game is open, no other is opened.
    """
    Property.objects.select_for_update(no_key=True).get(pk=house.pk)
    found = [
        (f"table:{table.pk}", str(table), tally) for table, tally in tables_outside(house, day)
    ]
    if (day + timedelta(days=1)).day == 1:
        found += [
            (f"game:{game.pk}", f"{game}, {day:%Y-%m}", tally)
            for game, tally in games_outside(house, day)
        ]
    opened = [_case(house, day, *each, at) for each in found]
    return [case for case in opened if case is not None]


def _case(
    house: Property, day: date, subject: str, label: str, tally: Tally, at: datetime
) -> MonitorCase | None:
    cases = MonitorCase.objects.filter(property=house, monitor=HOLD, subject=subject)
    if cases.filter(closed_at=None).exists() or cases.filter(gaming_day=day).exists():
        return None
    line = tally.as_line(label)
    return open_case(
        MonitorCase(
            property=house,
            monitor=HOLD,
            subject=subject,
            label=label[:80],
            opened_at=at,
            gaming_day=day,
            evidence={
                "won": line.measured,
                "theoretical": line.theoretical,
                "low": line.low,
                "high": line.high,
                "rounds": tally.judged,
            },
        )
    )
