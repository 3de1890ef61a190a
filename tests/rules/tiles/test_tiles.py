import copy
import pickle

import pytest

from rules.profiles import MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles.display import display_groups, inspection_pairs, tiles_by_rank
from rules.tiles.tile import KINDS, TILE_SET, guard_one_tile_set, is_within_a_set, tile, tiles
from tests.rules.tiles import oracle


def test_a_set_has_32_tiles_of_21_kinds_eleven_of_them_twice():
    # MBS 2.2; NZ 1.0 Tile, 3.3
    assert (len(TILE_SET), len(KINDS)) == (32, 21)
    assert sum(kind.count == 2 for kind in KINDS) == 11
    assert sorted(each.text for each in TILE_SET) == sorted(oracle.TILES)


def test_either_order_of_pips_names_the_same_tile():
    for kind in KINDS:
        assert tile(kind.text) is tile(kind.text[::-1]) is kind


@pytest.mark.parametrize("nonsense", ["7-1", "1-7", "0-1", "2-1 ", "", "12", 12, None, ["1-2"]])
def test_nonsense_is_no_tile(nonsense):
    with pytest.raises(RulesError) as refusal:
        tile(nonsense)
    assert refusal.value.code == "unknown-tile"


def test_a_copied_or_stored_tile_is_the_same_object():
    teen = tile("6-6")
    assert copy.deepcopy(teen) is pickle.loads(pickle.dumps(teen)) is teen


def test_the_summed_weight_says_whether_one_set_can_show_the_tiles():
    assert is_within_a_set(sum(each.weight for each in TILE_SET))
    for kind in KINDS:
        whole = sum(each.weight for each in TILE_SET) - TILE_SET[0].weight
        assert is_within_a_set(whole + kind.weight) == (kind is TILE_SET[0])


def test_a_third_teen_and_a_second_gee_are_refused():
    for held in ("6-6 1-1 6-6 6-6", "2-4 1-2 2-4"):
        with pytest.raises(RulesError) as refusal:
            guard_one_tile_set(tiles(held))
        assert refusal.value.code == "duplicate-tile"


def test_an_inspection_ticks_off_the_sixteen_pairs_of_md_4_c_1():
    # MD 4 §C(1), §D(2)-(3), §H
    pairs = inspection_pairs()
    assert [set(map(str, (a.text, b.text))) for a, b in pairs] == oracle.PAIRS
    assert sorted(each.text for pair in pairs for each in pair) == sorted(oracle.TILES)


def test_tiles_are_displayed_in_the_individual_order():
    # NZ 8, 10.17; MD 3 §I
    shown = [each.text for each in tiles_by_rank(MBS)]
    assert shown == sorted(shown, key=lambda text: oracle.place("mbs", text))
    assert shown[0] == "6-6"
    assert tiles_by_rank(MARYLAND)[-1] is tile("1-2")


def test_maryland_displays_sixteen_pairs_the_supreme_pair_first_md_4_d_and_h():
    groups = display_groups(MARYLAND)
    assert groups == inspection_pairs()
    assert {each.text for each in groups[0]} == {"2-4", "1-2"}
    assert [len(group) for group in display_groups(NEW_ZEALAND)] == [1] * 32
    assert display_groups(NEW_ZEALAND)[0][0].text == "6-6"
