"""Words for the codes of a round, in templates."""

from functools import cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from review import wording as review
from rounds import wording as rounds

register = template.Library()

register.filter("seat_words", review.seat_words)
register.filter("claim_words", rounds.claim_words)
register.filter("account_words", rounds.account_words)
register.filter("fact_words", rounds.fact_words)
register.filter("answer_words", rounds.answer_words)
register.filter("event_words", rounds.event_words)
register.filter("correction_words", rounds.correction_words)
register.filter("fee_words", rounds.fee_words)
register.filter("move_words", rounds.move_words)
register.filter("outcome_words", rounds.outcome_words)
register.filter("ruling_words", rounds.ruling_words)


@register.simple_tag
def piece_options(kinds: tuple[str, ...], held: str, pieces: str) -> SafeString:
    """The options of a pick-list of tiles or cards; a page has thirty such lists of the same."""
    said = _options(kinds, pieces, get_language())
    return mark_safe("".join(chosen if kind == held else other for kind, other, chosen in said))  # noqa: S308


@cache
def _options(
    kinds: tuple[str, ...], pieces: str, _language: str | None
) -> tuple[tuple[str, SafeString, SafeString], ...]:
    """Each kind with its option, as it is and as the one that is held."""
    words = [(kind, review.piece_words(kind, pieces)) for kind in kinds]
    option, chosen = '<option value="{}">{}</option>', '<option value="{}" selected>{}</option>'
    return tuple((it[0], format_html(option, *it), format_html(chosen, *it)) for it in words)
