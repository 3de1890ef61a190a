"""Hands as they were set, by players, by the house way, by dealer or bank; and hands that end."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, Self, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, model_validator

import rules
from audit.events import EventKind
from foundation.commands import ASKER, TwoPeople
from foundation.inputs import Input, Signed, Word, one_per
from rounds.commands.steps import Play, round_command
from rounds.games.game import Game
from rounds.guards.hands import (
    HOUSE_WAY,
    guard_community,
    guard_hand_may_end,
    guard_house_way,
    guard_one_set,
    guard_place,
    guard_void_is_signed,
)
from rounds.guards.quick import OUTCOMES
from rounds.guards.steps import guard_seat, guard_state
from rounds.inputs import ROUND, OfRound, Piece, Seat
from rounds.models import Depth, RoundState
from rules.place import BANK, CENTRE, DEALER, Place
from rules.refusals import RulesError, refusing
from rules.round import PLAYED, CalledOutcome, Json, SetHand
from staff.commands.signing import sign
from staff.policy import Act
from tables.models import GamingTable


class HandGiven(Input):
    """One hand as a body says it: its tiles or its cards, and how they were set."""

    place: Word = Field(description="seat-3, box-3, dealer or bank")
    tiles: Annotated[tuple[Piece, ...], Field(max_length=4)] | None = None
    cards: Annotated[tuple[Piece, ...], Field(max_length=3)] | None = None
    high: Annotated[tuple[Piece, ...], Field(max_length=2)] | None = None
    low: Annotated[tuple[Piece, ...], Field(max_length=2)] | None = None
    set_by: Literal["player", "house_way", "dealer"] = "player"

    @model_validator(mode="after")
    def _of_one_game(self) -> Self:
        if (self.tiles is None) == (self.cards is None):
            raise ValueError(_("Give the tiles or the cards."))
        return self

    def value(self, game: Game) -> SetHand:
        """The hand as it is set, named and checked; without a setting it is the house way."""
        held = self.tiles if self.tiles is not None else self.cards or ()
        with refusing():
            return game.hand(held, self.high, self.low, self.set_by)


Hands = Annotated[tuple[HandGiven, ...], Field(max_length=9), one_per("place")]


def hands_by_place(
    game: Game, table: GamingTable, entered: rules.Round, given: Iterable[HandGiven]
) -> dict[Place, SetHand]:
    """The hands as they were said, each at its place."""
    return {place_of(each.place, table, entered): each.value(game) for each in given}


def place_of(name: str, table: GamingTable, entered: rules.Round) -> Place:
    """`seat-3`, `box-3` and `3` are seat 3; `bank` is the seat that banks, else the dealer."""
    try:
        place = Place.parse(name)
    except RulesError:
        place = CENTRE  # a place, but none where anybody has a hand
    if place == BANK:
        return entered.bank_place()
    if place != DEALER:
        guard_seat(place.number or 0, table.seats)
    return place


class SetHands(OfRound):
    """Hands as they were set."""

    hands: Annotated[Hands, Field(min_length=1)]


How = Literal["played", "surrendered", "conceded", "abandoned", "void"]
HOW = get_args(How)


class HandState(Input):
    """How the hand of a seat ended."""

    seat: Seat
    state: How


States = Annotated[tuple[HandState, ...], Field(max_length=8), one_per("seat")]


class EndedHand(HandState):
    """How the hand of a seat ended, and who of the floor signs where that gives a wager back."""

    second: Signed | None = None


Ended = Annotated[tuple[EndedHand, ...], Field(max_length=8), one_per("seat")]


class EndHand(EndedHand, OfRound):
    """How the hand of a seat of a round ended."""

    signers: ClassVar[tuple[str, ...]] = ("second",)
    signed_fields: ClassVar[tuple[str, ...]] = ("second",)

    def signatures(self) -> Mapping[str, Signed]:
        return {"second": self.second} if self.second else {}


class ShowCommunity(OfRound):
    """The community card."""

    card: Piece


@round_command(SetHands, says=gettext_lazy("Record hands as set"), path=f"{ROUND}hands/")
def set_hands(play: Play, given: SetHands) -> None:
    """Record hands as set. Those that the dealer sets are checked against the house way.

    No tile is in two hands of a round; the last missing hand makes the round ready to settle, and
    from then on the hands decide and not what was called before them.

    Rule: MD 8 §A-§D, 9 §M-§N; MBS 3.11-3.13; NZ 10.3-10.9; 3CS 4-5.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    before = play.entered.hands
    hands = enter_hands(play, given.hands)
    if play.entered.outcomes is not None and has_every_hand(play):
        call_outcomes(play, None)
    play.round.state = state_by_hands(play)
    play.happened(
        EventKind.HANDS_SET,
        before={
            place.text: before[place].as_json() if place in before else None for place in hands
        },
        after={place.text: hand.as_json() for place, hand in hands.items()},
        quick=play.entered.quick_json(),
    )


def _hand_json(hand: SetHand | None) -> Json | None:
    return None if hand is None else hand.as_json()


def enter_hands(play: Play, given: Iterable[HandGiven]) -> Mapping[Place, SetHand]:
    """Lay hands at their places, once each of them is seen to belong there."""
    hands = hands_by_place(play.game, play.table, play.entered, given)
    must = play.game.house_way_places(play.entered)
    for place, hand in hands.items():
        guard_place(play.game, play.entered, place)
        guard_house_way(play.game, play.entered, place, hand)
        if place in must and place.is_seat and hand.set_by == "player":
            hands[place] = hand._replace(set_by=HOUSE_WAY)
    play.change(hands={**play.entered.hands, **hands})
    guard_one_set(play.game, play.entered)
    return hands


def state_by_hands(play: Play) -> RoundState:
    """Ready to settle once every hand that decides money is known, or its outcome was called."""
    is_set = play.entered.outcomes is not None or has_every_hand(play)
    return RoundState.SET if is_set else RoundState.DEALT


def has_every_hand(play: Play) -> bool:
    return all(place in play.entered.hands for place in play.game.places(play.entered))


@round_command(
    ShowCommunity, says=gettext_lazy("Show the community card"), path=f"{ROUND}community/"
)
def show_community(play: Play, given: ShowCommunity) -> None:
    """Record the community card of the card game, once the dealer's hand is set.

    Rule: 3CS 3, 6, App. C.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_community(play.game, play.entered, given.card)
    play.change(community=given.card)
    guard_one_set(play.game, play.entered)
    play.happened(EventKind.COMMUNITY_SHOWN, card=given.card)


@round_command(
    EndHand,
    says=gettext_lazy("Surrender, concede, abandon or void"),
    path=f"{ROUND}states/",
    two=[TwoPeople(ASKER, "second")],
)
def end_hand(play: Play, given: HandState) -> None:
    """Record that a hand is surrendered, conceded, abandoned or void, or that it plays after all.

    A void hand gives a wager back that was perhaps decided, so somebody of the floor signs for it.

    Rule: MD 5 §C(2), 8 §E; NZ 10.13; 10 §D and others for a void hand.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_hand_may_end(play.game, play.entered, given.seat, given.state)
    before = play.entered.state_at(given.seat)
    if given.state == "void" != before:
        _sign_void(play, given.seat)
    end_as(play, given.seat, given.state)
    play.happened(EventKind.HAND_ENDED, seat=given.seat, state=given.state, before=before)


def _sign_void(play: Play, seat: int) -> None:
    second = guard_void_is_signed(play.by, play.signed.get("second"))
    content = {"round": str(play.round.pk), "seat": seat, "state": "void"}
    subject = f"round:{play.round.pk}"
    sign(second, act=Act.VOID_ROUND, subject=subject, content=content, at=play.at)


def end_as(play: Play, seat: int, state: str) -> None:
    """Let a hand end so; what was called for it gives way, or has to be called anew."""
    states = {each: how for each, how in play.entered.states.items() if each != seat}
    play.change(states=states if state == PLAYED else {**states, seat: state})
    if play.entered.outcomes is not None:
        called = dict(play.entered.outcomes)
        if state != PLAYED:
            call_outcomes(play, {**called, seat: state})
        elif called.get(seat) not in OUTCOMES:
            call_outcomes(play, None)
    if play.round.state in (RoundState.DEALT, RoundState.SET):
        play.round.state = state_by_hands(play)


def call_outcomes(play: Play, called: Mapping[int, str] | None) -> None:
    """Let outcomes decide, as they were called by seat; or none, and the hands decide again."""
    if called is None:
        play.change(outcomes=None)
        play.round.depth = Depth.TILES
        return
    play.change(outcomes=tuple([CalledOutcome(seat, how) for seat, how in called.items()]))
    play.round.depth = Depth.QUICK
