"""A value of a report as people read it, in the reader's language and the house's time."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from rounds.reports.parts import DAY, DECIMAL, MONEY, NUMBER, SHARE, TIME
from rounds.reports.scope import Period
from staff.models import Property

NOTHING = "–"
SIGNS = {"USD": "$", "NZD": "NZ$", "SGD": "S$", "AUD": "A$", "HKD": "HK$", "MOP": "MOP$"}


def value_text(value: Any, kind: str, house: Property) -> str:
    """Write one value; what is not known is a dash, never a zero."""
    if isinstance(value, Promise):
        return str(value)
    if value is None or value == "":
        return NOTHING if kind != "text" else ""
    if isinstance(value, str) and kind not in (TIME, DAY):
        return value
    if kind == MONEY:
        return money(round(value), house.currency)
    if kind == SHARE:
        return f"{100 * value:,.2f} %"
    if kind == DECIMAL:
        return f"{value:,.1f}".replace("-", "−")
    if kind == NUMBER:
        return f"{round(value):,}".replace("-", "−")
    if kind == TIME:
        return time_text(value, house)
    return str(value)


def money(cents: int, currency: str) -> str:
    sign = SIGNS.get(currency, f"{currency} ")
    minus = "−" if cents < 0 else ""
    return f"{minus}{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def time_text(value: str | datetime, house: Property) -> str:
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at.astimezone(ZoneInfo(house.time_zone)).strftime("%Y-%m-%d %H:%M")


def period_text(period: Period, house: Property) -> str:
    """The period as the report's head says it, with the exact moments."""
    first = date_format(period.first_day, "DATE_FORMAT")
    last = date_format(period.last_day, "DATE_FORMAT")
    days = first if first == last else f"{first} – {last}"
    if period.shift:
        days = _("{day}, shift {n}").format(day=days, n=period.shift)
    return _("{days} ({since} to {until}, {zone})").format(
        days=days,
        since=time_text(period.since, house),
        until=time_text(period.until, house),
        zone=house.time_zone,
    )


def raw_text(value: Any, kind: str) -> str:
    """A value for a spreadsheet: money as a decimal number, shares as fractions, times in UTC."""
    if value is None:
        return ""
    if isinstance(value, Promise):
        return harmless(str(value))
    if kind == MONEY and not isinstance(value, str):
        cents = round(value)
        return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
    if kind in (SHARE, DECIMAL) and not isinstance(value, str):
        return f"{value:.6f}"
    if kind == NUMBER and not isinstance(value, str):
        return str(round(value))
    return harmless(str(value))


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking words for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
