"""When a settled round may be completed or corrected."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.steps import guard_seat
from rounds.guards.wagers import (
    guard_box_of_bank,
    guard_player_count,
    guard_side_wagers,
    guard_somebody_wagers,
)
from rounds.models import Depth, Round
from rounds.wording import CORRECTION_REASONS
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


def guard_corrected_wagers(game: Game, table: GamingTable, entered: rules.Round) -> None:
    """Refuse wagers that cannot have stood there, whatever the limits were on that day."""
    guard_somebody_wagers(entered)
    for wager in entered.wagers:
        guard_seat(wager.seat, table.seats)
        guard_side_wagers(game, table, wager)
        guard_box_of_bank(game, entered, wager.seat)
        guard_player_count(game, entered, wager.seat)
