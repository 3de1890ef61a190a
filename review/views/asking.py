"""What every page asks of its request: who looks, and what they typed."""

from datetime import datetime
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from foundation.clock import database_time
from foundation.doors import person_of
from rounds.commands.steps import Call
from rules.refusals import Refused
from staff.commands.signing import Signer, identify
from staff.models import Property, Tablet

MOST_CENTS = 10**12


def call_of(request: HttpRequest) -> Call:
    """A command from a page; the page's own id makes a double click one command.

    A page that shows the round as it stood says which version that was.
    """
    given = request.POST.get("request_id", "")
    try:
        request_id = UUID(given) if given else uuid4()
    except ValueError:
        request_id = uuid4()
    return Call(
        by=person_of(request),
        request_id=request_id,
        version=whole(request.POST.get("version", "")) or None,
    )


def signer_of(request: HttpRequest, prefix: str = "") -> Signer:
    """Who signs: the badge and PIN of this form, or the PIN of whoever is signed in."""
    person = person_of(request)
    tablet = getattr(request, "tablet", None)
    return identify(
        request.POST.get(f"{prefix}badge", "") or person.badge,
        request.POST.get(f"{prefix}pin", ""),
        property_id=person.property_id,
        tablet=tablet if isinstance(tablet, Tablet) else None,
        at=database_time(),
    )


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
