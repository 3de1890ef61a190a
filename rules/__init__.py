"""The rules of the game, without Django, clock, chance or input and output.

What the rest of the product uses:

- `rules.profiles.profile(id)`, `tile_profile(id)`, `PROFILES`: the five published rule sets.
- `rules.options.Options.parse(profile, mapping)`, `OPTION_FIELDS`: what a property filed.
- `rules.tiles.facts.TileRoundFacts.from_mapping` / `as_mapping`: a round of tiles as it is stored.
- `rules.tiles.settlement.settle_tiles(profile, options, facts)`: the amounts; its `movements`: the
  chips as they move; `rules.tiles.explain.explain_tiles(...)`: why, as codes with paragraphs.
- `rules.tiles.house_ways.HouseWay.set(tiles)`, on `profile.house_way`; an own one comes
  `from_file`.
- `rules.tiles.dealing`: `starting_positions`, `DELIVERIES`, `deliver`, `undeliver`;
  `rules.tiles.cuts`.
- `rules.tiles.bank.offers(profile, situation)` and `refusal`.
- `rules.tiles.irregularities.propose(profile, event, scene)` and `events_for(profile)`.
- `rules.tiles.display`: the sixteen pairs and the tiles in order of rank; `rules.wagers`: limits.
- `rules.tiles.odds.odds(player, bank)`: exact chances.
- `rules.tables_for_browser(profile)`: everything a tablet looks up while it is offline.
- `rules.Round`, `rules.Changes` (`rules.round`): what was entered of a round, and what would be
  otherwise; `rules.Settlement` (`rules.settlement`): what it came to; `rules.place.Place`: a seat,
  the dealer, or where chips lie.
- `rules.cards`: the card game, with the same words.
- `rules.reasons`, `rules.movements`, `rules.rulings`, `rules.odds`: what both games answer with.
- `rules.refusals`: `Refused` for a step that is forbidden now, `RulesError` for nonsense.

`python -m rules --help` shows the command line.
"""

from typing import TYPE_CHECKING

from rules.round import Changes, Round
from rules.settlement import Settlement

if TYPE_CHECKING:
    from rules.profiles import Profile

__all__ = ["Changes", "Round", "Settlement", "tables_for_browser"]


def tables_for_browser(profile: "Profile") -> dict[str, object]:
    """Give the tables of a profile, tiles or cards, that a tablet needs while it is offline."""
    from rules.cards import browser as card_browser
    from rules.profiles import TileProfile
    from rules.tiles import browser

    if isinstance(profile, TileProfile):
        return browser.tile_tables_for_browser(profile)
    return card_browser.card_tables_for_browser(profile)
