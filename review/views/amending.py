"""Read from a form what of a round should have been otherwise."""

from typing import Annotated

from pydantic import Field

import rules
from foundation.doors import refusing_faults
from foundation.inputs import Amount, Input, Pieces, read_values
from review.queries.disputes import amended_places, bank_code
from rounds.commands.corrections import ChangesGiven
from rounds.games.game import Game
from rules.place import Place
from rules.round import PLAYED, Json, listed


class RoundAmended(Input):
    """The fields of a settled round as somebody left them; what is not sent stays as it was."""

    takes_more = True

    wagers: Annotated[dict[str, Amount], Pieces("wager-")] = Field(default_factory=dict)
    hands: Annotated[dict[str, tuple[str, ...]], Pieces("hand-")] = Field(default_factory=dict)
    states: Annotated[dict[str, str], Pieces("state-")] = Field(default_factory=dict)
    outcomes: Annotated[dict[str, str], Pieces("outcome-")] = Field(default_factory=dict)
    bank: str = ""
    dealer_wager: Amount | None = None


def changes_given(given: RoundAmended, game: Game, entered: rules.Round) -> ChangesGiven | None:
    """Only what differs from the round as it was settled; nothing changed is no change."""
    found = {
        "wagers": _wagers(given, entered),
        "hands": _hands(given, game, entered),
        "states": _states(given, entered),
        "outcomes": _outcomes(given, entered),
        "bank": _bank(given, entered),
        "dealer_wager": _dealer_wager(given, entered),
    }
    if all(part is None for part in found.values()):
        return None
    with refusing_faults():
        return read_values(ChangesGiven, found)


def _wagers(given: RoundAmended, entered: rules.Round) -> list[Json] | None:
    found = [
        wager._replace(cents=given.wagers.get(str(index), wager.cents))
        for index, wager in enumerate(entered.wagers)
    ]
    return None if tuple(found) == entered.wagers else listed(found)


def _hands(given: RoundAmended, game: Game, entered: rules.Round) -> list[Json] | None:
    found = []
    for place in amended_places(game, entered):
        pieces = given.hands.get(str(place), ())
        if len(pieces) != game.hand_size or not all(pieces):
            continue
        high, low, was = pieces[:2], pieces[2:], entered.hands.get(place)
        if was is None or sorted(high) != sorted(was.high) or sorted(low) != sorted(was.low):
            found.append(_hand(game, entered, place, pieces))
    return found or None


def _hand(game: Game, entered: rules.Round, place: Place, pieces: tuple[str, ...]) -> Json:
    """A hand set otherwise; whoever set it is still who set it."""
    was = entered.hands.get(place)
    set_by = was.set_by if was is not None else "player"
    return {"place": place.text, game.pieces: pieces, "high": pieces[:2], "set_by": set_by}


def _states(given: RoundAmended, entered: rules.Round) -> list[Json] | None:
    found = {}
    for seat in entered.played_seats():
        state = given.states.get(str(seat), entered.state_at(seat))
        if state != PLAYED:
            found[seat] = state
    if found == entered.states:
        return None
    return [{"seat": seat, "state": state} for seat, state in found.items()]


def _outcomes(given: RoundAmended, entered: rules.Round) -> list[Json] | None:
    if entered.outcomes is None:
        return None
    found = [
        each._replace(outcome=given.outcomes.get(str(each.seat), each.outcome))
        for each in entered.outcomes
    ]
    return None if tuple(found) == entered.outcomes else listed(found)


def _bank(given: RoundAmended, entered: rules.Round) -> Json | None:
    was = bank_code(entered.bank.kind, entered.bank.seat)
    kind, _, seat = (given.bank or was).partition(" ")
    if bank_code(kind, int(seat) if seat.isdigit() else None) == was:
        return None
    return {"kind": kind, "seat": int(seat) if seat.isdigit() else None}


def _dealer_wager(given: RoundAmended, entered: rules.Round) -> int | None:
    amount = given.dealer_wager
    return None if amount == (entered.dealer_wager_cents or 0) else amount
