"""Settle a round of cards whose outcomes were called, without the cards themselves."""

from __future__ import annotations

from rules.movements import INVENTORY, Movement
from rules.round import CalledOutcome, Json, PlacedWager
from rules.settlement import (
    HouseResult,
    SettledBank,
    SettledDealer,
    SettledSeat,
    Settlement,
    players_of,
)


def settle_called_cards(line: Json) -> Settlement:
    """Settle a round that was entered quickly: the primary wagers by the outcomes called.

    Rule: 3CS 8-9.
    """
    wagers = [PlacedWager(**each) for each in line["players"]]
    stakes = {wager.seat: wager.cents for wager in wagers}
    called = sorted([CalledOutcome(**each) for each in line["outcomes"]])
    seats = tuple([_seat(each, stakes[each.seat]) for each in called])
    return Settlement(
        facts=line,
        seats=seats,
        players=players_of(wagers, seats),
        bank=SettledBank(),
        house=HouseResult(-sum([each.net_cents for each in seats]), 0),
        dealer=SettledDealer(),
        jackpot_cents=0,
        movements=tuple([_moved(each) for each in seats if each.net_cents]),
    )


def _seat(called: CalledOutcome, wager_cents: int) -> SettledSeat:
    net = {"win": wager_cents, "lose": -wager_cents}.get(called.outcome, 0)
    return SettledSeat(called.seat, called.outcome, None, None, max(net, 0), 0, net, 0, net)


def _moved(seat: SettledSeat) -> Movement:
    place, cents = f"seat-{seat.seat}", seat.net_cents
    ends = (place, INVENTORY) if cents < 0 else (INVENTORY, place)
    return Movement(abs(cents), *ends, seat.outcome, seat.seat)
