"""A value of a report as people read it, in the reader's language and the house's time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.wording import amount_text, moment_text, money_text
from reports.parts import DECIMAL, MONEY, NUMBER, ROUND, SECOND, SHARE, TEXT, TIME, Plot
from reports.scope import Period
from staff.models import Property

NOTHING = "–"
MONITOR_WORDS: Mapping[str, Promise] = {
    "late": gettext_lazy("Rounds entered late"),
    "quick": gettext_lazy("Rounds entered by outcomes only"),
    "irregular": gettext_lazy("Rounds with an irregularity"),
    "corrected": gettext_lazy("Rounds corrected"),
    "void": gettext_lazy("Void rounds"),
    "dice": gettext_lazy("Faces of a set of dice"),
    "results": gettext_lazy("What players win at these rules"),
    "luck": gettext_lazy("One player's luck in a night"),
    "hold": gettext_lazy("Win outside its 95 % interval"),
}


class HouseMoney(Protocol):
    """What a value is written in: the money and the clock of a house."""

    @property
    def currency(self) -> str: ...

    @property
    def time_zone(self) -> str: ...


def value_text(value: Any, kind: str, house: HouseMoney) -> str:
    """Write one value; what is not known is a dash, never a zero."""
    if value is None:
        return NOTHING if kind != TEXT else ""
    if isinstance(value, Promise) or value == "" or kind == TEXT:
        return str(value)
    if kind in (TIME, SECOND):
        return moment_text(value, "second" if kind == SECOND else "minute", house.time_zone)
    if isinstance(value, str):
        return value
    if kind == ROUND:
        return str(value[1])
    return figure_text(value, kind, house.currency)


def figure_text(value: float, kind: str, currency: str) -> str:
    if kind == MONEY:
        return money_text(round(value), currency)
    if kind == SHARE:
        text = f"{100 * value:,.2f} %" if not 0 < value < 0.00005 else "< 0.01 %"
    else:
        text = f"{value:,.1f}" if kind == DECIMAL else f"{round(value):,}"
    return text.replace("-", "−")


def plot_words(plot: Plot, house: HouseMoney) -> str:
    """A plot's numbers in its order, for whoever hears the paper instead of seeing it."""
    bars = zip(plot.labels, plot.seen, strict=True)
    said = "; ".join(f"{label}: {figure_text(n, plot.unit, house.currency)}" for label, n in bars)
    return f"{plot.title}. {said}"


def made_text(at: datetime, house: Property) -> str:
    """When a report was made, to the second, with the zone that every time in it is in."""
    there = at.astimezone(ZoneInfo(house.time_zone))
    return f"{moment_text(there, 'second')} {house.time_zone} (UTC{there:%z})"


def period_text(period: Period, house: Property) -> str:
    """The period as the report's head says it, with the exact moments."""
    return _("{days} ({since} to {until}, {zone})").format(
        days=days_text(period),
        since=moment_text(period.since, zone=house.time_zone),
        until=moment_text(period.until, zone=house.time_zone),
        zone=house.time_zone,
    )


def days_text(period: Period) -> str:
    """The gaming days of a period, and its shift."""
    first = date_format(period.first_day, "DATE_FORMAT")
    last = date_format(period.last_day, "DATE_FORMAT")
    days = first if first == last else f"{first} – {last}"
    return _("{day}, shift {n}").format(day=days, n=period.shift) if period.shift else days


def raw_text(value: Any, kind: str, zone: str = "UTC") -> str:
    """A value for a spreadsheet: money as a decimal number, shares as fractions, times and zone."""
    if value is None:
        return ""
    if isinstance(value, Promise):
        return harmless(str(value))
    if kind == ROUND and not isinstance(value, str):
        return harmless(str(value[1]))
    if kind in (TIME, SECOND) and value:
        at = datetime.fromisoformat(value).astimezone(ZoneInfo(zone))
        return at.isoformat(timespec="seconds")
    if kind == MONEY and not isinstance(value, str):
        return amount_text(round(value))
    if kind in (SHARE, DECIMAL) and not isinstance(value, str):
        return f"{value:.6f}"
    if kind == NUMBER and not isinstance(value, str):
        return str(round(value))
    return harmless(str(value))


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking words for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


ACCOUNT_NOTES = {
    "never": gettext_lazy("never signed in"),
    "unused": gettext_lazy("not signed in for 90 days"),
    "left_but_active": gettext_lazy("left, but may still sign in"),
    "roles_apart": gettext_lazy("has roles that belong to two people"),
    "exception": gettext_lazy("has roles that belong to two people, by exception"),
    "first_pin": gettext_lazy("has not changed the first PIN"),
    "no_role": gettext_lazy("has no role"),
}
"""What a reviewer of accounts should ask about."""

EXCEPTION_GROUPS = {
    "void": gettext_lazy("Voided"),
    "corrected": gettext_lazy("Corrected or taken back"),
    "ruled": gettext_lazy("Rulings"),
    "limits": gettext_lazy("Limits and wagers outside them"),
    "cash": gettext_lazy("Cash and chips taken back"),
    "parameters": gettext_lazy("Settings and rules changed"),
    "access": gettext_lazy("People, PINs and tablets"),
    "equipment": gettext_lazy("Equipment"),
    "record": gettext_lazy("The record itself"),
    "refused": gettext_lazy("Refused steps"),
}
"""What went beside the ordinary way."""

OPEN_ITEMS = {
    "dispute": gettext_lazy("Dispute to decide"),
    "alert": gettext_lazy("Alert to acknowledge"),
    "ruling": gettext_lazy("Ruling to confirm"),
    "inspection": gettext_lazy("Inspection to verify"),
    "round": gettext_lazy("Round in play"),
    "slip": gettext_lazy("Slip waiting for signatures"),
    "expiring": gettext_lazy("Equipment to change (limit)"),
    "envelope": gettext_lazy("Envelope to collect"),
    "discrepancy": gettext_lazy("Discrepancy report to sign"),
    "evidence": gettext_lazy("Held as evidence"),
    "destroy": gettext_lazy("To be destroyed by"),
}
"""What the next shift finds open."""

HOLD_PERIODS = {
    "day": gettext_lazy("Gaming day"),
    "month": gettext_lazy("Month to date"),
    "year": gettext_lazy("Year to date"),
}
"""From when to the gaming day."""

HOLD_GROUPS = {
    "table": gettext_lazy("by table"),
    "game": gettext_lazy("by game"),
    "shift": gettext_lazy("by shift"),
    "dealer": gettext_lazy("by dealer"),
}
"""How the same play is divided."""

HOLD_HEADS = {
    "table": gettext_lazy("Table"),
    "game": gettext_lazy("Game"),
    "shift": gettext_lazy("Shift"),
    "dealer": gettext_lazy("Dealer"),
}
"""The heading over what it is divided by."""

COMPARED_MEANINGS = {
    "late": gettext_lazy("A late entry was typed in after the round: no network, or a busy pit."),
    "quick": gettext_lazy(
        "A quick entry keeps outcomes without tiles; a busy table does that more often."
    ),
    "irregular": gettext_lazy(
        "Who reports every irregularity has more of them than who reports none."
    ),
    "corrected": gettext_lazy("A correction may be the dealer's, the tablet's or the floor's."),
    "void": gettext_lazy("A void round has its reason in the record."),
}
"""What a reader should know before they judge it."""
