from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest

from rules.cards.card import DECK
from rules.cards.odds import NO_COMMISSION, house_way_odds, three_card_odds
from tests.rules.cards.test_house_way import document_setting, value_of, worth
from tests.rules.cards.test_ranking import oracle_three_key

HANDS = list(combinations(range(52), 3))
ALL_DEALS = 22_100 * 18_424


def is_red(name):
    return name[1] in "DH"


def joint_counts(kinds):
    """Count the deals of a player's kind of hand beside a dealer's kind, for all kinds at once.

    By inclusion and exclusion over the cards that both would hold, without looking at pairs of
    hands: all hands, less those with a card of the player's, plus those with two, less with three.
    """
    size = max(kinds) + 1
    kinds = np.array(kinds)
    with_one = np.zeros((52, size), dtype=np.int32)
    with_two = np.zeros((52, 52, size), dtype=np.int16)
    for kind, held in zip(kinds, HANDS, strict=True):
        for one in held:
            with_one[one, kind] += 1
        for one, two in combinations(held, 2):
            with_two[one, two, kind] += 1
    every = np.bincount(kinds, minlength=size)
    counts = np.zeros((size, size), dtype=np.int64)
    players = defaultdict(list)
    for kind, held in zip(kinds, HANDS, strict=True):
        players[kind].append(held)
    for kind, hands in players.items():
        one, two, three = np.array(hands).T
        beside = len(hands) * every
        beside = beside - sum(with_one[held].sum(axis=0) for held in (one, two, three))
        beside = beside + sum(
            with_two[first, second].sum(axis=0, dtype=np.int64)
            for first, second in ((one, two), (one, three), (two, three))
        )
        beside[kind] -= len(hands)
        counts[kind] = beside
    return counts


def numbered(keys):
    places = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return [places[key] for key in keys], list(places)


def test_house_way_against_house_way_over_all_deals():
    keys = []
    for held in HANDS:
        names = [DECK[place].text for place in held]
        low, _ = document_setting(names)
        high = [name for name in names if name != low]
        keys.append(
            ((value_of(high), sum(map(is_red, high))), (worth(low), is_red(low))),
        )
    kinds, seen = numbered(keys)
    counts = joint_counts(kinds)
    assert counts.sum() == ALL_DEALS
    high_won = wins_of([high for high, _ in seen])
    low_won = wins_of([low for _, low in seen])
    odds = house_way_odds()
    assert odds.win == counts[high_won & low_won].sum()
    assert odds.push == counts[high_won ^ low_won].sum()
    assert odds.lose == counts[~(high_won | low_won)].sum()
    assert odds.total == ALL_DEALS


def test_the_three_card_proposition_over_all_deals():
    hands = [[DECK[place] for place in held] for held in HANDS]
    kinds, seen = numbered(
        [(oracle_three_key(held), sum(is_red(each.text) for each in held)) for held in hands]
    )
    counts = joint_counts(kinds)
    odds = three_card_odds()
    assert (odds.win, odds.push) == (counts[wins_of(seen)].sum(), 0)
    assert odds.total == counts.sum() == ALL_DEALS


def wins_of(strengths):
    """The table of who wins, a player's strength down and the dealer's across."""
    ladder = {rank: place for place, rank in enumerate(sorted({rank for rank, _ in strengths}))}
    ranks = np.array([ladder[rank] for rank, _ in strengths])
    colours = np.array([colour for _, colour in strengths])
    copies = ranks[:, None] == ranks[None, :]
    same_colours = colours[:, None] == colours[None, :]
    return (ranks[:, None] > ranks[None, :]) | (copies & same_colours)


@pytest.mark.parametrize(
    ("odds", "edge"),
    [(house_way_odds, "84661/7830200"), (three_card_odds, "13/27965")],
    ids=["primary", "three-card"],
)
def test_the_house_edges(odds, edge):
    assert str(odds().house_edge(NO_COMMISSION)) == edge
