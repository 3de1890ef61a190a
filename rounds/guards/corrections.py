"""When a settled round may be completed or corrected."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.citing import own_paragraph
from rounds.guards.hands import guard_house_way
from rounds.guards.naming import seat_named, seat_within
from rounds.guards.steps import guard_seat
from rounds.guards.wagers import (
    guard_box_of_bank,
    guard_player_count,
    guard_side_wagers,
    guard_somebody_wagers,
)
from rounds.models import Depth, Round
from rounds.wording import CORRECTION_REASONS
from rules.place import Place
from rules.refusals import Refused
from tables.models import GamingTable


def guard_quick(current: Round) -> None:
    """Refuse tiles for a round that has them."""
    if current.depth != Depth.QUICK:
        raise Refused(
            "has_tiles",
            _("Round {number} has its tiles. Order a correction to change them.").format(
                number=current.number
            ),
        )


def guard_correction(reason: str) -> None:
    """Refuse a reason that is not on the list."""
    if reason not in CORRECTION_REASONS:
        raise Refused(
            "unknown_reason",
            _("Choose one of the listed reasons."),
            reasons=list(CORRECTION_REASONS),
        )


def guard_changes_something(
    replaced: rules.Settlement, again: rules.Settlement, found: Sequence[object]
) -> None:
    """Refuse a correction that leaves everything as it was."""
    if not found and replaced.facts == again.facts:
        raise Refused("no_difference", _("This changes nothing: the round was settled just so."))


def guard_corrected_bank(game: Game, table: GamingTable, entered: rules.Round) -> None:
    """Refuse a bank that these rules or this submission do not know, or a seat where nobody was.

    Who had a right to it is not asked again: what happened is recorded.

    Rule: MD 9 §A, §E, §F, §H(3); MBS 3.17; NZ 5.1.
    """
    bank = entered.bank
    offered = {"house": True, "player": game.options.player_bank, "co-bank": game.options.co_bank}
    if bank.kind not in game.profile.bank_kinds or not offered[bank.kind]:
        raise Refused(
            "no_such_bank",
            _("Such a bank is not offered at this table."),
            own_paragraph(game, "MD 9 §A, §E; MBS 3.17; NZ 5.1"),
        )
    if bank.seat is not None:
        guard_seat(bank.seat, table.seats)
        if not bank.aside and bank.seat not in entered.seats:
            raise Refused(
                "nobody_there",
                _("Nobody sat at {seat} in that round.").format(seat=seat_within(game, bank.seat)),
                seat=bank.seat,
            )
    for wager in entered.wagers:
        guard_box_of_bank(game, entered, wager.seat)


def guard_corrected_dealer_wager(game: Game, entered: rules.Round) -> None:
    """Refuse a dealer's wager where no player banked alone.

    Rule: MD 9 §E(5), §H(3).
    """
    if not entered.dealer_wager_cents:
        return
    if entered.bank.kind != "player" or not getattr(game.profile, "has_dealer_wager", False):
        raise Refused(
            "no_dealer_wager",
            _("The dealer wagers only against a player who banks alone."),
            own_paragraph(game, "MD 9 §E(5), §H(3); Leaflet ¶18 (reading)"),
        )


def guard_corrected_states(game: Game, before: rules.Round, states: Mapping[int, str]) -> None:
    """Refuse to bring back a hand that was conceded; a void one needs the floor, who signs.

    Rule: NZ 10.13.
    """
    for seat, state in before.states.items():
        if state == "conceded" and states.get(seat) != state:
            raise Refused(
                "conceded_stays",
                _("{seat} conceded. The hand cannot be returned to play.").format(
                    seat=seat_named(game, seat)
                ),
                own_paragraph(game, "NZ 10.13"),
                seat=seat,
            )


def guard_corrected_hands(game: Game, entered: rules.Round, hands: Iterable[Place]) -> None:
    """Refuse a hand that the dealer sets and that is not set the house way, unless it stands.

    Rule: MD 10 §F; MBS 3.13.2; NZ 12.8(b); 3CS 5.
    """
    for place in hands:
        guard_house_way(game, entered, place, entered.hands[place])


def guard_corrected_wagers(game: Game, table: GamingTable, entered: rules.Round) -> None:
    """Refuse wagers that cannot have stood there, whatever the limits were on that day."""
    guard_somebody_wagers(game, entered)
    for wager in entered.wagers:
        guard_seat(wager.seat, table.seats)
        guard_side_wagers(game, table, wager)
        guard_box_of_bank(game, entered, wager.seat)
        guard_player_count(game, entered, wager.seat)
