"""Words for the codes of a round, in templates."""

from django import template

from rounds.queries.round_page import correction_words
from rounds.reasons import DEALER_ACCOUNTS, DISPUTE_CLAIMS, DISPUTE_FACTS, FACT_ANSWERS
from rounds.words import event_words, move_words, outcome_words, ruling_words, tile_words

register = template.Library()


@register.filter
def claim_words(code: str) -> str:
    return str(DISPUTE_CLAIMS.get(code, code))


@register.filter
def account_words(code: str) -> str:
    return str(DEALER_ACCOUNTS.get(code, code))


@register.filter
def fact_words(code: str) -> str:
    return str(DISPUTE_FACTS.get(code, code))


@register.filter
def answer_words(code: str) -> str:
    return str(FACT_ANSWERS.get(code, code))


register.filter("event_words", event_words)
register.filter("correction_words", correction_words)
register.filter("move_words", move_words)
register.filter("outcome_words", outcome_words)
register.filter("ruling_words", ruling_words)


@register.filter
def amount(cents: int | None) -> str:
    """An amount for a field: 25.00; nothing known is an empty field."""
    if cents is None:
        return ""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


@register.filter
def piece_words(kind: str, pieces: str) -> str:
    """A tile or card in a pick-list."""
    return tile_words(kind) if pieces == "tiles" else kind
