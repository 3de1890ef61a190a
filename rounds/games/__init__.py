"""One object per game. Whatever differs between tiles and cards is asked of it."""

from dataclasses import replace
from functools import lru_cache

import orjson

from rounds.games.cards import CardGame
from rounds.games.game import Game
from rounds.games.tiles import TileGame
from rules import tables_for_browser
from rules.options import Options
from rules.profiles import PROFILES, TileProfile, profile
from rules.tiles.browser import tile_tables_for_browser
from tables.models import GamingTable, RulesSubmission

__all__ = ["Game", "browser_tables", "game_of", "own_browser_tables", "smallest_chip"]


def game_of(submission: RulesSubmission) -> Game:
    """The game that a submission's tables play."""
    return game_by(submission.profile, submission.options)


def game_by(profile_id: str, options: object) -> Game:
    """The game of a rule set with options as they were filed."""
    return _game(profile_id, orjson.dumps(options, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=256)
def _game(profile_id: str, options: bytes) -> Game:
    chosen = profile(profile_id)
    parsed = Options.parse(chosen, orjson.loads(options))
    return TileGame(chosen, parsed) if isinstance(chosen, TileProfile) else CardGame(chosen, parsed)


def smallest_chip(game: Game, table: GamingTable) -> int:
    """The smallest chip by the submission, or else by the house, in cents."""
    return game.options.smallest_chip or table.property.smallest_chip_cents


def browser_tables(profile_id: str) -> dict[str, object] | None:
    """The rules of a profile as tables for a tablet without the network."""
    chosen = PROFILES.get(profile_id)
    return None if chosen is None else tables_for_browser(chosen)


@lru_cache(maxsize=16)
def own_browser_tables(game: TileGame) -> dict[str, object]:
    """The tables of a profile with the house way that an operator filed in place of its own."""
    return tile_tables_for_browser.__wrapped__(replace(game.profile, house_way=game.house_way))
