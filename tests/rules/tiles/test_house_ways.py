from itertools import permutations

import pytest

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles.house_ways import Deal, distinct_deals
from rules.tiles.odds import ways_of
from rules.tiles.tile import tiles
from tests.rules.tiles import oracle

PROFILES = (MARYLAND, LEAFLET, MBS, NEW_ZEALAND)
by_id = pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.id)
DEALS = list(distinct_deals())


def words(held):
    return tuple(each.text for each in held)


def test_there_are_35960_deals_3620_by_name():
    assert sum(ways_of(held) for held in DEALS) == 35960
    assert len({tuple(sorted(each.name for each in held)) for held in DEALS}) == 3620
    assert sorted(tuple(sorted(words(held))) for held in DEALS) == oracle.all_deals()


@by_id
def test_every_deal_is_set_as_the_documents_say(profile):
    wrong = []
    for held in DEALS:
        found = profile.house_way.set(held)
        setting = tuple(
            oracle.strength(profile.id, *words(hand)) for hand in (found.high, found.low)
        )
        if setting != oracle.set_hand(profile.id, words(held)):
            wrong.append((words(held), found.rule))
        assert sorted(words((*found.high, *found.low))) == sorted(words(held))
    assert wrong == []


@by_id
def test_reading_is_told_exactly_where_leaving_one_out_would_change_or_open_the_setting(profile):
    # Every deal that a house way tells from the others: which Nine or Low 8 it is never matters.
    seen, wrong = set(), []
    for held in DEALS:
        look = tuple(sorted(each.text if each.is_gee else each.name for each in held))
        if look in seen:
            continue
        seen.add(look)
        if profile.house_way.set(held).reading != oracle.rests_on_reading(profile.id, words(held)):
            wrong.append((words(held), profile.house_way.set(held).rule))
    assert len(seen) == 4285
    assert wrong == []


@by_id
def test_the_order_in_which_tiles_are_given_does_not_matter(profile):
    for held in DEALS[::800]:
        settings = {profile.house_way.set(order).rule for order in permutations(held)}
        assert len(settings) == 1


# tiles, high, low, rule, reading
MARYLAND_ROWS = [
    ("2-4 1-2 6-6 6-6", "2-4 1-2", "6-6 6-6", "MD 8 §D(1)", False),
    ("2-4 1-2 3-3 1-4", "2-4 1-2", "3-3 1-4", "MD 8 §D(1)", False),
    ("1-1 1-1 5-5 5-6", "1-1 1-1", "5-5 5-6", "MD 8 §D(2)", False),
    ("6-6 6-6 4-5 1-2", "6-6 6-6", "4-5 1-2", "MD 8 §D(2)", True),
    ("6-6 4-5 5-5 4-4", "6-6 4-5", "5-5 4-4", "MD 8 §D(2)", True),
    ("6-6 1-6 5-5 5-6", "6-6 1-6", "5-5 5-6", "MD 8 §D(3)", True),
    ("1-3 5-5 2-3 4-6", "1-3 2-3", "5-5 4-6", "MD 8 §D(3)", False),
    ("4-4 2-2 3-3 2-6", "4-4 2-6", "3-3 2-2", "MD 8 §D(4)", False),
    ("4-4 1-3 3-3 3-5", "4-4 3-5", "1-3 3-3", "MD 8 §D(4)", False),
]


@pytest.mark.parametrize(("held", "high", "low", "rule", "reading"), MARYLAND_ROWS)
def test_maryland(held, high, low, rule, reading):
    check(MARYLAND, held, high, low, rule, reading)
    check(LEAFLET, held, high, low, rule, True)


def test_maryland_plays_zero_and_zero_in_32_deals():
    settings = [(held, MARYLAND.house_way.set(held)) for held in DEALS]
    zeros = [held for held, found in settings if found.high_rank.value == 0]
    assert sum(ways_of(held) for held in zeros) == 32


MBS_ROWS = [
    ("6-6 6-6 1-1 1-1", "6-6 6-6", "1-1 1-1", "MBS two pairs", True),
    ("6-6 6-6 1-2 2-2", "6-6 6-6", "2-2 1-2", "MBS split 2(a), never-worse guard", True),
    ("4-4 4-4 6-6 4-5", "4-4 4-4", "6-6 4-5", "MBS split 4, never-worse guard", True),
    ("2-4 1-2 3-3 1-3", "3-3 1-2", "1-3 2-4", "MBS split 1", False),
    ("2-4 1-2 1-5 3-3", "3-3 2-4", "1-5 1-2", "MBS split 1", False),
    ("6-6 6-6 4-5 5-6", "6-6 4-5", "6-6 5-6", "MBS split 2(b)", False),
    ("1-1 1-1 1-3 1-5", "1-1 1-5", "1-1 1-3", "MBS split 2(a)", False),
    ("3-6 4-5 5-5 4-6", "3-6 5-5", "4-5 4-6", "MBS split 3", False),
    ("2-6 3-5 5-6 5-5", "5-6 2-6", "5-5 3-5", "MBS split 4", False),
    ("1-6 1-6 5-5 4-6", "1-6 5-5", "1-6 4-6", "MBS split 5", False),
    ("5-6 5-6 4-4 1-1", "5-6 5-6", "4-4 1-1", "MBS pair kept", False),
    ("6-6 2-2 4-4 4-5", "6-6 4-4", "2-2 4-5", "MBS exception 1", False),
    ("6-6 1-1 3-3 1-4", "6-6 3-3", "1-1 1-4", "MBS exception 2", False),
    ("1-1 1-4 1-5 1-2", "1-5 1-2", "1-1 1-4", "MBS exception 3", False),
    ("1-3 2-2 2-3 2-6", "1-3 2-3", "2-2 2-6", "MBS exception 4", False),
    ("1-3 2-2 2-3 2-4", "2-2 2-3", "1-3 2-4", "MBS exception 5", False),
    ("1-3 4-4 2-6 1-6", "4-4 1-6", "1-3 2-6", "MBS exception 6", False),
    ("2-2 4-4 3-5 3-6", "4-4 3-6", "2-2 3-5", "MBS exception 7", False),
    ("2-3 3-3 1-5 5-6", "3-3 5-6", "1-5 2-3", "MBS exception 8", False),
    ("3-3 5-5 4-6 3-5", "5-5 3-5", "3-3 4-6", "MBS exception 9", False),
    ("2-5 4-4 5-5 5-6", "4-4 5-6", "5-5 2-5", "MBS exception 10", False),
    ("4-5 5-5 4-6 5-6", "5-5 4-5", "4-6 5-6", "MBS exception 11", False),
    ("6-6 1-6 4-5 1-3", "6-6 1-6", "1-3 4-5", "MBS rule 2", False),
    ("6-6 1-1 2-6 5-5", "6-6 2-6", "1-1 5-5", "MBS rule 1 then rule 3", False),
    ("6-6 2-5 3-5 1-4", "6-6 3-5", "2-5 1-4", "MBS rule 1", True),
    ("6-6 1-1 2-2 2-4", "1-1 2-4", "6-6 2-2", "MBS rule 4 then 4(c)", True),
    ("1-3 2-2 1-4 1-5", "1-3 1-4", "2-2 1-5", "MBS rule 4(a)", True),
    ("5-5 4-6 5-6 1-5", "5-6 1-5", "5-5 4-6", "MBS rule 4(a)", False),
]


@pytest.mark.parametrize(("held", "high", "low", "rule", "reading"), MBS_ROWS)
def test_marina_bay_sands(held, high, low, rule, reading):
    check(MBS, held, high, low, rule, reading)


# NZ 1: Harmony 3; NZ 3.1: without a pair
NEW_ZEALAND_ROWS = [
    ("6-6 6-6 3-6 4-5", "6-6 6-6", "3-6 4-5", "NZ 2.1", False),
    ("1-3 1-3 1-1 4-5", "1-3 1-3", "1-1 4-5", "NZ 2.2", False),
    ("2-4 1-2 1-5 1-4", "1-5 2-4", "1-4 1-2", "NZ 2.3 Gee Jun", False),
    ("6-6 6-6 4-5 5-6", "6-6 4-5", "6-6 5-6", "NZ 2.3 Teen or Day", False),
    ("1-1 1-1 4-4 2-4", "1-1 4-4", "1-1 2-4", "NZ 2.3 Teen or Day with a Gee", True),
    (
        "6-6 6-6 2-4 2-2",
        "6-6 6-6",
        "2-2 2-4",
        "NZ 2.3 Teen or Day with a Gee, never-worse guard",
        True,
    ),
    ("3-6 4-5 6-6 4-6", "6-6 3-6", "4-6 4-5", "NZ 2.3 Nines", False),
    ("2-6 3-5 5-6 4-5", "5-6 2-6", "4-5 3-5", "NZ 2.3 Eights", False),
    ("3-4 2-5 5-6 5-5", "5-6 3-4", "5-5 2-5", "NZ 2.3 Sevens", False),
    ("6-6 4-4 4-5 1-5", "6-6 4-4", "1-5 4-5", "NZ 3.2", False),
    ("6-6 1-1 1-6 1-3", "6-6 1-6", "1-1 1-3", "NZ 3.2 then 5.4", False),
    ("6-6 4-5 3-5 2-2", "6-6 4-5", "3-5 2-2", "NZ 3.3", False),
    ("1-3 2-2 1-4 1-5", "1-3 1-4", "2-2 1-5", "NZ 4.2 then 5.3", False),
    ("6-6 1-3 5-5 2-2", "6-6 2-2", "1-3 5-5", "NZ 4.1 then 5.1", False),
    ("4-4 3-3 1-6 2-6", "4-4 1-6", "3-3 2-6", "NZ 4.1 then 5.1", True),
    ("5-5 4-6 3-6 2-6", "5-5 3-6", "4-6 2-6", "NZ 4.1 then 5.2", False),
    ("6-6 1-1 1-3 1-4", "1-1 1-4", "6-6 1-3", "NZ 4.1 then 5.4", False),
    ("6-6 1-1 5-5 5-6", "1-1 5-6", "6-6 5-5", "NZ 4.3 then 5.4", False),
    ("1-3 3-3 5-6 1-6", "1-3 5-6", "3-3 1-6", "NZ 6.1", False),
    ("1-1 1-5 1-4 1-2", "1-5 1-2", "1-1 1-4", "NZ 6.2", False),
]


@pytest.mark.parametrize(("held", "high", "low", "rule", "reading"), NEW_ZEALAND_ROWS)
def test_new_zealand(held, high, low, rule, reading):
    check(NEW_ZEALAND, held, high, low, rule, reading)


def test_new_zealand_plays_eight_and_eight_with_a_low_10():
    # NZ 6.2: unless one of the tiles is Low 10.
    both_ways = [
        held
        for held in DEALS
        if {(8, 8), (7, 9)}
        <= {
            (way.low_rank.value, way.high_rank.value)
            for way in Deal(NEW_ZEALAND.ranking, held).partitions
        }
    ]
    with_low_ten = [held for held in both_ways if any(each.name == "Low 10" for each in held)]
    assert both_ways
    for held in both_ways:
        found = NEW_ZEALAND.house_way.set(held)
        if held in with_low_ten:
            assert (found.low_rank.value, found.high_rank.value) == (8, 8)
        elif found.rule.startswith("NZ 6"):
            assert (found.low_rank.value, found.high_rank.value) == (7, 9)


@by_id
def test_a_pair_is_never_split_where_keeping_it_is_as_good_in_both_hands(profile):
    for held in DEALS:
        deal, found = Deal(profile.ranking, held), profile.house_way.set(held)
        if deal.kept is not None and found.high_rank.order != deal.kept.high_rank.order:
            assert found.low_rank.order > deal.kept.low_rank.order


def test_three_tiles_and_a_third_teen_cannot_be_set():
    with pytest.raises(RulesError) as refusal:
        MBS.house_way.setting_of(Deal(MBS.ranking, tiles("6-6 1-1 4-4")))
    assert refusal.value.code == "wrong-count"
    with pytest.raises(RulesError) as refusal:
        MBS.house_way.set(tiles("6-6 6-6 6-6 4-4"))
    assert refusal.value.code == "duplicate-tile"


def check(profile, held, high, low, rule, reading):
    found = profile.house_way.set(tiles(held))
    rank = profile.ranking.rank
    wanted = rank(*tiles(high)), rank(*tiles(low))
    assert (found.high_rank, found.low_rank) == wanted, (found.high, found.low, found.rule)
    assert (found.rule, found.reading) == (rule, reading)
