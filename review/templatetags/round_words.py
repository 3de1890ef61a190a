"""Words for the codes of a round, in templates."""

from django import template

from review import wording as review
from rounds import wording as rounds

register = template.Library()

register.filter("piece_words", review.piece_words)
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
