from collections import Counter
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import DECK, Colour, card, cards, names
from rules.cards.ranking import (
    BANK_IS_HIGHER,
    PLAYER_IS_HIGHER,
    HighClass,
    ThreeClass,
    compare_high,
    compare_low,
    compare_three,
    high_rank,
    is_foul,
    three_card_rank,
)
from rules.refusals import RulesError

ORDER = "A23456789TJQKA"

HIGH_CLASSES = [
    ("4S 5S", HighClass.SUITED_CONNECTORS, "3CS 7 A, note 5"),
    ("AS 2S", HighClass.SUITED_CONNECTORS, "3CS 7 note 5: A-2 is a connector"),
    ("KH AH", HighClass.SUITED_CONNECTORS, "3CS 7 note 5"),
    ("9C 9D", HighClass.PAIR, "3CS 7 B"),
    ("4S 5H", HighClass.CONNECTED, "3CS 7 C, note 6"),
    ("AS 2D", HighClass.CONNECTED, "3CS 7 note 6"),
    ("KS 2D", HighClass.HIGH_CARD, "3CS 7 E: nothing goes round the corner"),
    ("7D QD", HighClass.SUITED, "3CS 7 D"),
    ("7D QS", HighClass.HIGH_CARD, "3CS 7 E"),
]

BETTER_FIRST = [
    ("2S AS", "AC AH", "3CS 7: the lowest suited connectors beat the highest pair"),
    ("2C 2D", "KC AD", "3CS 7: the lowest pair beats the highest connected cards"),
    ("AC 2D", "AH QH", "3CS 7: the lowest connected cards beat the highest suited"),
    ("2C 4C", "AC QD", "3CS 7: the lowest suited cards beat the highest high card"),
    ("2C 3C", "AC 2C", "3CS 7 note 5: A-2 is the lowest suited connector"),
    ("2C 3D", "AC 2D", "3CS 7 note 6: A-2 are the lowest connected cards"),
    ("KC AD", "QC KD", "3CS 7: K-A are the highest connected cards"),
    ("QC 7D", "QS 6H", "3CS 7 E: the second card decides"),
]

COPIES = [
    ("QS 7H", "QC 7S", "bank", "3CS 7 as in example 3: one red card against none"),
    ("QD 7H", "QH 7D", "player", "3CS 7 as in example 4: two red cards each"),
    ("QC 7H", "QH 7S", "player", "3CS 7 as in example 5: one of each colour, in any order"),
    ("9C 9S", "9D 9H", "bank", "3CS 7: black pair against red pair"),
    ("9C 9D", "9S 9H", "player", "3CS 7: each pair of both colours"),
]

THREE_CARD_COPIES = [
    ("QS QC 7H", "QD QH 7C", "bank", "3CS App. B, as in the first example"),
    ("QS QD 7H", "QC QH 7D", "player", "3CS App. B, as in the second example"),
    ("AH 2C 3S", "AD 2S 3C", "player", "3CS App. B: equal straights, equal colours"),
]

FOULS = [
    ("7S 9H", "TD", True, "3CS 4: a ten outranks nine high"),
    ("7S 8H", "AD", False, "3CS 4: connected cards outrank any card"),
    ("2S 4S", "AD", False, "3CS 4: suited cards outrank any card"),
    ("2S 2H", "AD", False, "3CS 4: a pair outranks any card"),
    ("KS 9H", "KD", False, "3CS 4 (reading): an equal card does not outrank"),
    ("KS 9H", "AD", True, "3CS 4: an ace outranks king high"),
]


def oracle_high_key(first, second):
    adjacent = [
        ORDER.index(pair[1], 1)
        for pair in pairwise(ORDER)
        if {first.text[0], second.text[0]} == set(pair)
    ]
    suited = first.text[1] == second.text[1]
    ranks = sorted((ORDER.rindex(first.text[0]), ORDER.rindex(second.text[0])), reverse=True)
    if adjacent:
        return (5 if suited else 3, adjacent[0])
    if ranks[0] == ranks[1]:
        return (4, ranks[0])
    return (2 if suited else 1, *ranks)


def oracle_three_key(held):
    letters = "".join(sorted((card.text[0] for card in held), key=ORDER.rindex))
    suited = len({card.text[1] for card in held}) == 1
    ranks = [ORDER.rindex(letter) for letter in letters][::-1]
    count = Counter(letters)
    straight = ORDER.find(letters, 1) + 2 if letters in ORDER[1:] else 0
    if letters == "23A":
        straight = 2
    if straight:
        return (6 if suited else 4, straight)
    if len(count) == 1:
        return (5, ranks[0])
    if len(count) == 2:
        return (2, *sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank)))
    return (3 if suited else 1, *ranks)


def test_the_deck_has_26_cards_of_each_colour():
    assert Counter(each.colour for each in DECK) == {Colour.RED: 26, Colour.BLACK: 26}
    assert len({each.text for each in DECK}) == 52


@pytest.mark.parametrize("text", ["", "Q", "QX", "1S", "10S", "qs", "QS ", "JK", None, 7])
def test_anything_but_a_card_is_refused(text):
    with pytest.raises(RulesError, match="not a card"):
        card(text)


def test_names_keep_the_order_given():
    assert names(cards("QS 7H AC")) == ["QS", "7H", "AC"]


@pytest.mark.parametrize(("high", "expected", "rule"), HIGH_CLASSES)
def test_high_classes(high, expected, rule):
    assert high_rank(cards(high)).combination is expected, rule


@pytest.mark.parametrize(("better", "worse", "rule"), BETTER_FIRST)
def test_high_hands_in_order(better, worse, rule):
    found = compare_high(bank=cards(worse), player=cards(better))
    assert found == PLAYER_IS_HIGHER, rule
    found = compare_high(bank=cards(better), player=cards(worse))
    assert found == BANK_IS_HIGHER, rule


@pytest.mark.parametrize(("bank", "player", "winner", "rule"), COPIES)
def test_high_copies_go_by_colour(bank, player, winner, rule):
    found = compare_high(bank=cards(bank), player=cards(player))
    assert found.is_copy, rule
    assert found.winner == winner, rule


@pytest.mark.parametrize(
    ("bank", "player", "winner"), [("7H", "7D", "player"), ("7H", "7C", "bank")]
)
def test_low_copies_go_by_colour(bank, player, winner):
    found = compare_low(bank=card(bank), player=card(player))
    assert found.is_copy
    assert found.winner == winner


@pytest.mark.parametrize(("bank", "player", "winner", "rule"), THREE_CARD_COPIES)
def test_three_card_copies_go_by_colour(bank, player, winner, rule):
    found = compare_three(bank=cards(bank), player=cards(player))
    assert found.is_copy, rule
    assert found.winner == winner, rule


@pytest.mark.parametrize(("high", "low", "foul", "rule"), FOULS)
def test_fouls(high, low, foul, rule):
    assert is_foul(cards(high), card(low)) is foul, rule


def test_the_low_card_ranks_with_the_ace_high():
    ladder = sorted(DECK, key=lambda each: each.rank)
    assert "".join(rank for rank, _ in groupby(ladder, key=lambda each: each.text[0])) == ORDER[1:]


def test_all_1326_high_hands_stand_in_the_order_of_an_independent_ranking():
    hands = list(combinations(DECK, 2))
    assert ladder(hands, high_rank) == ladder(hands, lambda hand: oracle_high_key(*hand))


def test_all_22100_three_card_hands_stand_in_the_order_of_an_independent_ranking():
    hands = list(combinations(DECK, 3))
    assert ladder(hands, three_card_rank) == ladder(hands, oracle_three_key)


def ladder(hands, key):
    """Number the hands from the lowest rank; hands of equal rank share a number."""
    keys = [key(hand) for hand in hands]
    place = {each: number for number, each in enumerate(sorted(set(keys)))}
    return [place[each] for each in keys]


def test_three_card_classes_have_the_published_counts():
    found = Counter(three_card_rank(held).combination for held in combinations(DECK, 3))
    assert [found[each] for each in sorted(ThreeClass, reverse=True)] == [
        48,
        52,
        720,
        1_096,
        3_744,
        16_440,
    ]


def test_high_classes_have_the_counts_of_52_cards():
    found = Counter(high_rank(held).combination for held in combinations(DECK, 2))
    assert [found[each] for each in sorted(HighClass, reverse=True)] == [52, 78, 156, 260, 780]


def test_a_foul_is_a_plain_high_card_below_the_low_card():
    for held in combinations(DECK, 3):
        for low in held:
            high = [each for each in held if each is not low]
            plain = oracle_high_key(*high)[0] == 1
            expected = plain and all(each.rank < low.rank for each in high)
            assert is_foul(high, low) == expected


hands_of_two = st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True)
hands_of_three = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)


@given(hands_of_two)
def test_one_side_wins_and_only_copies_depend_on_who_deals(dealt):
    first, second = dealt[:2], dealt[2:]
    one = compare_high(bank=first, player=second)
    other = compare_high(bank=second, player=first)
    assert one.is_copy == other.is_copy
    assert (one.winner == other.winner) == one.is_copy


@given(hands_of_three, st.permutations(range(3)))
def test_the_order_of_the_cards_does_not_matter(dealt, order):
    first, second = dealt[:3], dealt[3:]
    shuffled = [first[place] for place in order]
    assert three_card_rank(shuffled) == three_card_rank(first)
    assert compare_three(bank=shuffled, player=second) == compare_three(bank=first, player=second)


@given(st.lists(hands_of_three, min_size=3, max_size=3))
def test_the_order_is_transitive(dealt):
    one, two, three = (three_card_rank(held[:3]) for held in dealt)
    assert not (one <= two <= three) or one <= three
    assert (one < two) + (one == two) + (one > two) == 1
