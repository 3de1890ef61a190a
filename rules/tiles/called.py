"""Settle a round of tiles whose outcomes were called, without the tiles themselves.

For a round that was entered quickly: the dealer's word stands for the comparison of hands; the
money is worked out as in any other settlement.
"""

from collections.abc import Mapping

from rules.facts import BankFacts, read_cents, seat_number
from rules.options import Options
from rules.profiles import TileProfile
from rules.refusals import RulesError
from rules.settlement import HouseResult
from rules.tiles.facts import TileDealerFacts, TileRoundFacts, TileSeatFacts
from rules.tiles.settlement import (
    LOST_STATES,
    TileBankResult,
    TileDealerResult,
    TileSeatResult,
    TileSettlement,
    centre_surplus,
    larger_half,
)
from rules.wagers import VIGORISH, payable_part

COMPARED = ("lose", "push", "win")
DEALERS_SEAT = 0


def called_facts(given: Mapping[str, object]) -> TileRoundFacts:
    """Read the wagers and the bank of a round whose hands are not known."""
    seats, dealer = given.get("seats"), given.get("dealer")
    if not isinstance(seats, list | tuple):
        raise RulesError("bad-option", f"not a list of seats: {seats!r}")
    return TileRoundFacts(
        bank=BankFacts.from_mapping(given.get("bank")),
        seats=tuple(
            TileSeatFacts(
                seat=seat_number(each.get("seat")),
                wager_cents=read_cents(each.get("wager"), "wager"),
                match_play_cents=read_cents(each.get("match_play"), "match_play"),
            )
            for each in seats
        ),
        dealer=None if dealer is None else TileDealerFacts.from_mapping(dealer),
    )


def settle_called_tiles(
    profile: TileProfile, options: Options, facts: TileRoundFacts, outcomes: Mapping[int, str]
) -> TileSettlement:
    """Settle wagers by the outcomes that were called, by seat; 0 is the dealer's own wager.

    Rule: MD 8 §F(3), §G-§K, 9 §O-§S; MBS 3.14-3.16, 4.1-4.2; NZ 6.1, 6.11-6.14, 11.1-11.3.

    >>> from rules.profiles import MBS
    >>> facts = called_facts({"bank": {"kind": "house"}, "seats": [{"seat": 3, "wager": 2000}]})
    >>> settle_called_tiles(MBS, Options.default(MBS), facts, {3: "win"}).house.net_cents
    -1900
    """
    rows = tuple(_row(profile, options, facts, seat, outcomes) for seat in facts.seats)
    dealer = _dealer(facts, outcomes)
    bank = _bank(options, facts, centre_surplus(rows, dealer, facts))
    vigorish = sum(row.vigorish_cents for row in rows) + bank.vigorish_cents
    house = -sum(row.total_cents for row in rows) - bank.net_cents
    return TileSettlement(rows, bank, HouseResult(house, vigorish), dealer, profile, options, facts)


def _row(
    profile: TileProfile,
    options: Options,
    facts: TileRoundFacts,
    seat: TileSeatFacts,
    outcomes: Mapping[int, str],
) -> TileSeatResult:
    if seat.seat == facts.bank.seat:
        return TileSeatResult(seat.seat, "bank", None, None, 0, 0, 0, 0, None, 0, None)
    outcome = outcomes.get(seat.seat, "")
    if outcome not in (*COMPARED, *profile.states[1:]):
        raise RulesError("bad-option", f"seat {seat.seat} cannot end so: {outcome!r}")
    chip = options.smallest_chip if profile.pays_exactly else None
    wager = payable_part(seat.wager_cents, chip)
    outcome = outcome if wager else "void"
    won = wager + seat.match_play_cents if outcome == "win" else 0
    vigorish = VIGORISH[options.vigorish_rounding](won)
    lost = wager if outcome == "lose" or outcome in LOST_STATES else 0
    net = won - vigorish - lost
    returned = seat.wager_cents - wager
    return TileSeatResult(
        seat.seat, outcome, None, None, won, vigorish, net, returned, None, net, None
    )


def _dealer(facts: TileRoundFacts, outcomes: Mapping[int, str]) -> TileDealerResult:
    """Rule: MD 9 §O(1)-(4), §Q."""
    wager = facts.dealer.wager_cents if facts.dealer else 0
    if facts.bank.kind != "player" or not wager:
        return TileDealerResult(None, 0, None)
    outcome = outcomes.get(DEALERS_SEAT, "")
    if outcome not in COMPARED:
        raise RulesError("bad-option", f"the dealer's wager cannot end so: {outcome!r}")
    return TileDealerResult(outcome, (COMPARED.index(outcome) - 1) * wager, None)


def _bank(options: Options, facts: TileRoundFacts, surplus: int) -> TileBankResult:
    """Rule: MD 9 §P(5)-(8), §S(5)-(10); MBS 4.2; NZ 6.14, 11.2-11.3."""
    kind, seat = facts.bank.kind, facts.bank.seat
    if kind == "house":
        return TileBankResult(kind, None, 0, 0, None)
    share = surplus if kind == "player" else larger_half(surplus)
    vigorish = VIGORISH[options.vigorish_rounding](share) if share > 0 else 0
    return TileBankResult(kind, seat, share - vigorish, vigorish, None)
