"""Which irregularities can be reported and which rulings can be made."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from rounds.models import Irregularity, Round
from rules.refusals import Refused

ALWAYS_OPEN = ("play-on", "void-round")


def guard_involved(entered: rules.Round, seats: Sequence[int]) -> None:
    """Refuse seats that have no part in the round."""
    strange = [seat for seat in seats if seat not in entered.played_seats()]
    if strange and entered.wagers:
        raise Refused(
            "no_hand_there",
            _("Seat {seat} has no wager in this round.").format(seat=strange[0]),
            seat=strange[0],
        )


def guard_waits(current: Round, n: int) -> Irregularity:
    """Refuse a ruling on something that was not reported, or that is decided."""
    found = Irregularity.objects.filter(round=current, n=n).first()
    if found is None:
        raise Refused("not_found", _("There is no such irregularity in this round."))
    if found.ruling is not None:
        raise Refused("already_ruled", _("This irregularity is decided already."))
    return found


def guard_choice(found: Irregularity, choice: str) -> str:
    """The code of the ruling chosen: as proposed, that play goes on, or that the round is void."""
    if choice in ("", "proposed", found.proposed["code"]):
        return str(found.proposed["code"])
    if choice not in ALWAYS_OPEN:
        raise Refused(
            "no_such_ruling",
            _("Rule as proposed, let play go on, or declare the round void."),
            choices=[found.proposed["code"], *ALWAYS_OPEN],
        )
    return choice
