"""Enter a finished round in one call: a tablet that was offline, a smart table, an import.

The same steps run one after the other under one lock, with the same guards and the same events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import AfterValidator, Field, model_validator

from foundation.inputs import Cents, Input, Signed, Text, Word
from foundation.prepared import insert_rows
from rounds.commands.bank import Answers, answer_offers, close_wagers, place_dealer_wager
from rounds.commands.dealing import (
    DeliveryGiven,
    RollGiven,
    Thrown,
    choose_delivery,
    record_deal,
    record_roll,
)
from rounds.commands.hands import (
    Hands,
    States,
    end_hand,
    hands_of,
    set_hands,
    show_community,
)
from rounds.commands.irregularities import (
    AS_PROPOSED,
    IrregularityGiven,
    confirm_ruling,
    report_irregularity,
)
from rounds.commands.opening import Moment, Opening, begin, locked_table, moment_at
from rounds.commands.quick import Outcomes, enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.steps import Call, Play, finish, stable, table_command
from rounds.commands.voiding import VoidGiven, void_round
from rounds.commands.wagers import PlayerGiven, Wagers, place_wagers, seat_player
from rounds.facts import Answer, Delivery, HandGiven, Outcome, PlayerAt, Wager
from rounds.guards.opening import guard_not_in_future
from rounds.inputs import TABLE, MaybePiece, OfTable, Seat
from rounds.models import OPEN_STATES, RoundState, Source
from rounds.queries.sheets import Sheet
from staff.commands.signing import Signer
from staff.policy import Act, may
from tables.models import GamingTable

LATE_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity of a finished round: at which state it was reported, and how it was ruled.

    Without a signature nobody has ruled on it, and the round cannot be settled.
    """

    event: str
    facts: Mapping[str, Any]
    state: RoundState
    ruling: str = ""
    signer: Signer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRound:
    """Everything about a finished round."""

    round_id: UUID
    wagers: Sequence[Wager]
    players: Sequence[tuple[int, PlayerAt | None]] = ()
    answers: Sequence[Answer] = ()
    others_pass: bool = False
    dealer_wager: int | None = None
    no_rolls: Sequence[str] = ()
    thrown: Thrown | None = None
    delivery: Delivery | None = None
    start: str = ""
    hands: Sequence[HandGiven] = ()
    community: str = ""
    states: Sequence[tuple[int, str]] = ()
    outcomes: Sequence[Outcome] = ()
    incidents: Sequence[Incident] = ()
    void_reason: str = ""
    void_second: Signer | None = None
    played_at: datetime | None = None
    source: Source = Source.WHOLE

    def stable(self) -> object:
        """What makes two requests the same: of the signatures, who signed."""
        signed = [
            (each.event, each.facts, each.ruling, stable(each.signer)) for each in self.incidents
        ]
        return [replace(self, incidents=(), void_second=None), signed, stable(self.void_second)]


class SeatTaken(Input):
    """Who sat at a seat; nobody, and it has been left."""

    seat: Seat
    players: Annotated[tuple[PlayerGiven, ...], Field(max_length=3)] = ()


class RuledIrregularity(IrregularityGiven):
    """What went wrong, at which state of the round, and how somebody of the floor ruled on it."""

    state: Literal["betting", "closed", "dealt", "set"] = "dealt"
    ruling: Text = AS_PROPOSED
    signed_by: Signed

    def value(self, signer: Signer) -> Incident:
        state = RoundState(self.state)
        return Incident(self.event, self.facts.value(), state, self.ruling, signer)


def _in_our_zone(at: datetime) -> datetime:
    """A time without a zone is ours; one that no clock of ours shows is none."""
    try:
        return timezone.make_aware(at) if timezone.is_naive(at) else timezone.localtime(at)
    except OverflowError:
        raise ValueError(_("This does not have the right form.")) from None


class RecordWholeRound(OfTable):
    """A finished round in one call, for late entry, imports and smart tables.

    A seat without players has been left. A round by outcomes says in them how hands ended. A
    round that was declared void is entered as far as it got.
    """

    id: UUID
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
    states: States = ()
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
        return {**found, "void": self.void.second} if self.void else found

    def given(self, signed: Mapping[str, Signer]) -> WholeRound:
        return WholeRound(
            round_id=self.id,
            played_at=self.played_at,
            players=self.players(),
            wagers=[each.value() for each in self.wagers],
            answers=[each.value() for each in self.bank],
            others_pass=self.others_pass,
            dealer_wager=self.dealer_wager,
            no_rolls=self.no_rolls,
            thrown=self.roll.value() if self.roll else None,
            delivery=self.delivery.value() if self.delivery else None,
            start=self.start,
            hands=hands_of(self.hands),
            community=self.community,
            states=[(each.seat, each.state) for each in self.states],
            outcomes=[each.value() for each in self.outcomes],
            incidents=[each.value(signed[str(n)]) for n, each in enumerate(self.irregularities)],
            void_reason=self.void.reason if self.void else "",
            void_second=signed.get("void"),
        )

    def players(self) -> list[tuple[int, PlayerAt | None]]:
        left: list[tuple[int, PlayerAt | None]] = [
            (at.seat, None) for at in self.seats if not at.players
        ]
        return left + [(at.seat, each.value()) for at in self.seats for each in at.players]


@table_command(
    RecordWholeRound, says="Record a finished round in one call", path=f"{TABLE}whole-rounds/"
)
def record_whole_round(table_id: int, whole: WholeRound, call: Call) -> Sheet:
    """Record a finished round from first wager to settled.

    What was played a while ago is flagged as a late entry. A dealer's is judged by the moment at
    which it arrives; the floor may enter one by the moment at which it was played.

    Rule: the rules of every step.
    """
    table = locked_table(table_id, call)
    opening = Opening(whole.round_id, source=whole.source)
    play = begin(table, opening, call, moment_of(table, whole, call))
    run_steps(play, whole)
    insert_rows([play.round])
    play.is_saved = True
    if play.round.state in OPEN_STATES:
        settle_round.within(play)
    return finish(play)


def moment_of(table: GamingTable, whole: WholeRound, call: Call) -> Moment:
    """When the round counts as opened; a claim about the past never moves a dealer's clock."""
    now, played_at = moment_at(table, call), whole.played_at
    if played_at is None:
        return now
    guard_not_in_future(played_at, now.at + LATE_AFTER)
    if now.at - played_at <= LATE_AFTER:
        return now
    at = played_at if may(call.by, Act.STEP_BACK) else now.at
    return replace(now, at=at, played_at=played_at)


def run_steps(play: Play, whole: WholeRound) -> None:
    """Run the steps up to settlement; a round that is declared void ends there."""
    keep_as_told(play, 0)
    for run in steps_of(whole):
        if play.round.state in OPEN_STATES:
            told = len(play.events)
            run(play)
            keep_as_told(play, told)


def keep_as_told(play: Play, since: int) -> None:
    """Let events say how things were then, whatever the next steps do to the same facts."""
    play.events[since:] = deepcopy(play.events[since:])


Run = Callable[[Play], None]


def steps_of(whole: WholeRound) -> Iterator[Run]:
    """The steps in the order of the table, and what went wrong at the state where it did."""
    yield from _wagering(whole)
    yield from _reported(whole, RoundState.BETTING)
    yield close_wagers.within
    yield from _reported(whole, RoundState.CLOSED)
    yield from _dealing(whole)
    yield from _reported(whole, RoundState.DEALT)
    yield from _playing(whole)
    yield from _reported(whole, RoundState.SET)
    if whole.void_second is not None:
        second = whole.void_second
        yield lambda play: void_round.within(play, whole.void_reason, second)


def _wagering(whole: WholeRound) -> Iterator[Run]:
    for seat, player in whole.players:
        yield partial(seat_player.within, seat=seat, player=player)
    yield lambda play: place_wagers.within(play, whole.wagers)
    if whole.answers or whole.others_pass:
        yield lambda play: answer_offers.within(play, whole.answers, others_pass=whole.others_pass)
    if whole.dealer_wager is not None:
        cents = whole.dealer_wager
        yield lambda play: place_dealer_wager.within(play, cents)


def _dealing(whole: WholeRound) -> Iterator[Run]:
    for reason in whole.no_rolls:
        yield partial(record_roll.within, thrown=Thrown(no_roll=reason))
    if whole.thrown is not None:
        yield partial(record_roll.within, thrown=whole.thrown)
    if whole.delivery is not None:
        yield partial(choose_delivery.within, delivery=whole.delivery)
    if not whole.outcomes:
        yield lambda play: record_deal.within(play, whole.start or computed_start(play))


def computed_start(play: Play) -> str:
    roll = play.facts["roll"]
    return roll["positions"][0] if roll else ""


def _playing(whole: WholeRound) -> Iterator[Run]:
    if whole.outcomes:
        yield lambda play: enter_quickly.within(play, whole.outcomes, whole.hands)
        return
    if whole.hands:
        yield lambda play: set_hands.within(play, whole.hands)
    if whole.community:
        yield lambda play: show_community.within(play, whole.community)
    for seat, state in whole.states:
        yield partial(end_hand.within, seat=seat, state=state)


def _reported(whole: WholeRound, state: RoundState) -> Iterator[Run]:
    """Report what went wrong at a state of the round, and rule on it where somebody signed."""
    for n, incident in enumerate(sorted_incidents(whole), start=1):
        if incident.state is not state:
            continue
        yield partial(report_irregularity.within, event=incident.event, facts=incident.facts)
        if incident.signer is not None:
            yield partial(
                confirm_ruling.within, n=n, choice=incident.ruling, signer=incident.signer
            )


def sorted_incidents(whole: WholeRound) -> list[Incident]:
    """In the order in which the round came to them: the number of each is its place here."""
    states = list(OPEN_STATES)
    return sorted(whole.incidents, key=lambda incident: states.index(incident.state))
