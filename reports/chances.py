"""The exact chances of the game that a submission's tables play.

One owner of what the house should win: every report multiplies by the fractions from here and
rounds once, at the end.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import orjson

from rounds.games import game_of
from rounds.games.tiles import TileGame
from rules.cards import odds as card_odds
from rules.cards.four_card import pay_table
from rules.odds import COMMISSION, Odds
from rules.options import Options
from rules.tiles.odds import odds, pair_fortunes_edge, pair_fortunes_variance, shared_variance
from tables.models import RulesSubmission

NO_COMMISSION = card_odds.NO_COMMISSION


class Spread(NamedTuple):
    """What a unit wagered brings the house: mean, variance, covariance with another at the table.

    `shared` is nothing where the hand itself decides.
    """

    edge: Fraction
    variance: Fraction
    shared: Fraction = Fraction(0)


class Chances(NamedTuple):
    """The wager against the house, and each side wager that is offered, by its name."""

    main: Spread
    sides: Mapping[str, Spread]

    def expected_win(self, against_house: int, sides: Mapping[str, int]) -> Fraction:
        """What the house should win of so many cents wagered, on average."""
        found = self.main.edge * against_house
        return found + sum(spread.edge * sides[name] for name, spread in self.sides.items())


def odds_of(submission: RulesSubmission) -> tuple[Odds, Fraction]:
    """How often a wager wins, pushes and loses when the house banks, and the commission on wins.

    Both hands are set the house way; who plays otherwise plays worse on average.
    """
    game = game_of(submission)
    if isinstance(game, TileGame):
        return odds(game.house_way, game.house_way), COMMISSION
    return card_odds.house_way_odds(), NO_COMMISSION


def edge_of(submission: RulesSubmission) -> Fraction:
    """What the house keeps of a unit wagered against it, on average."""
    return chances_of(submission).main.edge


def chances_of(submission: RulesSubmission) -> Chances:
    """Mean and variance of every wager that the submission offers."""
    options = orjson.dumps(submission.options, option=orjson.OPT_SORT_KEYS)
    return _chances(submission.profile, options)


@lru_cache(maxsize=256)
def _chances(profile: str, options: bytes) -> Chances:
    submission = RulesSubmission(profile=profile, options=orjson.loads(options))
    game = game_of(submission)
    found, commission = odds_of(submission)
    if isinstance(game, TileGame):
        shared = shared_variance(game.house_way, game.house_way, commission)
    else:
        shared = card_odds.house_way_shared_variance()
    main = Spread(found.house_edge(commission), found.variance(commission), shared)
    sides = {name: _SIDES[name](game.options) for name in game.side_wagers if name in _SIDES}
    return Chances(main, MappingProxyType(sides))


def _pair_fortunes(options: Options) -> Spread:
    table = str(options.pair_fortunes)
    return Spread(-pair_fortunes_edge(table), pair_fortunes_variance(table))


def _three_card(_options: Options) -> Spread:
    found = card_odds.three_card_odds()
    edge, variance = found.house_edge(NO_COMMISSION), found.variance(NO_COMMISSION)
    return Spread(edge, variance, card_odds.three_card_shared_variance())


def _four_card(options: Options) -> Spread:
    """The jackpot left out; that seats share the community card moves the variance by 0.1 %."""
    table = pay_table(options.four_card)
    return Spread(card_odds.four_card_edge(table), card_odds.four_card_variance(table))


_SIDES: Mapping[str, Callable[[Options], Spread]] = {
    "pair_fortunes": _pair_fortunes,
    "three_card": _three_card,
    "four_card": _four_card,
}
