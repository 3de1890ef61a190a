"""The English sentences behind the codes of an explanation. Other languages translate these."""

from collections.abc import Mapping
from types import MappingProxyType

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "zero-zero": "Both are worth zero, whatever the tiles: the bank wins.",
        "copy-value": "Both are worth {value} with {top_tile} on top: a copy, the bank wins.",
        "copy-hand": "Both are {both_hand}: a copy, the bank wins.",
        "bank-top-tile": "Both are worth {value}; {winner_tile} outranks {loser_tile}: "
        "the bank wins.",
        "player-top-tile": "Both are worth {value}; {winner_tile} outranks {loser_tile}: "
        "the player wins.",
        "bank-higher-value": "{winner_value} beats {loser_value}: the bank wins.",
        "player-higher-value": "{winner_value} beats {loser_value}: the player wins.",
        "bank-higher-hand": "{winner_hand} ranks above {loser_hand}: the bank wins.",
        "player-higher-hand": "{winner_hand} ranks above {loser_hand}: the player wins.",
        "dealer-house-way": "Dealer: {high} ({high_hand}) and {low} ({low_hand}), set by {rule}.",
        "dealer-as-set": "Dealer: {high} ({high_hand}) and {low} ({low_hand}), stands as set.",
        "dealer-reversed": "Dealer: {high} ({high_hand}) and {low} ({low_hand}), stands as set; "
        "the higher hand is the high hand.",
        "bank-house-way": "Bank: {high} ({high_hand}) and {low} ({low_hand}), set by {rule}.",
        "bank-as-set": "Bank: {high} ({high_hand}) and {low} ({low_hand}), as set.",
        "bank-reversed": "Bank: {high} ({high_hand}) and {low} ({low_hand}); put down the other "
        "way round, the higher hand is the high hand.",
        "player-house-way": "{high} ({high_hand}) and {low} ({low_hand}), set by {rule}.",
        "player-as-set": "{high} ({high_hand}) and {low} ({low_hand}), as set.",
        "player-reversed": "{high} ({high_hand}) and {low} ({low_hand}); put down the other way "
        "round, the higher hand is the high hand.",
        "win": "Both hands win: {wager_cents} is paid 1 to 1.",
        "win-match-play": "Both hands win: {wager_cents} and its coupon are paid {won_cents}.",
        "lose": "Neither hand wins: {wager_cents} is lost.",
        "push-high": "Only the high hand wins: a push, {wager_cents} is returned.",
        "push-low": "Only the low hand wins: a push, {wager_cents} is returned.",
        "surrendered": "Surrendered: {wager_cents} is lost.",
        "abandoned": "The player left: {wager_cents} is treated as lost.",
        "conceded": "Conceded: {wager_cents} is lost.",
        "void": "Void: {wager_cents} is returned.",
        "refused-part": "{returned_cents} of the wager could not be paid exactly in chips and "
        "is returned.",
        "refused-whole": "The wager of {returned_cents} could not be paid exactly in chips and "
        "is returned.",
        "vigorish": "Vigorish 5 % of {won_cents}, half up to the cent: {vigorish_cents}.",
        "vigorish-quarters": "Vigorish 5 % of {won_cents}, up to the next quarter: "
        "{vigorish_cents}.",
        "pair-fortunes-win": "Pair Fortunes: {bonus} pays {pays} to 1 on {stake_cents}.",
        "pair-fortunes-lose": "Pair Fortunes: {bonus}, {stake_cents} is lost.",
        "pair-fortunes-void": "Pair Fortunes: void, {stake_cents} is returned.",
        "pair-fortunes-abandoned": "Pair Fortunes: {stake_cents} is lost with the abandoned hand.",
        "dealer-win": "The dealer wins both hands against the bank: {amount_cents} is paid, "
        "without vigorish.",
        "dealer-lose": "The dealer wins neither hand against the bank: {amount_cents} is lost.",
        "dealer-push": "The dealer wins one hand against the bank: a push.",
        "bank-surplus": "The centre keeps {surplus_cents} after all winners are paid: the bank's.",
        "bank-shortfall": "The centre is {missing_cents} short: the bank brings it.",
        "bank-even": "The centre pays all winners exactly.",
        "bank-share-receives": "{player} brought {brought_cents} to the shared bank and receives "
        "{share_cents}.",
        "bank-share-pays": "{player} brought {brought_cents} to the shared bank and pays "
        "{share_cents}.",
        "co-bank-surplus": "The centre keeps {surplus_cents} after all winners are paid: "
        "{share_cents} is the co-banker's, the rest the house's.",
        "co-bank-shortfall": "The centre is {missing_cents} short: the co-banker brings "
        "{share_cents}, the house the rest.",
    }
)

COMMISSION_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "vigorish": "Commission 5 % of {won_cents}, half up to the cent: {vigorish_cents}.",
        "dealer-win": "The dealer wins both hands against the bank: {amount_cents} is paid, "
        "without commission.",
    }
)
"""The same in the words of documents that speak of a commission: all but Maryland's."""

BONUS_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "gee-joon-and-teen": "Gee Joon pair and Teen pair",
        "two-pairs": "two pairs",
        "gee-joon": "Gee Joon pair",
        "mixed-pair": "one mixed pair",
        "identical-pair": "one identical pair",
        "none": "no pair",
    }
)
