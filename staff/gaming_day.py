"""A gaming day is not a calendar day: each property has its own start and time zone."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from staff.models import Property


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
