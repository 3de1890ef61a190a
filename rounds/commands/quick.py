"""Enter a round by its outcomes only, for a busy table; tiles can be added later."""

from collections.abc import Sequence
from typing import Annotated, Literal

from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.inputs import Input, one_per
from rounds.commands.hands import Hands, call_outcomes, enter_hands
from rounds.commands.steps import Play, round_command
from rounds.guards.hands import guard_called_end
from rounds.guards.quick import OUTCOMES, guard_outcomes
from rounds.guards.steps import guard_state
from rounds.inputs import ROUND, OfRound
from rounds.models import RoundState
from rules.round import CalledOutcome, listed


class OutcomeGiven(Input):
    """How one wager ended, as it was called."""

    seat: Annotated[int, Field(ge=0, le=8)] = Field(description="0 is the dealer's own wager.")
    outcome: Literal["win", "lose", "push", "surrendered", "conceded", "abandoned", "void"]

    def value(self) -> CalledOutcome:
        return CalledOutcome(self.seat, self.outcome)


Outcomes = Annotated[tuple[OutcomeGiven, ...], Field(max_length=9), one_per("seat")]


class EnterQuickly(OfRound):
    """Outcomes, and the bank's hands if they were taken down."""

    outcomes: Annotated[Outcomes, Field(min_length=1)]
    hands: Annotated[Hands, Field(max_length=2)] = ()


@round_command(EnterQuickly, says=gettext_lazy("Enter outcomes only"), path=f"{ROUND}quick/")
def enter_quickly(play: Play, given: EnterQuickly) -> None:
    """Record each wager's outcome as called, and the bank's tiles if they were taken down.

    A hand that is called given up or void ended so, and stays so when tiles come later.

    Rule: MD 8 §F(3); the outcomes are the dealer's word, marked as such.
    """
    guard_state(play.round, RoundState.CLOSED, RoundState.DEALT)
    outcomes = [each.value() for each in given.outcomes]
    guard_outcomes(play.game, play.entered, outcomes)
    end_hands(play, outcomes)
    enter_hands(play, given.hands)
    call_outcomes(play, dict(outcomes))
    play.round.state = RoundState.SET
    play.happened(
        EventKind.ENTERED_QUICKLY,
        outcomes=listed(outcomes),
        hands={place.text: hand.as_json() for place, hand in play.entered.hands.items()},
    )


def end_hands(play: Play, outcomes: Sequence[CalledOutcome]) -> None:
    """Let hands end as they were called, by whoever may say so.

    Rule: MD 5 §C(2), 8 §E, 10 §D; NZ 10.13.
    """
    ended = {seat: how for seat, how in outcomes if how not in OUTCOMES}
    for seat, how in ended.items():
        if play.entered.state_at(seat) != how:
            guard_called_end(play.game, play.entered, seat, how)
    play.change(states={**play.entered.states, **ended})
