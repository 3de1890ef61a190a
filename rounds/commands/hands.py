"""Hands as they were set, by players, by the house way, by dealer or bank; and hands that end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from audit.events import EventKind
from rounds.commands.steps import Play, step
from rounds.facts import DEALER, Outcome
from rounds.games.game import refusing
from rounds.guards.hands import (
    guard_community,
    guard_hand_may_end,
    guard_house_way,
    guard_one_set,
    guard_place,
)
from rounds.guards.quick import OUTCOMES
from rounds.guards.steps import guard_seat, guard_state
from rounds.models import Depth, RoundState


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

    No tile is in two hands of a round; the last missing hand makes the round ready to settle, and
    from then on the hands decide and not what was called before them.

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
    if play.facts["quick"] is not None and has_every_hand(play):
        call_outcomes(play, None)
    play.round.state = state_by_hands(play)
    play.happened(
        EventKind.HANDS_SET,
        before=before,
        after={place: play.facts["hands"][place] for place in before},
        quick=play.facts["quick"],
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
    """Ready to settle once every hand that decides money is known, or its outcome was called."""
    is_set = play.facts["quick"] is not None or has_every_hand(play)
    return RoundState.SET if is_set else RoundState.DEALT


def has_every_hand(play: Play) -> bool:
    return all(place in play.facts["hands"] for place in play.game.places(play.facts))


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
