"""Which irregularities can be reported and which rulings can be made."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.games.wagering import WAGERING
from rounds.guards.naming import seat_named
from rounds.models import Irregularity, Round
from rules.refusals import Refused
from rules.tiles.irregularities import all_boxes_in_play
from tables.models import GamingTable

REMOVES_BOX = "remove-box"
ALWAYS_OPEN = ("play-on", "void-round")


def guard_involved(game: Game, entered: rules.Round, seats: Sequence[int]) -> None:
    """Refuse seats that have no part in the round."""
    strange = [seat for seat in seats if seat not in entered.played_seats()]
    if strange and entered.wagers:
        raise Refused(
            "no_hand_there",
            _("{seat} has no wager in this round.").format(seat=seat_named(game, strange[0])),
            seat=strange[0],
        )


def guard_mixed(event: str, hands: int) -> None:
    """Refuse to mix one hand with nothing.

    Rule: NZ 12.15.
    """
    if event == "hands-mixed" and hands < 2:
        raise Refused("two_hands_mix", _("Name every hand whose tiles were mixed."), "NZ 12.15")


def boxes_in_play(table: GamingTable, entered: rules.Round) -> bool:
    """Whether every box of this table is in play; one that is off is not.

    Rule: NZ 12.9(a).
    """
    house_box = house_box_of(table, entered)
    return not table.boxes_off and all_boxes_in_play(entered, table.seats, house_box)


def house_box_of(table: GamingTable, entered: rules.Round) -> int:
    """The box of the house: where the bank is that it holds, alone or with a co-banker.

    Rule: NZ 11.1(a), 11.3(a), 12.10.
    """
    return entered.bank.seat or WAGERING[table.submission.profile].house_seat or 0


def guard_box_is_drawn(found: Irregularity | None) -> Irregularity:
    """Refuse dice for a box where no ruling takes one out of play, or it is found already.

    Rule: NZ 12.9-12.10.
    """
    ruling = (found.ruling if found else None) or {}
    if found is None or ruling.get("code") != REMOVES_BOX:
        raise Refused(
            "no_box_to_remove", _("The floor rules first that a box is removed."), "NZ 12.9"
        )
    drawn = found.throws.filter(box__isnull=False).first()
    if drawn is not None:
        raise Refused(
            "box_is_found",
            _("The dice have taken box {seat} out of play already.").format(seat=drawn.box),
            "NZ 12.10",
        )
    return found


def guard_box_is_off(table: GamingTable, box: int) -> None:
    """Refuse to bring back a box that nobody removed.

    Rule: NZ 12.11.
    """
    if box not in table.boxes_off:
        raise Refused("box_not_off", _("Box {seat} is in play.").format(seat=box), "NZ 12.11")


def guard_waits(current: Round, n: int) -> Irregularity:
    """Refuse a ruling on something that was not reported, or that is decided."""
    found = Irregularity.objects.filter(round=current, n=n).first()
    if found is None:
        raise Refused("not_found", _("There is no such irregularity in this round."))
    if found.ruling is not None:
        raise Refused("already_ruled", _("This irregularity is decided already."))
    return found


def guard_choice(found: Irregularity, choice: str) -> str:
    """The code of the ruling chosen: as proposed, that play goes on, or that the round is void."""
    if choice in ("", "proposed", found.proposed["code"]):
        return str(found.proposed["code"])
    if choice not in ALWAYS_OPEN:
        raise Refused(
            "no_such_ruling",
            _("Rule as proposed, let play go on, or declare the round void."),
            choices=[found.proposed["code"], *ALWAYS_OPEN],
        )
    return choice
