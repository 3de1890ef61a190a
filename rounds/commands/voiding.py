"""Declare a round void, or take it back a step; both by somebody of the floor, with their PIN."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import ASKER, TwoPeople
from foundation.inputs import Input, Signed, Word
from rounds.commands.hands import call_outcomes, end_as
from rounds.commands.steps import Play, round_command
from rounds.guards.hands import guard_is_void
from rounds.guards.steps import guard_open, guard_state, guard_two_people
from rounds.guards.voiding import guard_reason, guard_step_back
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import RoundState
from rules.round import PLAYED
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


@round_command(
    VoidRound,
    says=gettext_lazy("Declare the round void"),
    path=f"{ROUND}void/",
    two=[TwoPeople(ASKER, "second")],
)
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


FINAL = ("void", "conceded")


def forget_hands(play: Play) -> None:
    """Take the hands and what was called off the table: they are told anew.

    What is void or conceded stays so.

    Rule: MD 10 §D; NZ 10.13.
    """
    states = {seat: state for seat, state in play.entered.states.items() if state in FINAL}
    play.change(hands={}, states=states, community="")
    call_outcomes(play, None)


def forget_deal(play: Play) -> None:
    """Take back that hands were dealt at all, and with it every ruling on them."""
    forget_hands(play)
    play.change(states={}, stands=False, house_way_seats=())


class ReturnHand(OfRound):
    """Which void hand plays after all, and who of the floor says so."""

    signers: ClassVar[tuple[str, ...]] = ("second",)
    signed_fields: ClassVar[tuple[str, ...]] = ("second",)

    seat: Seat
    second: Signed

    def signatures(self) -> Mapping[str, Signed]:
        return {"second": self.second}


@round_command(
    ReturnHand,
    says=gettext_lazy("Let a void hand play after all"),
    path=f"{ROUND}states/return/",
    two=[TwoPeople(ASKER, "second")],
)
def return_hand(play: Play, given: ReturnHand) -> None:
    """Let a void hand play after all, because the floor says that it never was void.

    Rule: MD 10 §D; MBS 5.2; NZ 12.3, 12.15.
    """
    second = play.signed["second"]
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_is_void(play.game, play.entered, given.seat)
    guard_two_people(play.by, second.person)
    sign_round(play, second, Act.VOID_ROUND, {"seat": given.seat, "state": PLAYED})
    end_as(play, given.seat, PLAYED)
    play.happened(EventKind.HAND_RETURNED, seat=given.seat, second=second.person.pk)


@round_command(
    StepBack,
    says=gettext_lazy("Take the round back a step"),
    path=f"{ROUND}step-back/",
    two=[TwoPeople(ASKER, "second")],
)
def step_back(play: Play, given: StepBack) -> None:
    """Take a round back to an earlier step that was tapped by mistake; nothing is forgotten.

    Rule: none; the record keeps both ways, and the floor confirms it.
    """
    to, second = RoundState(given.to), play.signed["second"]
    guard_step_back(play.game, play.round, to)
    guard_two_people(play.by, second.person)
    sign_round(play, second, Act.STEP_BACK, {"to": to.value})
    before = {"state": play.round.state, "facts": play.entered.as_json()}
    forget = forget_hands if to is RoundState.DEALT else forget_deal
    forget(play)
    play.change(roll=play.entered.roll if to is RoundState.DEALT else None)
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
