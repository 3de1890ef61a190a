"""Who sits where, and what they wager, until “no more bets”."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from audit.events import EventKind
from foundation.inputs import Cents, Input, Text, Word, one_per
from rounds.commands.bank import set_bank
from rounds.commands.steps import Play, round_command
from rounds.facts import PlayerAt, Wager, house_bank
from rounds.guards.steps import guard_seat, guard_state, guard_wagers_may_change
from rounds.guards.wagers import guard_players_at, guard_wagers
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import RoundState
from staff.commands.signing import Signer


class PlayerGiven(Input):
    """A player at a seat; controls the tiles unless that is denied."""

    player: Word = Field(description="Marker or code of the player, never a name.")
    controls: bool = True

    def value(self) -> PlayerAt:
        return {"player": self.player, "controls": self.controls}


class SeatPlayer(OfRound):
    """Who sits down at a seat; nobody, and everybody has left it."""

    seat: Seat
    player: PlayerGiven | None = None

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return self.seat, self.player.value() if self.player else None


class WagerGiven(Input):
    """One player's wagers on one seat."""

    seat: Seat
    player: Text = ""
    cents: Cents = Field(description="0 withdraws the wager.")
    pair_fortunes: Cents = 0
    match_play: Cents = 0
    three_card: Cents = 0
    four_card: Cents = 0

    def value(self) -> Wager:
        always = ("seat", "player", "cents")
        return {key: value for key, value in self if value or key in always}  # type: ignore[return-value]  # its keys


Wagers = Annotated[tuple[WagerGiven, ...], Field(max_length=24), one_per("seat", "player")]


class PlaceWagers(OfRound):
    """Wagers as they shall stand."""

    wagers: Annotated[Wagers, Field(min_length=1)]

    def given(self, signed: Mapping[str, Signer]) -> tuple[Any, ...]:
        return ([each.value() for each in self.wagers],)


@round_command(SeatPlayer, says="Seat or unseat a player", path=f"{ROUND}seats/")
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


@round_command(PlaceWagers, says="Place or change wagers", path=f"{ROUND}wagers/")
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
