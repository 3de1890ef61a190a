"""Tags of the pages that look back: pieces of either game, outcomes."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from rounds.forms import OUTCOMES
from rounds.words import hand_words

register = template.Library()


@register.simple_tag(takes_context=True)
def piece_of(context: Any, name: str) -> SafeString:
    """A tile or a card, whichever the name is of, small."""
    drawn = "{% tile name size='xs' %}" if "-" in name else "{% card name size='xs' %}"
    source = "{% load floor %}" + drawn
    return template.Template(source).render(template.Context({"name": name}))


@register.simple_tag
def hand_word(stored: str) -> str:
    return hand_words(stored)


@register.simple_tag
def outcome_word(code: str) -> str:
    return str(OUTCOMES.get(code, code))
