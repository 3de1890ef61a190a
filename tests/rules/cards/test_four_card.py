from itertools import combinations

import numpy as np
import pytest

from rules.cards.card import DECK, card, cards
from rules.cards.four_card import PAY_TABLES, FourCardClass, four_card_class
from rules.cards.odds import four_card_counts, four_card_edges
from tests.rules.cards.look_up import four_card_classes

CLASSES = list(FourCardClass)

EXAMPLES = [
    ("AC AD AH", "AS", "four-aces"),
    ("KC KD KH", "KS", "four-of-a-kind"),
    ("AC 2C 3C", "4C", "four-card-straight-flush"),
    ("JH QH KH", "AH", "four-card-straight-flush"),
    ("2H QH KH", "AH", "three-card-straight-flush"),
    ("AH 2H KH", "3H", "three-card-straight-flush"),
    ("AH 2H 3H", "3C", "three-card-straight-flush"),
    ("5H 6H 7H", "8C", "three-card-straight-flush"),
    ("9C 9D 9H", "8H", "three-of-a-kind"),
    ("5H 6C 7H", "8C", "four-card-straight-or-flush"),
    ("JH QS KD", "AC", "four-card-straight-or-flush"),
    ("2C 5C 9C", "KC", "four-card-straight-or-flush"),
    ("9C 9D 8H", "8C", "two-pair"),
    ("QH KS AD", "2C", "three-card-straight-or-flush"),
    ("2H 7H 9H", "9C", "three-card-straight-or-flush"),
    ("4C 5D 6H", "6S", "three-card-straight-or-flush"),
    ("KH AS 2D", "9C", "none"),
    ("9C 9D 4H", "2H", "none"),
]

PUBLISHED = """
four-aces                    500  500  500 1000 1000 1000  300  300
four-of-a-kind               200  200  200  200  200  200  100  100
four-card-straight-flush     100  100  100  100  100  100   50   50
three-card-straight-flush     20   20   15   20   20   15   12   12
three-of-a-kind               10   10   10   10   10   10    8    8
four-card-straight-or-flush    5    4    4    5    4    4    5    4
two-pair                       3    2    2    3    2    2    3    3
three-card-straight-or-flush   1    1    1    1    1    1    1    1
none                           0    0    0    0    0    0    0    0
"""


@pytest.mark.parametrize(("held", "community", "expected"), EXAMPLES)
def test_examples_of_each_class(held, community, expected):
    assert four_card_class(cards(held), card(community)).value == expected


def test_the_eight_pay_tables_are_the_published_ones():
    assert list(PAY_TABLES) == ["1a", "2a", "3a", "1b", "2b", "3b", "4a", "4b"]
    for line in PUBLISHED.strip().splitlines():
        name, *pays = line.split()
        bonus = FourCardClass(name)
        assert [PAY_TABLES[each].to_one(bonus) for each in PAY_TABLES] == [int(n) for n in pays]


def test_only_four_aces_of_the_jackpot_tables_win_the_jackpot():
    winning = {
        (name, bonus)
        for name, table in PAY_TABLES.items()
        for bonus in FourCardClass
        if table.wins_jackpot(bonus)
    }
    assert winning == {("4a", FourCardClass.FOUR_ACES), ("4b", FourCardClass.FOUR_ACES)}


@pytest.fixture(scope="module")
def deals():
    """All 270,725 deals of four cards as numbers: ranks 0 to 12 with the ace last, and suits."""
    flat = np.fromiter(
        (place for four in combinations(range(52), 4) for place in four), dtype=np.int16
    ).reshape(-1, 4)
    return flat // 4, flat % 4


def run_of(size, ranks, suits, *, one_suit):
    """Mark the deals that hold cards of `size` ranks in a row, all of one suit if asked."""
    found = np.zeros(len(ranks), dtype=bool)
    held = np.zeros((len(ranks), 4, 13), dtype=bool)
    for place in range(4):
        held[np.arange(len(ranks)), suits[:, place], ranks[:, place]] = True
    with_low_ace = np.concatenate([held[:, :, 12:], held], axis=2)
    for start in range(14 - size + 1):
        window = with_low_ace[:, :, start : start + size]
        found |= window.all(axis=2).any(axis=1) if one_suit else window.any(axis=1).all(axis=1)
    return found


@pytest.fixture(scope="module")
def oracle(deals):
    """The class of every deal, counted afresh from numbers of equal ranks and of equal suits."""
    ranks, suits = deals
    equal_ranks = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    most_alike = equal_ranks.max(axis=1)
    pairs = (equal_ranks == 2).sum(axis=1)
    one_suit = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1).max(axis=1)
    best_first = [
        equal_ranks[:, 12] == 4,
        most_alike == 4,
        run_of(4, ranks, suits, one_suit=True),
        run_of(3, ranks, suits, one_suit=True),
        most_alike == 3,
        run_of(4, ranks, suits, one_suit=False) | (one_suit == 4),
        pairs == 2,
        run_of(3, ranks, suits, one_suit=False) | (one_suit == 3),
    ]
    return np.select(best_first, range(8), default=8)


def test_all_270725_deals_have_the_class_of_an_independent_count(deals, oracle):
    np.testing.assert_array_equal(four_card_classes(*deals), oracle)


def test_the_classes_of_the_core_are_those_of_the_independent_count(oracle):
    every_eleventh = [*enumerate(combinations(DECK, 4))][::11]
    wrong = [
        four
        for place, four in every_eleventh
        if four_card_class(four[:3], four[3]) is not CLASSES[oracle[place]]
    ]
    assert wrong == []


def test_the_class_counts_add_up_to_all_deals(oracle):
    counts = four_card_counts()
    assert [counts[name] for name in CLASSES] == np.bincount(oracle, minlength=9).tolist()
    assert [counts[name] for name in CLASSES] == [1, 12, 44, 2264, 2496, 4932, 2808, 65496, 192672]
    assert sum(counts.values()) == 270_725


def test_the_edges_are_those_of_the_independent_count(oracle):
    counts = np.bincount(oracle, minlength=9).tolist()
    rows = [line.split()[1:] for line in PUBLISHED.strip().splitlines()]
    for column, (name, edge) in enumerate(four_card_edges().items()):
        pays = [int(row[column]) for row in rows]
        back = sum(count * (pay + 1) for count, pay in zip(counts, pays, strict=True) if pay)
        assert 1 - edge == pytest.approx(back / 270_725), name
        assert edge * 270_725 == 270_725 - back, name


def test_the_edges_of_the_eight_tables():
    assert {name: str(edge * 270_725) for name, edge in four_card_edges().items()} == {
        "1a": "16552",
        "2a": "24292",
        "3a": "35612",
        "1b": "16052",
        "2b": "23792",
        "3b": "35112",
        "4a": "43256",
        "4b": "48188",
    }
