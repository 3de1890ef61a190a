"""Declare a round void, or take it back a step; both by somebody of the floor, with their PIN."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.inputs import Input, Signed, Word
from rounds.commands.hands import call_outcomes
from rounds.commands.steps import Play, round_command
from rounds.guards.steps import guard_open, guard_two_people
from rounds.guards.voiding import guard_reason, guard_step_back
from rounds.inputs import ROUND, OfRound
from rounds.models import RoundState
from staff.commands.signing import Signer, sign
from staff.policy import Act


class VoidGiven(Input):
    """Why a round is void, and who of the floor says so."""

    reason: Word
    second: Signed


class VoidRound(VoidGiven, OfRound):
    """Why this round is void, and who of the floor says so."""

    signers: ClassVar[tuple[str, ...]] = ("second",)
    signed_fields: ClassVar[tuple[str, ...]] = ("second",)

    def signatures(self) -> Mapping[str, Signed]:
        return {"second": self.second}


class StepBack(OfRound):
    """To which step, and who of the floor says so."""

    signers: ClassVar[tuple[str, ...]] = ("second",)
    signed_fields: ClassVar[tuple[str, ...]] = ("second",)

    to: Literal["betting", "closed", "dealt"]
    second: Signed

    def signatures(self) -> Mapping[str, Signed]:
        return {"second": self.second}


@round_command(VoidRound, says=gettext_lazy("Declare the round void"), path=f"{ROUND}void/")
def void_round(play: Play, given: VoidGiven) -> None:
    """Declare the round void: every wager is returned, the number stays taken.

    Rule: MD 10 §C-§E; MBS 5.1-5.3; NZ 12.13; spec: a void round stays on the record.
    """
    reason, second = given.reason, play.signed["second"]
    guard_open(play.round)
    guard_reason(reason)
    guard_two_people(play.by, second.person)
    sign_round(play, second, Act.VOID_ROUND, {"reason": reason})
    end_void(play, reason)
    play.happened(
        EventKind.ROUND_VOIDED,
        number=play.round.number,
        reason=reason,
        second=second.person.pk,
        facts=play.entered.as_json(),
    )


def end_void(play: Play, reason: str) -> None:
    play.round.state = RoundState.VOID
    play.round.void_reason = reason
    play.round.ended_at = play.at


def sign_round(play: Play, signer: Signer, act: Act, content: dict[str, object]) -> int:
    """Keep a signature over what is done to this round."""
    signed = {"round": str(play.round.pk), "number": play.round.number, **content}
    sign_off = sign(signer, act=act, subject=f"round:{play.round.pk}", content=signed, at=play.at)
    return int(sign_off.pk)


def forget_hands(play: Play) -> None:
    """Take the hands and what was called off the table: they are dealt, or told, anew."""
    play.change(hands={}, states={}, community="")
    call_outcomes(play, None)


@round_command(StepBack, says=gettext_lazy("Take the round back a step"), path=f"{ROUND}step-back/")
def step_back(play: Play, given: StepBack) -> None:
    """Take a round back to an earlier step that was tapped by mistake; nothing is forgotten.

    Rule: none; the record keeps both ways, and the floor confirms it.
    """
    to, second = RoundState(given.to), play.signed["second"]
    guard_step_back(play.round, to)
    guard_two_people(play.by, second.person)
    sign_round(play, second, Act.STEP_BACK, {"to": to.value})
    before = {"state": play.round.state, "facts": play.entered.as_json()}
    forget_hands(play)
    play.change(roll=None)
    if to is RoundState.BETTING:
        bank = play.entered.bank
        bank = bank._replace(is_decided=bank.seat is not None)
        play.change(delivery=None, bank=bank)
    play.round.state = to
    play.happened(
        EventKind.ROUND_STEPPED_BACK,
        number=play.round.number,
        state=to.value,
        before=before,
        second=second.person.pk,
    )
