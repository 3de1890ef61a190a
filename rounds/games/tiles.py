"""The game of tiles: four published rule sets, one object each with its options."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext

from rounds.facts import (
    DEALER,
    Bank,
    Delivery,
    Facts,
    Hand,
    Wager,
    controlling_player,
    occupied_seats,
    place_of,
    played_seats,
    wager_by_seat,
    wagers_at,
)
from rounds.games.game import Document, Extras, PastBank, Settled
from rounds.games.players import players_of
from rounds.games.records import called_reasons, movement_record, reason_record, said
from rounds.games.wagering import WAGERING
from rules.options import Options
from rules.profiles import TileProfile
from rules.reasons import Money, Reason, plain_money
from rules.refusals import RulesError
from rules.rulings import Ruling
from rules.tiles import bank as bank_rules
from rules.tiles.called import called_facts, settle_called_tiles
from rules.tiles.cuts import BankCut, guard_named_cut, stacks_after_cut
from rules.tiles.dealing import delivery as delivery_of
from rules.tiles.dealing import starting_positions
from rules.tiles.explain import explain_tiles, tile_clause, tile_sentence
from rules.tiles.facts import TileRoundFacts, tiles_of
from rules.tiles.irregularities import TileScene, events_for, propose
from rules.tiles.lines import tile_settlement_answer
from rules.tiles.settlement import TileSettlement, hand_of, settle_tiles
from rules.tiles.shared_bank import Share, explain_shares, shares_of_bank
from rules.tiles.tile import KINDS

EVERYTHING = 10**15
"""Stands for the chips of a player who has not shown them yet."""


class TileGame:
    """A tile profile with a property's options."""

    pieces = "tiles"
    hand_size = 4
    has_start = True

    def __init__(self, profile: TileProfile, options: Options) -> None:
        self.profile = profile
        self.options = options
        self.wagering = WAGERING[profile.id]
        self.states = profile.states
        self.house_way = options.house_way or profile.house_way
        self.side_wagers = tuple(
            name
            for name, is_offered in (
                ("pair_fortunes", options.pair_fortunes is not None),
                ("match_play", options.match_play),
            )
            if is_offered
        )

    def kinds(self) -> Mapping[str, int]:
        return _KINDS

    def hand(
        self, held: Sequence[str], high: Sequence[str] | None, low: Sequence[str] | None
    ) -> Hand:
        tiles = tiles_of(list(held), 4)
        if high is None and low is not None:
            high = _rest(held, low)
        chosen = None if high is None else tiles_of(list(high), 2)
        two = None if chosen is None else (chosen[0], chosen[1])
        setting = hand_of(self.profile.ranking, self.house_way, tiles, two)
        return {
            "held": [each.text for each in tiles],
            "high": [each.text for each in setting.high],
            "low": [each.text for each in setting.low],
            "high_name": setting.high_rank.code,
            "low_name": setting.low_rank.code,
            "set_by": "",
            "rule": setting.rule,
        }

    def is_house_way(self, hand: Hand) -> bool:
        right = self.house_way.set(tiles_of(hand["held"], 4))
        first, second = tiles_of(hand["high"], 2)
        third, fourth = tiles_of(hand["low"], 2)
        rank = self.profile.ranking.rank
        return (rank(first, second).order, rank(third, fourth).order) == (
            right.high_rank.order,
            right.low_rank.order,
        )

    def places(self, facts: Facts) -> list[str]:
        """Seat 1 first; the dealer's or bank's hand last.

        Rule: MD 6 §D, 8 §E-§F, 9 §L; MBS 3.10.1; NZ 10.2B, 10.13.
        """
        bank = facts["bank"]
        seats = [
            place_of(seat)
            for seat in played_seats(facts)
            if seat != bank["seat"] and self._needs_tiles(facts, seat)
        ]
        if bank["seat"] is None:
            return [*seats, DEALER]
        if bank["kind"] == "player" and facts["dealer_wager"]:
            seats.append(DEALER)
        return [*seats, place_of(bank["seat"])]

    def _needs_tiles(self, facts: Facts, seat: int) -> bool:
        state = facts["states"].get(str(seat), "played")
        has_side = any(wager.get("pair_fortunes") for wager in wagers_at(facts, seat))
        return state == "played" or (has_side and state != "void")

    def house_way_places(self, facts: Facts) -> list[str]:
        bank = facts["bank"]
        if bank["kind"] == "co-bank" and bank["seat"] is not None:
            return [place_of(bank["seat"])]
        return [DEALER]

    def is_complete(self, facts: Facts) -> bool:
        return True

    def positions(self, facts: Facts, total: int, adjust: int) -> list[str]:
        if adjust and not self.options.adjust:
            raise RulesError("bad-option", "+4 and -4 are not offered at this table")
        return list(
            starting_positions(
                self.profile.layout,
                total,
                facts["bank"]["seat"],
                adjust=adjust,
                seats=self.options.seats,
            )
        )

    def offers(self, facts: Facts, history: Sequence[PastBank]) -> bank_rules.Offers:
        if not self.options.player_bank:
            return bank_rules.Offers((), {})
        seats = occupied_seats(facts)
        situation = bank_rules.Situation(
            seats=seats,
            history=[
                bank_rules.PastRound(each.seat, each.wagers, each.is_co_bank) for each in history
            ],
            wagers=wager_by_seat(facts),
            funds=dict.fromkeys(seats, EVERYTHING),
            has_co_bank=self.options.co_bank,
        )
        offers = bank_rules.offers(self.profile, situation)
        last = history[-1].players if history else {}
        return without_newcomers(offers, facts, last)

    def guard_delivery(self, facts: Facts, delivery: Delivery) -> None:
        if delivery["cut"]:
            if delivery["cut"] not in self.options.cuts:
                raise RulesError("unknown-style", f"not an approved cut here: {delivery['cut']!r}")
            guard_named_cut(delivery["cut"], delivery["options"])
        if delivery["style"]:
            delivery_of(delivery["style"])
            if delivery["style"] not in self.options.delivery_styles:
                raise RulesError("unknown-style", f"not offered here: {delivery['style']!r}")
        if delivery["bank_cut"] is not None:
            if not self.options.bank_cut or facts["bank"]["seat"] is None:
                raise RulesError("bad-option", "only a player who banks may cut")
            stacks_after_cut(BankCut(**delivery["bank_cut"]))

    def usual_delivery(self) -> Delivery:
        if self.options.cuts:
            raise RulesError("unknown-style", "choose an approved cut first (NZ 9.3A)")
        style = self.options.delivery_styles[0]
        return {"style": style, "cut": "", "options": [], "bank_cut": None, "laja": False}

    def carried(self, facts: Facts) -> list[Wager]:
        """Wagers may stand again; coupons are used up."""
        return [
            {key: value for key, value in wager.items() if key != "match_play"}  # type: ignore[misc]
            for wager in facts["wagers"]
        ]

    def document(self, facts: Facts, extras: Extras) -> Document:
        bank = facts["bank"]
        document: Document = {
            "profile": self.profile.id,
            "options": self._settling_options(extras),
            "bank": _bank(bank),
            "seats": [self._seat(facts, seat) for seat in played_seats(facts)],
            "players": facts["wagers"],
        }
        if DEALER in facts["hands"]:
            document["dealer"] = _set(facts["hands"][DEALER])
        if bank["kind"] == "player" and facts["dealer_wager"]:
            document.setdefault("dealer", {})["wager"] = facts["dealer_wager"]
        if facts["stands"]:
            place = "dealer" if bank["kind"] == "house" else "bank"
            document.setdefault(place, {})["stands"] = True
        if facts["quick"] is not None:
            document["outcomes"] = facts["quick"]["outcomes"]
        return document

    def _settling_options(self, extras: Extras) -> Document:
        options = {
            name: getattr(self.options, name)
            for name in ("vigorish_rounding", "pair_fortunes", "match_play", "seats")
            if getattr(self.options, name)
        }
        if self.options.house_way is not None:
            options["house_way"] = self.options.as_mapping()["house_way"]
        return {**options, "smallest_chip": extras.smallest_chip_cents}

    def _seat(self, facts: Facts, seat: int) -> Document:
        wagers = wagers_at(facts, seat)
        found: Document = {"seat": seat}
        for key, name in (("cents", "wager"), *((side, side) for side in self.side_wagers)):
            cents = sum(int(wager.get(key, 0)) for wager in wagers)  # type: ignore[call-overload]
            if cents:
                found[name] = cents
        hand = facts["hands"].get(str(seat))
        if hand is not None:
            found |= _set(hand)
        if str(seat) in facts["states"]:
            found["state"] = facts["states"][str(seat)]
        return found

    def settle(self, document: Document) -> Settled:
        settlement = self._settlement(document)
        outcome: Document = tile_settlement_answer(settlement)
        for seat in outcome["seats"]:
            seat["side"] = seat["total"] - seat["net"]
        outcome["players"] = players_of(document["players"], outcome["seats"])
        shares = _shares(document, settlement)
        if shares:
            outcome["bank"]["shares"] = [
                {
                    "player": each.player,
                    "brought": each.brought_cents,
                    "vigorish": each.vigorish_cents,
                    "net": each.net_cents,
                }
                for each in shares
            ]
        return Settled(
            outcome=outcome,
            movements=[movement_record(each) for each in settlement.movements],
            reasons=[reason_record(each) for each in self._reasons(document, settlement)],
        )

    def _settlement(self, document: Document) -> TileSettlement:
        options = Options.parse(self.profile, document["options"])
        if "outcomes" not in document:
            return settle_tiles(self.profile, options, TileRoundFacts.from_mapping(document))
        called = {each["seat"]: each["outcome"] for each in document["outcomes"]}
        return settle_called_tiles(self.profile, options, called_facts(document), called)

    def _reasons(self, document: Document, settlement: TileSettlement) -> list[Reason]:
        if "outcomes" in document:
            return []
        told = explain_tiles(self.profile, settlement.options, settlement.facts, settlement)
        return [*told, *explain_shares(_shares(document, settlement))]

    def explain(self, document: Document, money: Money = plain_money) -> list[Document]:
        settlement = self._settlement(document)
        return [
            said(each, tile_sentence(each, gettext, money), tile_clause(each, gettext, money))
            for each in self._reasons(document, settlement)
        ] or called_reasons(document)

    def events(self) -> tuple[tuple[str, str], ...]:
        return events_for(self.profile)

    def propose(self, event: str, scene: Mapping[str, Any]) -> Ruling:
        return propose(self.profile, event, TileScene(**scene))


NEWCOMER = bank_rules.BankRefusal("did-not-wager", "NZ 5.3(a)", lambda situation, seat: True)


def without_newcomers(
    offers: bank_rules.Offers, facts: Facts, last: Mapping[int, frozenset[str]]
) -> bank_rules.Offers:
    """Refuse a box whose controlling player did not play the last round, whoever else did there.

    Rule: NZ 5.3(a)-(b).
    """
    known = frozenset[str]().union(*last.values())
    new = {
        seat: NEWCOMER
        for seat in offers.order
        if last.get(seat)
        and "" not in last[seat]
        and controlling_player(facts, seat) not in {"", *known}
    }
    if not new:
        return offers
    order = tuple(seat for seat in offers.order if seat not in new)
    return bank_rules.Offers(order, {**offers.refused, **new})


_KINDS = MappingProxyType({kind.text: kind.count for kind in KINDS})


def _rest(held: Sequence[str], taken: Sequence[str]) -> list[str]:
    rest = list(held)
    for each in taken:
        if each not in rest:
            raise RulesError("bad-setting", f"not one of the hand's tiles: {each!r}")
        rest.remove(each)
    return rest


def _bank(bank: Bank) -> Document:
    found: Document = {"kind": bank["kind"]}
    if bank["seat"]:
        found["seat"] = bank["seat"]
    if bank.get("shares"):
        found["shares"] = bank["shares"]
    return found


def _shares(document: Document, settlement: TileSettlement) -> tuple[Share, ...]:
    brought = [(each["player"], each["cents"]) for each in document["bank"].get("shares", [])]
    bank = settlement.bank
    return shares_of_bank(bank.net_cents, bank.vigorish_cents, brought) if brought else ()


def _set(hand: Hand) -> Document:
    return {"tiles": hand["held"], "high": hand["high"]}
