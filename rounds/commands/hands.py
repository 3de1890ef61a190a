"""Hands as they were set, by players, by the house way, by dealer or bank; and hands that end."""

from collections.abc import Sequence
from dataclasses import dataclass

from audit.events import EventKind
from rounds.commands.steps import Play, step
from rounds.facts import DEALER
from rounds.games.game import refusing
from rounds.guards.hands import (
    guard_community,
    guard_hand_may_end,
    guard_house_way,
    guard_one_set,
    guard_place,
)
from rounds.guards.steps import guard_seat, guard_state
from rounds.models import RoundState


@dataclass(frozen=True, slots=True)
class HandGiven:
    """One hand as it was entered; without a setting it is set the house way."""

    place: str
    held: tuple[str, ...]
    high: tuple[str, ...] | None = None
    low: tuple[str, ...] | None = None
    set_by: str = "player"


@step("rounds.set_hands")
def set_hands(play: Play, hands: Sequence[HandGiven]) -> None:
    """Record hands as set. Those that the dealer sets are checked against the house way.

    No tile is in two hands of a round; the last missing hand makes the round ready to settle.

    Rule: MD 8 §A-§D, 9 §M-§N; MBS 3.11-3.13; NZ 10.3-10.9; 3CS 4-5.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    before = {}
    for given in hands:
        place = place_of(play, given.place)
        guard_place(play.game, play.facts, place)
        with refusing():
            hand = play.game.hand(given.held, given.high, given.low)
        hand["set_by"] = given.set_by
        guard_house_way(play.game, play.facts, place, hand)
        before[place] = play.facts["hands"].get(place)
        play.facts["hands"][place] = hand
    guard_one_set(play.game, play.facts)
    play.round.state = state_by_hands(play)
    play.happened(
        EventKind.HANDS_SET,
        before=before,
        after={place: play.facts["hands"][place] for place in before},
    )


def place_of(play: Play, name: str) -> str:
    """`seat-3`, `box-3` and `3` are seat 3; `bank` is the seat that banks, else the dealer."""
    if name == DEALER:
        return DEALER
    if name == "bank":
        seat = play.facts["bank"]["seat"]
        return DEALER if seat is None else str(seat)
    number = name.rsplit("-", 1)[-1]
    seat = int(number) if number.isdecimal() and len(number) < 3 else 0
    guard_seat(seat, play.table.seats)
    return str(seat)


def state_by_hands(play: Play) -> RoundState:
    """Ready to settle once every hand that decides money is known."""
    known = play.facts["hands"]
    is_set = all(place in known for place in play.game.places(play.facts))
    return RoundState.SET if is_set else RoundState.DEALT


@step("rounds.show_community")
def show_community(play: Play, card: str) -> None:
    """Record the community card of the card game.

    Rule: 3CS 3, App. C.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_community(play.game, card)
    play.facts["community"] = card
    guard_one_set(play.game, play.facts)
    play.happened(EventKind.COMMUNITY_SHOWN, card=card)


@step("rounds.end_hand")
def end_hand(play: Play, seat: int, state: str) -> None:
    """Record that a hand is surrendered, conceded, abandoned or void, or that it plays after all.

    Rule: MD 5 §C(2), 8 §E; NZ 10.13; 10 §D and others for a void hand.
    """
    guard_state(play.round, RoundState.DEALT, RoundState.SET)
    guard_hand_may_end(play.game, play.facts, play.by, seat, state)
    before = play.facts["states"].get(str(seat), "played")
    if state == "played":
        play.facts["states"].pop(str(seat), None)
    else:
        play.facts["states"][str(seat)] = state
    play.round.state = state_by_hands(play)
    play.happened(EventKind.HAND_ENDED, seat=seat, state=state, before=before)
