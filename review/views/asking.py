"""What every page asks of its request: who looks, and what they typed."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from foundation.inputs import typed_cents
from rules.refusals import Refused
from staff.models import Property


def cents(text: str) -> int | None:
    """An amount as people type it; nothing is nothing, not zero."""
    if not text.strip():
        return None
    try:
        return typed_cents(text)
    except ValueError as fault:
        raise Refused("not_an_amount", str(fault)) from None


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
