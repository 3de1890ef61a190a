"""Chips as they move at the settlement of a round of cards, in an order that a dealer can follow.

Places: `seat-3` (a player with the betting area), `inventory` (the house) and `jackpot`. A wager
that pushes or is returned does not move. Seat 1 is on the dealer's far right, so that
counterclockwise is seat 1 first.

Rule: 3CS 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.cards.settlement import CardSeatResult, CardSettlement
from rules.movements import INVENTORY, Movement
from rules.place import JACKPOT as JACKPOT_PLACE
from rules.place import Place

JACKPOT = JACKPOT_PLACE.text


def dealing_order(seats: Iterable[int]) -> list[int]:
    """Order seats as they are dealt: clockwise from the dealer's left; the dealer comes last.

    Rule: 3CS 3.
    """
    return sorted(seats, reverse=True)


def settling_order(seats: Iterable[int]) -> list[int]:
    """Order seats as they are settled: counterclockwise from the dealer's right.

    Rule: 3CS 9.
    """
    return sorted(seats)


def card_movements(settlement: CardSettlement) -> tuple[Movement, ...]:
    """List the chips that the dealer takes and pays, seat by seat, primary wager first.

    Rule: 3CS 9.
    """
    rows = {row.seat: row for row in settlement.seats}
    return tuple(
        move
        for seat in settling_order(rows)
        for move in _moves(Place.of_seat(seat).named(settlement.profile.seat_word), rows[seat])
        if move.amount_cents
    )


def _moves(place: str, row: CardSeatResult) -> Iterator[Movement]:
    yield _taken_or_paid(place, row.net_cents, row.outcome, row.seat)
    if row.three_card is not None:
        reason = f"three-card-{row.three_card.outcome}"
        yield _taken_or_paid(place, row.three_card.net_cents, reason, row.seat)
    if row.four_card is not None:
        jackpot = row.four_card.jackpot_cents
        from_house = row.four_card.net_cents - jackpot
        reason = "four-card-win" if row.four_card.won_cents else "four-card-lose"
        yield _taken_or_paid(place, from_house, reason, row.seat)
        yield Movement(jackpot, JACKPOT, place, "jackpot", row.seat)


def _taken_or_paid(place: str, net_cents: int, reason: str, seat: int) -> Movement:
    if net_cents < 0:
        return Movement(-net_cents, place, INVENTORY, reason, seat)
    return Movement(net_cents, INVENTORY, place, reason, seat)
