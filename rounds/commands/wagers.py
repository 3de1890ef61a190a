"""Who sits where, and what they wager, until “no more bets”."""

from collections.abc import Sequence

from audit.events import EventKind
from rounds.commands.bank import set_bank
from rounds.commands.steps import Play, step
from rounds.facts import PlayerAt, Wager, house_bank
from rounds.guards.steps import guard_seat, guard_state, guard_wagers_may_change
from rounds.guards.wagers import guard_players_at, guard_wagers
from rounds.models import RoundState


@step("rounds.seat_player")
def seat_player(play: Play, seat: int, player: PlayerAt | None) -> None:
    """Record that a player sat down at a seat, or that everybody left it, the bank with them.

    On a New Zealand box several may stand; one of them controls the tiles.

    Rule: MD 5 §C; MBS 3.18; NZ 6.5, 7.1-7.2.
    """
    guard_state(play.round, RoundState.BETTING)
    guard_seat(seat, play.table.seats)
    seats = play.facts["seats"]
    before = seats.get(str(seat), [])
    if player is None:
        seats.pop(str(seat), None)
        play.facts["wagers"] = [each for each in play.facts["wagers"] if each["seat"] != seat]
        if play.facts["bank"]["seat"] == seat:
            set_bank(play, house_bank())
    else:
        seats[str(seat)] = with_player(before, player)
        guard_players_at(play.game, play.table, play.facts, seat)
    play.happened(
        EventKind.SEAT_CHANGED,
        seat=seat,
        before=before,
        after=seats.get(str(seat), []),
        bank=play.facts["bank"],
    )


def with_player(players: Sequence[PlayerAt], player: PlayerAt) -> list[PlayerAt]:
    """Put a player among those at a seat; whoever controls the tiles now, others do not."""
    others = [each for each in players if each["player"] != player["player"]]
    if player["controls"]:
        others = [{"player": each["player"], "controls": False} for each in others]
    return [*others, player]


@step("rounds.place_wagers")
def place_wagers(play: Play, wagers: Sequence[Wager]) -> None:
    """Place, raise, lower or withdraw wagers; nothing on it withdraws a wager.

    Rule: MD 5 §A, §C-§F; MBS 3.3, 3.19; NZ 6.1-6.8, 6.12; Leaflet ¶20.
    """
    guard_wagers_may_change(play.round, play.game.wagering.late_rule)
    before = play.facts["wagers"]
    changed = {(wager["seat"], wager["player"]) for wager in wagers}
    kept = [each for each in before if (each["seat"], each["player"]) not in changed]
    placed = [wager for wager in wagers if wager["cents"]]
    play.facts["wagers"] = sorted([*kept, *placed], key=lambda each: (each["seat"], each["player"]))
    guard_wagers(play.game, play.table, play.facts, placed)
    play.happened(EventKind.WAGERS_PLACED, before=before, after=play.facts["wagers"])
