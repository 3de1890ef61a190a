"""What every page asks of its request: who looks, and what they typed."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Property

MOST_CENTS = 10**12


def cents(text: str) -> int | None:
    """An amount as people type it; nothing is nothing, not zero."""
    cleaned = text.strip().replace(",", "").lstrip("$")
    if not cleaned:
        return None
    whole, _point, part = cleaned.partition(".")
    if not whole.lstrip("-").isdecimal() or len(part) > 2 or not (part or "0").isdecimal():
        raise Refused("not_an_amount", _("“{text}” is not an amount.").format(text=text[:40]))
    amount = int(whole) * 100 + int(part.ljust(2, "0") or 0)
    if abs(amount) > MOST_CENTS:
        raise Refused("not_an_amount", _("“{text}” is not an amount.").format(text=text[:40]))
    return amount


def whole(text: str, default: int = 0) -> int:
    cleaned = text.strip()
    if not cleaned:
        return default
    if not cleaned.lstrip("-+").isdecimal() or len(cleaned) > 9:
        raise Refused("not_a_number", _("“{text}” is not a whole number.").format(text=text[:40]))
    return int(cleaned)


def moment(text: str, house: Property) -> datetime | None:
    """A local time of the house, as the browser's field gives it."""
    if not text.strip():
        return None
    try:
        at = parse_datetime(text.strip())
    except ValueError:
        at = None
    if at is None:
        raise Refused("not_a_time", _("“{text}” is not a time.").format(text=text[:40]))
    return at if at.tzinfo else at.replace(tzinfo=ZoneInfo(house.time_zone))
