"""Who sits where, and what they wager, until “no more bets”."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from django.utils.translation import gettext_lazy
from pydantic import Field

import rules
from audit.events import EventKind
from foundation.commands import ASKER, TwoPeople
from foundation.inputs import Cents, Input, Signed, Text, Word, one_per
from rounds.commands.bank import in_order, set_bank
from rounds.commands.steps import Play, round_command
from rounds.guards.steps import (
    guard_seat,
    guard_state,
    guard_two_people,
    guard_wagers_may_change,
)
from rounds.guards.wagers import (
    guard_is_at,
    guard_not_alone,
    guard_outside,
    guard_players_at,
    guard_wagers,
)
from rounds.inputs import ROUND, OfRound, Seat
from rounds.models import OutsideWager, RoundState
from rounds.queries.outside import accepted_in
from rules.round import HOUSE_BANK, PlacedWager, SeatedPlayer, listed, wagers_of_others
from staff.commands.signing import sign
from staff.policy import Act


class PlayerGiven(Input):
    """A player at a seat; controls the tiles unless that is denied."""

    player: Word = Field(description="Marker or code of the player, never a name.")
    controls: bool = True

    def value(self) -> SeatedPlayer:
        return SeatedPlayer(self.player, self.controls)


class SeatPlayer(OfRound):
    """Who sits down at a seat; nobody, and everybody has left it, or the one who `leaves`."""

    seat: Seat
    player: PlayerGiven | None = None
    leaves: Text = ""


class WagerGiven(Input):
    """One player's wagers on one seat."""

    seat: Seat
    player: Text = ""
    cents: Cents = Field(description="0 withdraws the wager.")
    pair_fortunes: Cents = 0
    match_play: Cents = 0
    three_card: Cents = 0
    four_card: Cents = 0

    def value(self) -> PlacedWager:
        return PlacedWager(
            self.seat,
            self.player,
            self.cents,
            self.pair_fortunes or None,
            self.match_play or None,
            self.three_card or None,
            self.four_card or None,
        )


Wagers = Annotated[tuple[WagerGiven, ...], Field(max_length=24), one_per("seat", "player")]


class PlaceWagers(OfRound):
    """Wagers as they shall stand."""

    wagers: Annotated[Wagers, Field(min_length=1)]


@round_command(SeatPlayer, says=gettext_lazy("Seat or unseat a player"), path=f"{ROUND}seats/")
def seat_player(play: Play, given: SeatPlayer) -> None:
    """Record that a player sat down at a seat, or that one or all left it, the bank with them.

    Whoever leaves their seat takes along what they wagered on another area. On a New Zealand box
    several may stand; one of them controls the tiles, and nobody those of two boxes.

    Rule: MD 5 §C; MBS 3.12, 3.18; NZ 6.5, 7.1-7.2; Leaflet ¶22.
    """
    guard_state(play.round, RoundState.BETTING)
    seat = given.seat
    guard_seat(seat, play.table.seats)
    before = play.entered.seats.get(seat, ())
    if given.player is None:
        leave_seat(play, seat, given.leaves)
    else:
        sit_down(play, seat, given.player.value())
    play.happened(
        EventKind.SEAT_CHANGED,
        seat=seat,
        before=listed(before),
        after=listed(play.entered.seats.get(seat, ())),
        bank=play.entered.bank.as_json(),
    )


def sit_down(play: Play, seat: int, player: SeatedPlayer) -> None:
    """Put a player at a seat; who controls its tiles, controls no others."""
    seats = play.entered.seats
    others = {each: there for each, there in seats.items() if each != seat}
    if player.controls:
        others = {each: without_control(at, player.player) for each, at in others.items()}
    play.change(seats={**others, seat: with_player(seats.get(seat, ()), player)})
    guard_players_at(play.game, play.table, play.entered, seat)


def leave_seat(play: Play, seat: int, leaver: str) -> None:
    """Take one player or everybody from a seat, with the bank if they hold it there."""
    entered = play.entered
    if leaver:
        guard_is_at(play.game, entered, seat, leaver)
    there = entered.seats.get(seat, ()) if leaver else ()
    staying = tuple(each for each in there if each.player != leaver)
    others = {each: at for each, at in entered.seats.items() if each != seat}
    seats = {**others, seat: staying} if staying else others
    play.change(seats=seats, wagers=without_leavers(entered, seat, leaver))
    if entered.bank.seat == seat and (not leaver or leaver in entered.bank.holders()):
        set_bank(play, HOUSE_BANK)


def without_leavers(entered: rules.Round, seat: int, leaver: str) -> tuple[PlacedWager, ...]:
    """What stays on the layout when one or all leave a seat: who sits nowhere, wagers nowhere.

    Rule: MD 5 §C; MBS 3.12; Leaflet ¶22.
    """
    elsewhere = [there for other, there in entered.seats.items() if other != seat]
    staying = {each.player for there in elsewhere for each in there}
    if leaver:
        gone = wagers_of_others(entered.wagers, None, {leaver} - staying)
        return tuple(each for each in gone if each[:2] != (seat, leaver))
    leaving = {each.player for each in entered.seats.get(seat, ())} - staying
    return wagers_of_others(entered.wagers, seat, leaving)


def with_player(players: Sequence[SeatedPlayer], player: SeatedPlayer) -> tuple[SeatedPlayer, ...]:
    """Put a player among those at a seat; whoever controls the tiles now, others do not."""
    others = [each for each in players if each.player != player.player]
    if player.controls:
        others = [each._replace(controls=False) for each in others]
    return (*others, player)


def without_control(players: Sequence[SeatedPlayer], player: str) -> tuple[SeatedPlayer, ...]:
    """Those at a seat, when one of them has chosen to control the tiles of another.

    Rule: NZ 7.2.
    """
    return tuple(
        each._replace(controls=False) if each.player == player else each for each in players
    )


@round_command(PlaceWagers, says=gettext_lazy("Place or change wagers"), path=f"{ROUND}wagers/")
def place_wagers(play: Play, given: PlaceWagers) -> None:
    """Place, raise, lower or withdraw wagers; nothing on it withdraws a wager.

    Rule: MD 5 §A, §C-§F; MBS 3.3, 3.19; NZ 6.1-6.8, 6.12; Leaflet ¶20.
    """
    guard_wagers_may_change(play.round, play.game.wagering.late_rule)
    before, said = play.entered.wagers, [each.value() for each in given.wagers]
    guard_not_alone(play.game, said)
    changed = {wager[:2] for wager in said}
    kept = [wager for wager in before if wager[:2] not in changed]
    placed = [wager for wager in said if wager.cents]
    play.change(wagers=in_order([*kept, *placed]))
    guard_wagers(play.game, play.table, play.entered, placed, accepted_in(play.round))
    play.happened(EventKind.WAGERS_PLACED, before=listed(before), after=listed(play.entered.wagers))


class OutsideGiven(Input):
    """A wager that was accepted although it lies outside the limits, and who of the floor signs."""

    wager: WagerGiven
    second: Signed


class AcceptOutside(OutsideGiven, OfRound):
    """A wager of this round that stands outside the limits, and who of the floor signs."""

    signers: ClassVar[tuple[str, ...]] = ("second",)
    signed_fields: ClassVar[tuple[str, ...]] = ("second",)

    def signatures(self) -> Mapping[str, Signed]:
        return {"second": self.second}


@round_command(
    AcceptOutside,
    says=gettext_lazy("Let a wager outside the limits stand"),
    path=f"{ROUND}outside-limits/",
    two=[TwoPeople(ASKER, "second")],
)
def accept_outside(play: Play, given: OutsideGiven) -> None:
    """Let a wager stand that was accepted outside the limits; the floor signs, and it is listed.

    Rule: COMAR 36.05.03.21C.
    """
    wager, second, table = given.wager.value(), play.signed["second"], play.table
    guard_wagers_may_change(play.round, play.game.wagering.late_rule)
    guard_two_people(play.by, second.person)
    guard_outside(table, wager)
    said = {"seat": wager.seat, "player": wager.player, "cents": wager.cents}
    limits = {"minimum_cents": table.minimum_cents, "maximum_cents": table.maximum_cents}
    subject = f"round:{play.round.pk}"
    signed = sign(second, act=Act.SIGN_AS_FLOOR, subject=subject, content=said, at=play.at)
    OutsideWager.objects.create(round=play.round, **said, **limits, at=play.at, sign_off=signed)
    play.happened(EventKind.WAGER_OUTSIDE_LIMITS, **said, **limits, second=second.person.pk)
    place_wagers.step(play, PlaceWagers.model_construct(wagers=(given.wager,)))
