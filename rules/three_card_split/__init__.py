"""Three Card Split Pai Gow Poker, with the same words as the tile game.

What the rest of the product uses, beside `rules.profiles`, `rules.options` and `rules.refusals`:

- `facts.RoundFacts.from_mapping` / `as_mapping`: a round of cards as it is stored.
- `lines.round_of(record)`: profile, options and facts from one record of the contract, where the
  jackpot's meter stands among the options; `lines.settlement_answer(settlement)`: the other way.
- `settlement.settle(profile, options, facts)`: the amounts; `Settlement.movements`: the chips as
  they move (`rules.movements.Movement`); `Settlement.jackpot_paid_cents`.
- `explain.explain(profile, options, facts, settlement)`: why, as `rules.explain.Reason`s;
  `explain.sentence(reason, translate)`.
- `house_way.set_house_way(cards)`; `hands.player_hand`, `hands.dealer_hand`, `hands.split_of`.
- `four_card.bonus_class`, `four_card.pay_table`; `jackpot.GROWTH`, `jackpot.Activity`,
  `jackpot.contribution_cents`, `jackpot.meter_after_award`, `jackpot.shares_of_award`.
- `odds.house_way_odds`, `odds.three_card_odds`, `odds.bonus_edges`: exact chances.
- `browser.tables_for_browser(profile)`: everything a tablet looks up while it is offline.
"""
