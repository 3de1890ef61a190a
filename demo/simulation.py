"""Invented rounds for the demo floor: who plays, what they wager, which tiles they get.

A plan is a whole round as the commands take it. The same seed gives the same plans.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import ClassVar, Literal
from uuid import UUID

import rules
from rounds.commands.bank import AnswerGiven
from rounds.commands.dealing import DeliveryGiven, RollGiven
from rounds.commands.hands import EndedHand, HandGiven
from rounds.commands.quick import OutcomeGiven
from rounds.commands.wagers import PlayerGiven, WagerGiven
from rounds.commands.whole import RecordWholeRound, SeatTaken
from rounds.games import Game, game_of, smallest_chip
from rounds.guards.bank import needed_cents
from rounds.models import Round, Source
from rounds.queries.bank_history import game_history, markers_of_game
from rules.round import BankAnswer, RoundBank, SeatedPlayer, wagers_of_others
from rules.tiles.cuts import NEW_ZEALAND_CUTS
from rules.wagers import CHIPS_PAID_EXACTLY
from tables.models import GamingTable

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def free_marker(used: Collection[str]) -> str:
    """A marker for a newcomer, as the tablet gives it: A to Z without I and O, then A2."""
    every = (f"{letter}{turn}" for turn in ("", *range(2, 1000)) for letter in LETTERS)
    return next(marker for marker in every if marker not in used)


class PlannedRound(RecordWholeRound):
    """A whole round that nobody played."""

    source: ClassVar[Source] = Source.DEMO


@dataclass(slots=True)
class Company:
    """Who plays at a table at the moment, who did before, and what each likes to wager."""

    players: dict[int, str] = field(default_factory=dict)
    markers: set[str] = field(default_factory=set)
    stakes: dict[int, int] = field(default_factory=dict)


class Simulation:
    """Plays one table with a chance of its own."""

    def __init__(self, table: GamingTable, seed: int) -> None:
        self.table = table
        self.game: Game = game_of(table.submission)
        self.chance = Random(f"{seed}:{table.number}")  # noqa: S311
        self.company = Company()

    def plan(self, at: datetime) -> PlannedRound:
        """Invent the next round."""
        there = self._adopt(at)
        self._people_come_and_go()
        wagers = self._wagers()
        seats = {seat: (SeatedPlayer(name, True),) for seat, name in self.company.players.items()}
        placed = tuple(each.value() for each in wagers)
        answers, entered = self._answers(rules.Round(seats=seats, wagers=placed), at)
        hands = self._hands(entered)
        is_quick = self._is_quick(entered)
        return PlannedRound(
            table_id=self.table.pk,
            id=UUID(int=self.chance.getrandbits(128), version=4),
            seats=self._moves(there),
            wagers=wagers,
            bank=answers,
            dealer_wager=entered.dealer_wager_cents,
            no_rolls=("dice-not-flat",) if self._happens(0.01) and self.game.has_start else (),
            roll=self._thrown(entered),
            delivery=self._delivery(),
            start="",
            hands=() if is_quick else hands,
            community=self._community(hands),
            states=() if is_quick else self._states(entered),
            outcomes=self._outcomes(entered) if is_quick else (),
        )

    def hands_for(self, entered: rules.Round) -> tuple[HandGiven, ...]:
        """Tiles for a round that was entered by its outcomes."""
        return self._hands(replace(entered, states={}))

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def _adopt(self, at: datetime) -> dict[int, str]:
        """Take over whoever sat at the table in the last round, by seat."""
        last = Round.objects.filter(table=self.table).order_by("-opened_at").first()
        since = self.table.game_since
        if last is None or (since is not None and last.opened_at < since):
            return {}
        if not self.company.markers:
            self.company.markers = set(markers_of_game(self.table))
        there = {seat: players[0].player for seat, players in last.entered.seats.items()}
        if not self.company.players:
            self.company.players = dict(there)
            self.company.stakes = {seat: self._stake() for seat in there}
        return there

    def _moves(self, there: Mapping[int, str]) -> tuple[SeatTaken, ...]:
        """Who leaves and who sits down, compared with the last round."""
        players = self.company.players
        left = [seat for seat, player in there.items() if players.get(seat) != player]
        came = [seat for seat, player in players.items() if there.get(seat) != player]
        sits = [
            SeatTaken(seat=at, players=(PlayerGiven(player=players[at]),)) for at in sorted(came)
        ]
        return (*(SeatTaken(seat=seat) for seat in sorted(left)), *sits)

    def _people_come_and_go(self) -> None:
        """Two to five at the table; now and then somebody sits down or leaves."""
        players = self.company.players
        seats = [
            seat for seat in range(1, self.table.seats + 1) if seat != self.game.wagering.house_seat
        ]
        while len(players) < 2 or (len(players) < len(seats) and self._happens(0.06)):
            seat = self.chance.choice([seat for seat in seats if seat not in players])
            players[seat] = free_marker(self.company.markers)
            self.company.markers.add(players[seat])
            self.company.stakes[seat] = self._stake()
        if len(players) > 2 and self._happens(0.08):
            del players[self.chance.choice(sorted(players))]

    def _stake(self) -> int:
        """An amount that the table takes and that chips can pay."""
        unit = 2500 if self.table.minimum_cents >= 2500 else 500
        if self.game.wagering.is_paid_exactly:
            unit = CHIPS_PAID_EXACTLY * smallest_chip(self.game, self.table)
        least = -(-self.table.minimum_cents // unit)
        return unit * self.chance.randint(least, least + 8)

    def _wagers(self) -> tuple[WagerGiven, ...]:
        found = []
        for seat, player in sorted(self.company.players.items()):
            if self._happens(0.15):
                self.company.stakes[seat] = self._stake()
            cents = self.company.stakes[seat]
            sides = self._sides(cents)
            found.append(WagerGiven(seat=seat, player=player, cents=cents, **sides))
        return tuple(found)

    def _sides(self, cents: int) -> dict[str, int]:
        sides, found = self.game.side_wagers, {}
        if "pair_fortunes" in sides and self._happens(0.2):
            found["pair_fortunes"] = 500
        if "match_play" in sides and self._happens(0.04):
            found["match_play"] = cents
        if "three_card" in sides and self._happens(0.3):
            found["three_card"] = cents // 200 * 100
        if "four_card" in sides and self._happens(0.4):
            found["four_card"] = 500
        return found

    def _answers(
        self, entered: rules.Round, at: datetime
    ) -> tuple[tuple[AnswerGiven, ...], rules.Round]:
        """Hand the bank round; now and then somebody takes it, alone or with the house."""
        history = game_history(self.table, at)
        found: list[AnswerGiven] = []
        for seat in self.game.offers(entered, history).order:
            if not self._happens(0.12):
                found.append(AnswerGiven(seat=seat, answer="pass", shares=()))
                continue
            is_co_bank = self.game.options.co_bank and self._happens(0.4)
            answer: Literal["co_bank", "take"] = "co_bank" if is_co_bank else "take"
            needed = needed_cents(entered, BankAnswer(seat, answer))
            found.append(AnswerGiven(seat=seat, answer=answer, funds_cents=needed * 2, shares=()))
            banker = entered.controlling_player(seat)
            wagers = wagers_of_others(entered.wagers, seat, [banker])
            entered = replace(
                entered,
                bank=RoundBank("co-bank" if is_co_bank else "player", seat),
                wagers=wagers,
                dealer_wager_cents=0 if not is_co_bank and self._may_wager() else None,
            )
            break
        return tuple(found), entered

    def _may_wager(self) -> bool:
        return self.game.options.dealer_wager != "none"

    def _hands(self, entered: rules.Round) -> tuple[HandGiven, ...]:
        """Deal from a mixed set; most set the house way, some as they like."""
        pieces = [piece for piece, count in self.game.kinds().items() for _ in range(count)]
        self.chance.shuffle(pieces)
        size, must = self.game.hand_size, self.game.house_way_places(entered)
        hands = []
        for place in self.game.places(entered):
            held = tuple(pieces.pop() for _ in range(size))
            own = place not in must and self._happens(0.25)
            high = tuple(self.chance.sample(held, 2)) if own else None
            set_by = "dealer" if place in must else "player" if own else "house_way"
            said = {"place": place.named("seat"), self.game.pieces: held, "set_by": set_by}
            hands.append(HandGiven.model_validate({**said, "high": high}))
        return tuple(hands)

    def _community(self, hands: Sequence[HandGiven]) -> str:
        if "four_card" not in self.game.side_wagers:
            return ""
        shown = {card for hand in hands for card in hand.cards or ()}
        return self.chance.choice([card for card in self.game.kinds() if card not in shown])

    def _states(self, entered: rules.Round) -> tuple[EndedHand, ...]:
        state = next((each for each in self.game.states if each in _GIVEN_UP), "")
        given_up = [each.seat for each in entered.wagers if state and self._happens(0.02)]
        return tuple(EndedHand.model_validate({"seat": at, "state": state}) for at in given_up)

    def _is_quick(self, entered: rules.Round) -> bool:
        return self._happens(0.06) and not any(wager.side_cents for wager in entered.wagers)

    def _outcomes(self, entered: rules.Round) -> tuple[OutcomeGiven, ...]:
        called = ("win", "lose", "lose", "push", "push")
        return tuple(
            OutcomeGiven.model_validate({"seat": each.seat, "outcome": self.chance.choice(called)})
            for each in entered.wagers
        )

    def _thrown(self, entered: rules.Round) -> RollGiven | None:
        if not self.game.has_start:
            return None
        dice = tuple(self.chance.randint(1, 6) for _ in range(3))
        banks = entered.bank.seat is not None
        adjust = self.chance.choice((-4, 0, 4)) if banks and self.game.options.adjust else 0
        return RollGiven(dice=dice, adjust=adjust)

    def _delivery(self) -> DeliveryGiven | None:
        styles = self.game.options.delivery_styles or ()
        if len(styles) > 1:
            return DeliveryGiven(style=self.chance.choice(styles))
        if not self.game.options.cuts:
            return None
        cut = NEW_ZEALAND_CUTS[self.chance.choice(self.game.options.cuts)]
        options = tuple(self.chance.choice(choices) for choices in cut.choices)
        return DeliveryGiven(cut=cut.id, option=options)


_GIVEN_UP = ("surrendered", "conceded")
