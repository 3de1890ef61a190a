"""Enter a round by its outcomes only, for a busy table; tiles can be added later."""

from collections.abc import Sequence

from audit.events import EventKind
from rounds.commands.hands import HandGiven, call_outcomes, place_of
from rounds.commands.steps import Play, step
from rounds.facts import Outcome
from rounds.games.game import refusing
from rounds.guards.hands import guard_house_way, guard_one_set, guard_place
from rounds.guards.quick import guard_outcomes
from rounds.guards.steps import guard_state
from rounds.models import RoundState


@step("rounds.enter_quickly")
def enter_quickly(play: Play, outcomes: Sequence[Outcome], hands: Sequence[HandGiven] = ()) -> None:
    """Record each wager's outcome as called, and the bank's tiles if they were taken down.

    Rule: MD 8 §F(3); the outcomes are the dealer's word, marked as such.
    """
    guard_state(play.round, RoundState.CLOSED, RoundState.DEALT)
    guard_outcomes(play.game, play.facts, outcomes)
    for given in hands:
        place = place_of(play, given.place)
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
