"""A box that the dice take out of play, and its way back."""

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, Signature, command
from foundation.inputs import Whole
from rounds.commands.opening import locked_table
from rounds.commands.steps import Play, round_command
from rounds.guards.irregularities import guard_box_is_drawn, guard_box_is_off, house_box_of
from rounds.guards.steps import guard_seat, guard_state
from rounds.inputs import ROUND, TABLE, Dice, OfRound, OfTable, Seat
from rounds.models import OPEN_STATES, BoxThrow, Irregularity, RoundState
from rules.tiles.irregularities import box_removed
from staff.commands.signing import sign
from staff.policy import Act
from tables.models import GamingTable


class RemoveBox(OfRound):
    """The dice that take a box out of play, by the ruling that ordered it."""

    n: Whole
    dice: Dice


class ReturnBox(OfTable):
    """Which box comes back into play."""

    box: Seat


@round_command(
    RemoveBox,
    says=gettext_lazy("Throw the dice for a box"),
    path=f"{ROUND}irregularities/<int:n>/box/",
)
def remove_box(play: Play, given: RemoveBox) -> None:
    """Take the box out of play that the dice name; the house's own has them thrown again.

    This round is played out; wagers are refused there from the next one on.

    Rule: NZ 12.9-12.10.
    """
    guard_state(play.round, *OPEN_STATES, RoundState.SETTLED)
    found = Irregularity.objects.filter(round=play.round, n=given.n).first()
    found = guard_box_is_drawn(found)
    table, total = play.table, sum(given.dice)
    box = box_removed(total, house_box_of(table, play.entered), table.seats)
    n = found.throws.count() + 1
    BoxThrow.objects.create(irregularity=found, n=n, dice=list(given.dice), box=box, at=play.at)
    if box is None:
        play.happened(EventKind.BOX_DRAWN_AGAIN, n=given.n, dice=given.dice, total=total)
        return
    table.boxes_off = sorted({*table.boxes_off, box})
    play.happened(EventKind.BOX_REMOVED, n=given.n, dice=given.dice, total=total, seat=box)
    table.save(update_fields=["boxes_off"])


@command(
    ReturnBox,
    act=Act.ENTER_ROUND,
    says=gettext_lazy("Bring a box back into play"),
    path=f"{TABLE}boxes/<int:box>/return/",
    signs=[Signature("floor", Act.CONFIRM_RULING, gettext_lazy("Floorperson or above"))],
)
def return_box(call: Call[ReturnBox]) -> GamingTable:
    """Bring a box back into play, when the operator decides so.

    Rule: NZ 12.11.
    """
    table, box = locked_table(call.input.table_id, call.by), call.input.box
    guard_seat(box, table.seats)
    guard_box_is_off(table, box)
    table.boxes_off = [each for each in table.boxes_off if each != box]
    floor = call.signed["floor"]
    content = {"box": box}
    subject = f"table:{table.pk}"
    sign(floor, act=Act.CONFIRM_RULING, subject=subject, content=content, at=call.at)
    call.record(EventKind.BOX_RETURNED, about=table, by=floor.person, detail={"seat": box})
    table.save(update_fields=["boxes_off"])
    call.publish(f"table:{table.pk}", "table")
    return table
