"""Words for the pieces of the game, for money and for times, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from foundation.currencies import currency_sign
from rules.tiles.tile import KINDS


class HasTimeZone(Protocol):
    """A house, of which only the clock matters here."""

    time_zone: str


DAYS_FROM_HOURS = 48
"""From two days on nobody counts in hours; static/js/clock-bars.js does the same."""

TILE_CONTEXTS = {
    "3-6": "a tile",
    "4-5": "a tile",
    "1-4": "a tile",
    "2-3": "a tile",
    "2-4": "the tile 2-4",
    "1-2": "the tile 1-2",
}
"""Where the name alone says too little for a translation: the two Gees have names of their own."""
TILE_NAMES: dict[str, str | Promise] = {
    kind.text: pgettext_lazy(TILE_CONTEXTS[kind.text], kind.name)
    if kind.text in TILE_CONTEXTS
    else gettext_lazy(kind.name)
    for kind in KINDS
}
RANKS: dict[str, str | Promise] = {
    "T": "10",
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
SUITS: dict[str, str | Promise] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}


def money_text(cents: int, currency: str = "USD") -> str:
    """Write an amount with its sign, thousands apart, always two decimals.

    >>> money_text(-1234567, "SGD")
    '−S$12,345.67'
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}{currency_sign(currency)}{whole:,}.{part:02}"


def amount_text(cents: int | None) -> str:
    """Write an amount for a field or a spreadsheet, which bring their own currency.

    >>> amount_text(-250), amount_text(None)
    ('-2.50', '')
    """
    if cents is None:
        return ""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def chips_text(denominations: Iterable[int]) -> str:
    """Write the values of chips as a field has them: 0.5 1 5 25."""
    return " ".join(f"{cents / 100:g}" for cents in denominations)


MOMENTS = {
    "day": "%Y-%m-%d",
    "time": "%H:%M",
    "time-second": "%H:%M:%S",
    "minute": "%Y-%m-%d %H:%M",
    "second": "%Y-%m-%d %H:%M:%S",
    "zone": "%Y-%m-%d %H:%M:%S %Z",
}


def moment_text(value: str | date, how: str = "minute", zone: str = "") -> str:
    """Write a day or a moment, as exact as `how` says; the same in every language.

    Page, paper, record and tablet all write times so; a zone is that of the house.

    >>> moment_text(date(2026, 11, 6), "day")
    '2026-11-06'
    >>> moment_text("2026-11-06T20:15:00+00:00", zone="Pacific/Auckland")
    '2026-11-07 09:15'
    """
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    if zone and isinstance(at, datetime):
        at = at.astimezone(ZoneInfo(zone))
    return at.strftime(MOMENTS[how])


def tile_label(kind: str) -> str:
    if kind == "back":
        return _("tile face down")
    return f"{kind} {TILE_NAMES[kind]}"


def card_label(name: str) -> str:
    if name == "back":
        return _("card face down")
    rank, suit = name[0], name[1]
    return _("%(rank)s of %(suit)s") % {"rank": RANKS.get(rank, rank), "suit": SUITS[suit]}


def duration_text(left: timedelta) -> str:
    """Write the time left as a person says it: 13 days 4 h, 3 h 05 min, 12 min, 45 s."""
    seconds = int(left.total_seconds())
    if seconds <= 0:
        return pgettext("a time limit", "Expired")
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    if hours >= DAYS_FROM_HOURS:
        return _("{days} days {hours} h").format(days=hours // 24, hours=hours % 24)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=f"{minutes:02}")
    if minutes:
        return _("{minutes} min").format(minutes=minutes)
    return _("{seconds} s").format(seconds=seconds)
