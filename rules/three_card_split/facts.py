"""What is known of a round of cards before it is settled, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.refusals import RulesError
from rules.three_card_split.cards import Card, guard_one_deck, names, reds
from rules.three_card_split.four_card import PAY_TABLES, PayTable
from rules.three_card_split.house_way import Setting, Split, set_house_way, splits
from rules.three_card_split.ranking import high_rank

SEATS = 7
"""Places at the layout (reading: the document's layouts are lost)."""

AS_SET = "3CS 4"


class HandState(StrEnum):
    """What became of a hand: played, or void so that its wagers are returned."""

    PLAYED = "played"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class CardOptions:
    """What a property filed for the card game."""

    four_card: str | None = None
    jackpot_minimum: int | None = None
    smallest_chip: int | None = None
    jackpot_grows: str = "none"
    jackpot_step: int = 0


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat's wagers and cards. Without `high` the hand is set by the house way."""

    seat: int
    wager_cents: int
    cards: tuple[Card, ...]
    high: tuple[Card, ...] | None = None
    state: HandState = HandState.PLAYED
    three_card_cents: int = 0
    four_card_cents: int = 0


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round as it was dealt and set: the dealer's cards, the seats, the community card.

    `jackpot_cents` is what the meter showed before the round.
    """

    dealer: tuple[Card, ...]
    seats: tuple[SeatFacts, ...]
    community: Card | None = None
    dealer_high: tuple[Card, ...] | None = None
    jackpot_cents: int = 0

    def all_cards(self) -> Iterator[Card]:
        """List every card that the round has shown."""
        yield from self.dealer
        for seat in self.seats:
            yield from seat.cards
        if self.community is not None:
            yield self.community


def pay_table(options: CardOptions) -> PayTable | None:
    """Give the posted pay table of the Four Card bonus, None where it is not offered.

    Rule: 3CS App. C, App. D.
    """
    return None if options.four_card is None else PAY_TABLES[options.four_card]


def guard_facts(options: CardOptions, facts: RoundFacts) -> None:
    """Refuse a round that cannot have been dealt or wagered as told.

    Rule: 3CS 2, 3; App. B (at most half of the primary wager).
    """
    if facts.jackpot_cents < 0:
        raise RulesError("bad-option", f"a jackpot below nothing: {facts.jackpot_cents}")
    _guard_count(facts.dealer, "the dealer")
    seen: set[int] = set()
    for seat in facts.seats:
        if not 1 <= seat.seat <= SEATS or seat.seat in seen:
            raise RulesError("bad-option", f"no such seat, or told twice: {seat.seat}")
        seen.add(seat.seat)
        guard_wagers(options, seat)
        _guard_seat_cards(facts, seat)
    guard_one_deck(facts.all_cards())


def guard_wagers(options: CardOptions, seat: SeatFacts) -> None:
    """Refuse wagers that the table cannot accept.

    Rule: 3CS 2; App. B (the Three Card wager is at most 50 % of the primary wager).
    """
    wagers = (seat.wager_cents, seat.three_card_cents, seat.four_card_cents)
    if seat.wager_cents <= 0 or min(wagers) < 0:
        raise RulesError("bad-wager", f"seat {seat.seat}: a wager must be more than nothing")
    if seat.four_card_cents and options.four_card is None:
        raise RulesError("bad-option", f"seat {seat.seat}: the Four Card bonus is not offered")
    if 2 * seat.three_card_cents > seat.wager_cents:
        raise RulesError(
            "bad-wager", f"seat {seat.seat}: the Three Card wager is over half of the primary wager"
        )
    chip = options.smallest_chip
    if chip is not None and any(wager % chip for wager in wagers):
        raise RulesError("bad-wager", f"seat {seat.seat}: not a whole number of smallest chips")


def _guard_seat_cards(facts: RoundFacts, seat: SeatFacts) -> None:
    if seat.state is HandState.VOID and not seat.cards:
        return
    _guard_count(seat.cards, f"seat {seat.seat}")
    if seat.four_card_cents and facts.community is None and seat.state is HandState.PLAYED:
        raise RulesError("wrong-count", "the Four Card bonus needs the community card")


def _guard_count(held: tuple[Card, ...], whose: str) -> None:
    if len(held) != 3:
        raise RulesError("wrong-count", f"three cards are dealt, not {len(held)}: {whose}")


def split_of(held: tuple[Card, ...], high: tuple[Card, ...]) -> Split:
    """Give the split of three cards that plays these two high.

    Rule: 3CS 4.
    """
    for split in splits(held):
        if len(high) == 2 and set(high) == set(split.high):
            return split
    raise RulesError("bad-setting", f"not two of {names(held)}: {names(high)}")


def player_setting(seat: SeatFacts) -> Setting:
    """Give a seat's hand as the player set it, or by the house way if the player did not.

    Rule: 3CS 4.
    """
    if seat.high is None:
        return set_house_way(seat.cards)
    split = split_of(seat.cards, seat.high)
    return Setting(split.high, split.low, rule=AS_SET, reading=False)


def dealer_setting(facts: RoundFacts) -> Setting:
    """Give the dealer's hand by the house way; a hand told otherwise must equal it.

    Equal is equal in rank and in colours, because colours decide a copy: which of two red tens is
    the low card does not matter.

    Rule: 3CS 5.
    """
    house_way = set_house_way(facts.dealer)
    if facts.dealer_high is None:
        return house_way
    told = split_of(facts.dealer, facts.dealer_high)
    same_rank = high_rank(told.high) == high_rank(house_way.high)
    if not same_rank or reds(told.high) != reds(house_way.high):
        raise RulesError(
            "not-house-way",
            f"the house way is {names(house_way.high)} high, {house_way.low.text} low "
            f"({house_way.rule})",
        )
    return Setting(told.high, told.low, house_way.rule, house_way.reading)
