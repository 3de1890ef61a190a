"""Settle a round: work out what it comes to, once everything that decides it is known."""

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from banking.commands.jackpot import award_jackpot, jackpot_in_play
from banking.models import EntryKind
from rounds.commands.steps import Play, round_command
from rounds.commands.writing import Reckoned, write_settlement
from rounds.games.game import Extras, refusing
from rounds.guards.settling import guard_ready_to_settle
from rounds.guards.wagers import smallest_chip
from rounds.inputs import ROUND, OfRound
from rounds.models import RoundState


@round_command(OfRound, says=gettext_lazy("Settle the round"), path=f"{ROUND}settle/")
def settle_round(play: Play, given: OfRound) -> None:
    """Settle the round: compare the hands, pay and take, and close the round's record.

    Rule: MD 8 §F-§M, 9 §O-§S; MBS 3.14-3.16, 4.1-4.2; NZ 6.1-6.14, 11.1-11.3; 3CS 7-9.
    """
    guard_ready_to_settle(play.game, play.round, play.entered)
    reckoned = reckon(play)
    play.round.state = RoundState.SETTLED
    play.round.ended_at = play.at
    play.happened(
        EventKind.ROUND_SETTLED,
        number=play.round.number,
        facts=reckoned.settled.facts,
        outcome=reckoned.outcome,
        depth=play.round.depth,
    )
    write_settlement(play, reckoned, EntryKind.ROUND)
    if reckoned.jackpot is not None and reckoned.settled.jackpot_cents:
        award_jackpot(reckoned.jackpot, play.round.pk, by=play.by, at=play.at)


def reckon(play: Play) -> Reckoned:
    """Work out a settlement from what was entered, with the jackpot's meter where it matters."""
    entered = play.entered
    is_offered = "four_card" in play.game.side_wagers
    has_bonus = is_offered and any(wager.four_card for wager in entered.wagers)
    jackpot, meter = jackpot_in_play(play.table, is_wagered=has_bonus)
    extras = Extras(smallest_chip(play.game, play.table), jackpot_cents=meter)
    with refusing():
        settled = play.game.settle(entered, extras)
    return Reckoned(entered, settled, jackpot=jackpot)
