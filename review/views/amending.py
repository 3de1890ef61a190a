"""Read from a form what of a round should have been otherwise."""

from collections.abc import Mapping

from django.http import QueryDict

from review.queries.what_if import Amendment
from review.views.asking import cents
from rounds.facts import Facts, Outcome, Wager, played_seats
from rounds.games.game import Game
from rounds.queries.changed import ChangesGiven


def amendment_of(given: QueryDict, game: Game, facts: Facts) -> Amendment:
    """Only what differs from the round as it was settled."""
    return Amendment(
        wagers=_wagers(given, facts),
        hands=_hands(given, game, facts),
        states=_states(given, facts),
        outcomes=_outcomes(given, facts),
    )


def changes_of(amendment: Amendment, facts: Facts) -> ChangesGiven | None:
    """The same for the command that corrects; nothing changed is no correction."""
    return None if amendment.is_empty else amendment.changes(facts)


def _wagers(given: QueryDict, facts: Facts) -> tuple[Wager, ...] | None:
    found: list[Wager] = []
    for index, wager in enumerate(facts["wagers"]):
        amount = cents(given.get(f"wager-{index}", ""))
        found.append({**wager, "cents": wager["cents"] if amount is None else amount})
    return tuple(found) if found != facts["wagers"] else None


def _hands(
    given: QueryDict, game: Game, facts: Facts
) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...] | None]]:
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...] | None]] = {}
    for place in game.places(facts):
        pieces = tuple(given.getlist(f"hand-{place}"))
        if len(pieces) != game.hand_size or not all(pieces):
            continue
        high, low = pieces[:2], pieces[2:]
        was = facts["hands"].get(place)
        if was is None or sorted(high) != sorted(was["high"]) or sorted(low) != sorted(was["low"]):
            found[place] = (pieces, high)
    return found


def _states(given: QueryDict, facts: Facts) -> Mapping[str, str] | None:
    found = {}
    for seat in played_seats(facts):
        state = given.get(f"state-{seat}", facts["states"].get(str(seat), "played"))
        if state != "played":
            found[str(seat)] = state
    return found if found != facts["states"] else None


def _outcomes(given: QueryDict, facts: Facts) -> tuple[Outcome, ...] | None:
    if facts["quick"] is None:
        return None
    found: list[Outcome] = [
        {"seat": each["seat"], "outcome": given.get(f"outcome-{each['seat']}", each["outcome"])}
        for each in facts["quick"]["outcomes"]
    ]
    return tuple(found) if found != facts["quick"]["outcomes"] else None
