"""Tags of the pages that look back: pieces of either game, outcomes."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from review.wording import searched_outcome, seat_words
from rounds.models import Round
from rounds.wording import bank_words, hand_words
from rules.profiles import PROFILES

register = template.Library()


@register.simple_tag(takes_context=True)
def piece_of(context: Any, name: str) -> SafeString:
    """A tile or a card, whichever the name is of, small."""
    drawn = "{% tile name size='xs' %}" if "-" in name else "{% card name size='xs' %}"
    source = "{% load floor %}" + drawn
    return template.Template(source).render(template.Context({"name": name}))


@register.simple_tag
def bank_word(current: Round) -> str:
    """Who banked a round, by the words of its table."""
    word = PROFILES[current.submission.profile].seat_word
    return bank_words(current.bank_kind, current.bank_seat, word)


register.filter("seat_words", seat_words)
register.simple_tag(hand_words, name="hand_word")
register.simple_tag(searched_outcome, name="outcome_word")
