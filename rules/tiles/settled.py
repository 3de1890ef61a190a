"""A settled round of tiles as the one settlement that both games share."""

from collections.abc import Iterable, Sequence

from rules.lines import as_given
from rules.reasons import Reason
from rules.round import Json, PlacedWager
from rules.settlement import (
    SettledBank,
    SettledDealer,
    SettledSeat,
    Settlement,
    players_of,
)
from rules.shares import Share
from rules.tiles.facts import texts
from rules.tiles.house_ways.lines import TileSetting
from rules.tiles.settlement import SideResult, TileSeatResult, TileSettlement
from rules.tiles.tile import Tile


def settled_tiles(
    settlement: TileSettlement,
    *,
    facts: Json | None = None,
    wagers: Sequence[PlacedWager] = (),
    shares: tuple[Share, ...] = (),
    reasons: Iterable[Reason] = (),
) -> Settlement:
    """Give a settlement with what each player and each sharer of the bank got of it."""
    bank, house, dealer = settlement.bank, settlement.house, settlement.dealer
    seats = tuple([_seat(each) for each in settlement.seats])
    held = settlement.facts.dealer.tiles if settlement.facts.dealer is not None else ()
    high, low = _dealer_hands(dealer.hand, held)
    return Settlement(
        facts={} if facts is None else facts,
        seats=seats,
        players=players_of(wagers, seats) if wagers else (),
        bank=SettledBank(bank.kind, bank.seat, bank.net_cents, bank.vigorish_cents, shares),
        house=house,
        dealer=SettledDealer(high, low, dealer.outcome, dealer.net_cents),
        movements=settlement.movements if wagers else (),
        reasons=tuple(reasons),
    )


def _seat(result: TileSeatResult) -> SettledSeat:
    side = result.pair_fortunes
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
        {} if side is None else {"pair_fortunes": _side(side)},
    )


def _side(side: SideResult) -> Json:
    return {"class": side.bonus_class.value, "won": side.won_cents, "net": side.net_cents}


def _dealer_hands(
    setting: TileSetting | None, held: Sequence[Tile]
) -> tuple[list[str] | None, list[str] | None]:
    if setting is None:
        return None, None
    return texts(as_given(setting.high, held)), texts(as_given(setting.low, held))
