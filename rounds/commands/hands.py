"""Hands as they were set, by players, by the house way, by dealer or bank; and hands that end."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field, model_validator

from audit.events import EventKind
from foundation.inputs import Input, Word, one_per
from rounds.commands.steps import Play, round_command
from rounds.facts import HandGiven, Outcome
from rounds.games.game import refusing
from rounds.guards.hands import (
    guard_community,
    guard_hand_may_end,
    guard_house_way,
    guard_one_set,
    guard_place,
)
from rounds.guards.quick import OUTCOMES
from rounds.guards.steps import guard_state
from rounds.inputs import ROUND, OfRound, Piece, Seat
from rounds.models import Depth, RoundState
from rounds.queries.changed import place_named
from staff.commands.signing import Signer


class HandBody(Input):
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

    def value(self) -> HandGiven:
        held = self.tiles if self.tiles is not None else self.cards or ()
        return HandGiven(self.place, held, self.high, self.low, self.set_by)


Hands = Annotated[tuple[HandBody, ...], Field(max_length=9), one_per("place")]


def hands_of(given: Sequence[HandBody]) -> list[HandGiven]:
    return [each.value() for each in given]


class SetHands(OfRound):
    """Hands as they were set."""

    hands: Annotated[Hands, Field(min_length=1)]

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return (hands_of(self.hands),)


class HandState(Input):
    """How the hand of a seat ended."""

    seat: Seat
    state: Literal["played", "surrendered", "conceded", "abandoned", "void"]


States = Annotated[tuple[HandState, ...], Field(max_length=8), one_per("seat")]


class EndHand(HandState, OfRound):
    """How the hand of a seat of a round ended."""

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return self.seat, self.state


class ShowCommunity(OfRound):
    """The community card."""

    card: Piece

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return (self.card,)


@round_command(SetHands, says="Record hands as set", path=f"{ROUND}hands/")
def set_hands(play: Play, hands: Sequence[HandGiven]) -> None:
    """Record hands as set. Those that the dealer sets are checked against the house way.

    No tile is in two hands of a round; the last missing hand makes the round ready to settle, and
    from then on the hands decide and not what was called before them.

    Rule: MD 8 §A-§D, 9 §M-§N; MBS 3.11-3.13; NZ 10.3-10.9; 3CS 4-5.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    before = {}
    for given in hands:
        place = place_named(given.place, play.facts, play.table.seats)
        guard_place(play.game, play.facts, place)
        with refusing():
            hand = play.game.hand(given.held, given.high, given.low)
        hand["set_by"] = given.set_by
        guard_house_way(play.game, play.facts, place, hand)
        before[place] = play.facts["hands"].get(place)
        play.facts["hands"][place] = hand
    guard_one_set(play.game, play.facts)
    if play.facts["quick"] is not None and has_every_hand(play):
        call_outcomes(play, None)
    play.round.state = state_by_hands(play)
    play.happened(
        EventKind.HANDS_SET,
        before=before,
        after={place: play.facts["hands"][place] for place in before},
        quick=play.facts["quick"],
    )


def state_by_hands(play: Play) -> RoundState:
    """Ready to settle once every hand that decides money is known, or its outcome was called."""
    is_set = play.facts["quick"] is not None or has_every_hand(play)
    return RoundState.SET if is_set else RoundState.DEALT


def has_every_hand(play: Play) -> bool:
    return all(place in play.facts["hands"] for place in play.game.places(play.facts))


@round_command(ShowCommunity, says="Show the community card", path=f"{ROUND}community/")
def show_community(play: Play, card: str) -> None:
    """Record the community card of the card game.

    Rule: 3CS 3, App. C.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_community(play.game, card)
    play.facts["community"] = card
    guard_one_set(play.game, play.facts)
    play.happened(EventKind.COMMUNITY_SHOWN, card=card)


@round_command(EndHand, says="Surrender, concede, abandon or void", path=f"{ROUND}states/")
def end_hand(play: Play, seat: int, state: str) -> None:
    """Record that a hand is surrendered, conceded, abandoned or void, or that it plays after all.

    Rule: MD 5 §C(2), 8 §E; NZ 10.13; 10 §D and others for a void hand.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_hand_may_end(play.game, play.facts, play.by, seat, state)
    before = play.facts["states"].get(str(seat), "played")
    end_as(play, seat, state)
    play.happened(EventKind.HAND_ENDED, seat=seat, state=state, before=before)


def end_as(play: Play, seat: int, state: str) -> None:
    """Let a hand end so; what was called for it gives way, or has to be called anew."""
    facts = play.facts
    if state == "played":
        facts["states"].pop(str(seat), None)
    else:
        facts["states"][str(seat)] = state
    if facts["quick"] is not None:
        called = {each["seat"]: each["outcome"] for each in facts["quick"]["outcomes"]}
        if state != "played":
            call_outcomes(play, {**called, seat: state})
        elif called.get(seat) not in OUTCOMES:
            call_outcomes(play, None)
    if play.round.state in (RoundState.DEALT, RoundState.SET):
        play.round.state = state_by_hands(play)


def call_outcomes(play: Play, called: Mapping[int, str] | None) -> None:
    """Let outcomes decide, as they were called by seat; or none, and the hands decide again."""
    if called is None:
        play.facts["quick"], play.round.depth = None, Depth.TILES
        return
    outcomes: list[Outcome] = [{"seat": seat, "outcome": end} for seat, end in called.items()]
    play.facts["quick"], play.round.depth = {"outcomes": outcomes}, Depth.QUICK
