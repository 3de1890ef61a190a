import json
from itertools import combinations

from rules.cards.card import DECK, names, reds
from rules.cards.four_card import PAY_TABLES, FourCardClass
from rules.cards.house_way import set_house_way
from rules.cards.ranking import high_rank, is_foul, three_card_rank
from tests.rules.cards import look_up
from tests.rules.cards.look_up import browser_tables


def test_the_tables_are_plain_json_and_small():
    text = json.dumps(browser_tables(), separators=(",", ":"))
    assert json.loads(text) == browser_tables()
    assert len(text) < 16_000


def test_the_house_way_of_all_22100_hands_is_looked_up():
    wrong = []
    for held in combinations(DECK, 3):
        setting = set_house_way(held)
        if look_up.house_way(names(held)) != (setting.low.text, setting.rule, setting.reading):
            wrong.append(names(held))
    assert wrong == []


def same_order(hands, rank_of, table):
    ranked = [(rank_of(held), look_up.order(table, names(held))) for held in hands]
    return sorted({rank for rank, _ in ranked}) == [
        rank for rank, _ in sorted(set(ranked), key=lambda each: each[1])
    ]


def test_the_orders_are_those_of_the_core():
    assert same_order(combinations(DECK, 2), high_rank, "high")
    assert same_order(combinations(DECK, 3), three_card_rank, "three")


def test_the_classes_begin_where_the_tables_say():
    for table, size, rank_of in (("high", 2, high_rank), ("three", 3, three_card_rank)):
        begins = browser_tables()[table]["classes"]
        for held in combinations(DECK, size):
            order = look_up.order(table, names(held))
            name = [name for name, first in begins.items() if first <= order][-1]
            assert name == rank_of(held).combination.name.lower().replace("_", "-")


def test_a_foul_needs_only_the_orders_and_the_ranks():
    tables = browser_tables()
    plain_below = tables["high"]["classes"]["suited"]
    worth = {each: tables["ranks"].index(each.text[0]) for each in DECK}
    for held in combinations(DECK[::3], 3):
        for low in held:
            high = [each for each in held if each is not low]
            plain = look_up.order("high", names(high)) < plain_below
            looked_up = plain and worth[low] > max(worth[each] for each in high)
            assert looked_up == is_foul(high, low)


def test_the_colours_and_pay_tables_go_along():
    tables = browser_tables()
    assert all((each.text[1] in tables["red"]) == (reds([each]) == 1) for each in DECK)
    assert tables["four"]["classes"] == [name.value for name in FourCardClass]
    for name, table in PAY_TABLES.items():
        shipped = tables["four"]["pay_tables"][name]
        assert shipped["pays"] == [table.to_one(bonus) for bonus in FourCardClass]
        assert shipped["jackpot"] == (name in {"4a", "4b"})
