"""The facts of a settled round with what should have been otherwise.

A correction, its preview and a what-if all ask here, so that nobody is shown what the correction
would not do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rounds.facts import DEALER, Facts, HandGiven, Outcome, Wager
from rounds.games.game import Game, refusing
from rounds.guards.corrections import guard_corrected_wagers
from rounds.guards.hands import guard_one_set
from rounds.guards.quick import guard_outcomes
from rounds.guards.settling import guard_hands_known
from rounds.guards.steps import guard_seat
from rules import round as entered
from rules.place import Place
from tables.models import GamingTable


@dataclass(frozen=True, slots=True)
class ChangesGiven:
    """What should have been otherwise, as it was given; None leaves a part as it was."""

    wagers: Sequence[Wager] | None = None
    hands: Sequence[HandGiven] | None = None
    states: Sequence[tuple[int, str]] | None = None
    outcomes: Sequence[Outcome] | None = None


def changed_facts(game: Game, table: GamingTable, facts: Facts, given: ChangesGiven) -> Facts:
    """Apply changes to what was entered, and refuse what cannot have been."""
    changes = entered.Changes(
        wagers=None if given.wagers is None else [_wager(each) for each in given.wagers],
        hands=None if given.hands is None else _hands(game, table, facts, given.hands),
        states=None if given.states is None else dict(given.states),
        outcomes=None if given.outcomes is None else [_outcome(each) for each in given.outcomes],
    )
    document = dict(facts)
    after = cast(Facts, changes.apply(entered.Round.from_json(document)).as_json())
    _guard_changed(game, table, after, given)
    return after


def place_named(name: str, facts: Facts, seats: int) -> str:
    """`seat-3`, `box-3` and `3` are seat 3; `bank` is the seat that banks, else the dealer."""
    if name == DEALER:
        return DEALER
    if name == "bank":
        seat = facts["bank"]["seat"]
        return DEALER if seat is None else str(seat)
    number = name.rsplit("-", 1)[-1]
    seat = int(number) if number.isdecimal() and len(number) < 3 else 0
    guard_seat(seat, seats)
    return str(seat)


def _guard_changed(game: Game, table: GamingTable, after: Facts, given: ChangesGiven) -> None:
    if given.wagers is not None:
        guard_corrected_wagers(game, table, after)
    if given.hands is not None:
        guard_one_set(game, after)
    if after["quick"] is None:
        guard_hands_known(game, after)
    else:
        guard_outcomes(game, after, after["quick"]["outcomes"])


def _hands(
    game: Game, table: GamingTable, facts: Facts, given: Sequence[HandGiven]
) -> dict[Place, entered.SetHand]:
    found = {}
    for each in given:
        with refusing():
            hand = game.hand(each.held, each.high, each.low)
        hand["set_by"] = each.set_by
        place = Place.parse(place_named(each.place, facts, table.seats))
        found[place] = entered.SetHand.from_json(dict(hand))
    return found


def _wager(given: Wager) -> entered.PlacedWager:
    return entered.PlacedWager(**given)


def _outcome(given: Outcome) -> entered.CalledOutcome:
    return entered.CalledOutcome(given["seat"], given["outcome"])
