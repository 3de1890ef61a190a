"""The exact chances of the game that a submission's tables play."""

from fractions import Fraction
from functools import lru_cache

import orjson

from rounds.games import game_of
from rounds.games.tiles import TileGame
from rules.cards.odds import NO_COMMISSION, house_way_odds
from rules.odds import COMMISSION, Odds
from rules.tiles.odds import odds, pair_fortunes_edge
from tables.models import RulesSubmission


def chances_of(submission: RulesSubmission) -> tuple[Odds, Fraction]:
    """How often a wager wins, pushes and loses when the house banks, and the commission on wins.

    Both hands are set the house way; who plays otherwise plays worse on average.
    """
    game = game_of(submission)
    if isinstance(game, TileGame):
        return odds(game.house_way, game.house_way), COMMISSION
    return house_way_odds(), NO_COMMISSION


def edge_of(submission: RulesSubmission) -> Fraction:
    """What the house keeps of a unit wagered against it, on average."""
    return _edge(submission.profile, orjson.dumps(submission.options, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=256)
def _edge(profile: str, options: bytes) -> Fraction:
    found, commission = chances_of(RulesSubmission(profile=profile, options=orjson.loads(options)))
    return found.house_edge(commission)


def side_edge_of(submission: RulesSubmission) -> Fraction | None:
    """What the house keeps of a unit on Pair Fortunes; None where it is not offered."""
    table = getattr(game_of(submission).options, "pair_fortunes", None)
    return -pair_fortunes_edge(table) if table else None
