"""What templates draw with: tiles, cards, icons, chips, money, clocks."""

from __future__ import annotations

import json
from datetime import date, datetime

from django import template
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from foundation.wording import (
    amount_text,
    card_label,
    duration_text,
    moment_text,
    money_text,
    tile_label,
)
from rules import citations
from staff.models import Person
from staff.policy import Act, may

register = template.Library()
register.filter("amount", amount_text)

SPRITES = {"tiles": "tiles/tiles.svg", "cards": "cards/cards.svg", "icons": "icons/icons.svg"}
CHIP_COLOURS = frozenset({100, 500, 2500, 10000, 50000, 100000, 500000})

# A refusal replaces #refusal wherever the request came from; 422 is a form again, in its own place.
HTMX_CONFIG = {
    "includeIndicatorStyles": False,
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "defaultSwapStyle": "outerHTML",
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "422", "swap": True},
        {
            "code": "4..",
            "swap": True,
            "error": True,
            "target": "#refusal",
            "select": "#refusal",
            "swapOverride": "outerHTML",
        },
        {"code": "5..", "swap": False, "error": True},
    ],
}


@register.simple_tag
def htmx_config() -> str:
    return json.dumps(HTMX_CONFIG, separators=(",", ":"))


@register.simple_tag
def sprite(name: str) -> str:
    return static(SPRITES[name])


@register.simple_tag
def url_or_root(name: str) -> str:
    """The address of a page that may not be there yet."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return "/"


@register.simple_tag
def language_tag(code: str) -> str:
    """The language as HTML writes it: zh-hant is zh-Hant."""
    language, _dash, script = code.partition("-")
    return f"{language}-{script.title()}" if script else language


@register.filter
def may_do(person: Person, act: str) -> bool:
    """Whether somebody's roles allow an act, for what every page shows."""
    return may(person, Act(act))


@register.inclusion_tag("_icon.html")
def icon(name: str, size: str = "m", label: str = "") -> dict[str, str]:
    """An icon beside a word; alone it needs a label."""
    return {"href": f"{sprite('icons')}#icon-{name}", "size": size, "label": label}


@register.inclusion_tag("_tile.html", name="tile")
def tile_picture(kind: str, size: str = "m", extra: str = "") -> dict[str, str]:
    """A tile such as "1-3" (either way round), or "back"."""
    low_high = "-".join(sorted(str(kind).split("-")))
    return {
        "href": f"{sprite('tiles')}#tile-{low_high}",
        "kind": low_high,
        "label": tile_label(low_high),
        "size": size,
        "extra": extra,
    }


@register.inclusion_tag("_card.html", name="card")
def card_picture(name: str, size: str = "m", extra: str = "") -> dict[str, str]:
    """A card such as "QS", or "back"."""
    return {
        "href": f"{sprite('cards')}#card-{name}",
        "name": name,
        "label": card_label(name),
        "size": size,
        "extra": extra,
    }


@register.inclusion_tag("_piece.html")
def die(face: int, size: str = "m") -> dict[str, str]:
    label = _("die showing %(face)s") % {"face": face}
    return {"href": f"{sprite('icons')}#die-{face}", "kind": "die", "size": size, "label": label}


@register.inclusion_tag("_piece.html")
def piece(name: str, size: str = "m") -> dict[str, str]:
    """A piece on the table: "chung" (the bank marker), "shaker", "dead-hand"."""
    labels = {
        "chung": _("bank marker"),
        "shaker": _("dice shaker"),
        "dead-hand": _("dead hand"),
    }
    return {
        "href": f"{sprite('icons')}#{name}",
        "kind": "piece",
        "size": size,
        "label": labels[name],
    }


@register.inclusion_tag("_chip.html")
def chip(cents: int, size: str = "m") -> dict[str, object]:
    return {
        "href": f"{sprite('icons')}#chip",
        "colour": str(cents // 100) if cents in CHIP_COLOURS else "other",
        "figure": chip_figure(cents),
        "size": size,
    }


def chip_figure(cents: int) -> str:
    """Write a chip's value in at most four signs: ¼, 2.50, 25, 5K."""
    quarters = {25: "¼", 50: "½", 75: "¾"}
    if cents in quarters:
        return quarters[cents]
    if cents % 100:
        return amount_text(cents)
    units = cents // 100
    return f"{units // 1000}K" if units >= 1000 and units % 1000 == 0 else str(units)


@register.simple_tag
def money(cents: int | None, currency: str = "USD") -> SafeString:
    """An amount in tabular figures; nothing known is a dash, not a zero."""
    if cents is None:
        return format_html('<span class="money">{}</span>', "–")
    minus = " money-minus" if cents < 0 else ""
    return format_html(
        '<span class="money{}" data-cents="{}">{}</span>', minus, cents, money_text(cents, currency)
    )


@register.simple_tag
def cited(profile_id: str, subject: str) -> SafeString:
    """The paragraph of a table's own rules on a subject; nothing where they have none."""
    paragraphs = citations.cited(profile_id, subject)
    return format_html('<span class="rule">{}</span>', paragraphs) if paragraphs else SafeString()


@register.filter(expects_localtime=True)
def when(at: date | None, how: str) -> str:
    """A day or a moment by the house's clock, as exact as `how` says; the same in every language.

    >>> when(date(2026, 11, 6), "day")
    '2026-11-06'
    """
    return moment_text(at, how) if at else ""


@register.inclusion_tag("_clock.html")
def clock_bar(
    name: str,
    start: datetime,
    due: datetime,
    warn: datetime | None = None,
    icon: str = "clock",
    over: str = "",
) -> dict[str, object]:
    """How much time is left: a full bar runs empty. The page counts by itself (clock-bars.js).

    It warns from `warn` on, without one in its last quarter. `over` says how long it is past, such
    as "{time} overdue"; without it a limit has just expired.
    """
    now, warn = timezone.now(), warn or due - (due - start) / 4
    span = max((due - start).total_seconds(), 1.0)
    left = min(max((due - now).total_seconds(), 0.0), span)
    state = "due" if now >= due else "warn" if now >= warn else "well"
    return {
        "name": name,
        "icon": icon,
        "start": start,
        "due": due,
        "warn": warn,
        "now": now,
        "share": round(1000 * left / span),
        "state": state,
        "left": over.format(time=duration_text(now - due))
        if over and now > due
        else duration_text(due - now),
        "over": over,
        "ended": pgettext("a time limit", "Expired"),
    }
