"""Which wagers may simply stand again when the next round opens."""

from collections.abc import Sequence

from rounds.games import Game
from rounds.models import Round
from rounds.queries.bank_history import start_of_game
from rules.round import PlacedWager

LOOK_BACK = 12
ABANDONED = "abandoned"


def carried_wagers(game: Game, last: Round, off: Sequence[int] = ()) -> list[PlacedWager]:
    """The wagers of the last round, and what its banker wagered before holding the bank.

    On a box that is off nothing stands again, nor where the player has left; a wager that was
    corrected stands as corrected.

    Rule: NZ 12.10.
    """
    entered = last.entered
    aside = entered.bank.aside or wagers_before_banking(last)
    there = sorted([*wagers_of(last), *aside], key=lambda wager: wager[:2])
    gone = {*off, *(seat for seat, state in entered.states.items() if state == ABANDONED)}
    return game.carried([wager for wager in there if wager.seat not in gone])


def wagers_of(last: Round) -> list[PlacedWager]:
    """The wagers of a round as they were entered, or as a correction says that they were."""
    settled = last.settlement if last.has_correction else None
    if settled is None or "players" not in settled.facts:
        return list(last.entered.wagers)
    return [PlacedWager(**each) for each in settled.facts["players"]]


def wagers_before_banking(last: Round) -> list[PlacedWager]:
    """The last wagers of whoever banked a round and had none on the layout to begin with.

    Rule: MD 9 §F; NZ 6.5.
    """
    entered = last.entered
    seat = entered.bank.seat
    if seat is None:
        return []
    there = {each.player for each in entered.seats.get(seat, ())}
    people = (there | {entered.bank.player}) - {""}
    earlier = Round.objects.filter(
        table_id=last.table_id, opened_at__lt=last.opened_at, opened_at__gte=start_of_game(last)
    )
    for past in earlier.only("facts", "opened_at").order_by("-opened_at")[:LOOK_BACK]:
        found = [wager for wager in past.entered.wagers if _is_theirs(wager, seat, people)]
        if found:
            return found
    return []


def _is_theirs(wager: PlacedWager, seat: int, people: set[str]) -> bool:
    if wager.player:
        return wager.player in people
    return wager.seat == seat
