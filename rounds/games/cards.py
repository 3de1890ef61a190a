"""Three Card Split: cards for tiles, no dice, the house always banks."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext

from rounds.facts import (
    DEALER,
    Delivery,
    Facts,
    Hand,
    Wager,
    place_of,
    played_seats,
    wagers_at,
)
from rounds.games.game import Document, Extras, PastBank, Settled
from rounds.games.players import players_of
from rounds.games.records import called_reasons, movement_record, reason_record, said
from rounds.games.wagering import WAGERING
from rules.cards.card import DECK, Card, reds
from rules.cards.explain import card_clause, card_sentence, explain_cards
from rules.cards.facts import cards_of
from rules.cards.hands import AS_SET, split_of
from rules.cards.house_way import CardSetting, set_house_way
from rules.cards.lines import card_settlement_answer, round_of_cards
from rules.cards.ranking import high_rank
from rules.cards.settlement import CardSettlement, settle_cards
from rules.movements import INVENTORY, Movement
from rules.options import Options
from rules.profiles import Profile
from rules.reasons import Money, Reason, plain_money
from rules.refusals import RulesError
from rules.rulings import Ruling
from rules.tiles.bank import Offers


class CardGame:
    """Three Card Split with a property's options."""

    pieces = "cards"
    hand_size = 3
    has_start = False

    def __init__(self, profile: Profile, options: Options) -> None:
        self.profile = profile
        self.options = options
        self.wagering = WAGERING[profile.id]
        self.states = profile.states
        self.side_wagers = (
            ("three_card", "four_card") if options.four_card is not None else ("three_card",)
        )

    def kinds(self) -> Mapping[str, int]:
        return _KINDS

    def hand(
        self, held: Sequence[str], high: Sequence[str] | None, low: Sequence[str] | None
    ) -> Hand:
        cards = cards_of(held, 3)
        chosen = None if high is None else cards_of(high, 2)
        if low is not None:
            (last,) = cards_of(low, 1)
            rest = tuple(each for each in cards if each is not last)
            if len(rest) != 2 or (chosen is not None and set(chosen) != set(rest)):
                raise RulesError("bad-setting", f"{last.text} is not the card left over")
            chosen = rest
        setting = _setting(cards, chosen)
        return {
            "held": [each.text for each in cards],
            "high": [each.text for each in setting.high],
            "low": [setting.low.text],
            "high_name": high_rank(setting.high).combination.name.lower().replace("_", "-"),
            "low_name": setting.low.text[0],
            "set_by": "",
            "rule": setting.rule,
        }

    def is_house_way(self, hand: Hand) -> bool:
        """In rank and in colours, because colours decide a copy."""
        right = set_house_way(cards_of(hand["held"], 3))
        high = cards_of(hand["high"], 2)
        return high_rank(high) == high_rank(right.high) and reds(high) == reds(right.high)

    def places(self, facts: Facts) -> list[str]:
        seats = [
            place_of(seat)
            for seat in played_seats(facts)
            if facts["states"].get(str(seat), "played") == "played"
        ]
        return [*seats, DEALER]

    def house_way_places(self, facts: Facts) -> list[str]:
        return [DEALER]

    def is_complete(self, facts: Facts) -> bool:
        """The Four Card bonus is decided with the community card."""
        return bool(facts["community"]) or not any(
            wager.get("four_card") for wager in facts["wagers"]
        )

    def positions(self, facts: Facts, total: int, adjust: int) -> list[str]:
        raise RulesError("bad-option", "the card game is dealt without dice")

    def offers(self, facts: Facts, history: Sequence[PastBank]) -> Offers:
        return Offers((), {})

    def guard_delivery(self, facts: Facts, delivery: Delivery) -> None:
        raise RulesError("unknown-style", "cards are dealt in one way only (3CS 3)")

    def usual_delivery(self) -> Delivery | None:
        return None

    def carried(self, facts: Facts) -> list[Wager]:
        return facts["wagers"]

    def document(self, facts: Facts, extras: Extras) -> Document:
        document: Document = {
            "profile": self.profile.id,
            "options": {
                "four_card": self.options.four_card,
                "jackpot": extras.jackpot_cents,
                "jackpot_minimum": self.options.jackpot_minimum or 0,
                "smallest_chip": extras.smallest_chip_cents,
            },
            "bank": {"kind": "house"},
            "seats": [self._seat(facts, seat) for seat in played_seats(facts)],
            "players": facts["wagers"],
        }
        if DEALER in facts["hands"]:
            document["dealer"] = _set(facts["hands"][DEALER])
        if facts["community"]:
            document["community"] = facts["community"]
        if facts["quick"] is not None:
            document["outcomes"] = facts["quick"]["outcomes"]
        return document

    def _seat(self, facts: Facts, seat: int) -> Document:
        (wager,) = wagers_at(facts, seat)
        found: Document = {"seat": seat, "wager": wager["cents"]}
        for name in self.side_wagers:
            if wager.get(name):
                found[name] = wager.get(name)
        if str(seat) in facts["hands"]:
            found |= _set(facts["hands"][str(seat)])
        if str(seat) in facts["states"]:
            found["state"] = facts["states"][str(seat)]
        return found

    def settle(self, document: Document) -> Settled:
        if "outcomes" in document:
            return settle_called_cards(document)
        settlement = _settlement(document)
        outcome = card_settlement_answer(settlement)
        for seat in outcome["seats"]:
            seat["side"] = seat["total"] - seat["net"]
        outcome["players"] = players_of(document["players"], outcome["seats"])
        outcome["jackpot"] = settlement.jackpot_paid_cents
        return Settled(
            outcome=outcome,
            movements=[movement_record(each) for each in settlement.movements],
            reasons=[reason_record(each) for each in _reasons(settlement)],
        )

    def explain(self, document: Document, money: Money = plain_money) -> list[Document]:
        if "outcomes" in document:
            return called_reasons(document)
        return [
            said(each, card_sentence(each, gettext, money), card_clause(each, gettext, money))
            for each in _reasons(_settlement(document))
        ]

    def events(self) -> tuple[tuple[str, str], ...]:
        return ()

    def propose(self, event: str, scene: Mapping[str, Any]) -> Ruling:
        raise RulesError("bad-option", f"the card game has no rule for {event!r}")


_KINDS = MappingProxyType({each.text: 1 for each in DECK})


def _setting(held: tuple[Card, ...], high: tuple[Card, ...] | None) -> CardSetting:
    if high is None:
        return set_house_way(held)
    split = split_of(held, high)
    return CardSetting(split.high, split.low, rule=AS_SET, reading=False)


def _set(hand: Hand) -> Document:
    return {"cards": hand["held"], "high": hand["high"]}


def _settlement(document: Document) -> CardSettlement:
    return settle_cards(*round_of_cards(document))


def _reasons(settlement: CardSettlement) -> Sequence[Reason]:
    return explain_cards(settlement.profile, settlement.options, settlement.facts, settlement)


def settle_called_cards(document: Document) -> Settled:
    """Settle a round that was entered quickly: the primary wagers by the outcomes called.

    Rule: 3CS 8-9.
    """
    wagers = {seat["seat"]: seat["wager"] for seat in document["seats"]}
    seats, moves = [], []
    for each in sorted(document["outcomes"], key=lambda one: int(one["seat"])):
        seat, wager = each["seat"], wagers[each["seat"]]
        net = {"win": wager, "lose": -wager}.get(each["outcome"], 0)
        seats.append(
            {
                "seat": seat,
                "outcome": each["outcome"],
                "high": None,
                "low": None,
                "won": max(net, 0),
                "vigorish": 0,
                "net": net,
                "returned": 0,
                "side": 0,
                "total": net,
            }
        )
        if net:
            ends = (f"seat-{seat}", INVENTORY) if net < 0 else (INVENTORY, f"seat-{seat}")
            moves.append(movement_record(Movement(abs(net), *ends, each["outcome"], seat)))
    outcome: Document = {
        "seats": seats,
        "bank": {"kind": "house", "seat": None, "net": 0, "vigorish": 0},
        "house": {"net": -sum(seat["net"] for seat in seats), "vigorish": 0},
        "dealer": {"high": None, "low": None, "outcome": None, "net": 0},
        "players": players_of(document["players"], seats),
        "jackpot": 0,
    }
    return Settled(outcome, moves, [])
