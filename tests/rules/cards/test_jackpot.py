import pytest

from rules.cards.four_card import PAY_TABLES, FourCardClass
from rules.cards.jackpot import Activity, contribution_cents, jackpot_won
from rules.options import Options
from rules.profiles import profile


def filed(**given):
    return Options.parse(profile("three-card-split"), given)


WEEKEND = Activity(days=2, hours=31, wagers=840, win_cents=123_459)
LOST = Activity(days=1, hours=24, wagers=300, win_cents=-50_000)

ADDED = [
    ("none", 100, WEEKEND, 0),
    ("per-day", 10_000, WEEKEND, 20_000),
    ("per-hour", 500, WEEKEND, 15_500),
    ("per-wager", 10, WEEKEND, 8_400),
    ("share-of-win", 250, WEEKEND, 3_086),
    ("share-of-win", 10_000, WEEKEND, 123_459),
    ("share-of-win", 250, LOST, 0),
    ("per-day", 10_000, LOST, 10_000),
    ("per-day", 10_000, Activity(), 0),
]


@pytest.mark.parametrize(("grows", "step", "seen", "expected"), ADDED)
def test_what_the_house_adds(grows, step, seen, expected):
    assert contribution_cents(grows, step, seen) == expected


@pytest.mark.parametrize("table", PAY_TABLES)
@pytest.mark.parametrize("made", FourCardClass)
def test_only_a_qualifying_wager_on_four_aces_wins_the_jackpot(table, made):
    with_jackpot = table in {"4a", "4b"}
    options = filed(four_card=table, jackpot_minimum=500 if with_jackpot else None)
    wins = with_jackpot and made is FourCardClass.FOUR_ACES
    assert jackpot_won(options, 123_456, made, 500) == (123_456 if wins else 0)
    assert jackpot_won(options, 123_456, made, 499) == 0


def test_without_a_qualifying_amount_every_bonus_wager_qualifies():
    options = filed(four_card="4b")
    assert jackpot_won(options, 123_456, FourCardClass.FOUR_ACES, 1) == 123_456
