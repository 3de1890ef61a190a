"""Words for the pieces of the game and for times, in the reader's language."""

from __future__ import annotations

from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

DAYS_FROM_HOURS = 48
"""From two days on nobody counts in hours; static/js/clock-bars.js does the same."""

TILE_NAMES: dict[str, str | Promise] = {
    "6-6": gettext_lazy("Teen"),
    "1-1": gettext_lazy("Day"),
    "4-4": gettext_lazy("High 8"),
    "1-3": gettext_lazy("High 4"),
    "5-5": gettext_lazy("High 10"),
    "3-3": gettext_lazy("High 6"),
    "2-2": gettext_lazy("Low 4"),
    "5-6": gettext_lazy("Eleven"),
    "4-6": gettext_lazy("Low 10"),
    "1-6": gettext_lazy("High 7"),
    "1-5": gettext_lazy("Low 6"),
    "3-6": pgettext_lazy("a tile", "Nine"),
    "4-5": pgettext_lazy("a tile", "Nine"),
    "2-6": gettext_lazy("Low 8"),
    "3-5": gettext_lazy("Low 8"),
    "2-5": gettext_lazy("Low 7"),
    "3-4": gettext_lazy("Low 7"),
    "2-4": pgettext_lazy("the tile 2-4", "Gee"),
    "1-2": pgettext_lazy("the tile 1-2", "Gee"),
    "1-4": pgettext_lazy("a tile", "Five"),
    "2-3": pgettext_lazy("a tile", "Five"),
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


def tile_label(kind: str) -> str:
    if kind == "back":
        return _("tile face down")
    return f"{kind} {TILE_NAMES[kind]}"


def card_label(name: str) -> str:
    if name == "back":
        return _("card face down")
    rank, suit = name[0], name[1]
    return _("%(rank)s of %(suit)s") % {"rank": RANKS.get(rank, rank), "suit": SUITS[suit]}


def clock_words(left: timedelta) -> str:
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
