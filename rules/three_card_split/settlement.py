"""Settle a round of cards: the house banks, wins are paid 1 to 1, nothing is charged.

`settle` computes amounts only. Why, and how the chips move, is computed when asked
(`explanations.explain`, `Settlement.movements`).

Rule: 3CS 7-9; App. B, C, D.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.options import Options
from rules.profiles import Profile
from rules.settlement import BankResult, HouseResult
from rules.three_card_split.facts import RoundFacts, SeatFacts
from rules.three_card_split.four_card import BonusClass, bonus_class, pay_table
from rules.three_card_split.guards import guard_round
from rules.three_card_split.hands import dealer_hand, player_hand
from rules.three_card_split.house_way import Setting
from rules.three_card_split.jackpot import jackpot_won
from rules.three_card_split.ranking import compare_high, compare_low, compare_three, is_foul

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

    bonus_class: BonusClass
    won_cents: int
    net_cents: int
    jackpot_cents: int


@dataclass(frozen=True, slots=True)
class SeatResult:
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
    hand: Setting | None


@dataclass(frozen=True, slots=True)
class DealerResult:
    """The dealer's hand; the dealer of the card game makes no wager."""

    outcome: str | None
    net_cents: int
    hand: Setting


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round. Seats' totals and the house add up to nothing."""

    seats: tuple[SeatResult, ...]
    bank: BankResult
    house: HouseResult
    dealer: DealerResult
    profile: Profile = field(repr=False, compare=False)
    options: Options = field(repr=False, compare=False)
    facts: RoundFacts = field(repr=False, compare=False)

    @property
    def jackpot_paid_cents(self) -> int:
        """Give what the round took from the bonus jackpot."""
        return sum(each.four_card.jackpot_cents for each in self.seats if each.four_card)

    @property
    def movements(self) -> tuple[Movement, ...]:
        """Give the chips as they move, in order, between seats, inventory and jackpot."""
        from rules.three_card_split.movements import movements_of

        return movements_of(self)


def settle(profile: Profile, options: Options, facts: RoundFacts) -> Settlement:
    """Settle a round: every seat against the dealer's hand and the posted pay table.

    Rule: 3CS 7-9; App. B, C, D.
    """
    guard_round(profile, options, facts)
    dealer = dealer_hand(facts.dealer)
    seats = tuple([_row(options, facts, dealer, seat) for seat in facts.seats])
    house = -sum([each.total_cents for each in seats])
    return Settlement(
        seats,
        BankResult("house", None, 0, 0, None),
        HouseResult(house, 0),
        DealerResult(None, 0, dealer),
        profile,
        options,
        facts,
    )


def _row(options: Options, facts: RoundFacts, dealer: Setting, seat: SeatFacts) -> SeatResult:
    three_card = _three_card(facts, seat) if seat.three_card_cents else None
    four_card = _four_card(options, facts, seat) if seat.four_card_cents else None
    hand = player_hand(seat) if seat.state == "played" else None
    outcome, high, low = _primary(seat, hand, dealer)
    net = {"win": seat.wager_cents, "push": 0, "void": 0}.get(outcome, -seat.wager_cents)
    sides = (three_card.net_cents if three_card else 0) + (four_card.net_cents if four_card else 0)
    return SeatResult(
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
    seat: SeatFacts, hand: Setting | None, dealer: Setting
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


def _three_card(facts: RoundFacts, seat: SeatFacts) -> ThreeCardResult:
    """Decide the Three Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. B.
    """
    stake = seat.three_card_cents
    if seat.state != "played":
        return ThreeCardResult(seat.state, 0, 0)
    if compare_three(bank=facts.dealer.cards, player=seat.cards).winner == "player":
        return ThreeCardResult("win", stake, stake)
    return ThreeCardResult("lose", 0, -stake)


def _four_card(options: Options, facts: RoundFacts, seat: SeatFacts) -> FourCardResult:
    """Decide the Four Card wager by the cards, fouled or not (reading).

    Rule: 3CS App. C, App. D.
    """
    stake = seat.four_card_cents
    made = BonusClass.NONE
    if seat.cards and facts.community is not None:
        made = bonus_class(seat.cards, facts.community)
    if seat.state != "played":
        return FourCardResult(made, 0, 0, 0)
    jackpot = jackpot_won(options, facts.jackpot_cents, made, stake)
    won = stake * pay_table(options.four_card).to_one(made) + jackpot
    return FourCardResult(made, won, won or -stake, jackpot)
