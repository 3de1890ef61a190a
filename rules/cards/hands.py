"""Hands as they are played: set by the player, or by the house way."""

from __future__ import annotations

from rules.cards.card import Card, names, reds
from rules.cards.facts import CardDealerFacts, CardSeatFacts
from rules.cards.house_way import CardSetting, Split, set_house_way, splits
from rules.cards.ranking import high_rank
from rules.refusals import RulesError

AS_SET = "as set"


def split_of(held: tuple[Card, ...], high: tuple[Card, ...]) -> Split:
    """Give the split of three cards that plays these two high.

    Rule: 3CS 4.
    """
    for split in splits(held) if held else ():
        if set(high) == set(split.high):
            return split
    raise RulesError("bad-setting", f"not two of {names(held)}: {names(high)}")


def player_hand(seat: CardSeatFacts) -> CardSetting:
    """Give a seat's hand as the player set it, or by the house way if the player did not.

    Rule: 3CS 4.
    """
    if seat.high is None:
        return set_house_way(seat.cards)
    split = split_of(seat.cards, seat.high)
    return CardSetting(split.high, split.low, rule=AS_SET, reading=False)


def dealer_hand(dealer: CardDealerFacts) -> CardSetting:
    """Give the dealer's hand by the house way; a hand told otherwise must equal it.

    Equal is equal in rank and in colours, because colours decide a copy: which of two red tens is
    the low card does not matter.

    Rule: 3CS 5.
    """
    house_way = set_house_way(dealer.cards)
    if dealer.high is None:
        return house_way
    told = split_of(dealer.cards, dealer.high)
    same_rank = high_rank(told.high) == high_rank(house_way.high)
    if not same_rank or reds(told.high) != reds(house_way.high):
        words = " ".join(names(house_way.high))
        raise RulesError("not-house-way", f"the house way plays {words} high ({house_way.rule})")
    return CardSetting(told.high, told.low, house_way.rule, house_way.reading)
