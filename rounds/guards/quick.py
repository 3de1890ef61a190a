"""What can be settled by outcomes alone."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.naming import seat_within
from rules.refusals import Refused
from rules.round import CalledOutcome

OUTCOMES = ("win", "lose", "push")
DEALERS_SEAT = 0


def guard_outcomes(game: Game, entered: rules.Round, outcomes: Sequence[CalledOutcome]) -> None:
    """Refuse outcomes that leave a wager open or that no wager can have."""
    if any(wager.side_cents for wager in entered.wagers):
        raise Refused(
            "tiles_needed",
            _("Side wagers are decided by the tiles or cards. Enter the hands of this round."),
        )
    expected = set(entered.wager_by_seat())
    if entered.bank.kind == "player" and entered.dealer_wager_cents:
        expected.add(DEALERS_SEAT)
    given = [outcome.seat for outcome in outcomes]
    if sorted(given) != sorted(expected):
        missing = sorted(expected.symmetric_difference(given)) or sorted(given)
        raise Refused(
            "outcomes_incomplete",
            _("Give one outcome for each wager; look at: {seats}.").format(
                seats=", ".join(map(str, missing))
            ),
            seats=missing,
        )
    known = (*OUTCOMES, *(state for state in game.states if state != "played"))
    for outcome in outcomes:
        ended = entered.states.get(outcome.seat, outcome.outcome)
        if outcome.outcome != ended:
            raise Refused(
                "hand_ended",
                _("The hand of {seat} ended before: {state}. Call it so.").format(
                    seat=seat_within(game, outcome.seat), state=ended
                ),
                seat=outcome.seat,
                state=ended,
            )
        if outcome.outcome not in known:
            raise Refused(
                "unknown_outcome",
                _("A wager cannot end as {outcome} here.").format(outcome=outcome.outcome),
                seat=outcome.seat,
            )
