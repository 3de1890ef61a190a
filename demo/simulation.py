"""Invented rounds for the demo floor: who plays, what they wager, which tiles they get.

A plan is a whole round as the commands take it. The same seed gives the same plans.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from uuid import UUID

from rounds.commands.dealing import Thrown
from rounds.commands.whole import WholeRound
from rounds.facts import Answer, Delivery, Facts, HandGiven, Outcome, PlayerAt, Wager, new_facts
from rounds.games import Game, game_of
from rounds.guards.bank import needed_cents
from rounds.guards.wagers import smallest_chip
from rounds.models import Round, Source
from rounds.queries.bank_history import IDLE, bank_history
from rounds.queries.sheets import Sheet
from rules.tiles.cuts import NEW_ZEALAND_CUTS
from rules.wagers import CHIPS_PAID_EXACTLY
from tables.models import GamingTable

MARKERS = ("Jade", "Ruby", "Onyx", "Pearl", "Amber", "Coral", "Topaz", "Opal", "Ivory", "Slate")


@dataclass(slots=True)
class Company:
    """Who plays at a table at the moment, and what each of them likes to wager."""

    players: dict[int, str] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=dict)


class Simulation:
    """Plays one table with a chance of its own."""

    def __init__(self, table: GamingTable, seed: int) -> None:
        self.table = table
        self.game: Game = game_of(table.submission)
        self.chance = Random(f"{seed}:{table.number}")  # noqa: S311
        self.company = Company()

    def plan(self, at: datetime) -> WholeRound:
        """Invent the next round."""
        there = self._adopt(at)
        self._people_come_and_go()
        wagers = self._wagers()
        facts = new_facts()
        facts["wagers"] = wagers
        facts["seats"] = {
            str(seat): [{"player": player, "controls": True}]
            for seat, player in self.company.players.items()
        }
        answers = self._answers(facts, at)
        hands = self._hands(facts)
        is_quick = self._is_quick(facts)
        return WholeRound(
            round_id=UUID(int=self.chance.getrandbits(128), version=4),
            players=self._moves(there),
            wagers=wagers,
            answers=answers,
            dealer_wager=facts["dealer_wager"],
            no_rolls=["dice-not-flat"] if self._happens(0.01) and self.game.has_start else [],
            thrown=self._thrown(facts),
            delivery=self._delivery(),
            hands=[] if is_quick else hands,
            community=self._community(hands),
            states=[] if is_quick else self._states(facts),
            outcomes=self._outcomes(facts) if is_quick else [],
            source=Source.DEMO,
        )

    def hands_for(self, sheet: Sheet) -> list[HandGiven]:
        """Tiles for a round that was entered by its outcomes."""
        facts = new_facts()
        for key in ("wagers", "bank", "dealer_wager"):
            facts[key] = sheet[key]
        return self._hands(facts)

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def _adopt(self, at: datetime) -> dict[int, str]:
        """Take over whoever sat at the table in the last round, by seat."""
        last = Round.objects.filter(table=self.table).order_by("-opened_at").first()
        if last is None or at - (last.ended_at or last.opened_at) > IDLE:
            return {}
        there = {int(seat): players[0]["player"] for seat, players in last.facts["seats"].items()}
        if not self.company.players:
            self.company.players = dict(there)
            self.company.stakes = {seat: self._stake() for seat in there}
        return there

    def _moves(self, there: Mapping[int, str]) -> list[tuple[int, PlayerAt | None]]:
        """Who leaves and who sits down, compared with the last round."""
        players = self.company.players
        left = [seat for seat, player in there.items() if players.get(seat) != player]
        came = [seat for seat, player in players.items() if there.get(seat) != player]
        return [
            *((seat, None) for seat in sorted(left)),
            *((seat, PlayerAt(player=players[seat], controls=True)) for seat in sorted(came)),
        ]

    def _people_come_and_go(self) -> None:
        """Two to five at the table; now and then somebody sits down or leaves."""
        players = self.company.players
        seats = [
            seat for seat in range(1, self.table.seats + 1) if seat != self.game.wagering.house_seat
        ]
        while len(players) < 2 or (len(players) < len(seats) and self._happens(0.06)):
            seat = self.chance.choice([seat for seat in seats if seat not in players])
            names = [name for name in MARKERS if name not in players.values()]
            players[seat] = self.chance.choice(names)
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

    def _wagers(self) -> list[Wager]:
        found: list[Wager] = []
        for seat, player in sorted(self.company.players.items()):
            if self._happens(0.15):
                self.company.stakes[seat] = self._stake()
            wager: Wager = {"seat": seat, "player": player, "cents": self.company.stakes[seat]}
            self._add_sides(wager)
            found.append(wager)
        return found

    def _add_sides(self, wager: Wager) -> None:
        sides = self.game.side_wagers
        if "pair_fortunes" in sides and self._happens(0.2):
            wager["pair_fortunes"] = 500
        if "match_play" in sides and self._happens(0.04):
            wager["match_play"] = wager["cents"]
        if "three_card" in sides and self._happens(0.3):
            wager["three_card"] = wager["cents"] // 200 * 100
        if "four_card" in sides and self._happens(0.4):
            wager["four_card"] = 500

    def _answers(self, facts: Facts, at: datetime) -> list[Answer]:
        """Hand the bank round; now and then somebody takes it, alone or with the house."""
        history = bank_history(self.table.pk, at)
        found: list[Answer] = []
        for seat in self.game.offers(facts, history).order:
            if not self._happens(0.12):
                found.append({"seat": seat, "answer": "pass", "funds_cents": None})
                continue
            is_co_bank = self.game.options.co_bank and self._happens(0.4)
            needed = needed_cents(facts, seat, is_co_bank=is_co_bank)
            answer = "co_bank" if is_co_bank else "take"
            found.append({"seat": seat, "answer": answer, "funds_cents": needed * 2})
            facts["bank"]["kind"] = "co-bank" if is_co_bank else "player"
            facts["bank"]["seat"] = seat
            facts["wagers"] = [wager for wager in facts["wagers"] if wager["seat"] != seat]
            facts["dealer_wager"] = 0 if not is_co_bank and self._may_wager() else None
            break
        return found

    def _may_wager(self) -> bool:
        return self.game.options.dealer_wager != "none"

    def _hands(self, facts: Facts) -> list[HandGiven]:
        """Deal from a mixed set; most set the house way, some as they like."""
        pieces = [piece for piece, count in self.game.kinds().items() for _ in range(count)]
        self.chance.shuffle(pieces)
        size, must = self.game.hand_size, self.game.house_way_places(facts)
        hands = []
        for place in self.game.places(facts):
            held = tuple(pieces.pop() for _ in range(size))
            own = place not in must and self._happens(0.25)
            high = tuple(self.chance.sample(held, 2)) if own else None
            set_by = "dealer" if place in must else "player" if own else "house_way"
            name = place if place.isalpha() else f"seat-{place}"
            hands.append(HandGiven(name, held, high, None, set_by))
        return hands

    def _community(self, hands: Sequence[HandGiven]) -> str:
        if self.game.has_start:
            return ""
        shown = {card for hand in hands for card in hand.held}
        return self.chance.choice([card for card in self.game.kinds() if card not in shown])

    def _states(self, facts: Facts) -> list[tuple[int, str]]:
        state = next((each for each in self.game.states if each in _GIVEN_UP), "")
        return [
            (wager["seat"], state) for wager in facts["wagers"] if state and self._happens(0.02)
        ]

    def _is_quick(self, facts: Facts) -> bool:
        sides = ("pair_fortunes", "three_card", "four_card")
        return self._happens(0.06) and not any(
            wager.get(side) for wager in facts["wagers"] for side in sides
        )

    def _outcomes(self, facts: Facts) -> list[Outcome]:
        called = ("win", "lose", "lose", "push", "push")
        return [
            {"seat": wager["seat"], "outcome": self.chance.choice(called)}
            for wager in facts["wagers"]
        ]

    def _thrown(self, facts: Facts) -> Thrown | None:
        if not self.game.has_start:
            return None
        first, second, third = (self.chance.randint(1, 6) for _ in range(3))
        banks = facts["bank"]["seat"] is not None
        adjust = self.chance.choice((-4, 0, 4)) if banks and self.game.options.adjust else 0
        return Thrown(dice=(first, second, third), adjust=adjust)

    def _delivery(self) -> Delivery | None:
        if not self.game.options.cuts:
            return None
        cut = NEW_ZEALAND_CUTS[self.chance.choice(self.game.options.cuts)]
        options = [self.chance.choice(choices) for choices in cut.choices]
        return {"style": "", "cut": cut.id, "options": options, "bank_cut": None, "laja": False}


_GIVEN_UP = ("surrendered", "conceded")
