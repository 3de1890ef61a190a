"""From “no more bets” to dealt: dice or generator, cut or style, starting position."""

from dataclasses import dataclass

from audit.events import EventKind
from rounds.commands.steps import Play, step
from rounds.facts import Delivery
from rounds.games.game import refusing
from rounds.guards.dealing import guard_generator, guard_has_start, guard_start
from rounds.guards.steps import guard_state
from rounds.models import DiceRoll, RoundState


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the shaker or the generator showed, or why it counts for nothing."""

    dice: tuple[int, int, int] | None = None
    generator: int | None = None
    device: str = ""
    adjust: int = 0
    no_roll: str = ""


@step("rounds.record_roll")
def record_roll(play: Play, thrown: Thrown) -> None:
    """Record the dice, or the generator's number, and who receives the first hand.

    A no-roll stays on the record; the dice are shaken again.

    Rule: MD 6 §A-§B, 9 §K, 10 §A-§B; MBS 3.8-3.9; NZ 9.4-9.9; Leaflet ¶11.
    """
    guard_state(play.round, RoundState.CLOSED)
    guard_has_start(play.game)
    if thrown.no_roll:
        keep_roll(play, thrown, total=None, start="")
        play.facts["no_rolls"] = [*play.facts["no_rolls"], thrown.no_roll]
        play.happened(EventKind.NO_ROLL, reason=thrown.no_roll, dice=thrown.dice)
        return
    guard_generator(play.game, is_generator=thrown.generator is not None)
    total = sum(thrown.dice) if thrown.dice else thrown.generator or 0
    with refusing():
        positions = play.game.positions(play.facts, total, thrown.adjust)
    keep_roll(play, thrown, total=total, start=positions[0])
    play.facts["roll"] = {
        "dice": list(thrown.dice) if thrown.dice else None,
        "generator": thrown.generator,
        "device": thrown.device,
        "adjust": thrown.adjust,
        "total": total,
        "positions": positions,
    }
    play.happened(
        EventKind.DICE_ROLLED,
        dice=thrown.dice,
        generator=thrown.generator,
        device=thrown.device,
        adjust=thrown.adjust,
        total=total,
        start=positions[0],
    )


def keep_roll(play: Play, thrown: Thrown, *, total: int | None, start: str) -> None:
    play.facts["rolls"] += 1
    play.rows.append(
        DiceRoll(
            round=play.round,
            n=play.facts["rolls"],
            dice=list(thrown.dice) if thrown.dice else None,
            generator=thrown.generator,
            device=thrown.device,
            adjust=thrown.adjust,
            total=total,
            start=start,
            no_roll=thrown.no_roll,
            at=play.at,
        )
    )


@step("rounds.choose_delivery")
def choose_delivery(play: Play, delivery: Delivery) -> None:
    """Record how the stacks were cut and how they are delivered.

    Rule: MD 6 §C, 7 §A-§B, 9 §G; NZ 9.2-9.3A, Appendix 5.
    """
    guard_state(play.round, RoundState.BETTING, RoundState.CLOSED)
    with refusing():
        play.game.guard_delivery(play.facts, delivery)
    before = play.facts["delivery"]
    play.facts["delivery"] = delivery
    play.happened(EventKind.DELIVERY_CHOSEN, before=before, after=delivery)


@step("rounds.record_deal")
def record_deal(play: Play, start: str) -> None:
    """Record that the hands were dealt; the start is confirmed, never typed.

    Rule: MD 6 §C, 9 §L; MBS 3.10; NZ 10.1-10.2B; 3CS 3.
    """
    guard_state(play.round, RoundState.CLOSED)
    guard_start(play.game, play.facts, start)
    if play.facts["delivery"] is None:
        with refusing():
            play.facts["delivery"] = play.game.usual_delivery()
    play.round.state = RoundState.DEALT
    play.happened(EventKind.ROUND_DEALT, start=start, delivery=play.facts["delivery"])
