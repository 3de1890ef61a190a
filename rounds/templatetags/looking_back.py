"""Tags of the pages that look back: the house's time, pieces of either game, outcomes."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from rounds.forms import OUTCOMES

register = template.Library()


@register.simple_tag(takes_context=True)
def house_time(context: Any, at: datetime | None) -> str:
    """A moment in the time of the reader's house."""
    if at is None:
        return "–"
    zone = ZoneInfo(context["request"].user.property.time_zone)
    return date_format(at.astimezone(zone), "j M Y H:i:s")


@register.simple_tag(takes_context=True)
def piece_of(context: Any, name: str) -> SafeString:
    """A tile or a card, whichever the name is of, small."""
    drawn = "{% tile name size='xs' %}" if "-" in name else "{% card name size='xs' %}"
    source = "{% load floor %}" + drawn
    return template.Template(source).render(template.Context({"name": name}))


@register.simple_tag
def outcome_word(code: str) -> str:
    return str(OUTCOMES.get(code, code))
