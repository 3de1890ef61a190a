"""The commands of `python -m rules` for the tile profiles: one JSON object in, one out."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from rules.facts import read_cents, seat_number
from rules.lines import as_given, ratio
from rules.odds import COMMISSION
from rules.options import Options
from rules.profiles import TileProfile, tile_profile
from rules.reasons import Reason
from rules.refusals import RulesError
from rules.tiles.bank import PastRound, Situation, offers
from rules.tiles.dealing import delivery, starting_positions
from rules.tiles.explain import explain_comparison, explain_tiles, tile_sentence
from rules.tiles.facts import TileRoundFacts, texts, tiles_of
from rules.tiles.odds import odds
from rules.tiles.pair_fortunes import pair_fortunes_class, pays
from rules.tiles.settled import settled_tiles
from rules.tiles.settlement import TileSettlement, settle_tiles
from rules.tiles.tile import guard_one_tile_set

Line = Mapping[str, object]
Answer = dict[str, object]

# Options of the card game that a line may carry without meaning anything for tiles.
CARD_OPTIONS = frozenset({"four_card", "jackpot", "jackpot_minimum"})


def compare_line(line: Line) -> Answer:
    """Answer `compare`: who wins one hand against the bank."""
    profile = _profile(line)
    bank, player = tiles_of(line.get("bank"), 2), tiles_of(line.get("player"), 2)
    guard_one_tile_set((*bank, *player))
    found = profile.ranking.compare((bank[0], bank[1]), (player[0], player[1]))
    why = explain_comparison(
        profile.ranking, profile.ranking.rank(*bank), profile.ranking.rank(*player)
    )
    return {"winner": found.winner, "copy": found.is_copy, "why": [why_of(why)]}


def rank_line(line: Line) -> Answer:
    """Answer `rank`: what two tiles are and how good."""
    profile = _profile(line)
    first, second = tiles_of(line.get("tiles"), 2)
    rank = profile.ranking.rank(first, second)
    return {
        "class": rank.hand_class.value,
        "name": rank.name,
        "value": rank.value,
        "order": rank.order,
    }


def set_line(line: Line) -> Answer:
    """Answer `set`: four tiles the house way."""
    profile = _profile(line)
    held = tiles_of(line.get("tiles"), 4)
    guard_one_tile_set(held)
    setting = profile.house_way.set(held)
    return {
        "high": texts(as_given(setting.high, held)),
        "low": texts(as_given(setting.low, held)),
        "rule": setting.rule,
        "reading": setting.reading,
    }


def start_line(line: Line) -> Answer:
    """Answer `start`: the eight positions in delivery order."""
    profile = _profile(line)
    total = line.get("total")
    if not isinstance(total, int) or isinstance(total, bool):
        raise RulesError("bad-total", f"not a total of three dice: {total!r}")
    positions = starting_positions(
        profile.layout,
        total,
        _start_bank(line.get("bank")),
        adjust=_whole(line.get("adjust"), "adjust", default=0),
        seats=_whole(line.get("seats"), "seats", default=profile.seat_count),
    )
    return {"positions": list(positions)}


def deliver_line(line: Line) -> Answer:
    """Answer `deliver`: the eight hands of a style, place by place."""
    hands = delivery(line.get("style"))
    return {"hands": [[list(place) for place in hand] for hand in hands]}


def bonus_line(line: Line) -> Answer:
    """Answer `bonus`: the Pair Fortunes class of four tiles and what it pays."""
    profile = _profile(line)
    if not profile.has_pair_fortunes:
        raise RulesError("bad-option", f"{profile.short_name} has no Pair Fortunes")
    held = tiles_of(line.get("tiles"), 4)
    guard_one_tile_set(held)
    made = pair_fortunes_class(held)
    return {"class": made.value, "pays": pays(line.get("paytable"), made), "jackpot": False}


def offer_line(line: Line) -> Answer:
    """Answer `offer`: who is offered the bank, who is refused and why."""
    profile = _profile(line)
    found = offers(profile, _situation(profile, line))
    return {
        "order": list(found.order),
        "refused": {str(seat): why.reason for seat, why in found.refused.items()},
    }


def settle_line(line: Line) -> Answer:
    """Answer `settle_tiles`: a whole round, with the reasons."""
    profile, options, facts = round_of_tiles(line)
    settlement = settle_tiles(profile, options, facts)
    reasons = explain_tiles(profile, options, facts, settlement)
    return tile_settlement_answer(settlement) | {"why": [why_of(each) for each in reasons]}


def odds_line(line: Line) -> Answer:
    """Answer `odds`: exact chances of one wager, house way against house way."""
    profile = _profile(line)
    takes_commission = _flag(line.get("commission"), "commission", default=True)
    found = odds(profile.house_way, profile.house_way)
    edge = found.house_edge(COMMISSION if takes_commission else Fraction(0))
    return {
        "win": ratio(found.share(found.win)),
        "push": ratio(found.share(found.push)),
        "lose": ratio(found.share(found.lose)),
        "house_edge": ratio(edge),
    }


HANDLERS: Mapping[str, Callable[[Line], Answer]] = MappingProxyType(
    {
        "compare": compare_line,
        "rank": rank_line,
        "set": set_line,
        "start": start_line,
        "deliver": deliver_line,
        "bonus": bonus_line,
        "offer": offer_line,
        "settle": settle_line,
        "odds": odds_line,
    }
)


def round_of_tiles(line: Line) -> tuple[TileProfile, Options, TileRoundFacts]:
    """Read the profile, the options and the facts of a `settle_tiles` line."""
    profile = _profile(line)
    given = line.get("options")
    if given is not None and not isinstance(given, Mapping):
        raise RulesError("bad-option", f"not options: {given!r}")
    filed = {
        name: value
        for name, value in (given or {}).items()
        if value is not None and name not in CARD_OPTIONS
    }
    return profile, Options.parse(profile, filed), TileRoundFacts.from_mapping(line)


def tile_settlement_answer(settlement: TileSettlement) -> Answer:
    """Write a settlement as a plain record, without its reasons."""
    return settled_tiles(settlement).result_json()


def why_of(reason: Reason) -> Answer:
    """Write a reason as its paragraph and its sentence."""
    return {"cite": reason.citation, "text": tile_sentence(reason)}


def _profile(line: Line) -> TileProfile:
    return tile_profile(line.get("profile"))


def _start_bank(given: object) -> int | None:
    if given == "house":
        return None
    if not isinstance(given, int) or isinstance(given, bool):
        raise RulesError("bank-seat-missing", f"not a bank: {given!r}")
    return given


def _whole(given: object, word: str, *, default: int) -> int:
    if given is None:
        return default
    if not isinstance(given, int) or isinstance(given, bool):
        raise RulesError("bad-option", f"{word} must be a whole number, not {given!r}")
    return given


def _flag(given: object, word: str, *, default: bool) -> bool:
    if given is None:
        return default
    if not isinstance(given, bool):
        raise RulesError("bad-option", f"{word} must be true or false, not {given!r}")
    return given


def _situation(profile: TileProfile, line: Line) -> Situation:
    seats = line.get("seats")
    if not isinstance(seats, list):
        raise RulesError("bad-option", f"not a list of seats: {seats!r}")
    numbers = [_seat(profile, each) for each in seats]
    if len(set(numbers)) != len(numbers):
        raise RulesError("bad-option", f"a seat is there twice: {numbers}")
    history = line.get("history")
    if not isinstance(history, list):
        raise RulesError("bad-option", f"not a list of past rounds: {history!r}")
    return Situation(
        seats=numbers,
        history=[_past_round(profile, each) for each in history],
        wagers=_amounts(profile, line.get("wagers"), "wager"),
        funds=_amounts(profile, line.get("funds"), "fund"),
        has_co_bank=_flag(line.get("co_bank"), "co_bank", default=False),
    )


def _past_round(profile: TileProfile, given: object) -> PastRound:
    if not isinstance(given, Mapping):
        raise RulesError("bad-option", f"not a past round: {given!r}")
    bank = given.get("bank")
    return PastRound(
        bank_seat=None if bank == "house" else _seat(profile, bank),
        wagers=_amounts(profile, given.get("wagers"), "wager"),
        is_co_bank=_flag(given.get("co"), "co", default=False),
    )


def _seat(profile: TileProfile, given: object) -> int:
    number = seat_number(given)
    if not 1 <= number <= profile.seat_count:
        raise RulesError("bad-option", f"the layout has no {profile.seat_word} {number}")
    return number


def _amounts(profile: TileProfile, given: object, word: str) -> dict[int, int]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise RulesError("bad-option", f"not amounts by seat: {given!r}")
    return {_seat_key(profile, seat): read_cents(cents, word) for seat, cents in given.items()}


def _seat_key(profile: TileProfile, given: object) -> int:
    text = str(given)
    if not (text.isascii() and text.isdecimal()) or str(int(text[:9])) != text:
        raise RulesError("bad-option", f"not a seat: {given!r}")
    return _seat(profile, int(text))
