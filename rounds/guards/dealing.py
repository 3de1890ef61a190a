"""What must be there before hands are dealt."""

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.citing import own_paragraph
from rounds.guards.naming import places_within
from rounds.models import Round, RoundState
from rules.refusals import Refused


def guard_has_start(game: Game) -> None:
    """Refuse dice in a game that has none."""
    if not game.has_start:
        raise Refused("no_dice", _("This game is dealt without dice."), "3CS 3")


def guard_dice_not_shown(game: Game, entered: rules.Round) -> None:
    """Refuse a style or a cut that is chosen when everybody knows who is dealt to first.

    Rule: MD 9 §J; NZ 9.3A, 9.6.
    """
    if entered.roll is not None:
        raise Refused(
            "dice_shown",
            _("The dice are shown. Cut and delivery were to be chosen before."),
            own_paragraph(game, "MD 9 §J; NZ 9.3A, 9.6"),
        )


def guard_style_in_time(game: Game, current: Round, style: str) -> None:
    """Refuse a style that the bank names before “no more bets”, where the rules say after it.

    Rule: MD 9 §J.
    """
    rule = getattr(game.profile, "cites", {}).get("bank-names-style", "")
    is_banked = current.entered.bank.seat is not None
    if style and rule and is_banked and current.state == RoundState.BETTING:
        raise Refused(
            "style_too_early",
            _("The bank names the style of delivery after “no more bets”."),
            rule,
        )


def guard_cut_chosen(game: Game, entered: rules.Round) -> None:
    """Refuse dice before the cut is decided, where there is no default.

    Rule: NZ 9.3A, 9.6.
    """
    if game.options.cuts and entered.delivery is None:
        raise Refused("cut_first", _("Choose the cut before the dice are shown."), "NZ 9.3A, 9.6")


def guard_nominated_before(game: Game, entered: rules.Round, adjust: int) -> None:
    """Refuse +4 or -4 that is nominated, or taken back, when the dice are shown.

    Rule: NZ 9.6.
    """
    if entered.roll is not None and entered.roll.adjust != adjust:
        raise Refused(
            "dice_shown",
            _("The dice are shown. +4 or -4 was to be nominated before."),
            own_paragraph(game, "NZ 9.6"),
        )


def guard_generator(game: Game, entered: rules.Round, *, is_generator: bool) -> None:
    """Refuse a generator that the submission does not name, or dice where it stands in for them.

    A player who banks shakes the dice although the house filed a generator.

    Rule: MD 2 §F, 6 §A(1), 9 §J(2).
    """
    wants_generator = game.options.start_from == "generator"
    if is_generator and wants_generator and entered.bank.seat is not None:
        raise Refused(
            "bank_shakes",
            _("A player banks and shakes the dice. Enter the dice."),
            own_paragraph(game, "MD 9 §J(2)"),
        )
    if entered.bank.seat is not None:
        wants_generator = False
    if is_generator and not wants_generator:
        raise Refused(
            "no_generator",
            _("No approved random number generator stands here."),
            own_paragraph(game, "MD 2 §F"),
        )
    if wants_generator and not is_generator:
        raise Refused(
            "no_dice",
            _("The generator's number decides at this table."),
            own_paragraph(game, "MD 6 §A(1)"),
        )


def guard_start(game: Game, entered: rules.Round, start: str) -> None:
    """Refuse a deal that does not begin where the count ends.

    Rule: MD 6 §B-§C, 10 §C; MBS 3.9, 5.3; NZ 9.9, 12.13.
    """
    if not game.has_start:
        return
    roll = entered.roll
    if roll is None:
        raise Refused(
            "no_roll_yet",
            _("Enter the dice first; they decide who is dealt to first."),
            own_paragraph(game, "MD 6 §A; Leaflet ¶11; MBS 3.9; NZ 9.6"),
        )
    if start != roll.positions[0]:
        raise Refused(
            "wrong_start",
            _("The total of {total} starts at {right}, not at {wrong}.").format(
                total=roll.total,
                right=places_within(game, roll.positions[:1]),
                wrong=places_within(game, [start]),
            ),
            own_paragraph(game, "MD 6 §B, 10 §C; Leaflet ¶11; MBS 5.3; NZ 12.13"),
            start=roll.positions[0],
        )
