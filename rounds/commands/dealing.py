"""From “no more bets” to dealt: dice or generator, cut or style, starting position."""

from typing import Annotated, Literal, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import AfterValidator, Field, model_validator

from audit.events import EventKind
from foundation.inputs import Input, Text, Word
from rounds.commands.steps import Play, round_command
from rounds.guards.dealing import (
    guard_cut_chosen,
    guard_dice_not_shown,
    guard_generator,
    guard_has_start,
    guard_nominated_before,
    guard_start,
    guard_style_in_time,
)
from rounds.guards.steps import guard_state
from rounds.inputs import ROUND, Dice, OfRound
from rounds.models import DiceRoll, RoundState
from rules.refusals import refusing
from rules.round import ChosenDelivery, StartingRoll
from rules.tiles.dealing import ADJUSTMENTS


def _adjustment(adjust: int) -> int:
    if adjust not in ADJUSTMENTS:
        raise ValueError(_("-4, 0 or 4 is needed."))
    return adjust


class RollGiven(Input):
    """The dice, or the generator's number, or why it was no roll."""

    dice: Dice | None = None
    generator: Annotated[int, Field(ge=1, le=999)] | None = None
    device: Text = ""
    no_roll: Text = ""
    adjust: Annotated[int, Field(ge=-4, le=4), AfterValidator(_adjustment)] = 0

    @model_validator(mode="after")
    def _in_one_way(self) -> Self:
        if not self.no_roll and (self.dice is None) == (self.generator is None):
            raise ValueError(_("Give the dice or the generator's number."))
        return self


class RecordRoll(RollGiven, OfRound):
    """What the shaker or the generator showed."""


class CutGiven(Input):
    """Stacks `first` to `last` move; the first `to_right` of them to the right end."""

    first: Annotated[int, Field(ge=1, le=8)]
    last: Annotated[int, Field(ge=1, le=8)]
    to_right: Annotated[int, Field(ge=0, le=8)]


class DeliveryGiven(Input):
    """How the stacks were cut and how they are delivered."""

    style: Text = ""
    cut: Text = ""
    option: Annotated[tuple[Word, ...], Field(max_length=2)] = ()
    bank_cut: CutGiven | None = None
    laja: bool = False
    chosen_by: Literal["", "bank", "dealer", "supervisor", "random"] = ""

    def value(self) -> ChosenDelivery:
        bank_cut = dict(self.bank_cut) if self.bank_cut else None
        return ChosenDelivery(
            self.style, self.cut, self.option, bank_cut, self.laja, self.chosen_by
        )


class ChooseDelivery(DeliveryGiven, OfRound):
    """Cut and delivery of a round."""


class RecordDeal(OfRound):
    """Who was dealt to first."""

    start: Text = Field("", description="The position computed and shown, confirmed.")


@round_command(RecordRoll, says=gettext_lazy("Record dice or generator"), path=f"{ROUND}roll/")
def record_roll(play: Play, given: RollGiven) -> None:
    """Record the dice, or the generator's number, and who receives the first hand.

    A no-roll stays on the record; the dice are shaken again.

    Rule: MD 6 §A-§B, 9 §K, 10 §A-§B; MBS 3.8-3.9; NZ 9.4-9.9; Leaflet ¶11.
    """
    guard_state(play.round, RoundState.CLOSED)
    guard_has_start(play.game)
    if given.no_roll:
        keep_roll(play, given, total=None, start="")
        play.change(no_rolls=(*play.entered.no_rolls, given.no_roll))
        play.happened(
            EventKind.NO_ROLL,
            reason=given.no_roll,
            dice=given.dice,
            generator=given.generator,
            device=given.device,
            adjust=given.adjust,
        )
        return
    guard_cut_chosen(play.game, play.entered)
    guard_nominated_before(play.game, play.entered, given.adjust)
    guard_generator(play.game, play.entered, is_generator=given.generator is not None)
    total = sum(given.dice) if given.dice else given.generator or 0
    with refusing():
        if given.generator is None:
            positions = play.game.positions(play.entered, total, given.adjust)
        else:
            positions = play.game.drawn_positions(total)
    keep_roll(play, given, total=total, start=positions[0])
    roll = StartingRoll(
        given.dice, given.generator, given.device, given.adjust, total, tuple(positions)
    )
    play.change(roll=roll)
    play.happened(
        EventKind.DICE_ROLLED,
        dice=given.dice,
        generator=given.generator,
        device=given.device,
        adjust=given.adjust,
        total=total,
        start=positions[0],
    )


def keep_roll(play: Play, given: RollGiven, *, total: int | None, start: str) -> None:
    play.change(rolls=play.entered.rolls + 1)
    play.rolls.append(
        DiceRoll(
            round=play.round,
            n=play.entered.rolls,
            dice=list(given.dice) if given.dice else None,
            generator=given.generator,
            device=given.device,
            adjust=given.adjust,
            total=total,
            start=start,
            no_roll=given.no_roll,
            at=play.at,
        )
    )


@round_command(
    ChooseDelivery, says=gettext_lazy("Choose cut or delivery"), path=f"{ROUND}delivery/"
)
def choose_delivery(play: Play, given: DeliveryGiven) -> None:
    """Record how the stacks were cut and how they are delivered, and who chose it.

    It is chosen before the dice are shown.

    Rule: MD 6 §C, 7 §A-§B, 9 §G, §J; NZ 9.2-9.3A, 9.6, Appendix 5.
    """
    guard_state(play.round, RoundState.BETTING, RoundState.CLOSED)
    guard_dice_not_shown(play.game, play.entered)
    guard_style_in_time(play.game, play.round, given.style)
    before = play.entered.delivery
    with refusing():
        delivery = play.game.chosen_delivery(play.entered, given.value())
    play.change(delivery=delivery)
    play.happened(
        EventKind.DELIVERY_CHOSEN,
        before=before.as_json() if before else None,
        after=delivery.as_json(),
    )


@round_command(RecordDeal, says=gettext_lazy("Confirm the deal"), path=f"{ROUND}deal/")
def record_deal(play: Play, given: RecordDeal) -> None:
    """Record that the hands were dealt; the start is confirmed, never typed.

    Rule: MD 6 §C, 9 §L; MBS 3.10; NZ 10.1-10.2B; 3CS 3.
    """
    guard_state(play.round, RoundState.CLOSED)
    guard_start(play.game, play.entered, given.start)
    if play.entered.delivery is None:
        with refusing():
            play.change(delivery=play.game.usual_delivery(play.entered))
    delivery = play.entered.delivery
    play.round.state = RoundState.DEALT
    play.happened(
        EventKind.ROUND_DEALT,
        start=given.start,
        delivery=delivery.as_json() if delivery else None,
    )
