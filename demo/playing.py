"""Carry out a planned round step by step, as a dealer taps it."""

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID

from rounds.commands.bank import answer_offers, close_wagers, place_dealer_wager
from rounds.commands.dealing import Thrown, choose_delivery, record_deal, record_roll
from rounds.commands.hands import end_hand, set_hands, show_community
from rounds.commands.opening import Opening, open_round
from rounds.commands.quick import enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.steps import Call
from rounds.commands.wagers import place_wagers, seat_player
from rounds.commands.whole import WholeRound
from rounds.queries.sheets import Sheet
from staff.models import Person
from tables.models import GamingTable

Tap = Callable[[Call], Sheet]


class Dealing:
    """A planned round at a table: named steps, each one command, in their order."""

    def __init__(self, table: GamingTable, plan: WholeRound, by: Person) -> None:
        self.table = table
        self.plan = plan
        self.by = by
        self.sheet: Sheet = {}
        self.steps = list(self._steps())

    @property
    def next_name(self) -> str:
        return self.steps[0][0] if self.steps else ""

    def tap(self, at: datetime | None = None) -> str:
        """Carry out the next step and say which it was."""
        name, act = self.steps[0]
        self.sheet = act(Call(by=self.by, at=at))
        del self.steps[0]
        return name

    def run_until(self, last: str, at: datetime | None = None) -> None:
        while self.steps and self.tap(at) != last:
            continue

    def _steps(self) -> Iterator[tuple[str, Tap]]:
        plan, round_id = self.plan, self.plan.round_id
        opening = Opening(round_id, source=plan.source)
        yield "open", lambda call: open_round(self.table.pk, opening, call)
        for seat, player in plan.players:
            yield "seat", _later(seat_player, round_id, seat, player)
        yield "wagers", _later(place_wagers, round_id, plan.wagers)
        if plan.answers:
            yield "bank", _later(answer_offers, round_id, plan.answers)
        if plan.dealer_wager is not None:
            yield "dealer_wager", _later(place_dealer_wager, round_id, plan.dealer_wager)
        yield "close", _later(close_wagers, round_id)
        if plan.outcomes:
            yield "hands", _later(enter_quickly, round_id, plan.outcomes, plan.hands)
            yield "settle", _later(settle_round, round_id)
            return
        yield from self._dealing(plan, round_id)

    def _dealing(self, plan: WholeRound, round_id: UUID) -> Iterator[tuple[str, Tap]]:
        for reason in plan.no_rolls:
            yield "no_roll", _later(record_roll, round_id, Thrown(no_roll=reason))
        if plan.delivery is not None:
            yield "delivery", _later(choose_delivery, round_id, plan.delivery)
        if plan.thrown is not None:
            yield "roll", _later(record_roll, round_id, plan.thrown)
        yield "deal", lambda call: record_deal(round_id, call, self._start())
        for hand in plan.hands:
            yield "hand", _later(set_hands, round_id, [hand])
        if plan.community:
            yield "community", _later(show_community, round_id, plan.community)
        for seat, state in plan.states:
            yield "state", _later(end_hand, round_id, seat, state)
        yield "settle", _later(settle_round, round_id)

    def _start(self) -> str:
        roll = self.sheet.get("roll")
        return str(roll["positions"][0]) if roll else ""


def _later(command: Callable[..., Sheet], round_id: UUID, *given: object) -> Tap:
    return lambda call: command(round_id, call, *given)
