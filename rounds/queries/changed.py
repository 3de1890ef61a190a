"""A settled round with what should have been otherwise.

A correction, its preview, a what-if and a decision all ask here, so that nobody is shown what the
correction would not do.
"""

from dataclasses import replace

import rules
from rounds.games.game import Game
from rounds.guards.corrections import (
    guard_corrected_bank,
    guard_corrected_dealer_wager,
    guard_corrected_hands,
    guard_corrected_states,
    guard_corrected_wagers,
)
from rounds.guards.hands import guard_one_set
from rounds.guards.quick import guard_outcomes
from rounds.guards.steps import guard_hands_known
from rounds.guards.wagers import guard_not_alone
from rounds.models import Round, Settlement
from tables.models import GamingTable


def made_from(current: Round, settlement: Settlement | None) -> rules.Round:
    """What a settlement was made from; before there is one, what was entered so far."""
    if settlement is not None and settlement.entered is not None:
        return rules.Round.from_json(settlement.entered)
    return current.entered


def as_it_stood(game: Game, entered: rules.Round) -> rules.Round:
    """After the round every hand is exposed: where the rules then let the bank's stand, it does.

    Rule: NZ 12.8(b).
    """
    hand = entered.hands.get(entered.bank_place())
    lets_stand = getattr(game.profile, "lets_stand", False)
    if hand is None or not lets_stand or game.is_house_way(hand):
        return entered
    return replace(entered, stands=True)


def changed_round(
    game: Game, table: GamingTable, entered: rules.Round, changes: rules.Changes
) -> rules.Round:
    """Apply changes to what was entered, and refuse what cannot have been."""
    after = changes.apply(entered)
    if changes.wagers is not None:
        guard_not_alone(game, changes.wagers)
        guard_corrected_wagers(game, table, after)
    if changes.bank is not None:
        guard_corrected_bank(game, table, after)
    if changes.bank is not None or changes.dealer_wager_cents is not None:
        guard_corrected_dealer_wager(game, after)
    if changes.states is not None:
        guard_corrected_states(game, entered, changes.states)
    if changes.hands is not None:
        after = as_it_stood(game, after)
        guard_corrected_hands(game, after, changes.hands)
        guard_one_set(game, after)
    if after.outcomes is None:
        guard_hands_known(game, after)
    else:
        guard_outcomes(game, after, after.outcomes)
    return after
