"""What no round of cards can be: guards that run before a settlement."""

from __future__ import annotations

from rules.cards.card import guard_one_deck
from rules.cards.facts import CardRoundFacts, CardSeatFacts
from rules.cards.hands import split_of
from rules.options import Options
from rules.profiles import Profile
from rules.refusals import RulesError


def guard_card_round(profile: Profile, options: Options, facts: CardRoundFacts) -> None:
    """Refuse facts that cannot be of one round under the profile and its options.

    Rule: 3CS 1-3; App. B.
    """
    if facts.bank.kind not in profile.bank_kinds:
        raise RulesError(
            "bad-option", f"{profile.short_name} has no bank of kind {facts.bank.kind!r}"
        )
    seen: set[int] = set()
    for seat in facts.seats:
        if not 1 <= seat.seat <= (options.seats or profile.seat_count):
            raise RulesError("bad-option", f"the layout has no {profile.seat_word} {seat.seat}")
        if seat.seat in seen:
            raise RulesError("bad-option", f"{profile.seat_word} {seat.seat} is there twice")
        seen.add(seat.seat)
        if seat.state not in profile.states:
            raise RulesError("bad-option", f"{profile.short_name} has no state {seat.state!r}")
        guard_card_wagers(options, seat)
        _guard_cards(facts, seat)
    guard_one_deck(facts.all_cards())


def guard_card_wagers(options: Options, seat: CardSeatFacts) -> None:
    """Refuse wagers that the table cannot accept.

    Rule: 3CS 2; App. B (the Three Card wager is at most 50 % of the primary wager).
    """
    wagers = (seat.wager_cents, seat.three_card_cents, seat.four_card_cents)
    if seat.wager_cents <= 0 or min(wagers) < 0:
        raise RulesError("bad-wager", f"seat {seat.seat} needs a wager above zero")
    if seat.four_card_cents and options.four_card is None:
        raise RulesError("bad-option", "the Four Card wager is not offered")
    if 2 * seat.three_card_cents > seat.wager_cents:
        raise RulesError(
            "bad-wager", f"seat {seat.seat}: the Three Card wager is over half of the primary wager"
        )
    chip = options.smallest_chip
    if chip is not None and any(wager % chip for wager in wagers):
        raise RulesError("bad-wager", f"seat {seat.seat}: not a whole number of {chip}-cent chips")


def _guard_cards(facts: CardRoundFacts, seat: CardSeatFacts) -> None:
    is_played = seat.state == "played"
    if len(seat.cards) != 3 and (is_played or seat.cards):
        raise RulesError("wrong-count", f"seat {seat.seat} needs three cards")
    if is_played and seat.four_card_cents and facts.community is None:
        raise RulesError("wrong-count", "the Four Card bonus needs the community card")
    if seat.high is not None:
        split_of(seat.cards, seat.high)
