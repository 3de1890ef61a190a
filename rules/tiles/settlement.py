"""Settle a round of tiles: outcomes, vigorish, the bank's and the house's result.

`settle_tiles` computes amounts only. Why, and how the chips move, is computed when asked
(`rules.tiles.explain`, `TileSettlement.movements`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rules.options import Options
from rules.profiles import TileProfile
from rules.refusals import RulesError
from rules.settlement import BankResult, HouseResult
from rules.tiles.facts import TileRoundFacts, TileSeatFacts
from rules.tiles.guards import guard_tile_round
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.deal import Hand
from rules.tiles.house_ways.lines import TileSetting
from rules.tiles.pair_fortunes import PairFortunesClass, pair_fortunes_class, pays
from rules.tiles.ranking import Ranking
from rules.tiles.tile import Tile
from rules.wagers import VIGORISH, payable_part

if TYPE_CHECKING:
    from rules.movements import Movement

AS_SET = "as set"
AS_SET_REVERSED = "as set, the higher hand taken as the high hand"
LOST_STATES = frozenset({"surrendered", "abandoned", "conceded"})
TAKEN = LOST_STATES | {"lose"}


class SideResult(NamedTuple):
    """A Pair Fortunes wager: its class, what it won, its net."""

    bonus_class: PairFortunesClass
    won_cents: int
    net_cents: int


class TileSeatResult(NamedTuple):
    """What a seat's wagers came to. `won` is before vigorish, `net` after it."""

    seat: int
    outcome: str
    high: str | None
    low: str | None
    won_cents: int
    vigorish_cents: int
    net_cents: int
    returned_cents: int
    pair_fortunes: SideResult | None
    total_cents: int
    hand: TileSetting | None


@dataclass(frozen=True, slots=True)
class TileBankResult(BankResult):
    """The bank's result with the hand that every seat was compared with, where it is known."""

    hand: TileSetting | None


class TileDealerResult(NamedTuple):
    """The dealer's hand, and the dealer's wager against a player bank."""

    outcome: str | None
    net_cents: int
    hand: TileSetting | None


@dataclass(frozen=True, slots=True)
class TileSettlement:
    """A settled round. Seats' totals, bank and house add up to nothing."""

    seats: tuple[TileSeatResult, ...]
    bank: TileBankResult
    house: HouseResult
    dealer: TileDealerResult
    profile: TileProfile = field(repr=False, compare=False)
    options: Options = field(repr=False, compare=False)
    facts: TileRoundFacts = field(repr=False, compare=False)

    @property
    def movements(self) -> "tuple[Movement, ...]":
        """Give the chips as they move, in order, between seats, centre, bank and inventory."""
        from rules.tiles.movements import tile_movements

        return tile_movements(self)


def settle_tiles(profile: TileProfile, options: Options, facts: TileRoundFacts) -> TileSettlement:
    """Settle a round. The same facts always give the same settlement.

    Rule: MD 8 §F-§L, 9 §O-§S; MBS 1.1.8, 3.4, 3.14-3.16.1, 4.1-4.2; NZ 1.0 Match, 6.1-6.2,
    6.11-6.14, 10.11, 11.1-11.3; Leaflet ¶15-¶19.
    """
    guard_tile_round(profile, options, facts)
    table = _Table(profile, options, facts)
    rows = tuple(
        [
            _bank_row(each, table) if each.seat == table.bank_seat else _row(each, table)
            for each in facts.seats
        ]
    )
    dealer = _dealer_result(table)
    bank = _bank_result(table, rows, dealer)
    vigorish = sum([each.vigorish_cents for each in rows]) + bank.vigorish_cents
    house = -sum([each.total_cents for each in rows]) - bank.net_cents
    return TileSettlement(rows, bank, HouseResult(house, vigorish), dealer, profile, options, facts)


class _Table:
    """What every seat of the round is settled against."""

    __slots__ = (
        "bank_hand",
        "bank_seat",
        "dealer_hand",
        "facts",
        "high_order",
        "house_way",
        "low_order",
        "options",
        "profile",
        "ranking",
        "smallest_chip",
        "vigorish",
    )

    def __init__(self, profile: TileProfile, options: Options, facts: TileRoundFacts) -> None:
        self.profile = profile
        self.options = options
        self.facts = facts
        self.ranking: Ranking = profile.ranking
        self.house_way: HouseWay = options.house_way or profile.house_way
        self.vigorish: Callable[[int], int] = VIGORISH[options.vigorish_rounding]
        self.smallest_chip = options.smallest_chip if profile.pays_exactly else None
        self.bank_seat = facts.bank.seat
        self.dealer_hand = _dealer_hand(self)
        self.bank_hand = _bank_hand(self)
        self.high_order = self.bank_hand.high_rank.order
        self.low_order = self.bank_hand.low_rank.order


def _dealer_hand(table: _Table) -> TileSetting | None:
    """Set the dealer's hand the house way, or take it as set where it stands.

    Rule: MD 8 §D, 10 §F; MBS 3.13; NZ 11.1(c), 12.8.
    """
    dealer = table.facts.dealer
    if dealer is None or not dealer.tiles:
        return None
    return _house_hand(table, dealer.tiles, dealer.high, stands=dealer.stands)


def _bank_hand(table: _Table) -> TileSetting:
    """Take a player bank's hand as set; set the house's and a co-bank's the house way.

    Rule: MD 9 §E(4), §O; MBS 3.13; NZ 10.4(b)-(c), 11.2(d), 11.3(e).
    """
    bank = table.facts.bank
    if bank.kind == "house":
        assert table.dealer_hand is not None
        return table.dealer_hand
    row = next(each for each in table.facts.seats if each.seat == bank.seat)
    if bank.kind == "player":
        return hand_of(table.ranking, table.house_way, row.tiles, row.high)
    return _house_hand(table, row.tiles, row.high, stands=bank.stands)


def _house_hand(
    table: _Table, held: tuple[Tile, ...], high: Hand | None, *, stands: bool
) -> TileSetting:
    house = table.house_way.set(held)
    if high is None:
        return house
    given = hand_of(table.ranking, table.house_way, held, high)
    if stands and table.profile.lets_stand:
        return given
    if (given.high_rank.order, given.low_rank.order) != (
        house.high_rank.order,
        house.low_rank.order,
    ):
        words = " ".join(each.text for each in house.high)
        raise RulesError("not-house-way", f"the house way plays {words} high ({house.rule})")
    return house


def hand_of(
    ranking: Ranking, house_way: HouseWay, held: tuple[Tile, ...], high: Hand | None
) -> TileSetting:
    """Take a hand as it was put down; without a high hand set it the house way.

    The higher-ranking hand is the high hand, however it was put down (reading).

    Rule: MD 1 §B(5)-(6), §B(8), 8 §A(1), §B(2); MBS 1.1.6, 3.11; NZ 1.0 Hand, 1.0 Set, 10.3(b),
    10.4(a).
    """
    if high is None:
        return house_way.set(held)
    rest = list(held)
    try:
        rest.remove(high[0])
        rest.remove(high[1])
    except ValueError:
        words = " ".join(each.text for each in high)
        raise RulesError("bad-setting", f"not two of the hand's tiles: {words}") from None
    low = (rest[0], rest[1])
    high_rank, low_rank = ranking.rank(*high), ranking.rank(*low)
    if high_rank.order >= low_rank.order:
        return TileSetting(high, low, AS_SET, False, high_rank, low_rank)
    return TileSetting(low, high, AS_SET_REVERSED, True, low_rank, high_rank)


def _bank_row(given: TileSeatFacts, table: _Table) -> TileSeatResult:
    return TileSeatResult(given.seat, "bank", None, None, 0, 0, 0, 0, None, 0, table.bank_hand)


def _row(given: TileSeatFacts, table: _Table) -> TileSeatResult:
    wager = payable_part(given.wager_cents, table.smallest_chip)
    returned = given.wager_cents - wager
    side = _pair_fortunes(given, table) if given.pair_fortunes_cents else None
    side_net = side.net_cents if side else 0
    if given.state != "played" or not wager:
        state = given.state if wager else "void"
        net = -wager if state in LOST_STATES else 0
        return TileSeatResult(
            given.seat, state, None, None, 0, 0, net, returned, side, net + side_net, None
        )
    hand = hand_of(table.ranking, table.house_way, given.tiles, given.high)
    wins_high = hand.high_rank.order > table.high_order
    wins_low = hand.low_rank.order > table.low_order
    won = vigorish = net = 0
    if wins_high and wins_low:
        outcome = "win"
        won = wager + given.match_play_cents
        vigorish = table.vigorish(won)
        net = won - vigorish
    elif wins_high or wins_low:
        outcome = "push"
    else:
        outcome, net = "lose", -wager
    return TileSeatResult(
        given.seat,
        outcome,
        "win" if wins_high else "lose",
        "win" if wins_low else "lose",
        won,
        vigorish,
        net,
        returned,
        side,
        net + side_net,
        hand,
    )


def _pair_fortunes(given: TileSeatFacts, table: _Table) -> SideResult:
    """Decide a Pair Fortunes wager by the four tiles, against the house, without vigorish.

    A surrendered hand's is still decided, an abandoned hand's is lost, a void one's is returned
    (readings).

    Rule: MD 5 §F, 8 §L.
    """
    made = pair_fortunes_class(given.tiles) if given.tiles else PairFortunesClass.NONE
    stake = given.pair_fortunes_cents
    if given.state == "void":
        return SideResult(made, 0, 0)
    if given.state == "abandoned":
        return SideResult(made, 0, -stake)
    won = stake * pays(table.options.pair_fortunes, made)
    return SideResult(made, won, won or -stake)


def _dealer_result(table: _Table) -> TileDealerResult:
    """Settle the dealer's wager against a player bank; its winnings carry no vigorish.

    Rule: MD 9 §O(1)-(4), §Q.
    """
    dealer, hand = table.facts.dealer, table.dealer_hand
    if table.facts.bank.kind != "player" or not dealer or not dealer.wager_cents or not hand:
        return TileDealerResult(None, 0, hand)
    wins = (hand.high_rank.order > table.high_order) + (hand.low_rank.order > table.low_order)
    outcome = ("lose", "push", "win")[wins]
    return TileDealerResult(outcome, (wins - 1) * dealer.wager_cents, hand)


def _bank_result(
    table: _Table, rows: tuple[TileSeatResult, ...], dealer: TileDealerResult
) -> TileBankResult:
    """Give the bank what the centre leaves, less vigorish, or make it bring what is missing.

    Rule: MD 9 §P(2)-(8), §S(5)-(10); MBS 4.2; NZ 6.14, 11.2(i)-(j), 11.3(j)-(l).
    """
    kind, seat = table.facts.bank.kind, table.facts.bank.seat
    if kind == "house":
        return TileBankResult(kind, None, 0, 0, table.bank_hand)
    surplus = centre_surplus(rows, dealer, table.facts)
    share = surplus if kind == "player" else larger_half(surplus)
    vigorish = table.vigorish(share) if share > 0 else 0
    return TileBankResult(kind, seat, share - vigorish, vigorish, table.bank_hand)


def centre_surplus(
    rows: tuple[TileSeatResult, ...], dealer: TileDealerResult, facts: TileRoundFacts
) -> int:
    """Give what the losing wagers leave after all winning wagers are paid; less than 0 is missing.

    The house pays for match-play coupons, so they are no burden on the bank (reading).
    """
    coupons = {each.seat: each.match_play_cents for each in facts.seats if each.match_play_cents}
    paid = sum([each.won_cents - coupons.get(each.seat, 0) for each in rows if each.won_cents])
    taken = -sum([each.net_cents for each in rows if each.outcome in TAKEN])
    return taken - paid - dealer.net_cents


def larger_half(surplus_cents: int) -> int:
    """Give a co-banker's half: the larger of a surplus, the smaller of a shortfall (reading).

    >>> larger_half(101), larger_half(-101)
    (51, -50)
    """
    return -(-surplus_cents // 2)
