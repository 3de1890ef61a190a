"""Which wagers may simply stand again when the next round opens."""

from rounds.facts import Facts, Wager
from rounds.games import Game
from rounds.models import Round
from rounds.queries.bank_history import IDLE

LOOK_BACK = 12


def carried_wagers(game: Game, last: Round) -> list[Wager]:
    """The wagers of the last round, and what its banker wagered before holding the bank."""
    facts: Facts = last.facts
    aside = facts["bank"].get("aside") or wagers_before_banking(last)
    there = [*facts["wagers"], *aside]
    there.sort(key=lambda wager: (wager["seat"], wager["player"]))
    return game.carried({**facts, "wagers": there})


def wagers_before_banking(last: Round) -> list[Wager]:
    """The last wagers of whoever banked a round and had none on the layout to begin with.

    Rule: MD 9 §F; NZ 6.5.
    """
    facts: Facts = last.facts
    seat = facts["bank"]["seat"]
    if seat is None:
        return []
    there = {each["player"] for each in facts["seats"].get(str(seat), [])}
    people = (there | {facts["bank"]["player"]}) - {""}
    earlier = Round.objects.filter(table_id=last.table_id, opened_at__lt=last.opened_at)
    after = last.opened_at
    for past in earlier.only("facts", "opened_at").order_by("-opened_at")[:LOOK_BACK]:
        if after - past.opened_at > IDLE:
            break
        after = past.opened_at
        found = [wager for wager in past.facts["wagers"] if _is_theirs(wager, seat, people)]
        if found:
            return found
    return []


def _is_theirs(wager: Wager, seat: int, people: set[str]) -> bool:
    if wager["player"]:
        return wager["player"] in people
    return wager["seat"] == seat
