"""Settle a round of cards: the house banks, wins are paid 1 to 1, nothing is charged.

`settle_cards` computes amounts only. Why, and how the chips move, is computed when asked
(`rules.cards.explain`, `CardSettlement.movements`).

Rule: 3CS 7-9; App. B, C, D.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.cards.facts import CardRoundFacts, CardSeatFacts
from rules.cards.four_card import FourCardClass, four_card_class, pay_table
from rules.cards.guards import guard_card_round
from rules.cards.hands import dealer_hand, player_hand
from rules.cards.house_way import CardSetting
from rules.cards.jackpot import jackpot_won
from rules.cards.ranking import compare_high, compare_low, compare_three, is_foul
from rules.options import Options
from rules.profiles import Profile
from rules.settlement import BankResult, HouseResult

if TYPE_CHECKING:
    from rules.movements import Movement


@dataclass(frozen=True, slots=True)
class ThreeCardResult:
    """A Three Card wager, decided by all three cards against the dealer's."""

    outcome: str
    won_cents: int
    net_cents: int


@dataclass(frozen=True, slots=True)
class FourCardResult:
    """A Four Card wager, decided by the pay table; `won` and `net` include a jackpot paid."""

    bonus_class: FourCardClass
    won_cents: int
    net_cents: int
    jackpot_cents: int


@dataclass(frozen=True, slots=True)
class CardSeatResult:
    """What a seat's wagers came to. `high` and `low` are None in a foul and a void hand."""

    seat: int
    outcome: str
    high: str | None
    low: str | None
    won_cents: int
    vigorish_cents: int
    net_cents: int
    returned_cents: int
    three_card: ThreeCardResult | None
    four_card: FourCardResult | None
    total_cents: int
    hand: CardSetting | None


@dataclass(frozen=True, slots=True)
class CardDealerResult:
    """The dealer's hand; the dealer of the card game makes no wager."""

    outcome: str | None
    net_cents: int
    hand: CardSetting


@dataclass(frozen=True, slots=True)
class CardSettlement:
    """A settled round. Seats' totals and the house add up to nothing."""

    seats: tuple[CardSeatResult, ...]
    bank: BankResult
    house: HouseResult
    dealer: CardDealerResult
    profile: Profile = field(repr=False, compare=False)
    options: Options = field(repr=False, compare=False)
    facts: CardRoundFacts = field(repr=False, compare=False)

    @property
    def jackpot_paid_cents(self) -> int:
        """Give what the round took from the bonus jackpot."""
        return sum(each.four_card.jackpot_cents for each in self.seats if each.four_card)

    @property
    def movements(self) -> tuple[Movement, ...]:
        """Give the chips as they move, in order, between seats, inventory and jackpot."""
        from rules.cards.movements import card_movements

        return card_movements(self)


def settle_cards(profile: Profile, options: Options, facts: CardRoundFacts) -> CardSettlement:
    """Settle a round: every seat against the dealer's hand and the posted pay table.

    Rule: 3CS 7-9; App. B, C, D.
    """
    guard_card_round(profile, options, facts)
    dealer = dealer_hand(facts.dealer)
    seats = tuple([_row(options, facts, dealer, seat) for seat in facts.seats])
    house = -sum([each.total_cents for each in seats])
    return CardSettlement(
        seats,
        BankResult("house", None, 0, 0),
        HouseResult(house, 0),
        CardDealerResult(None, 0, dealer),
        profile,
        options,
        facts,
    )


def _row(
    options: Options, facts: CardRoundFacts, dealer: CardSetting, seat: CardSeatFacts
) -> CardSeatResult:
    three_card = _three_card(facts, seat) if seat.three_card_cents else None
    four_card = _four_card(options, facts, seat) if seat.four_card_cents else None
    hand = player_hand(seat) if seat.state == "played" else None
    outcome, high, low = _primary(seat, hand, dealer)
    net = {"win": seat.wager_cents, "push": 0, "void": 0}.get(outcome, -seat.wager_cents)
    sides = (three_card.net_cents if three_card else 0) + (four_card.net_cents if four_card else 0)
    return CardSeatResult(
        seat=seat.seat,
        outcome=outcome,
        high=high,
        low=low,
        won_cents=max(net, 0),
        vigorish_cents=0,
        net_cents=net,
        returned_cents=0,
        three_card=three_card,
        four_card=four_card,
        total_cents=net + sides,
        hand=hand,
    )


def _primary(
    seat: CardSeatFacts, hand: CardSetting | None, dealer: CardSetting
) -> tuple[str, str | None, str | None]:
    """Say how the primary wager ends, and both hands: both won, none, or one of the two.

    Rule: 3CS 4 (a foul), 7, 8.
    """
    if hand is None:
        return seat.state, None, None
    if is_foul(hand.high, hand.low):
        return "foul", None, None
    high = compare_high(bank=dealer.high, player=hand.high).winner == "player"
    low = compare_low(bank=dealer.low, player=hand.low).winner == "player"
    outcome = ("lose", "push", "win")[high + low]
    return outcome, "win" if high else "lose", "win" if low else "lose"


def _three_card(facts: CardRoundFacts, seat: CardSeatFacts) -> ThreeCardResult:
    """Decide the Three Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. B.
    """
    stake = seat.three_card_cents
    if seat.state != "played":
        return ThreeCardResult(seat.state, 0, 0)
    if compare_three(bank=facts.dealer.cards, player=seat.cards).winner == "player":
        return ThreeCardResult("win", stake, stake)
    return ThreeCardResult("lose", 0, -stake)


def _four_card(options: Options, facts: CardRoundFacts, seat: CardSeatFacts) -> FourCardResult:
    """Decide the Four Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. C, App. D.
    """
    stake = seat.four_card_cents
    made = FourCardClass.NONE
    if seat.cards and facts.community is not None:
        made = four_card_class(seat.cards, facts.community)
    if seat.state != "played":
        return FourCardResult(made, 0, 0, 0)
    jackpot = jackpot_won(options, facts.jackpot_cents, made, stake)
    won = stake * pay_table(options.four_card).to_one(made) + jackpot
    return FourCardResult(made, won, won or -stake, jackpot)
