"""The exact chances of the game that a submission's tables play."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import orjson

from rounds.games import game_of
from rounds.games.tiles import TileGame
from rules.cards.odds import NO_COMMISSION, house_way_odds, house_way_shared_variance
from rules.odds import COMMISSION, Odds
from rules.tiles.odds import odds, pair_fortunes_edge, pair_fortunes_variance, shared_variance
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


class Spread(NamedTuple):
    """What a unit wagered brings the house: mean, variance, covariance with another at the table.

    `shared` is nothing for a side wager, which the hand itself decides.
    """

    edge: float
    variance: float
    shared: float = 0.0


def spread_of(submission: RulesSubmission) -> Spread:
    """Mean and variance of a unit wagered against the house."""
    return _spread(
        submission.profile, orjson.dumps(submission.options, option=orjson.OPT_SORT_KEYS)
    )


@lru_cache(maxsize=256)
def _spread(profile: str, options: bytes) -> Spread:
    submission = RulesSubmission(profile=profile, options=orjson.loads(options))
    found, commission = chances_of(submission)
    game = game_of(submission)
    if isinstance(game, TileGame):
        shared = shared_variance(game.house_way, game.house_way, commission)
    else:
        shared = house_way_shared_variance()
    edge, variance = found.house_edge(commission), found.variance(commission)
    return Spread(float(edge), float(variance), float(shared))


def side_spread_of(submission: RulesSubmission) -> Spread | None:
    """Mean and variance of a unit on Pair Fortunes; None where it is not offered."""
    table = getattr(game_of(submission).options, "pair_fortunes", None)
    if not table:
        return None
    return Spread(float(-pair_fortunes_edge(table)), float(pair_fortunes_variance(table)))
