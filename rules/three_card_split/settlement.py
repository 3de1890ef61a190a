"""Settlement of a round of cards: the house banks, wins are paid 1 to 1, nothing is charged.

Rule: 3CS 7-9; App. B, C, D.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.three_card_split.facts import (
    CardOptions,
    HandState,
    RoundFacts,
    SeatFacts,
    dealer_setting,
    guard_facts,
    pay_table,
    player_setting,
)
from rules.three_card_split.four_card import BonusClass, bonus_class
from rules.three_card_split.house_way import Setting
from rules.three_card_split.jackpot import jackpot_won
from rules.three_card_split.ranking import (
    Comparison,
    compare_high,
    compare_low,
    compare_three,
    is_foul,
)


class Outcome(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    FOUL = "foul"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class ThreeCardResult:
    """A Three Card wager, decided by all three cards against the dealer's."""

    wager_cents: int
    outcome: Outcome
    won_cents: int
    net_cents: int
    comparison: Comparison | None


@dataclass(frozen=True, slots=True)
class FourCardResult:
    """A Four Card wager, decided by the pay table; `won_cents` includes a jackpot paid."""

    wager_cents: int
    bonus_class: BonusClass
    won_cents: int
    net_cents: int
    jackpot_cents: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's wagers after the round. `high` and `low` are None in a foul and a void hand."""

    seat: int
    outcome: Outcome
    setting: Setting | None
    high: Comparison | None
    low: Comparison | None
    wager_cents: int
    won_cents: int
    net_cents: int
    three_card: ThreeCardResult | None
    four_card: FourCardResult | None

    @property
    def total_cents(self) -> int:
        """Add up the primary wager and both propositions."""
        sides = (self.three_card, self.four_card)
        return self.net_cents + sum(side.net_cents for side in sides if side is not None)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round: what every seat and the house won or lost. Adds up to nothing."""

    seats: tuple[SeatResult, ...]
    dealer: Setting
    house_net_cents: int
    jackpot_paid_cents: int


def settle(options: CardOptions, facts: RoundFacts) -> Settlement:
    """Settle a round: every seat against the dealer's hand and the posted pay table.

    Rule: 3CS 7-9; App. B, C, D.
    """
    guard_facts(options, facts)
    dealer = dealer_setting(facts)
    seats = tuple(_settle_seat(options, facts, dealer, seat) for seat in facts.seats)
    return Settlement(
        seats=seats,
        dealer=dealer,
        house_net_cents=-sum(seat.total_cents for seat in seats),
        jackpot_paid_cents=sum(seat.four_card.jackpot_cents for seat in seats if seat.four_card),
    )


def _settle_seat(
    options: CardOptions, facts: RoundFacts, dealer: Setting, seat: SeatFacts
) -> SeatResult:
    setting = player_setting(seat) if seat.cards else None
    high = low = None
    if seat.state is HandState.VOID or setting is None:
        outcome = Outcome.VOID
    elif is_foul(setting.high, setting.low):
        outcome = Outcome.FOUL
    else:
        high = compare_high(bank=dealer.high, player=setting.high)
        low = compare_low(bank=dealer.low, player=setting.low)
        outcome = primary_outcome(high, low)
    won = seat.wager_cents if outcome is Outcome.WIN else 0
    lost = seat.wager_cents if outcome in {Outcome.LOSE, Outcome.FOUL} else 0
    return SeatResult(
        seat=seat.seat,
        outcome=outcome,
        setting=setting,
        high=high,
        low=low,
        wager_cents=seat.wager_cents,
        won_cents=won,
        net_cents=won - lost,
        three_card=_settle_three_card(facts, seat),
        four_card=_settle_four_card(options, facts, seat),
    )


def primary_outcome(high: Comparison, low: Comparison) -> Outcome:
    """Say how the primary wager ends: both hands won, none, or one of the two.

    Rule: 3CS 8.
    """
    won = (high.winner, low.winner).count("player")
    return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[won]


def _settle_three_card(facts: RoundFacts, seat: SeatFacts) -> ThreeCardResult | None:
    """Decide the Three Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. B.
    """
    wager = seat.three_card_cents
    if not wager:
        return None
    if seat.state is HandState.VOID:
        return ThreeCardResult(wager, Outcome.VOID, 0, 0, None)
    found = compare_three(bank=facts.dealer, player=seat.cards)
    if found.winner == "player":
        return ThreeCardResult(wager, Outcome.WIN, wager, wager, found)
    return ThreeCardResult(wager, Outcome.LOSE, 0, -wager, found)


def _settle_four_card(
    options: CardOptions, facts: RoundFacts, seat: SeatFacts
) -> FourCardResult | None:
    """Decide the Four Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. C, App. D.
    """
    wager, table = seat.four_card_cents, pay_table(options)
    if not wager or table is None:
        return None
    if seat.state is HandState.VOID or facts.community is None:
        return FourCardResult(wager, BonusClass.NONE, 0, 0, 0)
    made = bonus_class(seat.cards, facts.community)
    pays = table.to_one(made)
    if not pays:
        return FourCardResult(wager, made, 0, -wager, 0)
    jackpot = jackpot_won(options, facts.jackpot_cents, made, wager)
    won = pays * wager + jackpot
    return FourCardResult(wager, made, won, won, jackpot)
