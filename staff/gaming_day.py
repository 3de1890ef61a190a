"""A gaming day is not a calendar day: each property has its own start and time zone."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from staff.models import Property

HOURS_A_SHIFT = 8


def gaming_day(house: Property, at: datetime) -> date:
    """The gaming day that a moment belongs to."""
    day = at.astimezone(ZoneInfo(house.time_zone)).date()
    begun = at >= gaming_day_bounds(house, day)[0]
    return day if begun else day - timedelta(days=1)


def gaming_day_bounds(house: Property, day: date) -> tuple[datetime, datetime]:
    """The first moment of a gaming day and the first of the next: 23 to 25 hours apart."""
    zone = ZoneInfo(house.time_zone)
    start = datetime.combine(day, house.day_starts_at, zone)
    end = datetime.combine(day + timedelta(days=1), house.day_starts_at, zone)
    return start.astimezone(UTC), end.astimezone(UTC)


def shift_starts(house: Property, day: date) -> list[datetime]:
    """When the shifts of a gaming day begin; three of eight hours unless the house says so."""
    zone = ZoneInfo(house.time_zone)
    since, until = gaming_day_bounds(house, day)
    named = [time.fromisoformat(text) for text in house.settings.get("shift_starts", [])]
    if not named:
        local = datetime.combine(day, house.day_starts_at)
        hours = range(0, 24, HOURS_A_SHIFT)
        named = [(local + timedelta(hours=each)).time() for each in hours]
    moments = []
    for each in named:
        on = day if each >= house.day_starts_at else day + timedelta(days=1)
        moments.append(datetime.combine(on, each, zone).astimezone(UTC))
    inside = sorted({moment for moment in moments if since < moment < until})
    return [since, *inside]


def shift_of(house: Property, at: datetime) -> int:
    """The number of the shift that a moment belongs to."""
    starts = shift_starts(house, gaming_day(house, at))
    return sum(start <= at for start in starts)
