"""Carry out a planned round step by step, as a dealer taps it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar
from uuid import uuid4

from demo.simulation import PlannedRound
from foundation.commands import Command, Given
from rounds.commands.bank import (
    AnswerOffers,
    DealerWager,
    answer_offers,
    close_wagers,
    place_dealer_wager,
)
from rounds.commands.dealing import (
    ChooseDelivery,
    RecordDeal,
    RecordRoll,
    choose_delivery,
    record_deal,
    record_roll,
)
from rounds.commands.hands import (
    EndHand,
    SetHands,
    ShowCommunity,
    end_hand,
    set_hands,
    show_community,
)
from rounds.commands.opening import OpenRound, open_round
from rounds.commands.quick import EnterQuickly, enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.wagers import PlaceWagers, SeatPlayer, place_wagers, seat_player
from rounds.inputs import OfRound, OfTable
from rounds.models import Source
from rounds.queries.sheets import RoundSheet
from staff.models import Person

Tap = tuple[str, Command[Any, Any], OfRound | OfTable]


class PlannedOpening(OpenRound):
    """A round that nobody plays."""

    source: ClassVar[Source] = Source.DEMO


class Dealing:
    """A planned round at a table: named steps, each one command, in their order."""

    def __init__(self, plan: PlannedRound, by: Person) -> None:
        self.plan = plan
        self.by = by
        self.sheet: RoundSheet | None = None
        self.steps = list(self._steps())

    @property
    def next_name(self) -> str:
        return self.steps[0][0] if self.steps else ""

    def tap(self, at: datetime | None = None) -> str:
        """Carry out the next step and say which it was."""
        name, command, given = self.steps[0]
        if name == "deal":
            given = RecordDeal(round_id=self.plan.id, start=self._start())
        self.sheet = carry_out(command, given, by=self.by, at=at)
        del self.steps[0]
        return name

    def run_until(self, last: str, at: datetime | None = None) -> None:
        while self.steps and self.tap(at) != last:
            continue

    def _steps(self) -> Iterator[Tap]:
        plan, round_id = self.plan, self.plan.id
        yield "open", open_round, PlannedOpening(table_id=plan.table_id, id=round_id)
        for taken in plan.seats:
            for player in taken.players or (None,):
                sits = SeatPlayer(round_id=round_id, seat=taken.seat, player=player)
                yield "seat", seat_player, sits
        yield "wagers", place_wagers, PlaceWagers(round_id=round_id, wagers=plan.wagers)
        if plan.bank:
            yield "bank", answer_offers, AnswerOffers(round_id=round_id, answers=plan.bank)
        if plan.dealer_wager is not None:
            dealers = DealerWager(round_id=round_id, cents=plan.dealer_wager)
            yield "dealer_wager", place_dealer_wager, dealers
        yield "close", close_wagers, OfRound(round_id=round_id)
        yield from self._quickly() if plan.outcomes else self._dealing()
        yield "settle", settle_round, OfRound(round_id=round_id)

    def _quickly(self) -> Iterator[Tap]:
        plan = self.plan
        called = EnterQuickly(round_id=plan.id, outcomes=plan.outcomes, hands=plan.hands)
        yield "hands", enter_quickly, called

    def _dealing(self) -> Iterator[Tap]:
        plan, round_id = self.plan, self.plan.id
        for reason in plan.no_rolls:
            yield "no_roll", record_roll, RecordRoll(round_id=round_id, no_roll=reason)
        if plan.delivery is not None:
            chosen = ChooseDelivery(round_id=round_id, **dict(plan.delivery))
            yield "delivery", choose_delivery, chosen
        if plan.roll is not None:
            yield "roll", record_roll, RecordRoll(round_id=round_id, **dict(plan.roll))
        yield "deal", record_deal, OfRound(round_id=round_id)
        given_up = {f"seat-{ended.seat}" for ended in plan.states}
        exposed = [hand for hand in plan.hands if hand.place not in given_up]
        for hand in exposed:
            yield "hand", set_hands, SetHands(round_id=round_id, hands=(hand,))
        if plan.community:
            shown = ShowCommunity(round_id=round_id, card=plan.community)
            yield "community", show_community, shown
        for ended in plan.states:
            yield "state", end_hand, EndHand(round_id=round_id, **dict(ended))
        for hand in plan.hands:
            if hand not in exposed:
                yield "hand", set_hands, SetHands(round_id=round_id, hands=(hand,))

    def _start(self) -> str:
        roll = self.sheet["roll"] if self.sheet else None
        return str(roll["positions"][0]) if roll else ""


def carry_out(
    command: Command[Any, Any],
    given: OfRound | OfTable,
    *,
    by: Person,
    at: datetime | None = None,
    **signers: Any,
) -> Any:
    """Carry out a command as every door does, for somebody whom the demo knows."""
    return command.carry_out(Given(by=by, input=given, request_id=uuid4(), at=at, signers=signers))
