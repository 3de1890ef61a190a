"""Three Card Split Pai Gow Poker, with the same words as the tile game.

What the rest of the product uses, beside `rules.profiles`, `rules.options` and `rules.refusals`:

- `facts.CardRoundFacts.from_mapping` / `as_mapping`: a round of cards as it is stored.
- `lines.round_of_cards(record)`: profile, options and facts from one record of the contract, where
  the jackpot's meter stands among the options; `lines.card_settlement_answer(settlement)`: the
  other way.
- `settlement.settle_cards(profile, options, facts)`: the amounts; its `movements`: the chips as
  they move (`rules.movements.Movement`); its `jackpot_paid_cents`.
- `explain.explain_cards(profile, options, facts, settlement)`: why, as `rules.reasons.Reason`s;
  `explain.card_sentence(reason, translate)`.
- `house_way.set_house_way(cards)`; `hands.player_hand`, `hands.dealer_hand`, `hands.split_of`.
- `four_card.four_card_class`, `four_card.pay_table`; `jackpot.Activity`,
  `jackpot.contribution_cents`, `jackpot.jackpot_won`.
- `odds.house_way_odds`, `odds.three_card_odds`, `odds.four_card_edges`: exact chances.
- `browser.card_tables_for_browser(profile)`: everything a tablet looks up while it is offline.
"""
