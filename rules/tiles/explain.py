"""Why a round ended as it did: codes and parameters with the paragraph that decides.

A record keeps `Reason`s; `tile_sentence` says one in English, or in another language when it is
given a function that translates the templates. Nothing here is computed unless somebody asks.
"""

from collections.abc import Iterator, Mapping

from rules.options import Options
from rules.profiles import TileProfile
from rules.reasons import PREFIXES, Money, Reason, Translate, placed, plain_money, sided
from rules.tiles.facts import TileRoundFacts, TileSeatFacts
from rules.tiles.house_ways.lines import TileSetting
from rules.tiles.house_ways.words import line_words
from rules.tiles.pair_fortunes import BONUS_CITES, pays
from rules.tiles.ranking import HandClass, HandRank, Ranking, hand_name
from rules.tiles.sentences import BONUS_NAMES, SENTENCES
from rules.tiles.settlement import (
    AS_SET,
    AS_SET_REVERSED,
    TileSeatResult,
    TileSettlement,
    centre_surplus,
    settle_tiles,
)
from rules.wagers import payable_part


def tile_sentence(reason: Reason, translate: Translate = str, money: Money = plain_money) -> str:
    """Say a reason, after the seat and the hand that it is about.

    >>> params = {"value": 7, "winner_tile": "Teen", "loser_tile": "High 8"}
    >>> tile_sentence(Reason("player-top-tile", params, "MD 3 §H(1)"))
    'Both are worth 7; Teen outranks High 8: the player wins.'
    """
    return placed(reason, _said(reason, translate, money), PREFIXES, translate)


def tile_clause(reason: Reason, translate: Translate = str, money: Money = plain_money) -> str:
    """Say a reason that stands among those of its place: only the hand is named.

    >>> params = {"place": "seat", "seat": 2, "side": "low", "winner_value": 8, "loser_value": 3}
    >>> tile_clause(Reason("bank-higher-value", params, "MD 3 §D"))
    'Low hand. 8 beats 3: the bank wins.'
    """
    return sided(reason, _said(reason, translate, money), translate)


def _said(reason: Reason, translate: Translate, money: Money) -> str:
    words = {key: _word(key, value, translate, money) for key, value in reason.params.items()}
    return translate(SENTENCES[reason.code]).format_map(words)


def _word(key: str, value: str | int, translate: Translate, money: Money) -> str | int:
    if key.endswith("_cents"):
        return money(int(value))
    if key.endswith("_hand"):
        return hand_name(str(value), translate)
    if key.endswith("_tile"):
        return translate(str(value))
    if key == "rule":
        return line_words(str(value))
    if key == "bonus":
        return translate(BONUS_NAMES[str(value)])
    return value


def explain_comparison(
    ranking: Ranking, bank: HandRank, player: HandRank, **about: str | int
) -> Reason:
    """Say why one hand beats the other, or copies it.

    Rule: MD 3 §B(1), §C, §D, §H, §J; MBS 3.6; NZ 4.1, 4.3, 4.5, 4.6, 4.7; Leaflet ¶9,
    ¶10, ¶23, ¶24, ¶25, ¶26.
    """
    cites = ranking.rules.cites
    if bank.order == player.order:
        return _copy(cites, player, about)
    who, winner, loser = (
        ("player", player, bank) if player.order > bank.order else ("bank", bank, player)
    )
    if winner.hand_class is not HandClass.VALUE or loser.hand_class is not HandClass.VALUE:
        same = winner.hand_class is loser.hand_class
        params = about | {"winner_hand": winner.code, "loser_hand": loser.code}
        return Reason(f"{who}-higher-hand", params, winner.cite if same else cites["class"])
    if winner.value != loser.value:
        params = about | {"winner_value": _value(winner), "loser_value": _value(loser)}
        return Reason(f"{who}-higher-value", params, cites["value"])
    params = about | {
        "value": _value(winner),
        "winner_tile": _top(winner),
        "loser_tile": _top(loser),
    }
    return Reason(f"{who}-top-tile", params, cites["top"])


def _copy(cites: Mapping[str, str], rank: HandRank, about: dict[str, str | int]) -> Reason:
    if rank.value == 0:
        return Reason("zero-zero", about, cites["zero"])
    if rank.hand_class is HandClass.VALUE:
        params = about | {"value": _value(rank), "top_tile": _top(rank)}
        return Reason("copy-value", params, cites["same-top"])
    return Reason("copy-hand", about | {"both_hand": rank.code}, cites["same"])


def _value(rank: HandRank) -> int:
    return rank.value or 0


def _top(rank: HandRank) -> str:
    return rank.top.name if rank.top is not None else ""


def explain_tiles(
    profile: TileProfile,
    options: Options,
    facts: TileRoundFacts,
    settlement: TileSettlement | None = None,
) -> list[Reason]:
    """Say why every wager of a round ended as it did, in the order of the table."""
    settled = settlement or settle_tiles(profile, options, facts)
    reasons = list(_bank_hand(settled))
    for given in sorted(facts.seats, key=lambda each: each.seat):
        row = next(each for each in settled.seats if each.seat == given.seat)
        reasons += _seat(settled, given, row)
    return reasons + list(_bank_result(settled))


def _set(
    code: str, hand: TileSetting, about: dict[str, str | int], cite: str, *, reading: bool
) -> Reason:
    (first, second), (third, fourth) = hand.high, hand.low
    params = about | {
        "high": f"{first.text} {second.text}",
        "low": f"{third.text} {fourth.text}",
        "high_hand": hand.high_rank.code,
        "low_hand": hand.low_rank.code,
        "rule": hand.rule,
    }
    return Reason(code, params, cite, reading)


def _bank_hand(settled: TileSettlement) -> Iterator[Reason]:
    dealer, bank = settled.dealer.hand, settled.bank.hand
    profile, kind = settled.profile, settled.bank.kind
    if dealer is not None:
        yield _as_set("dealer", dealer, profile)
    if kind != "house" and bank is not None:
        yield _as_set("bank", bank, profile)
    if settled.dealer.outcome is not None and dealer is not None and bank is not None:
        yield explain_comparison(
            profile.ranking, bank.high_rank, dealer.high_rank, place="dealer", side="high", seat=0
        )
        yield explain_comparison(
            profile.ranking, bank.low_rank, dealer.low_rank, place="dealer", side="low", seat=0
        )
        amount = abs(settled.dealer.net_cents)
        code = f"dealer-{settled.dealer.outcome}"
        yield Reason(code, {"amount_cents": amount}, profile.cites["dealer-wager"])


def _as_set(who: str, hand: TileSetting, profile: TileProfile, **about: str | int) -> Reason:
    """Say how a hand was set; what a player chose needs no paragraph but the one on hands."""
    if hand.rule == AS_SET_REVERSED:
        return _set(f"{who}-reversed", hand, about, profile.cites["reversed"], reading=True)
    if hand.rule == AS_SET:
        return _set(f"{who}-as-set", hand, about, profile.cites["reversed"], reading=False)
    return _set(f"{who}-house-way", hand, about, hand.rule, reading=hand.reading)


def _seat(settled: TileSettlement, given: TileSeatFacts, row: TileSeatResult) -> Iterator[Reason]:
    profile = settled.profile
    about: dict[str, str | int] = {"place": profile.seat_word, "seat": row.seat}
    if row.outcome == "bank":
        return
    if row.returned_cents:
        code = "refused-part" if row.returned_cents < given.wager_cents else "refused-whole"
        params = about | {"returned_cents": row.returned_cents}
        yield Reason(code, params, profile.cites["refused"])
    if row.hand is not None and settled.bank.hand is not None:
        yield _as_set("player", row.hand, profile, **about)
        bank = settled.bank.hand
        for side, theirs, ours in (
            ("high", bank.high_rank, row.hand.high_rank),
            ("low", bank.low_rank, row.hand.low_rank),
        ):
            yield explain_comparison(profile.ranking, theirs, ours, **about, side=side)
    if row.returned_cents < given.wager_cents:
        yield _outcome(settled, given, row, about)
    if row.won_cents:
        yield _vigorish(settled, row.won_cents, row.vigorish_cents, about)
    if row.pair_fortunes is not None:
        yield _pair_fortunes(settled, given, row, about)


def _outcome(
    settled: TileSettlement, given: TileSeatFacts, row: TileSeatResult, about: dict[str, str | int]
) -> Reason:
    chip = settled.options.smallest_chip if settled.profile.pays_exactly else None
    wager = payable_part(given.wager_cents, chip)
    code = row.outcome
    if code == "push":
        code = "push-high" if row.high == "win" else "push-low"
    params = about | {"wager_cents": wager}
    if code == "win" and given.match_play_cents:
        params |= {"won_cents": row.won_cents}
        return Reason("win-match-play", params, settled.profile.cites["match-play"], reading=True)
    return Reason(code, params, settled.profile.cites[code])


def _vigorish(
    settled: TileSettlement, won: int, vigorish: int, about: dict[str, str | int]
) -> Reason:
    """Say how the vigorish was rounded; half up to the cent is a reading where it tells."""
    params = about | {"won_cents": won, "vigorish_cents": vigorish}
    if settled.options.vigorish_rounding == "up-to-25c":
        return Reason("vigorish-quarters", params, settled.profile.cites["vigorish-rounding"])
    return Reason("vigorish", params, settled.profile.cites["vigorish"], reading=bool(won % 20))


def _pair_fortunes(
    settled: TileSettlement, given: TileSeatFacts, row: TileSeatResult, about: dict[str, str | int]
) -> Reason:
    side, table = row.pair_fortunes, settled.options.pair_fortunes
    assert side is not None
    assert table is not None
    cite = settled.profile.cites["pair-fortunes"] + BONUS_CITES[table]
    params = about | {
        "bonus": side.bonus_class.value,
        "stake_cents": given.pair_fortunes_cents,
        "pays": pays(table, side.bonus_class),
    }
    if row.outcome in ("void", "abandoned"):
        return Reason(f"pair-fortunes-{row.outcome}", params, cite, reading=row.outcome != "void")
    code = "pair-fortunes-win" if side.won_cents else "pair-fortunes-lose"
    return Reason(code, params, cite, reading=row.outcome == "surrendered")


def _bank_result(settled: TileSettlement) -> Iterator[Reason]:
    bank, cites = settled.bank, settled.profile.cites
    if bank.kind == "house":
        return
    surplus = centre_surplus(settled.seats, settled.dealer, settled.facts)
    prefix = "co-bank" if bank.kind == "co-bank" else "bank"
    odd = bank.kind == "co-bank" and bool(surplus % 2)
    if surplus > 0:
        share = bank.net_cents + bank.vigorish_cents
        params: dict[str, str | int] = {"surplus_cents": surplus, "share_cents": share}
        yield Reason(f"{prefix}-surplus", params, cites[f"{prefix}-surplus"], reading=odd)
        about: dict[str, str | int] = {"place": "bank", "seat": bank.seat or 0}
        yield _vigorish(settled, share, bank.vigorish_cents, about)
    elif surplus < 0:
        params = {"missing_cents": -surplus, "share_cents": -bank.net_cents}
        yield Reason(f"{prefix}-shortfall", params, cites[f"{prefix}-shortfall"], reading=odd)
    else:
        yield Reason("bank-even", {}, cites[f"{prefix}-surplus"])
