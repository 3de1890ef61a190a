"""What must be known before money moves."""

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.steps import guard_state
from rounds.models import Irregularity, Round, RoundState
from rules.refusals import Refused


def guard_ready_to_settle(game: Game, current: Round, entered: rules.Round) -> None:
    """Refuse settlement while a hand is unset, a card is missing or a ruling waits."""
    if current.state == RoundState.DEALT:
        guard_hands_known(game, entered)
    guard_state(current, RoundState.SET)
    if not game.is_complete(entered):
        raise Refused(
            "no_community_card",
            _("The community card decides the Four Card bonus. Enter it first."),
            "3CS App. C",
        )
    guard_no_ruling_waits(current)


def guard_hands_known(game: Game, entered: rules.Round) -> None:
    """Refuse to settle while the hand of a place that plays is not entered."""
    missing = [place for place in game.places(entered) if place not in entered.hands]
    names = [place.named("seat") for place in missing]
    if names:
        raise Refused(
            "hands_missing",
            _("Not every hand is entered: {hands} to go.").format(hands=", ".join(names)),
            places=names,
        )


def guard_no_ruling_waits(current: Round) -> None:
    """Refuse to go on while an irregularity waits for the floorperson's ruling."""
    if not current.has_irregularity:
        return
    waiting = Irregularity.objects.filter(round=current, ruled_at__isnull=True).first()
    if waiting is not None:
        raise Refused(
            "ruling_awaited",
            _("An irregularity waits for a ruling. The floorperson confirms it first."),
            n=waiting.n,
        )
