"""Three Card Split: cards for tiles, no dice, the house always banks."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext

import rules
from rounds.games.game import Extras, PlayedRound, Said, TileScene, called_reasons, said
from rounds.games.wagering import WAGERING
from rules.cards.called import settle_called_cards
from rules.cards.card import DECK, Card, reds
from rules.cards.entered import card_line
from rules.cards.explain import card_clause, card_sentence, explain_cards
from rules.cards.facts import cards_of
from rules.cards.hands import AS_SET, split_of
from rules.cards.house_way import CardSetting, set_house_way
from rules.cards.lines import round_of_cards
from rules.cards.ranking import high_rank
from rules.cards.settled import settled_cards
from rules.cards.settlement import CardSettlement, settle_cards
from rules.options import Options
from rules.place import DEALER, Place
from rules.profiles import Profile
from rules.reasons import Money, Reason, plain_money
from rules.refusals import RulesError
from rules.round import ChosenDelivery, Json, PlacedWager, SetHand
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
        self,
        held: Sequence[str],
        high: Sequence[str] | None = None,
        low: Sequence[str] | None = None,
        set_by: str = "",
    ) -> SetHand:
        cards = cards_of(held, 3)
        chosen = None if high is None else cards_of(high, 2)
        if low is not None:
            (last,) = cards_of(low, 1)
            rest = tuple(each for each in cards if each is not last)
            if len(rest) != 2 or (chosen is not None and set(chosen) != set(rest)):
                raise RulesError("bad-setting", f"{last.text} is not the card left over")
            chosen = rest
        setting = _setting(cards, chosen)
        return SetHand(
            tuple([each.text for each in cards]),
            tuple([each.text for each in setting.high]),
            (setting.low.text,),
            high_rank(setting.high).combination.name.lower().replace("_", "-"),
            setting.low.text[0],
            set_by,
            setting.rule,
        )

    def is_house_way(self, hand: SetHand) -> bool:
        """In rank and in colours, because colours decide a copy."""
        right = set_house_way(cards_of(hand.held, 3))
        high = cards_of(hand.high, 2)
        return high_rank(high) == high_rank(right.high) and reds(high) == reds(right.high)

    def places(self, entered: rules.Round) -> list[Place]:
        played = [seat for seat in entered.played_seats() if entered.state_at(seat) == "played"]
        return [*map(Place.of_seat, played), DEALER]

    def house_way_places(self, entered: rules.Round) -> list[Place]:
        return [DEALER]

    def is_complete(self, entered: rules.Round) -> bool:
        """The Four Card bonus is decided with the community card."""
        return bool(entered.community) or not any(wager.four_card for wager in entered.wagers)

    def positions(self, entered: rules.Round, total: int, adjust: int) -> list[str]:
        raise RulesError("bad-option", "the card game is dealt without dice")

    def offers(
        self,
        entered: rules.Round,
        history: Sequence[PlayedRound],
        boxes_off: Collection[int] = (),
    ) -> Offers:
        return Offers((), {})

    def drawn_positions(self, number: int) -> list[str]:
        return []

    def chosen_delivery(self, entered: rules.Round, delivery: ChosenDelivery) -> ChosenDelivery:
        raise RulesError("unknown-style", "cards are dealt in one way only (3CS 3)")

    def usual_delivery(self, entered: rules.Round) -> ChosenDelivery | None:
        return None

    def carried(self, wagers: Sequence[PlacedWager]) -> list[PlacedWager]:
        return list(wagers)

    def settle(self, entered: rules.Round, extras: Extras) -> rules.Settlement:
        filed = {
            "four_card": self.options.four_card,
            "jackpot": extras.jackpot_cents,
            "jackpot_minimum": self.options.jackpot_minimum or 0,
            "smallest_chip": extras.smallest_chip_cents,
        }
        return self.resettle({"profile": self.profile.id, "options": filed, **card_line(entered)})

    def resettle(self, facts: Json) -> rules.Settlement:
        if "outcomes" in facts:
            return settle_called_cards(facts)
        settlement = _settlement(facts)
        wagers = [PlacedWager(**each) for each in facts["players"]]
        return settled_cards(settlement, facts=facts, wagers=wagers, reasons=_reasons(settlement))

    def explain(self, facts: Json, money: Money = plain_money) -> list[Said]:
        if "outcomes" in facts:
            return called_reasons(facts)
        return [
            said(each, card_sentence(each, gettext, money), card_clause(each, gettext, money))
            for each in _reasons(_settlement(facts))
        ]

    def events(self) -> tuple[tuple[str, str], ...]:
        return ()

    def propose(self, event: str, scene: TileScene) -> Ruling:
        raise RulesError("bad-option", f"the card game has no rule for {event!r}")


_KINDS = MappingProxyType({each.text: 1 for each in DECK})


def _setting(held: tuple[Card, ...], high: tuple[Card, ...] | None) -> CardSetting:
    if high is None:
        return set_house_way(held)
    split = split_of(held, high)
    return CardSetting(split.high, split.low, rule=AS_SET, reading=False)


def _settlement(facts: Json) -> CardSettlement:
    return settle_cards(*round_of_cards(facts))


def _reasons(settlement: CardSettlement) -> Sequence[Reason]:
    return explain_cards(settlement.profile, settlement.options, settlement.facts, settlement)
