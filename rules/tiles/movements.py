"""Chips as they move at a settlement: an ordered list that a dealer can follow and that adds up.

Places: `seat-3` or `box-3` (a player with the betting area), `centre`, `bank` (the banking
player's own chips) and `inventory` (the house). A wager that pushes or is returned does not move.
"""

from collections.abc import Iterator

from rules.movements import INVENTORY, Movement
from rules.place import BANK as BANK_PLACE
from rules.place import CENTRE as CENTRE_PLACE
from rules.place import SEAT_NAMES
from rules.tiles.settlement import LOST_STATES, TileSeatResult, TileSettlement, centre_surplus

CENTRE, BANK = CENTRE_PLACE.text, BANK_PLACE.text


def tile_movements(settlement: TileSettlement) -> tuple[Movement, ...]:
    """List the chips as they move, in the order of the table.

    Rule: MD 8 §E(2), §G, §K(2), §L, 9 §O-§S; NZ 1.0 Losing Wager Area, 11.1(e)-(g), 11.2(g)-(j),
    11.3(g)-(l).
    """
    moves = _house_bank if settlement.bank.kind == "house" else _player_bank
    return tuple([each for each in moves(settlement) if each.amount_cents])


def _place(settlement: TileSettlement, row: TileSeatResult) -> str:
    return SEAT_NAMES[settlement.profile.seat_word][row.seat]


def _in_order(settlement: TileSettlement) -> list[TileSeatResult]:
    return sorted(settlement.seats, key=lambda row: row.seat)


def _given_up(settlement: TileSettlement, to_place: str) -> Iterator[Movement]:
    """Surrendered, conceded and abandoned wagers go first, before any hand is exposed."""
    for row in _in_order(settlement):
        if row.outcome in LOST_STATES:
            place = _place(settlement, row)
            yield Movement(-row.net_cents, place, to_place, row.outcome, row.seat)


def _lost(settlement: TileSettlement, row: TileSeatResult, to_place: str) -> Iterator[Movement]:
    if row.outcome == "lose":
        place = _place(settlement, row)
        yield Movement(-row.net_cents, place, to_place, "lose", row.seat)


def _paid(settlement: TileSettlement, row: TileSeatResult, from_place: str) -> Iterator[Movement]:
    if row.outcome == "win":
        place = _place(settlement, row)
        coupon = _coupon(settlement, row)
        yield Movement(row.won_cents - coupon, from_place, place, "win", row.seat)
        if coupon:
            yield Movement(coupon, INVENTORY, place, "match-play", row.seat)
        yield Movement(row.vigorish_cents, place, INVENTORY, "vigorish", row.seat)


def _coupon(settlement: TileSettlement, row: TileSeatResult) -> int:
    for each in settlement.facts.seats:
        if each.seat == row.seat:
            return each.match_play_cents
    return 0


def _side(settlement: TileSettlement, row: TileSeatResult) -> Iterator[Movement]:
    side = row.pair_fortunes
    if side is None or not side.net_cents:
        return
    place = _place(settlement, row)
    if side.net_cents > 0:
        yield Movement(side.won_cents, INVENTORY, place, "pair-fortunes-win", row.seat)
    else:
        yield Movement(-side.net_cents, place, INVENTORY, "pair-fortunes-lose", row.seat)


def _house_bank(settlement: TileSettlement) -> Iterator[Movement]:
    yield from _given_up(settlement, INVENTORY)
    if settlement.profile.gathers_losers:
        yield from _gathered(settlement)
        return
    for row in _in_order(settlement):
        if row.outcome == "lose":
            yield from _lost(settlement, row, INVENTORY)
        elif row.outcome == "win":
            yield from _paid(settlement, row, INVENTORY)
        if row.pair_fortunes is not None:
            yield from _side(settlement, row)


def _gathered(settlement: TileSettlement) -> Iterator[Movement]:
    """Losing wagers lie in the losing wager area until all hands are compared (NZ 11.1(e))."""
    rows = _in_order(settlement)
    for row in rows:
        yield from _lost(settlement, row, CENTRE)
    gathered = -sum(row.net_cents for row in rows if row.outcome == "lose")
    yield Movement(gathered, CENTRE, INVENTORY, "losers-to-inventory", None)
    for row in rows:
        yield from _paid(settlement, row, INVENTORY)


def _player_bank(settlement: TileSettlement) -> Iterator[Movement]:
    dealer = settlement.dealer.net_cents
    yield from _given_up(settlement, CENTRE)
    if dealer < 0:
        yield Movement(-dealer, INVENTORY, CENTRE, "dealer-loses", None)
    for row in _in_order(settlement):
        yield from _lost(settlement, row, CENTRE)
    surplus = centre_surplus(settlement.seats, settlement.dealer, settlement.facts)
    yield from _pay_from_centre(settlement, missing=max(-surplus, 0))
    for row in _in_order(settlement):
        yield from _side(settlement, row)
    if surplus > 0:
        yield from _share_surplus(settlement, surplus)


def _pay_from_centre(settlement: TileSettlement, missing: int) -> Iterator[Movement]:
    """Pay winners until the centre is used up; then the bank brings all that is missing."""
    winners = [row for row in _pay_order(settlement) if row.outcome == "win"]
    owed = [row.won_cents - _coupon(settlement, row) for row in winners]
    dealer = max(settlement.dealer.net_cents, 0)
    in_centre = sum(owed) + dealer - missing
    for row, amount in zip(winners, owed, strict=True):
        if missing and in_centre < amount:
            yield from _brought(settlement, missing)
            in_centre, missing = in_centre + missing, 0
        yield from _paid(settlement, row, CENTRE)
        in_centre -= amount
    yield from _brought(settlement, missing)
    yield Movement(dealer, CENTRE, INVENTORY, "dealer-wins", None)


def _pay_order(settlement: TileSettlement) -> list[TileSeatResult]:
    """Seat 1 first; in New Zealand counterclockwise from the banker's box."""
    rows = _in_order(settlement)
    bank = settlement.bank.seat
    if not settlement.profile.pays_from_bank or bank is None:
        return rows
    return sorted(rows, key=lambda row: (row.seat < bank, row.seat))


def _brought(settlement: TileSettlement, missing: int) -> Iterator[Movement]:
    """A player bank brings what is missing; a co-banker the smaller half, the house the rest."""
    seat = settlement.bank.seat
    if settlement.bank.kind == "player":
        yield Movement(missing, BANK, CENTRE, "bank-brings", seat)
        return
    yield Movement(missing // 2, BANK, CENTRE, "bank-brings", seat)
    yield Movement(missing - missing // 2, INVENTORY, CENTRE, "house-brings", None)


def _share_surplus(settlement: TileSettlement, surplus: int) -> Iterator[Movement]:
    bank = settlement.bank
    share = bank.net_cents + bank.vigorish_cents
    from_centre = min(bank.vigorish_cents, share)
    owed = bank.vigorish_cents - from_centre
    yield Movement(surplus - share, CENTRE, INVENTORY, "house-half", None)
    yield Movement(from_centre, CENTRE, INVENTORY, "bank-vigorish", bank.seat)
    yield Movement(owed, BANK, INVENTORY, "bank-vigorish", bank.seat)
    yield Movement(share - from_centre, CENTRE, BANK, "bank-receives", bank.seat)
