"""The rules of the game, without Django, clock, chance or input and output.

What the rest of the product uses:

- `rules.profiles.profile(id)`, `tile_profile(id)`, `PROFILES`: the five published rule sets.
- `rules.options.Options.parse(profile, mapping)`, `OPTION_FIELDS`: what a property filed.
- `rules.facts.RoundFacts.from_mapping` / `as_mapping`: a round of tiles as it is stored.
- `rules.settlement.settle(profile, options, facts)`: the amounts; `Settlement.movements`: the
  chips as they move; `rules.explain.explain(...)`: why, as codes with paragraphs.
- `rules.house_ways.HouseWay.set(tiles)`, on `profile.house_way`; `rules.house_ways.from_file`.
- `rules.dealing`: `starting_positions`, `DELIVERIES`, `deliver`, `undeliver`; `rules.cuts`.
- `rules.bank.offers(profile, situation)` and `refusal`.
- `rules.irregularities.propose(profile, event, scene)` and `events_for(profile)`.
- `rules.equipment`: the sixteen pairs and the tiles in order of rank; `rules.wagers`: limits.
- `rules.odds.odds(player, bank)`: exact chances.
- `rules.tables_for_browser(profile)`: everything a tablet looks up while it is offline.
- `rules.three_card_split`: the card game, with the same words.
- `rules.refusals`: `Refused` for a step that is forbidden now, `RulesError` for nonsense.

`python -m rules --help` shows the command line.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.profiles import Profile


def tables_for_browser(profile: "Profile") -> dict[str, object]:
    """Give the tables of a profile, tiles or cards, that a tablet needs while it is offline."""
    from rules import browser
    from rules.profiles import TileProfile
    from rules.three_card_split import browser as card_browser

    if isinstance(profile, TileProfile):
        return browser.tables_for_browser(profile)
    return card_browser.tables_for_browser(profile)
