"""When a round may be taken back or declared void."""

from django.utils.translation import gettext as _

from rounds.games.game import Game
from rounds.guards.citing import own_paragraph
from rounds.guards.naming import seat_named
from rounds.models import Round, RoundState
from rounds.wording import VOID_REASONS
from rules.refusals import Refused

EARLIER = {
    RoundState.CLOSED: (RoundState.BETTING,),
    RoundState.DEALT: (RoundState.BETTING, RoundState.CLOSED),
    RoundState.SET: (RoundState.BETTING, RoundState.CLOSED, RoundState.DEALT),
}


def guard_reason(reason: str) -> None:
    """Refuse a reason that is not on the list."""
    if reason not in VOID_REASONS:
        raise Refused(
            "unknown_reason", _("Choose one of the listed reasons."), reasons=list(VOID_REASONS)
        )


def guard_step_back(game: Game, current: Round, to: RoundState) -> None:
    """Refuse to take a round anywhere but back, or a conceded hand back into play.

    Rule: NZ 10.13.
    """
    if to not in EARLIER.get(RoundState(current.state), ()):
        raise Refused(
            "cannot_step_back",
            _("Round {number} is at “{state}” and cannot go back to “{to}”.").format(
                number=current.number, state=RoundState(current.state).label, to=to.label
            ),
        )
    conceded = [seat for seat, how in current.entered.states.items() if how == "conceded"]
    if conceded and to is not RoundState.DEALT:
        raise Refused(
            "conceded_stays",
            _("{seat} conceded. The hand cannot be returned to play.").format(
                seat=seat_named(game, conceded[0])
            ),
            own_paragraph(game, "NZ 10.13"),
            seat=conceded[0],
        )
