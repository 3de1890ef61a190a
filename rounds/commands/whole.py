"""Enter a finished round in one call: a tablet that was offline, a smart table, an import.

The same steps run one after the other under one lock, with the same guards and the same events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import AfterValidator, Field, model_validator

from foundation.commands import ASKER, Call, TwoPeople, command
from foundation.inputs import Cents, Input, Signed, Text, Word
from rounds.commands.bank import (
    AnswerOffers,
    Answers,
    DealerWager,
    answer_offers,
    close_wagers,
    place_dealer_wager,
)
from rounds.commands.dealing import (
    DeliveryGiven,
    RecordDeal,
    RollGiven,
    choose_delivery,
    record_deal,
    record_roll,
)
from rounds.commands.hands import (
    Ended,
    EndedHand,
    HandGiven,
    Hands,
    SetHands,
    ShowCommunity,
    end_hand,
    set_hands,
    show_community,
)
from rounds.commands.irregularities import (
    AS_PROPOSED,
    ConfirmRuling,
    IrregularityGiven,
    confirm_ruling,
    report_irregularity,
)
from rounds.commands.opening import Moment, NewRound, begin, locked_table, moment_at
from rounds.commands.quick import EnterQuickly, Outcomes, enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.steps import Play, RoundCommand, finish, insert_round, sheet_answer
from rounds.commands.voiding import VoidGiven, void_round
from rounds.commands.wagers import (
    PlaceWagers,
    PlayerGiven,
    SeatPlayer,
    Wagers,
    place_wagers,
    seat_player,
)
from rounds.guards.opening import guard_not_in_future
from rounds.inputs import TABLE, MaybePiece, OfRound, Seat
from rounds.models import OPEN_STATES, RoundState, Source
from staff.models import Person
from staff.policy import Act, may

LATE_AFTER = timedelta(minutes=2)


class SeatTaken(Input):
    """Who sat at a seat; nobody, and it has been left."""

    seat: Seat
    players: Annotated[tuple[PlayerGiven, ...], Field(max_length=3)] = ()


class RuledIrregularity(IrregularityGiven):
    """What went wrong, at which state of the round, and how somebody of the floor ruled on it."""

    state: Literal["betting", "closed", "dealt", "set"] = "dealt"
    ruling: Text = AS_PROPOSED
    signed_by: Signed


def _in_our_zone(at: datetime) -> datetime:
    """A time without a zone is ours; one that no clock of ours shows is none."""
    try:
        return timezone.make_aware(at) if timezone.is_naive(at) else timezone.localtime(at)
    except OverflowError:
        raise ValueError(_("This does not have the right form.")) from None


class RecordWholeRound(NewRound):
    """A finished round in one call, for late entry, imports and smart tables.

    A seat without players has been left. A round by outcomes says in them how hands ended. A
    round that was declared void is entered as far as it got.
    """

    source: ClassVar[Source] = Source.WHOLE

    played_at: Annotated[datetime, AfterValidator(_in_our_zone)] | None = None
    seats: Annotated[tuple[SeatTaken, ...], Field(max_length=8)] = ()
    wagers: Annotated[Wagers, Field(min_length=1)]
    bank: Answers = ()
    others_pass: bool = False
    dealer_wager: Cents | None = None
    no_rolls: Annotated[tuple[Word, ...], Field(max_length=10)] = ()
    roll: RollGiven | None = None
    delivery: DeliveryGiven | None = None
    start: Text = Field("", description="Who was dealt to first; checked if it is given.")
    hands: Hands = ()
    community: MaybePiece = ""
    states: Ended = ()
    outcomes: Outcomes = ()
    irregularities: Annotated[tuple[RuledIrregularity, ...], Field(max_length=8)] = ()
    void: VoidGiven | None = None

    @model_validator(mode="after")
    def _ends_once(self) -> Self:
        if self.outcomes and self.states:
            raise ValueError(_("Say in the outcomes how these hands ended."))
        return self

    def signatures(self) -> Mapping[str, Signed]:
        found = {str(n): each.signed_by for n, each in enumerate(self.irregularities)}
        found |= {f"seat-{each.seat}": each.second for each in self.states if each.second}
        return {**found, "void": self.void.second} if self.void else found


@command(
    RecordWholeRound,
    act=Act.ENTER_ROUND,
    says=gettext_lazy("Record a finished round in one call"),
    path=f"{TABLE}whole-rounds/",
    two=[
        TwoPeople(ASKER, "void"),
        TwoPeople(ASKER, "signed_by", earlier="whoever enters the round, if wagers go back"),
    ],
    answer=sheet_answer,
)
def record_whole_round(call: Call[RecordWholeRound]) -> Play:
    """Record a finished round from first wager to settled.

    What was played a while ago is flagged as a late entry. A dealer's is judged by the moment at
    which it arrives; the floor may enter one by the moment at which it was played.

    Rule: the rules of every step.
    """
    whole = call.input
    table = locked_table(whole.table_id, call.by)
    now = moment_at(table, call.said_at)
    play = begin(call, table, moment_of(whole, now, call.by))
    for run in steps_of(whole):
        if play.round.state in OPEN_STATES:  # a round that is declared void ends there
            run(play)
    insert_round(play)
    if play.round.state in OPEN_STATES:
        settle_round.step(play, OfRound(round_id=whole.id))
    return finish(play)


def moment_of(whole: RecordWholeRound, now: Moment, by: Person) -> Moment:
    """When the round counts as opened; a claim about the past never moves a dealer's clock."""
    played_at = whole.played_at
    if played_at is None:
        return now
    guard_not_in_future(played_at, now.at + LATE_AFTER)
    if now.at - played_at <= LATE_AFTER:
        return now
    at = played_at if may(by, Act.STEP_BACK) else now.at
    return replace(now, at=at, played_at=played_at)


Run = Callable[[Play], None]
G = TypeVar("G", bound=Input)


def _run(command: RoundCommand[Any, G], given: G) -> Run:
    return lambda play: command.step(play, given)


def steps_of(whole: RecordWholeRound) -> Iterator[Run]:
    """The steps in the order of the table, and what went wrong at the state where it did."""
    yield from _wagering(whole)
    yield from _reported(whole, RoundState.BETTING)
    yield _run(close_wagers, OfRound(round_id=whole.id))
    yield from _reported(whole, RoundState.CLOSED)
    yield from _dealing(whole)
    yield from _reported(whole, RoundState.DEALT)
    yield from _playing(whole)
    yield from _reported(whole, RoundState.SET)
    if whole.void is not None:
        yield partial(_void, given=whole.void)


def _void(play: Play, given: VoidGiven) -> None:
    void_round.step(play.signed_by(second=play.signed["void"]), given)


def _wagering(whole: RecordWholeRound) -> Iterator[Run]:
    """Who left, who sat down, what they wagered, and who took the bank."""
    left = [(at.seat, None) for at in whole.seats if not at.players]
    came = [(at.seat, each) for at in whole.seats for each in at.players]
    for seat, player in (*left, *came):
        sits = SeatPlayer(round_id=whole.id, seat=seat, player=player)
        yield _run(seat_player, sits)
    wagers = PlaceWagers(round_id=whole.id, wagers=whole.wagers)
    yield _run(place_wagers, wagers)
    if whole.bank or whole.others_pass:
        answers = AnswerOffers(round_id=whole.id, answers=whole.bank, others_pass=whole.others_pass)
        yield _run(answer_offers, answers)
    if whole.dealer_wager is not None:
        dealers = DealerWager(round_id=whole.id, cents=whole.dealer_wager)
        yield _run(place_dealer_wager, dealers)


def _dealing(whole: RecordWholeRound) -> Iterator[Run]:
    for reason in whole.no_rolls:
        yield _run(record_roll, RollGiven(no_roll=reason))
    if whole.delivery is not None:
        yield _run(choose_delivery, whole.delivery)
    if whole.roll is not None:
        yield _run(record_roll, whole.roll)
    if not whole.outcomes:
        yield partial(_deal, whole=whole)


def _deal(play: Play, whole: RecordWholeRound) -> None:
    roll = play.entered.roll
    start = whole.start or (roll.positions[0] if roll else "")
    record_deal.step(play, RecordDeal(round_id=whole.id, start=start))


def _playing(whole: RecordWholeRound) -> Iterator[Run]:
    if whole.outcomes:
        called = EnterQuickly(round_id=whole.id, outcomes=whole.outcomes, hands=whole.hands)
        yield _run(enter_quickly, called)
        return
    given_up = {str(each.seat) for each in whole.states}
    exposed = [each for each in whole.hands if each.place.split("-")[-1] not in given_up]
    yield from _hands_set(whole, exposed)
    if whole.community:
        shown = ShowCommunity(round_id=whole.id, card=whole.community)
        yield _run(show_community, shown)
    for ended in whole.states:
        yield partial(_end, ended=ended)
    yield from _hands_set(whole, [each for each in whole.hands if each not in exposed])


def _end(play: Play, ended: EndedHand) -> None:
    signer = play.signed.get(f"seat-{ended.seat}")
    end_hand.step(play.signed_by(**({"second": signer} if signer else {})), ended)


def _hands_set(whole: RecordWholeRound, hands: Sequence[HandGiven]) -> Iterator[Run]:
    """The hands that were exposed; of one that was given up, what a side wager asks for, later.

    Rule: MD 8 §E(1).
    """
    if hands:
        yield _run(set_hands, SetHands(round_id=whole.id, hands=tuple(hands)))


def _reported(whole: RecordWholeRound, state: RoundState) -> Iterator[Run]:
    """Report what went wrong at a state of the round, and rule on it where somebody signed.

    Their numbers follow the order in which the round came to them.
    """
    states = [each.value for each in OPEN_STATES]
    told = sorted(enumerate(whole.irregularities), key=lambda each: states.index(each[1].state))
    for n, (place, incident) in enumerate(told, start=1):
        if incident.state == state:
            yield _run(report_irregularity, incident)
            yield partial(_rule, whole=whole, n=n, place=place)


def _rule(play: Play, whole: RecordWholeRound, n: int, place: int) -> None:
    """Confirm a ruling; what nobody signed waits, and the round cannot be settled."""
    signer, said = play.signed.get(str(place)), whole.irregularities[place]
    if signer is not None:
        ruled = ConfirmRuling.model_construct(round_id=whole.id, n=n, ruling=said.ruling)
        confirm_ruling.step(play.signed_by(signer=signer), ruled)
