"""The browser's look-up, written in Python from the description in `browser.py` alone."""

from math import comb

import numpy as np

from rules.cards.browser import card_tables_for_browser
from rules.profiles import profile


def browser_tables():
    return card_tables_for_browser(profile("three-card-split"))


def keys(names):
    """Sort the cards and give them back with their two numbers: ranks and suits."""
    tables = browser_tables()
    ordered = sorted(
        names, key=lambda name: (tables["ranks"].index(name[0]), tables["suits"].index(name[1]))
    )
    ranks = sum(
        comb(tables["ranks"].index(name[0]) + place, place + 1)
        for place, name in enumerate(ordered)
    )
    suits = 0
    for name in ordered:
        suits = 4 * suits + tables["suits"].index(name[1])
    return ordered, ranks, suits


def order(table, names):
    """Look up the order of a two- or three-card hand."""
    _, ranks, _ = keys(names)
    one_suit = len({name[1] for name in names}) == 1
    return browser_tables()[table]["suited" if one_suit else "other"][ranks]


def house_way(names):
    """Look up the low card, the line and whether it took a reading."""
    tables = browser_tables()
    table = tables["house_way"]
    ordered, ranks, suits = keys(names)
    row = table["rows"][tables["digits"].index(table["row_of"][ranks])]
    number = tables["digits"].index(row[suits])
    reading, number = divmod(number, table["reading"])
    line, place = divmod(number, 3)
    return ordered[place], table["lines"][line], bool(reading)


def four_card_classes(ranks, suits):
    """Look up many sorted four-card deals at once."""
    tables = browser_tables()
    table = tables["four"]
    row_of = np.array([tables["digits"].index(char) for char in table["row_of"]])
    rows = np.array([[-1 if c == "-" else int(c) for c in row] for row in table["rows"]])
    place = sum(
        np.array([comb(rank + card, card + 1) for rank in range(13)])[ranks[:, card]]
        for card in range(4)
    )
    return rows[row_of[place], suits @ np.array([64, 16, 4, 1])]
