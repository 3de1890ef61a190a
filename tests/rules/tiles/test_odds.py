from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles import odds as odds_module
from rules.tiles.house_ways import distinct_deals
from rules.tiles.odds import (
    DEALS,
    odds,
    pair_fortunes_counts,
    pair_fortunes_edge,
    shared_variance,
)
from rules.tiles.pair_fortunes import PAY_TABLES, PairFortunesClass, pair_fortunes_class, pays
from rules.tiles.tile import TILE_SET
from tests.rules.tiles import oracle


def test_there_are_736281000_deals_of_two_hands():
    assert DEALS == comb(32, 4) * comb(28, 4) == 736_281_000


def test_published_figures_of_pair_fortunes():
    # MD 5 §F(1), 8 §L(1)-(4)
    counted = pair_fortunes_counts()
    two = counted[PairFortunesClass.TWO_PAIRS] + counted[PairFortunesClass.GEE_JOON_AND_TEEN]
    one = sum(
        counted[made]
        for made in (
            PairFortunesClass.GEE_JOON,
            PairFortunesClass.MIXED_PAIR,
            PairFortunesClass.IDENTICAL_PAIR,
        )
    )
    assert (two, one, counted[PairFortunesClass.NONE]) == (120, 6720, 29120)
    assert pair_fortunes_edge("A") == Fraction(-1905, 35960)
    assert pair_fortunes_edge("B") == Fraction(-4895, 35960)
    assert {name for name in PAY_TABLES if pair_fortunes_edge(name)} == set("ABCD")


def test_every_deal_has_the_class_and_pays_what_the_document_says():
    # MD 8 §L(1)-(4)
    for held in distinct_deals():
        made = pair_fortunes_class(held)
        assert made == oracle.pair_fortunes([each.text for each in held])
        for table in "ABCD":
            assert pays(table, made) == oracle.PAYS[table][made]


@pytest.mark.parametrize("table", ["E", "a", "", None, 1])
def test_an_unknown_pay_table_is_refused(table):
    with pytest.raises(RulesError) as refusal:
        pays(table, PairFortunesClass.NONE)
    assert refusal.value.code == "bad-option"


def test_odds_of_the_house_ways_against_themselves():
    found = odds(MARYLAND.house_way, MARYLAND.house_way)
    assert (found.win, found.push, found.lose) == (216905096, 293639544, 225736360)
    assert found.total == DEALS
    assert found.house_edge() == Fraction(16397099, 613567500)
    assert found.house_edge(Fraction(0)) == Fraction(found.lose - found.win, DEALS)
    assert odds(LEAFLET.house_way, LEAFLET.house_way) == found
    sharp = odds(NEW_ZEALAND.house_way, MARYLAND.house_way)
    assert sharp.house_edge() != found.house_edge()


def test_two_wagers_against_one_bank_hand_vary_together():
    found = odds(MARYLAND.house_way, MARYLAND.house_way)
    shared = shared_variance(MARYLAND.house_way, MARYLAND.house_way)
    assert 0 < shared < found.variance()
    assert float(found.variance()) == pytest.approx(0.571748, abs=1e-6)
    assert float(shared) == pytest.approx(0.208809, abs=1e-6)


def test_the_counting_agrees_with_dealing_every_hand_of_some_stock(monkeypatch):
    # The same counting with only nine tiles in the set, against dealing them one by one.
    stock = [TILE_SET[n] for n in (0, 1, 4, 9, 15, 20, 22, 28, 31)]
    counts = {}
    for each in stock:
        counts[odds_module._look(each)] = counts.get(odds_module._look(each), 0) + 1
    tiles_a_look = tuple(counts.get(look, 0) for look in odds_module._LOOKS)
    hands = {}
    for held in combinations(stock, 4):
        hands.setdefault(tuple(sorted(odds_module._look(each) for each in held)), held)
    monkeypatch.setattr(odds_module, "_TILES_A_LOOK", tiles_a_look)
    monkeypatch.setattr(odds_module, "_different_hands", lambda: tuple(hands.values()))
    uncached = odds_module._odds_by_bank_hand.__wrapped__
    monkeypatch.setattr(odds_module, "_odds_by_bank_hand", uncached)
    found = odds_module.odds.__wrapped__(MBS.house_way, MBS.house_way)
    win = push = 0
    for bank in combinations(range(9), 4):
        rest = [n for n in range(9) if n not in bank]
        ours = MBS.house_way.set([stock[n] for n in bank])
        for player in combinations(rest, 4):
            theirs = MBS.house_way.set([stock[n] for n in player])
            won = (theirs.high_rank.order > ours.high_rank.order) + (
                theirs.low_rank.order > ours.low_rank.order
            )
            win += won == 2
            push += won == 1
    assert (found.win, found.push) == (win, push)
