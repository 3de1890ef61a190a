"""An entered round of cards as the record keeps it and `python -m rules settle` reads it."""

from __future__ import annotations

from rules.place import DEALER, Place
from rules.round import Json, PlacedWager, Round, SetHand, listed


def card_line(entered: Round) -> Json:
    """Write what decides money: wagers, hands, the community card, with the players by marker."""
    line: Json = {
        "bank": {"kind": "house"},
        "seats": [_seat(entered, wager) for wager in entered.wagers],
        "players": listed(entered.wagers),
    }
    if DEALER in entered.hands:
        line["dealer"] = _set(entered.hands[DEALER])
    if entered.community:
        line["community"] = entered.community
    if entered.outcomes is not None:
        line["outcomes"] = listed(entered.outcomes)
    return line


def _seat(entered: Round, wager: PlacedWager) -> Json:
    found: Json = {"seat": wager.seat, "wager": wager.cents}
    if wager.three_card:
        found["three_card"] = wager.three_card
    if wager.four_card:
        found["four_card"] = wager.four_card
    hand = entered.hands.get(Place.of_seat(wager.seat))
    if hand is not None:
        found |= _set(hand)
    if wager.seat in entered.states:
        found["state"] = entered.states[wager.seat]
    return found


def _set(hand: SetHand) -> Json:
    return {"cards": list(hand.held), "high": list(hand.high)}
