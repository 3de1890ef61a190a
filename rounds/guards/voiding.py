"""When a round may be taken back or declared void."""

from django.utils.translation import gettext as _

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


def guard_step_back(current: Round, to: RoundState) -> None:
    """Refuse to take a round anywhere but back."""
    if to not in EARLIER.get(RoundState(current.state), ()):
        raise Refused(
            "cannot_step_back",
            _("Round {number} is at “{state}” and cannot go back to “{to}”.").format(
                number=current.number, state=RoundState(current.state).label, to=to.label
            ),
        )
