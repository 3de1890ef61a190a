"""Enter a round by its outcomes only, for a busy table; tiles can be added later."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from audit.events import EventKind
from foundation.inputs import Input, one_per
from rounds.commands.hands import Hands, call_outcomes, hands_of
from rounds.commands.steps import Play, round_command
from rounds.facts import HandGiven, Outcome
from rounds.games.game import refusing
from rounds.guards.hands import guard_house_way, guard_one_set, guard_place
from rounds.guards.quick import guard_outcomes
from rounds.guards.steps import guard_state
from rounds.inputs import ROUND, OfRound
from rounds.models import RoundState
from rounds.queries.changed import place_named
from staff.commands.signing import Signer


class OutcomeGiven(Input):
    """How one wager ended, as it was called."""

    seat: Annotated[int, Field(ge=0, le=8)] = Field(description="0 is the dealer's own wager.")
    outcome: Literal["win", "lose", "push", "surrendered", "conceded", "abandoned", "void"]

    def value(self) -> Outcome:
        return {"seat": self.seat, "outcome": self.outcome}


Outcomes = Annotated[tuple[OutcomeGiven, ...], Field(max_length=9), one_per("seat")]


class EnterQuickly(OfRound):
    """Outcomes, and the bank's hands if they were taken down."""

    outcomes: Annotated[Outcomes, Field(min_length=1)]
    hands: Annotated[Hands, Field(max_length=2)] = ()

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return [each.value() for each in self.outcomes], hands_of(self.hands)


@round_command(EnterQuickly, says="Enter outcomes only", path=f"{ROUND}quick/")
def enter_quickly(play: Play, outcomes: Sequence[Outcome], hands: Sequence[HandGiven] = ()) -> None:
    """Record each wager's outcome as called, and the bank's tiles if they were taken down.

    Rule: MD 8 §F(3); the outcomes are the dealer's word, marked as such.
    """
    guard_state(play.round, RoundState.CLOSED, RoundState.DEALT)
    guard_outcomes(play.game, play.facts, outcomes)
    for given in hands:
        place = place_named(given.place, play.facts, play.table.seats)
        guard_place(play.game, play.facts, place)
        with refusing():
            hand = play.game.hand(given.held, given.high, given.low)
        hand["set_by"] = given.set_by
        guard_house_way(play.game, play.facts, place, hand)
        play.facts["hands"][place] = hand
    guard_one_set(play.game, play.facts)
    call_outcomes(play, {each["seat"]: each["outcome"] for each in outcomes})
    play.round.state = RoundState.SET
    play.happened(EventKind.ENTERED_QUICKLY, outcomes=outcomes, hands=play.facts["hands"])
