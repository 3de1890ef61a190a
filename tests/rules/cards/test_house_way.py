from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import DECK, cards, names, reds
from rules.cards.house_way import CardHouseWayLine, set_house_way, splits, three_of_a_kind
from rules.cards.ranking import is_foul

LADDER = "23456789TJQKA"

EXAMPLES = [
    ("9C 9S 9H", "9C 9S", "9H", "§A", False, "the pair of one colour high"),
    ("KD KH KC", "KD KH", "KC", "§A", False, "the pair of one colour high"),
    ("4S 5H 6C", "4S 5H", "6C", "§B", False, "straight: the highest card low"),
    ("2H 7H 9H", "2H 7H", "9H", "§B", False, "flush: the highest card low"),
    ("4D 5D 6D", "4D 5D", "6D", "§B", False, "straight flush: the highest card low"),
    ("QC KD AH", "QC KD", "AH", "§B", False, "Q-K-A is a straight"),
    ("AC 2D 3H", "2D 3H", "AC", "§B", True, "A-2-3 is a straight, the ace its highest card"),
    ("9H 9S TC", "9H 9S", "TC", "§C(i)", False, "a pair with a ten low"),
    ("9S KS QH", "9S KS", "QH", "§C(i)", False, "suited with a queen low, not connected with a 9"),
    ("2S AS KC", "2S AS", "KC", "§C(i)", False, "suited connectors with a king low"),
    ("4H 5H 4S", "4H 5H", "4S", "§C(ii)", False, "suited connectors before the pair"),
    ("7S TS 5H", "7S TS", "5H", "§C(ii)", False, "a ten low would foul"),
    ("7S 8H 5C", "7S 8H", "5C", "§C(ii)", False, "connected"),
    ("AS TS 5H", "AS TS", "5H", "§C(ii)", True, "suited before ace high with a ten low"),
    ("AS AD 9S", "AS 9S", "AD", "§C(i)", False, "suited with an ace low, not the pair with a 9"),
    ("AS AD 9H", "AS AD", "9H", "§C(ii)", True, "no combination leaves an ace low"),
    ("TH TS 9C", "TS 9C", "TH", "§C(i)", True, "of two equal settings the red card low"),
    ("AS AD 2C", "AS 2C", "AD", "§C(i)", True, "of two equal settings the red card low"),
    ("JC JD TH", "JC JD", "TH", "§C(i)", False, "the pair outranks connected cards"),
    ("4H TD 7S", "4H TD", "7S", "§D", False, "the second-highest card low"),
    ("7S JD 9H", "7S JD", "9H", "§D", False, "the second-highest card low"),
]


def worth(name):
    return LADDER.index(name[0])


def in_a_row(held):
    places = sorted(worth(name) for name in held)
    with_low_ace = sorted(-1 if place == 12 else place for place in places)
    return any(run == list(range(run[0], run[0] + len(run))) for run in (places, with_low_ace))


def of_one_suit(held):
    return len({name[1] for name in held}) == 1


def value_of(high):
    """The high hand as the document ranks it: a score that is greater for a better hand."""
    places = sorted((worth(name) for name in high), reverse=True)
    if in_a_row(high):
        top = 0 if sorted(places) == [0, 12] else places[0]
        return (4 if of_one_suit(high) else 2, top, 0)
    if places[0] == places[1]:
        return (3, places[0], 0)
    return (1 if of_one_suit(high) else 0, *places)


def document_setting(held):
    """Appendix A read word by word over card names: the low card, and the letter of the line."""
    if len({name[0] for name in held}) == 1:
        red = [name for name in held if name[1] in "DH"]
        black = [name for name in held if name[1] in "CS"]
        return (red if len(red) == 1 else black)[0], "§A"
    if in_a_row(held) or of_one_suit(held):
        return max(held, key=worth), "§B"
    possible = {low: [name for name in held if name != low] for low in held}
    possible = {low: high for low, high in possible.items() if value_of(high)[0] > 0}
    if not possible:
        return sorted(held, key=worth)[1], "§D"
    ten_or_greater = {low: high for low, high in possible.items() if low[0] in "TJQKA"}
    choice = ten_or_greater or possible
    best = max(value_of(high) for high in choice.values())
    lows = sorted(low for low, high in choice.items() if value_of(high) == best)
    reds_first = [low for low in lows if low[1] in "DH"] + [low for low in lows if low[1] in "CS"]
    return reds_first[0], "§C(i)" if ten_or_greater else "§C(ii)"


@pytest.mark.parametrize(("held", "high", "low", "line", "reading", "why"), EXAMPLES)
def test_examples_of_each_line(held, high, low, line, reading, why):
    setting = set_house_way(cards(held))
    assert set(names(setting.high)) == set(high.split()), why
    assert setting.low.text == low, why
    assert (setting.rule, setting.reading) == (f"3CS App. A {line}", reading), why


def test_all_22100_hands_are_set_as_the_document_says():
    wrong = []
    for held in combinations(DECK, 3):
        setting = set_house_way(held)
        low, line = document_setting(names(held))
        if (setting.low.text, setting.rule) != (low, f"3CS App. A {line}"):
            wrong.append((names(held), setting, low, line))
    assert wrong == []


def test_no_house_way_setting_fouls_and_each_keeps_its_cards():
    lines = Counter()
    for held in combinations(DECK, 3):
        setting = set_house_way(held)
        assert not is_foul(setting.high, setting.low)
        assert {*setting.high, setting.low} == set(held)
        lines[setting.rule.removeprefix("3CS App. A "), setting.reading] += 1
    assert lines == {
        ("§A", False): 52,
        ("§B", False): 1_800,
        ("§B", True): 64,
        ("§C(i)", False): 7_704,
        ("§C(i)", True): 24,
        ("§C(ii)", False): 6_672,
        ("§C(ii)", True): 2_040,
        ("§D", False): 3_744,
    }


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True), st.randoms())
def test_the_order_of_the_deal_does_not_matter(held, random):
    shuffled = list(held)
    random.shuffle(shuffled)
    assert set_house_way(shuffled) == set_house_way(held)


def test_three_of_a_kind_keeps_one_colour_high():
    for held in combinations(DECK, 3):
        if len({each.rank for each in held}) == 1:
            setting = set_house_way(held)
            assert reds(setting.high) in {0, 2}
            assert reds([setting.low]) != reds(setting.high) / 2


def test_another_house_way_is_another_table_of_lines():
    lowest_card_low = (
        CardHouseWayLine("own §1", three_of_a_kind),
        CardHouseWayLine("own §2", lambda held: (splits(held)[0], False)),
    )
    assert set_house_way(cards("9C 9S 9H"), lowest_card_low).rule == "own §1"
    assert set_house_way(cards("4S 5H 6C"), lowest_card_low).low.text == "4S"


def test_a_table_that_sets_nothing_is_refused():
    with pytest.raises(ValueError, match="no line of the house way sets 4S 5H 6C"):
        set_house_way(cards("4S 5H 6C"), (CardHouseWayLine("own §1", three_of_a_kind),))
