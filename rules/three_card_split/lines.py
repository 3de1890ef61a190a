"""The card game's part of the JSON Lines contract: from plain records to plain answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.refusals import RulesError
from rules.three_card_split.cards import Card, card, guard_one_deck, names
from rules.three_card_split.explanations import (
    Reason,
    explain,
    explain_high,
    explain_low,
    sentence,
)
from rules.three_card_split.facts import CardOptions, HandState, RoundFacts, SeatFacts
from rules.three_card_split.four_card import PAY_TABLES, bonus_class
from rules.three_card_split.house_way import set_house_way
from rules.three_card_split.odds import bonus_edges, house_way_odds, three_card_odds
from rules.three_card_split.ranking import Comparison, compare_high, compare_low
from rules.three_card_split.settlement import SeatResult, Settlement, settle

Record = Mapping[str, Any]
Answer = dict[str, Any]


def answer_compare(record: Record) -> Answer:
    """Compare a player's two cards, or one card, with the dealer's.

    Rule: 3CS 7.
    """
    bank, player = _cards(record, "bank", 1, 2), _cards(record, "player", 1, 2)
    if len(bank) != len(player):
        raise RulesError("wrong-count", "one card or two cards a side are compared")
    guard_one_deck((*bank, *player))
    if len(bank) == 1:
        found = compare_low(bank=bank[0], player=player[0])
        reason = explain_low(bank[0], player[0], found)
    else:
        found = compare_high(bank=bank, player=player)
        reason = explain_high(bank, player, found)
    return {"winner": found.winner, "copy": found.is_copy, "why": [_why(reason)]}


def answer_set(record: Record) -> Answer:
    """Set three cards by the house way.

    Rule: 3CS App. A.
    """
    held = _cards(record, "cards", 3)
    guard_one_deck(held)
    setting = set_house_way(held)
    return {
        "high": names(as_given(setting.high, held)),
        "low": [setting.low.text],
        "rule": setting.rule,
        "reading": setting.reading,
    }


def answer_bonus(record: Record) -> Answer:
    """Name the Four Card class and what the pay table pays for it.

    Rule: 3CS App. C, App. D.
    """
    table = PAY_TABLES.get(_text(record.get("paytable")))
    if table is None:
        raise RulesError("bad-option", f"no Four Card pay table: {record.get('paytable')!r}")
    held = _cards(record, "cards", 3)
    community = _community(record)
    if community is None:
        raise RulesError("wrong-count", "the Four Card bonus needs the community card")
    guard_one_deck((*held, community))
    made = bonus_class(held, community)
    return {
        "class": made.value,
        "pays": table.to_one(made),
        "jackpot": table.wins_jackpot(made),
    }


def answer_odds(record: Record) -> Answer:
    """Give the exact odds of one wager and the house edges of the propositions.

    Rule: 3CS 8; App. A to D. A jackpot is not part of the edge of 4a and 4b.
    """
    primary, three_card = house_way_odds(), three_card_odds()
    return {
        "win": _fraction(primary.share(primary.win)),
        "push": _fraction(primary.share(primary.push)),
        "lose": _fraction(primary.share(primary.lose)),
        "house_edge": _fraction(primary.house_edge),
        "three_card": {
            "win": _fraction(three_card.share(three_card.win)),
            "lose": _fraction(three_card.share(three_card.lose)),
            "house_edge": _fraction(three_card.house_edge),
        },
        "four_card": {name: _fraction(edge) for name, edge in bonus_edges().items()},
    }


def answer_settle(record: Record) -> Answer:
    """Settle a round of cards against the house.

    Rule: 3CS 7-9; App. B, C, D.
    """
    options = options_of(record.get("options"))
    _guard_house_banks(record.get("bank"))
    facts = facts_of(record)
    settlement = settle(options, facts)
    return {
        **settlement_answer(settlement),
        "why": [_why(reason) for reason in explain(options, facts, settlement)],
    }


def answer_refused(record: Record) -> Answer:
    """Refuse a command that the card game does not have: no dice, no player bank, no tiles."""
    raise RulesError("bad-option", "the card game has no dice, no player bank and no tiles to rank")


HANDLERS: dict[str, Callable[[Record], Answer]] = {
    "compare": answer_compare,
    "rank": answer_refused,
    "set": answer_set,
    "start": answer_refused,
    "bonus": answer_bonus,
    "offer": answer_refused,
    "settle": answer_settle,
    "odds": answer_odds,
}


def as_given(high: Sequence[Card], held: Sequence[Card]) -> list[Card]:
    """Put the cards of a hand in the order in which they were given."""
    return sorted(high, key=held.index)


def settlement_answer(settlement: Settlement) -> Answer:
    """Write a settlement as a plain record, without its reasons."""
    return {
        "seats": [_seat_answer(result) for result in settlement.seats],
        "bank": {"kind": "house", "seat": None, "net": 0, "vigorish": 0},
        "house": {"net": settlement.house_net_cents, "vigorish": 0},
        "dealer": {
            "high": names(settlement.dealer.high),
            "low": [settlement.dealer.low.text],
            "outcome": None,
            "net": 0,
        },
    }


def options_of(given: object) -> CardOptions:
    """Read the options of a settlement; those of the tile games are refused or have no effect."""
    if given is None:
        return CardOptions()
    if not isinstance(given, Mapping):
        raise RulesError("bad-option", f"not options: {given!r}")
    if given.get("vigorish_rounding") not in (None, "cent"):
        raise RulesError("bad-option", "the card game has no vigorish")
    if given.get("pair_fortunes") is not None:
        raise RulesError("bad-option", "the card game has no Pair Fortunes")
    four_card = given.get("four_card")
    if four_card is not None and _text(four_card) not in PAY_TABLES:
        raise RulesError("bad-option", f"no Four Card pay table: {four_card!r}")
    return CardOptions(
        four_card=four_card,
        jackpot_minimum=_amount(given, "jackpot_minimum") or None,
        smallest_chip=_amount(given, "smallest_chip") or None,
    )


def facts_of(record: Record) -> RoundFacts:
    """Read the facts of a round from a plain record."""
    dealer = record.get("dealer")
    if not isinstance(dealer, Mapping):
        raise RulesError("wrong-count", "the dealer's three cards are missing")
    held = _cards(dealer, "cards", 3)
    seats = record.get("seats")
    if not isinstance(seats, list):
        raise RulesError("wrong-count", "seats must be a list")
    return RoundFacts(
        dealer=held,
        seats=tuple(_seat(seat) for seat in seats),
        community=_community(record),
        dealer_high=_high(dealer, held),
        jackpot_cents=_amount(record.get("options") or {}, "jackpot"),
    )


def _seat(given: object) -> SeatFacts:
    if not isinstance(given, Mapping):
        raise RulesError("wrong-count", f"not a seat: {given!r}")
    number = given.get("seat")
    if type(number) is not int:
        raise RulesError("bad-option", f"not a seat's number: {number!r}")
    if _wager(given, "pair_fortunes"):
        raise RulesError("bad-option", f"seat {number}: the card game has no Pair Fortunes")
    state = _state(given.get("state"))
    is_void_unseen = state is HandState.VOID and given.get("cards") is None
    held = () if is_void_unseen else _cards(given, "cards", 3)
    return SeatFacts(
        seat=number,
        wager_cents=_wager(given, "wager"),
        cards=held,
        high=_high(given, held),
        state=state,
        three_card_cents=_wager(given, "three_card"),
        four_card_cents=_wager(given, "four_card"),
    )


def _high(given: Record, held: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Read how a hand was set: by its two high cards, by its low card, or not told."""
    high = None if given.get("high") is None else _cards(given, "high", 2)
    low = given.get("low")
    if low is None:
        return high
    low_cards = _cards({"low": low if isinstance(low, list) else [low]}, "low", 1)
    rest = tuple(each for each in held if each is not low_cards[0])
    if low_cards[0] not in held or (high is not None and set(high) != set(rest)):
        raise RulesError("bad-setting", f"{low_cards[0].text} is not the card left over")
    return rest


def _state(given: object) -> HandState:
    if given is None:
        return HandState.PLAYED
    try:
        return HandState(_text(given))
    except ValueError:
        raise RulesError("bad-option", f"no such state in the card game: {given!r}") from None


def _guard_house_banks(given: object) -> None:
    kind = given.get("kind") if isinstance(given, Mapping) else given
    if given is not None and kind != "house":
        raise RulesError("bad-option", f"only the house banks the card game: {kind!r}")


def _community(record: Record) -> Card | None:
    given = record.get("community")
    return None if given is None else card(given)


def _cards(record: Record, key: str, *counts: int) -> tuple[Card, ...]:
    given = record.get(key)
    if not isinstance(given, list) or len(given) not in counts:
        expected = " or ".join(str(count) for count in counts)
        raise RulesError("wrong-count", f"expected a list of {expected} cards: {key} {given!r}")
    return tuple(card(each) for each in given)


def _wager(given: Record, key: str) -> int:
    amount = given.get(key, 0)
    if type(amount) is not int:
        raise RulesError("bad-wager", f"not whole cents: {key} {amount!r}")
    return amount


def _amount(options: Record, key: str) -> int:
    amount = options.get(key)
    if amount is None:
        return 0
    if type(amount) is not int or amount < 0:
        raise RulesError("bad-option", f"not whole cents: {key} {amount!r}")
    return amount


def _text(given: object) -> str:
    return given if isinstance(given, str) else ""


def _why(reason: Reason) -> dict[str, str]:
    return {"cite": reason.cite, "text": sentence(reason)}


def _side(found: Comparison | None) -> str | None:
    if found is None:
        return None
    return "win" if found.winner == "player" else "lose"


def _seat_answer(result: SeatResult) -> Answer:
    answer: Answer = {
        "seat": result.seat,
        "outcome": result.outcome.value,
        "high": _side(result.high),
        "low": _side(result.low),
        "won": result.won_cents,
        "vigorish": 0,
        "net": result.net_cents,
        "returned": 0,
    }
    if result.three_card is not None:
        answer["three_card"] = {
            "outcome": result.three_card.outcome.value,
            "won": result.three_card.won_cents,
            "net": result.three_card.net_cents,
        }
    if result.four_card is not None:
        answer["four_card"] = {
            "class": result.four_card.bonus_class.value,
            "won": result.four_card.won_cents,
            "net": result.four_card.net_cents,
            "jackpot": result.four_card.jackpot_cents,
        }
    return {**answer, "total": result.total_cents}


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
