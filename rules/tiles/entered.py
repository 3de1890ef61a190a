"""An entered round of tiles in the form in which it is settled, and as the record keeps that."""

from rules.facts import BankFacts
from rules.place import DEALER
from rules.round import Json, Round, SetHand, listed
from rules.tiles.facts import (
    TileDealerFacts,
    TileRoundFacts,
    TileSeatFacts,
    high_of,
    tiles_of,
)


def tile_facts(entered: Round) -> TileRoundFacts:
    """Read what decides money out of a round: bank, wagers, hands and how they ended."""
    hands = entered.hands_by_seat()
    return TileRoundFacts(
        bank=_bank(entered),
        seats=tuple([_seat(entered, seat, hands.get(seat)) for seat in entered.played_seats()]),
        dealer=_dealer(entered),
    )


def tile_line(entered: Round, facts: TileRoundFacts) -> Json:
    """Write the same as `python -m rules settle` reads it, with the players by marker."""
    line = facts.as_mapping() | {"players": listed(entered.wagers)}
    if entered.bank.shares:
        line["bank"] = {**facts.bank.as_mapping(), "shares": listed(entered.bank.shares)}
    if entered.outcomes is not None:
        line["outcomes"] = listed(entered.outcomes)
    return line


def _bank(entered: Round) -> BankFacts:
    kind = entered.bank.kind
    if kind == "house":
        return BankFacts()
    return BankFacts(kind, entered.bank.seat, stands=entered.stands)


def _dealer(entered: Round) -> TileDealerFacts | None:
    hand, kind = entered.hands.get(DEALER), entered.bank.kind
    wager = (entered.dealer_wager_cents or 0) if kind == "player" else 0
    stands = entered.stands and kind == "house"
    if hand is None:
        return TileDealerFacts(wager_cents=wager, stands=stands) if wager or stands else None
    return TileDealerFacts(tiles_of(hand.held, 4), high_of(hand.high), wager, stands)


def _seat(entered: Round, seat: int, hand: SetHand | None) -> TileSeatFacts:
    wager = fortunes = coupons = 0
    for each in entered.wagers:
        if each.seat == seat:
            wager += each.cents
            fortunes += each.pair_fortunes or 0
            coupons += each.match_play or 0
    return TileSeatFacts(
        seat,
        wager,
        () if hand is None else tiles_of(hand.held, 4),
        None if hand is None else high_of(hand.high),
        entered.state_at(seat),
        fortunes,
        coupons,
    )
