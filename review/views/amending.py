"""Read from a form what of a round should have been otherwise."""

from typing import Annotated

from django.utils.translation import gettext as _
from pydantic import Field

import rules
from foundation.doors import refusing_faults
from foundation.inputs import Input, Pieces, read_values, typed_cents
from review.queries.disputes import amended_places, bank_code, wager_words
from rounds.commands.corrections import ChangesGiven
from rounds.games.game import Game
from rules.place import Place
from rules.refusals import Refused
from rules.round import PLAYED, Json, listed


class RoundAmended(Input):
    """The fields of a settled round as somebody left them; what is not sent stays as it was.

    Amounts are read beside the round, which knows whose wager it is that cannot be read.
    """

    takes_more = True

    wagers: Annotated[dict[str, str], Pieces("wager-")] = Field(default_factory=dict)
    hands: Annotated[dict[str, tuple[str, ...]], Pieces("hand-")] = Field(default_factory=dict)
    states: Annotated[dict[str, str], Pieces("state-")] = Field(default_factory=dict)
    outcomes: Annotated[dict[str, str], Pieces("outcome-")] = Field(default_factory=dict)
    bank: str = ""
    dealer_wager: str = ""


def changes_given(given: RoundAmended, game: Game, entered: rules.Round) -> ChangesGiven | None:
    """Only what differs from the round as it was settled; nothing changed is no change."""
    found = {
        "wagers": _wagers(given, game, entered),
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


def _wagers(given: RoundAmended, game: Game, entered: rules.Round) -> list[Json] | None:
    found = []
    for index, wager in enumerate(entered.wagers):
        label = wager_words(wager, game.profile.seat_word)
        cents = _cents(given.wagers.get(str(index), ""), _("Wager, %(label)s") % {"label": label})
        found.append(wager if cents is None else wager._replace(cents=cents))
    return None if tuple(found) == entered.wagers else listed(found)


def _cents(typed: str, field: str) -> int | None:
    """An amount as it was typed, nothing where the field was left empty."""
    if not typed.strip():
        return None
    try:
        return typed_cents(typed)
    except ValueError as fault:
        raise Refused("malformed", f"{field}: {fault}") from None


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
    amount = _cents(given.dealer_wager, _("The dealer's wager"))
    return None if amount == (entered.dealer_wager_cents or 0) else amount
