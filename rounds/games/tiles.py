"""The game of tiles: four published rule sets, one object each with its options."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import orjson
from django.utils.translation import gettext

import rules
from rounds.games.game import Extras, PlayedRound, Said, called_reasons, said
from rounds.games.wagering import WAGERING
from rules.citations import own_paragraphs
from rules.option_fields import CHAPTER_6
from rules.options import Options
from rules.place import DEALER, Place
from rules.profiles import TileProfile
from rules.reasons import Money, Reason, plain_money
from rules.refusals import RulesError
from rules.round import ChosenDelivery, Json, PlacedWager, SetHand
from rules.rulings import Ruling
from rules.shares import Share
from rules.tiles import bank as bank_rules
from rules.tiles.areas import areas_of, house_way_areas, setting_order
from rules.tiles.called import called_facts, settle_called_tiles
from rules.tiles.choosing import guard_laja, with_chooser
from rules.tiles.cuts import BankCut, guard_named_cut, stacks_after_cut
from rules.tiles.dealing import delivery as delivery_of
from rules.tiles.dealing import generated_positions, starting_positions
from rules.tiles.entered import tile_facts, tile_line
from rules.tiles.explain import explain_tiles, tile_clause, tile_sentence
from rules.tiles.facts import TileRoundFacts, high_of, tiles_of
from rules.tiles.irregularities import TileScene, events_for, propose
from rules.tiles.people import (
    at_todays_seats,
    people_today,
    rounds_of_game,
    unnamed,
    wagers_today,
)
from rules.tiles.sentences import COMMISSION_SENTENCES, SENTENCES
from rules.tiles.settled import settled_tiles
from rules.tiles.settlement import TileSettlement, hand_of, settle_tiles
from rules.tiles.shared_bank import explain_shares, shares_of_bank
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
        self,
        held: Sequence[str],
        high: Sequence[str] | None = None,
        low: Sequence[str] | None = None,
        set_by: str = "",
    ) -> SetHand:
        tiles = tiles_of(held, 4)
        if high is None and low is not None:
            high = _rest(held, low)
        setting = hand_of(self.profile.ranking, self.house_way, tiles, high_of(high))
        return SetHand(
            tuple([each.text for each in tiles]),
            tuple([each.text for each in setting.high]),
            tuple([each.text for each in setting.low]),
            setting.high_rank.code,
            setting.low_rank.code,
            set_by,
            setting.rule,
        )

    def is_house_way(self, hand: SetHand) -> bool:
        right = self.house_way.set(tiles_of(hand.held, 4))
        first, second = tiles_of(hand.high, 2)
        third, fourth = tiles_of(hand.low, 2)
        rank = self.profile.ranking.rank
        return (rank(first, second).order, rank(third, fourth).order) == (
            right.high_rank.order,
            right.low_rank.order,
        )

    def places(self, entered: rules.Round) -> list[Place]:
        """Seat 1 first; the dealer's or bank's hand last.

        Of two areas of one player the one with the larger wager comes first.

        Rule: MD 5 §E(1)-(3), 6 §D, 8 §E-§F, 9 §L; MBS 3.10.1; NZ 10.2B, 10.13.
        """
        bank, played = entered.bank, entered.played_seats()
        places = [
            Place.of_seat(seat)
            for seat in (
                setting_order(areas_of(entered)) if self.options.adjacent_areas else played
            )
            if seat != bank.seat
            and (seat not in entered.states or self._needs_tiles(entered, seat))
        ]
        if bank.kind == "player" and entered.dealer_wager_cents:
            places.append(DEALER)
        return [*places, entered.bank_place()]

    def _needs_tiles(self, entered: rules.Round, seat: int) -> bool:
        """A hand that ended early decides nothing, unless a side wager is on it."""
        state = entered.states[seat]
        return state != "void" and any(wager.pair_fortunes for wager in entered.wagers_at(seat))

    def house_way_places(self, entered: rules.Round) -> list[Place]:
        """The house's own hand or the co-bank's, and players' hands that the dealer sets.

        Those are ruled so, or their player plays at another place; a banker who asked for it is
        held to it as well.

        Rule: MD 8 §D, 9 §E(4); MBS 3.12-3.13; NZ 7.2, 10.4(b), 12.8, 12.14, 12.16.
        """
        house = entered.bank_place() if entered.bank.kind == "co-bank" else DEALER
        seats = set(entered.house_way_seats)
        if self.profile.sets_other_areas:
            seats.update(house_way_areas(entered))
        return [house, *map(Place.of_seat, sorted(seats - {entered.bank.seat}))]

    def is_complete(self, entered: rules.Round) -> bool:
        return True

    def positions(self, entered: rules.Round, total: int, adjust: int) -> list[str]:
        if adjust and not self.options.adjust:
            rule = own_paragraphs(self.profile.id, "NZ 9.6")
            raise RulesError("bad-option", "+4 and -4 are not offered at this table", rule)
        return list(
            starting_positions(
                self.profile.layout,
                total,
                entered.bank.seat,
                adjust=adjust,
                seats=self.options.seats,
            )
        )

    def offers(
        self,
        entered: rules.Round,
        history: Sequence[PlayedRound],
        boxes_off: Collection[int] = (),
    ) -> bank_rules.Offers:
        """Whom to offer the bank: eligibility belongs to people, and seats are where they sit.

        Rule: MD 9 §C-§D; MBS 3.17-3.18; NZ 5.2-5.4, 12.10; Leaflet ¶18.
        """
        if not self.options.player_bank:
            return bank_rules.Offers((), {})
        today = people_today(entered)
        game = rounds_of_game(history, [*today.values(), *map(unnamed, today)])
        situation = bank_rules.Situation(
            seats=list(today),
            history=at_todays_seats(game, today),
            wagers=wagers_today(entered, today),
            funds=dict.fromkeys(today, EVERYTHING),
            has_co_bank=self.options.co_bank,
        )
        found = bank_rules.offers(self.profile, situation)
        return bank_rules.without_boxes(found, boxes_off) if boxes_off else found

    def drawn_positions(self, number: int) -> list[str]:
        numbers = range(self.options.generator_least, self.options.generator_greatest + 1)
        layout, seats = self.profile.layout, self.options.seats
        return list(generated_positions(layout, number, numbers, seats=seats))

    def chosen_delivery(self, entered: rules.Round, delivery: ChosenDelivery) -> ChosenDelivery:
        if delivery.cut:
            if delivery.cut not in self.options.cuts:
                rule = own_paragraphs(self.profile.id, "NZ 9.3A")
                raise RulesError(
                    "unknown-style", f"not an approved cut here: {delivery.cut!r}", rule
                )
            guard_named_cut(delivery.cut, delivery.options)
        if delivery.style:
            delivery_of(delivery.style)
            if delivery.style not in self.options.delivery_styles:
                raise RulesError("unknown-style", f"not offered here: {delivery.style!r}")
        if delivery.bank_cut is not None:
            if not self.options.bank_cut or entered.bank.seat is None:
                rule = own_paragraphs(self.profile.id, "MD 9 §G")
                raise RulesError("bad-option", "only a player who banks may cut", rule)
            stacks_after_cut(BankCut(**delivery.bank_cut))
        guard_laja(self.options, entered, delivery)
        return with_chooser(self.options, entered, delivery)

    def usual_delivery(self, entered: rules.Round) -> ChosenDelivery:
        """Chapter 6 where nobody chose, never what was chosen in the round before.

        Rule: MD 6 §C, 9 §J(1).
        """
        if self.options.cuts:
            raise RulesError("unknown-style", "choose an approved cut first", "NZ 9.3A")
        return ChosenDelivery(style=CHAPTER_6, chosen_by="dealer")

    def carried(self, wagers: Sequence[PlacedWager]) -> list[PlacedWager]:
        """Wagers may stand again; coupons are used up."""
        return [wager._replace(match_play=None) for wager in wagers]

    def settle(self, entered: rules.Round, extras: Extras) -> rules.Settlement:
        options, filed = self._settling(extras.smallest_chip_cents)
        facts = tile_facts(entered)
        line = {"profile": self.profile.id, "options": filed, **tile_line(entered, facts)}
        return self._settled(line, options, facts, entered.wagers)

    def resettle(self, facts: Json) -> rules.Settlement:
        options = self._filed(orjson.dumps(facts["options"]))
        wagers = [PlacedWager(**each) for each in facts["players"]]
        return self._settled(facts, options, _read(facts), wagers)

    @lru_cache(maxsize=8)  # noqa: B019 - a submission has few, and each is kept anyway
    def _filed(self, options: bytes) -> Options:
        """Options as a settlement of the record has them."""
        return Options.parse(self.profile, orjson.loads(options))

    @lru_cache(maxsize=8)  # noqa: B019 - as many games as submissions, and each is kept anyway
    def _settling(self, smallest_chip_cents: int) -> tuple[Options, Json]:
        """The options that decide about money, read and as a settlement keeps them."""
        filed: Json = {
            name: getattr(self.options, name)
            for name in ("vigorish_rounding", "pair_fortunes", "match_play", "seats")
            if getattr(self.options, name)
        }
        if self.options.house_way is not None:
            filed["house_way"] = self.options.as_mapping()["house_way"]
        filed["smallest_chip"] = smallest_chip_cents
        return Options.parse(self.profile, filed), filed

    def _settled(
        self, line: Json, options: Options, facts: TileRoundFacts, wagers: Sequence[PlacedWager]
    ) -> rules.Settlement:
        settlement = self._settlement(line, options, facts)
        shares = _shares(line, settlement)
        return settled_tiles(
            settlement,
            facts=line,
            wagers=wagers,
            shares=shares,
            reasons=self._reasons(line, settlement, shares),
        )

    def _settlement(self, line: Json, options: Options, facts: TileRoundFacts) -> TileSettlement:
        if "outcomes" not in line:
            return settle_tiles(self.profile, options, facts)
        called = {each["seat"]: each["outcome"] for each in line["outcomes"]}
        return settle_called_tiles(self.profile, options, facts, called)

    def _reasons(
        self, line: Json, settlement: TileSettlement, shares: Sequence[Share]
    ) -> list[Reason]:
        if "outcomes" in line:
            return []
        told = explain_tiles(self.profile, settlement.options, settlement.facts, settlement)
        return [*told, *explain_shares(shares)]

    def explain(self, facts: Json, money: Money = plain_money) -> list[Said]:
        options = Options.parse(self.profile, facts["options"])
        settlement = self._settlement(facts, options, _read(facts))
        words = _OWN_WORDS[self.profile.fee_word]
        return [
            said(each, tile_sentence(each, words, money), tile_clause(each, words, money))
            for each in self._reasons(facts, settlement, _shares(facts, settlement))
        ] or called_reasons(facts)

    def events(self) -> tuple[tuple[str, str], ...]:
        return events_for(self.profile)

    def propose(self, event: str, scene: TileScene) -> Ruling:
        return propose(self.profile, event, scene)


_COMMISSION = {SENTENCES[code]: says for code, says in COMMISSION_SENTENCES.items()}


def _commission(text: str) -> str:
    """A sentence in the words of a document that calls the vigorish a commission."""
    return gettext(_COMMISSION.get(text, text))


_OWN_WORDS = {"vigorish": gettext, "commission": _commission}

_KINDS = MappingProxyType({kind.text: kind.count for kind in KINDS})


def _rest(held: Sequence[str], taken: Sequence[str]) -> list[str]:
    rest = list(held)
    for each in taken:
        if each not in rest:
            raise RulesError("bad-setting", f"not one of the hand's tiles: {each!r}")
        rest.remove(each)
    return rest


def _read(facts: Json) -> TileRoundFacts:
    """Read what a settlement of the record was made from; called hands are not known."""
    return called_facts(facts) if "outcomes" in facts else TileRoundFacts.from_mapping(facts)


def _shares(facts: Json, settlement: TileSettlement) -> tuple[Share, ...]:
    brought = [(each["player"], each["cents"]) for each in facts["bank"].get("shares", ())]
    bank = settlement.bank
    return shares_of_bank(bank.net_cents, bank.vigorish_cents, brought) if brought else ()
