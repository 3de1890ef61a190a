"""The English sentences behind the codes of the card game. Other languages translate these."""

from collections.abc import Mapping
from types import MappingProxyType

DEALER = "Dealer. {text}"

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "cards-set-a": "{cards}: three of a kind, the two of one colour high: {high} / {low}.",
        "cards-set-b": "{cards}: a straight or a flush of three, the highest card low: "
        "{high} / {low}.",
        "cards-set-c-i": "{cards}: the highest pair, straight or flush that leaves a ten or "
        "better low: {high} / {low}.",
        "cards-set-c-ii": "{cards}: no pair, straight or flush leaves a ten or better low, so "
        "the highest of all: {high} / {low}.",
        "cards-set-d": "{cards}: nothing combines, the second-highest card low: {high} / {low}.",
        "cards-as-set": "{cards}: set by the player: {high} / {low}.",
        "high-won": "{player} ({player_class}) outranks {bank} ({bank_class}): the player wins.",
        "high-lost": "{bank} ({bank_class}) outranks {player} ({player_class}): the dealer wins.",
        "high-copy-won": "{player} copies {bank} and the colours are the same: the player wins.",
        "high-copy-lost": "{player} copies {bank} and the colours differ: the dealer wins.",
        "low-won": "{player} outranks {bank}: the player wins.",
        "low-lost": "{bank} outranks {player}: the dealer wins.",
        "low-copy-won": "{player} copies {bank} and the colour is the same: the player wins.",
        "low-copy-lost": "{player} copies {bank} and the colour differs: the dealer wins.",
        "primary-win": "Both hands win: {wager_cents} is paid 1 to 1.",
        "primary-lose": "Neither hand wins: {wager_cents} is lost.",
        "primary-push": "One of the two hands wins: a push, {wager_cents} is returned.",
        "primary-foul": "Foul: {low} outranks {high}. {wager_cents} is forfeited.",
        "primary-void": "Void: {wager_cents} is returned, and the propositions.",
        "three-card-won": "Three Card: {player} ({player_class}) outranks {bank} ({bank_class}): "
        "{wager_cents} is paid 1 to 1.",
        "three-card-lost": "Three Card: {bank} ({bank_class}) outranks {player} "
        "({player_class}): {wager_cents} is lost.",
        "three-card-copy-won": "Three Card: {player} equals {bank} and the colours are the same: "
        "{wager_cents} is paid 1 to 1.",
        "three-card-copy-lost": "Three Card: {player} equals {bank} and the colours differ: "
        "{wager_cents} is lost.",
        "four-card-pays": "Four Card: {cards} with {community} make {bonus_class}, {pays} to 1: "
        "{wager_cents} wins {won_cents}.",
        "four-card-loses": "Four Card: {cards} with {community} make nothing that pays: "
        "{wager_cents} is lost.",
        "jackpot-won": "The wager qualifies and wins the bonus jackpot of {jackpot_cents}.",
        "jackpot-not-qualified": "The wager is below the qualifying {minimum_cents}: no bonus "
        "jackpot.",
    }
)

CLASS_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "suited-connectors": "suited connectors",
        "pair": "pair",
        "connected": "connected cards",
        "suited": "suited cards",
        "high-card": "high card",
        "straight-flush": "straight flush",
        "three-of-a-kind": "three of a kind",
        "straight": "straight",
        "flush": "flush",
        "four-aces": "four aces",
        "four-of-a-kind": "four of a kind",
        "four-card-straight-flush": "a four-card straight flush",
        "three-card-straight-flush": "a three-card straight flush",
        "four-card-straight-or-flush": "a four-card straight or flush",
        "two-pair": "two pair",
        "three-card-straight-or-flush": "a three-card straight or flush",
    }
)
