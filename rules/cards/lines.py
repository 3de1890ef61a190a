"""The card game's part of the JSON Lines contract: from plain records to plain answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.cards.card import card, guard_one_deck, names
from rules.cards.explain import card_sentence, explain_cards, explain_high, explain_low
from rules.cards.facts import CardRoundFacts, cards_of
from rules.cards.four_card import four_card_class, pay_table
from rules.cards.house_way import set_house_way
from rules.cards.odds import NO_COMMISSION, four_card_edges, house_way_odds, three_card_odds
from rules.cards.ranking import compare_high, compare_low
from rules.cards.settled import settled_cards
from rules.cards.settlement import CardSettlement, settle_cards
from rules.lines import as_given, ratio
from rules.options import Options
from rules.profiles import Profile, profile
from rules.reasons import Reason
from rules.refusals import RulesError

Record = Mapping[str, object]
Answer = dict[str, Any]

CARDS = "three-card-split"


def answer_compare(record: Record) -> Answer:
    """Compare a player's two cards, or one card, with the dealer's.

    Rule: 3CS 7.
    """
    bank, player = cards_of(record.get("bank"), 1, 2), cards_of(record.get("player"), 1, 2)
    if len(bank) != len(player):
        raise RulesError("wrong-count", "one card or two cards a side are compared")
    guard_one_deck((*bank, *player))
    if len(bank) == 1:
        found = compare_low(bank=bank[0], player=player[0])
        reason = explain_low(bank[0], player[0])
    else:
        found = compare_high(bank=bank, player=player)
        reason = explain_high(bank, player)
    return {"winner": found.winner, "copy": found.is_copy, "why": [_why(reason)]}


def answer_set(record: Record) -> Answer:
    """Set three cards by the house way.

    Rule: 3CS App. A.
    """
    held = cards_of(record.get("cards"), 3)
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
    table = pay_table(record.get("paytable"))
    held = cards_of(record.get("cards"), 3)
    if record.get("community") is None:
        raise RulesError("wrong-count", "the Four Card bonus needs the community card")
    community = card(record.get("community"))
    guard_one_deck((*held, community))
    made = four_card_class(held, community)
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
        "win": ratio(primary.share(primary.win)),
        "push": ratio(primary.share(primary.push)),
        "lose": ratio(primary.share(primary.lose)),
        "house_edge": ratio(primary.house_edge(NO_COMMISSION)),
        "three_card": {
            "win": ratio(three_card.share(three_card.win)),
            "lose": ratio(three_card.share(three_card.lose)),
            "house_edge": ratio(three_card.house_edge(NO_COMMISSION)),
        },
        "four_card": {name: ratio(edge) for name, edge in four_card_edges().items()},
    }


def answer_settle(record: Record) -> Answer:
    """Settle a round of cards against the house.

    Rule: 3CS 7-9; App. B, C, D.
    """
    rules, options, facts = round_of_cards(record)
    settlement = settle_cards(rules, options, facts)
    reasons = explain_cards(rules, options, facts, settlement)
    return card_settlement_answer(settlement) | {"why": [_why(reason) for reason in reasons]}


def answer_refused(record: Record) -> Answer:
    """Refuse a command that the card game does not have: no dice, no player bank, no tiles."""
    raise RulesError("bad-option", "the card game has no dice, no player bank and no tiles to rank")


HANDLERS: Mapping[str, Callable[[Record], Answer]] = MappingProxyType(
    {
        "compare": answer_compare,
        "rank": answer_refused,
        "set": answer_set,
        "start": answer_refused,
        "bonus": answer_bonus,
        "offer": answer_refused,
        "settle": answer_settle,
        "odds": answer_odds,
    }
)


def card_settlement_answer(settlement: CardSettlement) -> Answer:
    """Write a settlement as a plain record, without its reasons."""
    return settled_cards(settlement).result_json()


def round_of_cards(record: Record) -> tuple[Profile, Options, CardRoundFacts]:
    """Read the profile, the options and the facts of a line.

    The jackpot's meter stands among the options. They serve every game: what has no effect here is
    left out, as is a qualifying amount beside a pay table without a jackpot.
    """
    given = {} if record.get("options") is None else record.get("options")
    if not isinstance(given, Mapping):
        raise RulesError("bad-option", f"not options: {given!r}")
    filed = {key: value for key, value in given.items() if value is not None and key != "jackpot"}
    if _is_none(filed.get("smallest_chip")):
        del filed["smallest_chip"]
    if filed.get("vigorish_rounding") == "cent":
        del filed["vigorish_rounding"]
    if _is_none(filed.get("jackpot_minimum")) or filed.get("four_card") not in ("4a", "4b"):
        _guard_cents(filed.pop("jackpot_minimum", 0))
    rules = profile(CARDS)
    options = Options.parse(rules, filed)
    return rules, options, CardRoundFacts.from_mapping({**record, "jackpot": given.get("jackpot")})


def _is_none(given: object) -> bool:
    return type(given) is int and given == 0


def _guard_cents(given: object) -> None:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise RulesError("bad-option", f"not an amount in whole cents: {given!r}")


def _why(reason: Reason) -> dict[str, str]:
    return {"cite": reason.citation, "text": card_sentence(reason)}
