"""A settled round of cards as the one settlement that both games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.cards.card import names
from rules.cards.settlement import CardSeatResult, CardSettlement
from rules.lines import as_given
from rules.reasons import Reason
from rules.round import Json, PlacedWager
from rules.settlement import SettledBank, SettledDealer, SettledSeat, Settlement, players_of


def settled_cards(
    settlement: CardSettlement,
    *,
    facts: Json | None = None,
    wagers: Sequence[PlacedWager] = (),
    reasons: Iterable[Reason] = (),
) -> Settlement:
    """Give a settlement with what each player got of it, and what it took from the jackpot."""
    seats = tuple([_seat(each) for each in settlement.seats])
    hand, held = settlement.dealer.hand, settlement.facts.dealer.cards
    return Settlement(
        facts={} if facts is None else facts,
        seats=seats,
        players=players_of(wagers, seats) if wagers else (),
        bank=SettledBank(),
        house=settlement.house,
        dealer=SettledDealer(names(as_given(hand.high, held)), [hand.low.text]),
        jackpot_cents=settlement.jackpot_paid_cents,
        movements=settlement.movements if wagers else (),
        reasons=tuple(reasons),
    )


def _seat(result: CardSeatResult) -> SettledSeat:
    return SettledSeat(
        result.seat,
        result.outcome,
        result.high,
        result.low,
        result.won_cents,
        result.vigorish_cents,
        result.net_cents,
        result.returned_cents,
        result.total_cents,
        _bonuses(result),
    )


def _bonuses(result: CardSeatResult) -> dict[str, Json]:
    found: dict[str, Json] = {}
    three, four = result.three_card, result.four_card
    if three is not None:
        found["three_card"] = {
            "outcome": three.outcome,
            "won": three.won_cents,
            "net": three.net_cents,
        }
    if four is not None:
        found["four_card"] = {
            "class": four.bonus_class.value,
            "won": four.won_cents,
            "net": four.net_cents,
            "jackpot": four.jackpot_cents,
        }
    return found
