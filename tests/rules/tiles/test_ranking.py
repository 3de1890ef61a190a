from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles import ranking
from rules.tiles.tile import KINDS, TILE_SET, tile, tiles
from tests.rules.tiles import oracle

PROFILES = (MARYLAND, LEAFLET, MBS, NEW_ZEALAND)
HANDS = list(combinations(TILE_SET, 2))
by_id = pytest.mark.parametrize("profile", PROFILES, ids=lambda each: each.id)


def test_there_are_496_hands_of_two_tiles_136_by_name():
    assert len(HANDS) == 496
    assert len({frozenset((a.name, b.name)) for a, b in HANDS}) == 136


@by_id
def test_every_hand_ranks_as_the_documents_say(profile):
    strengths = {hand: oracle.strength(profile.id, *(each.text for each in hand)) for hand in HANDS}
    orders = {hand: profile.ranking.rank(*hand).order for hand in HANDS}
    places = {strength: place for place, strength in enumerate(sorted(set(strengths.values())))}
    ranked = {order: place for place, order in enumerate(sorted(set(orders.values())))}
    assert [places[strengths[hand]] for hand in HANDS] == [ranked[orders[hand]] for hand in HANDS]


@by_id
def test_every_ordered_pair_of_hands_is_won_by_the_better_or_the_bank(profile):
    strengths = [oracle.strength(profile.id, *(each.text for each in hand)) for hand in HANDS]
    # MD 1 §B(3)
    compare = profile.ranking.compare
    for bank, its in zip(HANDS, strengths, strict=True):
        for player, theirs in zip(HANDS, strengths, strict=True):
            found = compare(bank, player)
            if (found.winner == "player") != (theirs > its) or found.is_copy != (theirs == its):
                pytest.fail(f"{bank} against {player}: {found}")


@by_id
def test_zeros_share_the_lowest_order_and_have_no_top_tile(profile):
    ranks = [profile.ranking.rank(*hand) for hand in HANDS]
    # MD 1 §B(10), 3 §H(2); NZ 4.7
    zeros = [rank for rank in ranks if rank.value == 0]
    assert {rank.order for rank in zeros} == {min(rank.order for rank in ranks)}
    assert all(rank.top is None for rank in zeros)


CLASSES = [
    (MARYLAND, "2-4 1-2", "pair", None, "Supreme Pair", "MD 3 §B(2)(a)"),
    (MARYLAND, "6-6 6-6", "pair", None, "Teen pair", "MD 3 §B(2)(b)(i)"),
    (MARYLAND, "3-6 4-5", "pair", None, "Mixed Nines", "MD 3 §B(2)(c)(i)"),
    (MARYLAND, "6-6 4-5", "wong", None, "Teen Wong", "MD 3 §B(2)(d)(i)"),
    (MARYLAND, "1-1 3-6", "wong", None, "Day Wong", "MD 3 §B(2)(d)(ii)"),
    (MARYLAND, "6-6 4-4", "gong", None, "Teen Gong", "MD 3 §B(2)(e)(i)"),
    (MARYLAND, "1-1 2-6", "gong", None, "Day Gong", "MD 3 §B(2)(e)(ii)"),
    (MARYLAND, "6-6 1-6", "value", 9, "Nine, Teen high", "MD 3 §D, §D(1): no High Nine"),
    (LEAFLET, "6-6 1-6", "value", 9, "Nine, Teen high", "Leaflet ¶6, ¶7"),
    (MBS, "6-6 1-6", "high-nine", None, "Teen High Nine", "MBS Appendix A 21"),
    (NEW_ZEALAND, "1-1 2-5", "high-nine", None, "Day High Nine", "NZ 4.1"),
    (MARYLAND, "5-5 4-6", "value", 0, "Zero", "MD 3 §D(2)"),
    (MARYLAND, "1-2 3-3", "value", 9, "Nine, High 6 high", "MD 3 §E(1): the 1-2 as 3"),
    (MARYLAND, "1-2 1-3", "value", 7, "Seven, High 4 high", "MD 3 §E(1): the 1-2 as 3"),
    (MARYLAND, "1-2 1-1", "value", 8, "Eight, Day high", "MD 3 §E(1): the 1-2 as 6"),
    (MARYLAND, "2-4 1-4", "value", 8, "Eight, Five high", "MD 3 §G: the 2-4 as 3 is 17th"),
    (MBS, "2-4 1-4", "value", 8, "Eight, Five high", "MBS 3.7"),
    (NEW_ZEALAND, "2-4 5-6", "value", 7, "Seven, Eleven high", "NZ 4.2"),
]


@pytest.mark.parametrize(("profile", "held", "hand_class", "value", "name", "rule"), CLASSES)
def test_what_a_hand_is(profile, held, hand_class, value, name, rule):
    rank = profile.ranking.rank(*tiles(held))
    assert (rank.hand_class, rank.value, rank.name) == (hand_class, value, name), rule


# player, bank, winner, rule
COMPARISONS = [
    (MARYLAND, "6-6 5-5", "1-1 4-6", "player", "MD 3 §H(1): two against two, Teen over Day"),
    (MARYLAND, "1-3 3-3", "5-5 4-6", "bank", "MD 3 §H(2): zero against zero"),
    (MARYLAND, "6-6 3-6", "6-6 4-5", "bank", "MD 3 §C: Teen Wong against Teen Wong"),
    (MARYLAND, "1-1 5-5", "1-1 4-6", "bank", "MD 3 §J: two against two, Day against Day"),
    (MARYLAND, "1-2 3-4", "2-4 2-5", "bank", "MD 3 §J: Gees as 6, Low 7 on top of both"),
    (MARYLAND, "2-3 1-2", "1-4 2-4", "bank", "MD 3 §E, §J: eight and eight, Five on top of both"),
    (LEAFLET, "5-6 5-6", "6-6 3-6", "player", "Leaflet ¶3, ¶23: a pair over a Wong"),
    (LEAFLET, "4-4 1-5", "3-3 2-6", "player", "Leaflet ¶9: four against four, High 8 on top"),
    (LEAFLET, "1-1 4-4", "1-1 2-6", "bank", "Leaflet ¶5, ¶24: Day Gong against Day Gong"),
    (LEAFLET, "5-5 4-6", "6-6 4-4", "bank", "Leaflet ¶4, ¶5, ¶8: zero under a Gong"),
    (LEAFLET, "4-4 1-1", "4-5 1-1", "bank", "Leaflet ¶4, ¶5: Gong under Wong"),
    (LEAFLET, "1-3 2-4", "2-2 1-2", "player", "Leaflet ¶10, ¶25: seven and seven, High 4 on top"),
    (LEAFLET, "3-3 4-6", "3-3 5-5", "bank", "Leaflet ¶25, ¶26: six and six, High 10 on top"),
    (MBS, "6-6 2-6", "6-6 3-5", "bank", "MBS 1.1.2: Teen Gong against Teen Gong"),
    (MBS, "1-1 1-6", "6-6 2-5", "bank", "MBS Appendix A 21, 22: Teen High Nine over Day's"),
    (MBS, "2-2 1-4", "1-6 1-1", "bank", "MBS 3.5, 3.5.1: nine under Day High Nine"),
    (MBS, "2-2 3-3", "5-5 4-6", "bank", "MBS 3.6.3"),
    (MBS, "1-3 2-4", "2-2 1-2", "player", "MBS 3.6.1: seven and seven, High 4 on top"),
    (NEW_ZEALAND, "5-6 4-6", "4-5 2-2", "bank", "NZ 4.2, 4.4: one under three"),
    (NEW_ZEALAND, "5-5 1-3", "5-5 2-2", "player", "NZ 4.3: four and four, High 4 over High 10"),
    (NEW_ZEALAND, "4-6 4-4", "4-6 2-6", "player", "NZ 4.3, 4.4: eight and eight, High 8 on top"),
    (NEW_ZEALAND, "5-5 1-4", "5-5 2-3", "bank", "NZ 4.5, 4.6: a copy"),
    (NEW_ZEALAND, "4-6 5-5", "1-3 1-5", "bank", "NZ 4.7: zero has no ranking"),
]


@pytest.mark.parametrize(("profile", "player", "bank", "winner", "rule"), COMPARISONS)
def test_who_wins(profile, player, bank, winner, rule):
    assert profile.ranking.compare(tiles(bank), tiles(player)).winner == winner, rule


def test_pairs_rank_first_to_sixteenth_then_wongs_and_gongs():
    # MD 1 §B(9), 3 §B(1)-(2); NZ Appendix 2: the order of the documents, written out
    best_first = (
        "2-4 1-2, 6-6 6-6, 1-1 1-1, 4-4 4-4, 1-3 1-3, 5-5 5-5, 3-3 3-3, 2-2 2-2, 5-6 5-6, "
        "4-6 4-6, 1-6 1-6, 1-5 1-5, 3-6 4-5, 3-5 2-6, 3-4 2-5, 1-4 2-3, 6-6 4-5, 1-1 3-6, "
        "6-6 2-6, 1-1 4-4, 6-6 1-6"
    )
    for profile in PROFILES:
        orders = [profile.ranking.rank(*tiles(hand)).order for hand in best_first.split(", ")]
        assert orders == sorted(orders, reverse=True)
        assert len(set(orders)) == len(orders)


def test_a_gees_own_rank_changes_only_in_maryland_and_the_leaflet():
    # MD 3 §F, §G, §I(18)-(21); Leaflet ¶25; MBS Appendix A 15, 16; NZ Appendix 3
    as_six, as_three = tiles("1-2 3-6"), tiles("2-4 1-4")
    assert MARYLAND.ranking.rank(*as_six).value == 5
    for profile, five, gee in ((MARYLAND, 16, 15), (LEAFLET, 16, 15), (MBS, 15, 16)):
        assert profile.ranking.tile_rank(tile("1-4")) == five
        assert profile.ranking.tile_rank(tile("2-4")) == gee
    assert MARYLAND.ranking.tile_rank(tile("1-2")) == 17
    assert NEW_ZEALAND.ranking.tile_rank(tile("1-2")) == 16
    assert MARYLAND.ranking.rank(*as_three).top is tile("1-4")


def test_the_second_tile_of_one_face_that_exists_once_is_refused():
    with pytest.raises(RulesError) as refusal:
        MBS.ranking.rank(tile("1-2"), tile("1-2"))
    assert refusal.value.code == "duplicate-tile"


def test_every_name_can_be_translated():
    codes = {MBS.ranking.rank(*hand).code for hand in HANDS}
    assert len(codes) == 102
    assert all(ranking.hand_name(code, "«{}»".format).startswith("«") for code in codes)
    assert ranking.hand_name("wong:Teen", {"{tile} Wong": "{tile}王", "Teen": "天"}.get) == "天王"


hands = st.sampled_from(HANDS)


@given(profile=st.sampled_from(PROFILES), one=hands, two=hands, three=hands)
def test_the_order_is_total_and_transitive(profile, one, two, three):
    first, second, third = (profile.ranking.rank(*hand).order for hand in (one, two, three))
    assert (first > second) + (first < second) + (first == second) == 1
    if first >= second >= third:
        assert first >= third


@given(profile=st.sampled_from(PROFILES), one=hands, two=hands)
def test_comparing_is_antisymmetric_but_for_copies(profile, one, two):
    there, back = profile.ranking.compare(one, two), profile.ranking.compare(two, one)
    if there.is_copy:
        assert there == back
        assert there.winner == "bank"
    else:
        assert there.winner != back.winner


@given(profile=st.sampled_from(PROFILES), one=hands, two=hands)
def test_the_order_of_the_tiles_in_a_hand_does_not_matter(profile, one, two):
    assert profile.ranking.compare(one, two) == profile.ranking.compare(one[::-1], two[::-1])


def test_kinds_of_one_name_are_alike_but_for_the_gees():
    for one, two in combinations([kind for kind in KINDS if kind.count == 1], 2):
        if one.name == two.name and not one.is_gee:
            for other in KINDS:
                if other not in (one, two):
                    for profile in PROFILES:
                        rank = profile.ranking.rank
                        assert rank(one, other).order == rank(two, other).order
