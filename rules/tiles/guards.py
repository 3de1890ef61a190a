"""What no round can be: guards that run before a settlement."""

from rules.options import Options
from rules.profiles import TileProfile
from rules.refusals import RulesError
from rules.tiles.facts import TileDealerFacts, TileRoundFacts, TileSeatFacts
from rules.tiles.house_ways.deal import Hand
from rules.tiles.tile import Tile, guard_one_tile_set, is_within_a_set


def guard_tile_round(profile: TileProfile, options: Options, facts: TileRoundFacts) -> None:
    """Refuse facts that cannot be of one round under the profile and its options.

    Rule: MD 5 §A-§F, 9 §E(5), §F; MBS 2.2; NZ 3.3(a), 6.1, 6.5, 11.1(a).
    """
    if facts.bank.kind not in profile.bank_kinds:
        raise RulesError(
            "bad-option", f"{profile.short_name} has no bank of kind {facts.bank.kind!r}"
        )
    seen = set()
    for each in facts.seats:
        _guard_seat(profile, options, facts, each)
        if each.seat in seen:
            raise RulesError("bad-option", f"seat {each.seat} is there twice")
        seen.add(each.seat)
    if facts.bank.kind != "house" and facts.bank.seat not in seen:
        raise RulesError("bank-seat-missing", f"the bank's seat {facts.bank.seat} is not there")
    _guard_dealer(profile, options, facts)
    _guard_tiles(facts)


def _guard_seat(
    profile: TileProfile, options: Options, facts: TileRoundFacts, seat: TileSeatFacts
) -> None:
    if not 1 <= seat.seat <= (options.seats or profile.seat_count):
        raise RulesError("bad-option", f"the layout has no {profile.seat_word} {seat.seat}")
    if seat.state not in profile.states:
        raise RulesError("bad-option", f"{profile.short_name} has no state {seat.state!r}")
    if seat.seat == facts.bank.seat:
        _guard_bank_seat(seat)
        return
    if seat.wager_cents <= 0:
        raise RulesError("bad-wager", f"seat {seat.seat} needs a wager above zero")
    if facts.bank.kind == "house" and seat.seat == profile.house_box:
        raise RulesError("bad-wager", f"no wager on box {seat.seat} while the house banks")
    _guard_chips(options, seat.wager_cents)
    if seat.pair_fortunes_cents:
        _guard_pair_fortunes(profile, options, seat)
    if seat.match_play_cents:
        _guard_match_play(profile, options, seat)
    if not seat.tiles and (seat.state == "played" or seat.pair_fortunes_cents):
        raise RulesError("wrong-count", f"seat {seat.seat} needs four tiles")
    if seat.high is not None and seat.state != "played":
        _guard_high(seat.tiles, seat.high)


def _guard_high(held: tuple[Tile, ...], high: Hand) -> None:
    rest = list(held)
    for each in high:
        if each not in rest:
            raise RulesError("bad-setting", f"not one of the hand's tiles: {each.text}")
        rest.remove(each)


def _guard_bank_seat(seat: TileSeatFacts) -> None:
    if seat.wager_cents or seat.pair_fortunes_cents or seat.match_play_cents:
        raise RulesError("bad-wager", f"the bank at seat {seat.seat} makes no wager")
    if not seat.tiles:
        raise RulesError("wrong-count", f"the bank at seat {seat.seat} needs four tiles")


def _guard_chips(options: Options, wager_cents: int) -> None:
    chip = options.smallest_chip
    if chip is not None and wager_cents % chip:
        raise RulesError("bad-wager", f"not a whole number of {chip}-cent chips: {wager_cents}")


def _guard_pair_fortunes(profile: TileProfile, options: Options, seat: TileSeatFacts) -> None:
    if not profile.has_pair_fortunes or options.pair_fortunes is None:
        raise RulesError("bad-option", "the Pair Fortunes wager is not offered")
    _guard_chips(options, seat.pair_fortunes_cents)


def _guard_match_play(profile: TileProfile, options: Options, seat: TileSeatFacts) -> None:
    if not profile.has_match_play or not options.match_play:
        raise RulesError("bad-option", "match-play coupons are not taken")
    if seat.match_play_cents > seat.wager_cents:
        raise RulesError("bad-wager", "a match-play coupon stands beside chips of its amount")


def _guard_dealer(profile: TileProfile, options: Options, facts: TileRoundFacts) -> None:
    dealer = facts.dealer or TileDealerFacts()
    if dealer.wager_cents and not profile.has_dealer_wager:
        raise RulesError("bad-option", f"in {profile.short_name} the dealer makes no wager")
    if dealer.wager_cents and facts.bank.kind == "co-bank":
        raise RulesError("bad-option", "the dealer makes no wager against a co-bank")
    _guard_chips(options, dealer.wager_cents)
    if not dealer.tiles and (
        facts.bank.kind == "house" or dealer.wager_cents or dealer.high is not None
    ):
        raise RulesError("wrong-count", "the dealer needs four tiles")


def _guard_tiles(facts: TileRoundFacts) -> None:
    held = list(facts.dealer.tiles) if facts.dealer else []
    for seat in facts.seats:
        held += seat.tiles
    if len(held) > 32 or not is_within_a_set(sum([each.weight for each in held])):
        guard_one_tile_set(held)
