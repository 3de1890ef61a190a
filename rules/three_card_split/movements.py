"""The chips of a settled round as a dealer moves them, in order.

Seat 1 is on the dealer's far right, so that counterclockwise is seat 1 first.

Rule: 3CS 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.three_card_split.settlement import SeatResult, Settlement

INVENTORY = "inventory"
JACKPOT = "jackpot"


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips that go from one named place to another, and for which wager."""

    source: str
    target: str
    amount_cents: int
    wager: str


def place_of(seat: int) -> str:
    """Name a seat as a place for chips."""
    return f"seat-{seat}"


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


def movements(settlement: Settlement) -> tuple[Movement, ...]:
    """List the chips that the dealer takes and pays, seat by seat, primary wager first.

    Wagers that push or are void stay where they lie.

    Rule: 3CS 9.
    """
    by_seat = {result.seat: result for result in settlement.seats}
    return tuple(
        movement for seat in settling_order(by_seat) for movement in _seat_movements(by_seat[seat])
    )


def _seat_movements(result: SeatResult) -> Iterator[Movement]:
    seat = place_of(result.seat)
    yield from _take_or_pay(seat, result.net_cents, "primary")
    if result.three_card is not None:
        yield from _take_or_pay(seat, result.three_card.net_cents, "three-card")
    if result.four_card is not None:
        jackpot = result.four_card.jackpot_cents
        yield from _take_or_pay(seat, result.four_card.net_cents - jackpot, "four-card")
        if jackpot:
            yield Movement(JACKPOT, seat, jackpot, "four-card")


def _take_or_pay(seat: str, net_cents: int, wager: str) -> Iterator[Movement]:
    if net_cents < 0:
        yield Movement(seat, INVENTORY, -net_cents, wager)
    if net_cents > 0:
        yield Movement(INVENTORY, seat, net_cents, wager)
