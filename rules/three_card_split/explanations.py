"""Why a round of cards ended as it did: codes and parameters, with the paragraph that decides.

The codes and parameters are what a record keeps; `sentence` says them in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.three_card_split.cards import Card, reds
from rules.three_card_split.facts import (
    AS_SET,
    CardOptions,
    HandState,
    RoundFacts,
    SeatFacts,
    pay_table,
)
from rules.three_card_split.house_way import Setting
from rules.three_card_split.ranking import Comparison, high_rank, three_card_rank
from rules.three_card_split.settlement import (
    FourCardResult,
    Outcome,
    SeatResult,
    Settlement,
    ThreeCardResult,
)

RANKING = "3CS 7"
OUTCOME = "3CS 8"
THREE_CARD = "3CS App. B"
JACKPOT = "3CS App. D"


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: a code, what it speaks of, and the paragraph that decides."""

    code: str
    params: Mapping[str, str | int]
    cite: str


SENTENCES: dict[str, str] = {
    "cards-set-a": "{cards}: three of a kind, the two of one colour high: {high} / {low}.",
    "cards-set-b": "{cards}: a straight or a flush of three, the highest card low: {high} / {low}.",
    "cards-set-c-i": (
        "{cards}: the highest pair, straight or flush that leaves a ten or better low: "
        "{high} / {low}."
    ),
    "cards-set-c-ii": (
        "{cards}: no pair, straight or flush leaves a ten or better low, so the highest of all: "
        "{high} / {low}."
    ),
    "cards-set-d": "{cards}: nothing combines, the second-highest card low: {high} / {low}.",
    "cards-set-by-player": "{cards}: set by the player: {high} / {low}.",
    "cards-reading": "The document leaves this open; the house way is read so.",
    "high-won": "High hand: {player} ({player_class}) outranks {bank} ({bank_class}).",
    "high-lost": "High hand: {bank} ({bank_class}) outranks {player} ({player_class}).",
    "high-copy-won": "High hand: {player} copies {bank}, the colours are the same: the player's.",
    "high-copy-lost": "High hand: {player} copies {bank}, the colours differ: the dealer's.",
    "low-won": "Low hand: {player} outranks {bank}.",
    "low-lost": "Low hand: {bank} outranks {player}.",
    "low-copy-won": "Low hand: {player} copies {bank}, the colour is the same: the player's.",
    "low-copy-lost": "Low hand: {player} copies {bank}, the colour differs: the dealer's.",
    "primary-win": "Both hands won: the wager is paid 1 to 1.",
    "primary-lose": "Neither hand won: the wager is lost.",
    "primary-push": "One of the two hands won: the wager is a push.",
    "primary-foul": "Foul: {low} outranks {high}. The wager is forfeited.",
    "primary-void": "The hand is void: its wagers are returned.",
    "three-card-won": "Three Card: {player} ({player_class}) outranks {bank} ({bank_class}).",
    "three-card-lost": "Three Card: {bank} ({bank_class}) outranks {player} ({player_class}).",
    "three-card-copy-won": "Three Card: {player} equals {bank}, the colours are the same: won.",
    "three-card-copy-lost": "Three Card: {player} equals {bank}, the colours differ: lost.",
    "four-card-pays": "Four Card: {cards} with {community} make {bonus_class}: {pays} to 1.",
    "four-card-loses": "Four Card: {cards} with {community} make nothing that pays: lost.",
    "jackpot-won": "The wager qualifies and wins the bonus jackpot of {jackpot_cents}.",
    "jackpot-not-qualified": "The wager is below the qualifying {minimum_cents}: no bonus jackpot.",
}


def sentence(reason: Reason) -> str:
    """Say a reason in English, after the seat it is about.

    >>> sentence(Reason("low-won", {"seat": 2, "player": "AS", "bank": "KD"}, "3CS 7"))
    'Seat 2. Low hand: AS outranks KD.'
    """
    words = {name: _word(name, value) for name, value in reason.params.items()}
    text = SENTENCES[reason.code].format_map(words)
    return f"Seat {reason.params['seat']}. {text}" if "seat" in reason.params else text


def explain_setting(held: Sequence[Card], setting: Setting, **about: int) -> Iterator[Reason]:
    """Say by which line of the house way a hand was set, or that the player set it.

    Rule: 3CS 4, 5; App. A.
    """
    line = setting.rule.rpartition("§")[2].lower().replace("(", "-").replace(")", "")
    code = "cards-set-by-player" if setting.rule == AS_SET else f"cards-set-{line}"
    params: dict[str, str | int] = {
        **about,
        "cards": _words(held),
        "high": _words(setting.high),
        "low": setting.low.text,
    }
    yield Reason(code, params, setting.rule)
    if setting.reading:
        yield Reason("cards-reading", dict(about), f"{setting.rule} (reading)")


def explain_high(
    bank: Sequence[Card], player: Sequence[Card], found: Comparison, **about: int
) -> Reason:
    """Say why a high hand won or lost.

    Rule: 3CS 7.
    """
    classes = {
        "player_class": class_code(high_rank(player).combination.name),
        "bank_class": class_code(high_rank(bank).combination.name),
    }
    return _explain("high", RANKING, bank, player, found, {**about, **classes})


def explain_low(bank: Card, player: Card, found: Comparison, **about: int) -> Reason:
    """Say why a low hand won or lost.

    Rule: 3CS 7.
    """
    return _explain("low", RANKING, (bank,), (player,), found, dict(about))


def explain(options: CardOptions, facts: RoundFacts, settlement: Settlement) -> tuple[Reason, ...]:
    """Explain a settled round: the dealer's setting, then every wager of every seat."""
    reasons = list(explain_setting(facts.dealer, settlement.dealer))
    for seat, result in zip(facts.seats, settlement.seats, strict=True):
        reasons.extend(_explain_primary(settlement, seat, result))
        if result.three_card is not None and seat.state is HandState.PLAYED:
            reasons.append(_explain_three_card(facts, seat, result.three_card))
        if result.four_card is not None and seat.state is HandState.PLAYED:
            reasons.extend(_explain_four_card(options, facts, seat, result.four_card))
    return tuple(reasons)


def class_code(name: str) -> str:
    """Write the name of a class as a code: `SUITED_CONNECTORS` is `suited-connectors`."""
    return name.lower().replace("_", "-")


def _explain_primary(
    settlement: Settlement, seat: SeatFacts, result: SeatResult
) -> Iterator[Reason]:
    if result.outcome is Outcome.VOID or result.setting is None:
        yield Reason("primary-void", {"seat": seat.seat}, "void")
        return
    setting, dealer = result.setting, settlement.dealer
    yield from explain_setting(seat.cards, setting, seat=seat.seat)
    if result.high is None or result.low is None:
        params: dict[str, str | int] = {
            "seat": seat.seat,
            "high": _words(setting.high),
            "low": setting.low.text,
        }
        yield Reason("primary-foul", params, "3CS 4")
        return
    yield explain_high(dealer.high, setting.high, result.high, seat=seat.seat)
    yield explain_low(dealer.low, setting.low, result.low, seat=seat.seat)
    yield Reason(f"primary-{result.outcome}", {"seat": seat.seat}, OUTCOME)


def _explain_three_card(facts: RoundFacts, seat: SeatFacts, result: ThreeCardResult) -> Reason:
    assert result.comparison is not None, "a played Three Card wager was compared"
    params: dict[str, str | int] = {
        "seat": seat.seat,
        "player_class": class_code(three_card_rank(seat.cards).combination.name),
        "bank_class": class_code(three_card_rank(facts.dealer).combination.name),
    }
    return _explain("three-card", THREE_CARD, facts.dealer, seat.cards, result.comparison, params)


def _explain_four_card(
    options: CardOptions, facts: RoundFacts, seat: SeatFacts, result: FourCardResult
) -> Iterator[Reason]:
    table = pay_table(options)
    assert table is not None, "a Four Card wager was accepted under a pay table"
    assert facts.community is not None, "a Four Card wager was decided with the community card"
    params: dict[str, str | int] = {
        "seat": seat.seat,
        "cards": _words(seat.cards),
        "community": facts.community.text,
        "bonus_class": result.bonus_class.value,
        "pays": table.to_one(result.bonus_class),
    }
    yield Reason("four-card-pays" if result.won_cents else "four-card-loses", params, table.cite)
    if result.jackpot_cents:
        won: dict[str, str | int] = {"seat": seat.seat, "jackpot_cents": result.jackpot_cents}
        yield Reason("jackpot-won", won, JACKPOT)
    elif table.wins_jackpot(result.bonus_class) and facts.jackpot_cents:
        short: dict[str, str | int] = {
            "seat": seat.seat,
            "minimum_cents": options.jackpot_minimum or 0,
        }
        yield Reason("jackpot-not-qualified", short, JACKPOT)


def _explain(
    what: str,
    cite: str,
    bank: Sequence[Card],
    player: Sequence[Card],
    found: Comparison,
    params: Mapping[str, str | int],
) -> Reason:
    """Say how two hands compared; of a copy also how many red cards each has."""
    ending = "won" if found.winner == "player" else "lost"
    hands: dict[str, str | int] = {**params, "player": _words(player), "bank": _words(bank)}
    if not found.is_copy:
        return Reason(f"{what}-{ending}", hands, cite)
    colours = {"player_reds": reds(player), "bank_reds": reds(bank)}
    return Reason(f"{what}-copy-{ending}", {**hands, **colours}, cite)


def _words(held: Sequence[Card]) -> str:
    return " ".join(card.text for card in held)


def _word(name: str, value: str | int) -> str:
    if isinstance(value, int) and name.endswith("_cents"):
        return f"{value // 100}.{value % 100:02d}"
    return str(value).replace("-", " ")
