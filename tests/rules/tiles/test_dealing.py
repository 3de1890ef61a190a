import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusals import RulesError
from rules.tiles.cuts import NEW_ZEALAND_CUTS, BankCut, guard_named_cut, stacks_after_cut
from rules.tiles.dealing import (
    DELIVERIES,
    DELIVERY_CITES,
    LEAST_TOTAL,
    MARYLAND_LAYOUT,
    MBS_LAYOUT,
    NEW_ZEALAND_LAYOUT,
    deliver,
    delivery,
    generated_positions,
    number_counted,
    starting_positions,
    undeliver,
)
from rules.tiles.tile import TILE_SET

# layout, total, bank, adjust, first position, rule
STARTS = [
    (MARYLAND_LAYOUT, 3, None, 0, "seat-2", "MD 6 §B"),
    (MARYLAND_LAYOUT, 8, None, 0, "dead-hand", "MD 1 §B(4), 6 §B(2)"),
    (MARYLAND_LAYOUT, 9, None, 0, "dealer", "MD 6 §B(2)"),
    (MARYLAND_LAYOUT, 11, None, 0, "seat-2", "MD 6 §B"),
    (MARYLAND_LAYOUT, 5, 4, 0, "dealer", "MD 9 §K; Leaflet ¶11"),
    (MARYLAND_LAYOUT, 12, 4, 0, "dead-hand", "MD 9 §K; Leaflet ¶11"),
    (MARYLAND_LAYOUT, 17, 6, 0, "seat-6", "MD 9 §K"),
    (MBS_LAYOUT, 9, None, 0, "dealer", "MBS 3.8, 3.9"),
    (MBS_LAYOUT, 3, None, 0, "seat-2", "MBS 3.9, 3.10"),
    (MBS_LAYOUT, 3, 7, 0, "seat-1", "MBS 3.9"),
    (NEW_ZEALAND_LAYOUT, 9, None, 0, "box-1", "NZ 9.9: the chung counts as 1, 9 or 17"),
    (NEW_ZEALAND_LAYOUT, 17, 5, 0, "box-5", "NZ 9.9: the chung counts as 1, 9 or 17"),
    (NEW_ZEALAND_LAYOUT, 10, 5, 0, "box-6", "NZ 1.0 Total, 9.9"),
    (NEW_ZEALAND_LAYOUT, 10, 5, 4, "box-2", "NZ 9.6, 9.7"),
    (NEW_ZEALAND_LAYOUT, 10, 5, -4, "box-2", "NZ 9.6, 9.7"),
    (NEW_ZEALAND_LAYOUT, 3, 1, -4, "box-7", "NZ 9.6: minus one, counted round the boxes"),
]


@pytest.mark.parametrize(("layout", "total", "bank", "adjust", "first", "rule"), STARTS)
def test_where_the_first_hand_goes(layout, total, bank, adjust, first, rule):
    assert starting_positions(layout, total, bank, adjust=adjust)[0] == first, rule


@pytest.mark.parametrize("layout", [MARYLAND_LAYOUT, MBS_LAYOUT, NEW_ZEALAND_LAYOUT])
def test_every_start_counts_one_position_at_a_time_from_the_bank(layout):
    # MD 6 §C(1), 9 §L(2); MBS 3.10; NZ 10.1, 10.2
    cycle = list(layout.positions)
    for bank in (None, *range(1, layout.seat_count + 1)):
        at = cycle.index(layout.house if bank is None else f"{layout.seat_prefix}-{bank}")
        for total in range(3, 19):
            expected = at
            for _ in range(total - 1):
                expected = (expected + 1) % 8
            found = starting_positions(layout, total, bank)
            assert found == tuple((cycle + cycle)[expected : expected + 8])


def test_places_that_a_smaller_layout_lacks_keep_their_stack_out_of_play():
    # MBS 3.10.1; NZ 3.2, 10.2B
    mbs = starting_positions(MBS_LAYOUT, 9, None, seats=5)
    assert mbs.count("burnt-box") == 2
    assert "seat-6" not in mbs
    boxes = starting_positions(NEW_ZEALAND_LAYOUT, 9, 2, seats=6)
    assert boxes == ("box-2", "box-3", "box-4", "box-5", "box-6", "unused", "unused", "box-1")


REFUSED = [
    ("bad-total", MARYLAND_LAYOUT, LEAST_TOTAL - 1, None, 0, None),
    ("bad-total", MARYLAND_LAYOUT, 19, None, 0, None),
    ("bank-seat-missing", MARYLAND_LAYOUT, 9, 7, 0, None),
    ("bank-seat-missing", NEW_ZEALAND_LAYOUT, 9, 7, 0, 6),
    ("bad-option", MARYLAND_LAYOUT, 9, 3, 4, None),
    ("bad-option", MBS_LAYOUT, 9, 3, -4, None),
    ("bad-option", NEW_ZEALAND_LAYOUT, 9, None, 4, None),
    ("bad-option", NEW_ZEALAND_LAYOUT, 9, 3, 2, None),
    ("bad-option", NEW_ZEALAND_LAYOUT, 9, 3, 0, 9),
    ("bad-option", MBS_LAYOUT, 9, 3, 0, 0),
    ("bad-option", MARYLAND_LAYOUT, 9, 3, 0, 5),
]


@pytest.mark.parametrize(("code", "layout", "total", "bank", "adjust", "seats"), REFUSED)
def test_a_start_that_cannot_be_is_refused(code, layout, total, bank, adjust, seats):
    with pytest.raises(RulesError) as refusal:
        starting_positions(layout, total, bank, adjust=adjust, seats=seats)
    assert refusal.value.code == code


# Each delivery written out from the words of the document: "stack:tile".
WRITTEN_OUT = {
    # MD 6 §C
    "house-way-right": "11 12 13 14|21 22 23 24|31 32 33 34|41 42 43 44|51 52 53 54|61 62 63 64|"
    "71 72 73 74|81 82 83 84",
    # MD 7 §B(1)
    "house-way-left": "81 82 83 84|71 72 73 74|61 62 63 64|51 52 53 54|41 42 43 44|31 32 33 34|"
    "21 22 23 24|11 12 13 14",
    # MD 7 §B(2)
    "cup-say-right": "11 12 21 22|13 14 23 24|31 32 41 42|33 34 43 44|51 52 61 62|53 54 63 64|"
    "71 72 81 82|73 74 83 84",
    # MD 7 §B(3)
    "cup-say-left": "81 82 71 72|83 84 73 74|61 62 51 52|63 64 53 54|41 42 31 32|43 44 33 34|"
    "21 22 11 12|23 24 13 14",
    # MD 7 §B(4)
    "jung-quat": "41 42 51 52|43 44 53 54|31 32 61 62|33 34 63 64|21 22 71 72|23 24 73 74|"
    "11 12 81 82|13 14 83 84",
    # MD 7 §B(5)
    "chee-yee": "11 12 81 82|13 14 83 84|21 22 71 72|23 24 73 74|31 32 61 62|33 34 63 64|"
    "41 42 51 52|43 44 53 54",
    # MD 7 §B(6)
    "pin-say-right": "11 21 31 41|51 61 71 81|12 22 32 42|52 62 72 82|13 23 33 43|53 63 73 83|"
    "14 24 34 44|54 64 74 84",
    # MD 7 §B(7)
    "pin-say-left": "81 71 61 51|41 31 21 11|82 72 62 52|42 32 22 12|83 73 63 53|43 33 23 13|"
    "84 74 64 54|44 34 24 14",
    # MD 7 §B(8)
    "dragon-head-right": "11 12 21 22|51 61 71 81|13 14 23 24|52 62 72 82|31 32 41 42|"
    "53 63 73 83|33 34 43 44|54 64 74 84",
    # MD 7 §B(9)
    "dragon-head-left": "81 82 71 72|41 31 21 11|83 84 73 74|42 32 22 12|61 62 51 52|"
    "43 33 23 13|63 64 53 54|44 34 24 14",
}


@pytest.mark.parametrize("style", DELIVERIES)
def test_a_delivery_is_what_the_document_says(style):
    # MD 7 §A, 9 §J, §L(1)
    hands = [[f"{stack}{depth}" for stack, depth in hand] for hand in delivery(style)]
    assert hands == [hand.split() for hand in WRITTEN_OUT[style].split("|")]
    assert style in DELIVERY_CITES


@pytest.mark.parametrize("style", DELIVERIES)
def test_every_delivery_is_a_permutation(style):
    places = [place for hand in delivery(style) for place in hand]
    assert sorted(places) == [(stack, depth) for stack in range(1, 9) for depth in range(1, 5)]


@given(style=st.sampled_from(sorted(DELIVERIES)), wall=st.permutations(TILE_SET))
def test_the_stacks_can_be_rebuilt_from_the_hands(style, wall):
    # MD 8 §M
    stacks = tuple(tuple(wall[four : four + 4]) for four in range(0, 32, 4))
    hands = deliver(style, stacks)
    assert undeliver(style, hands) == stacks
    assert deliver(style, undeliver(style, hands)) == hands


def test_an_unknown_style_and_seven_stacks_are_refused():
    with pytest.raises(RulesError) as refusal:
        delivery("tiger")
    assert refusal.value.code == "unknown-style"
    with pytest.raises(RulesError) as refusal:
        deliver("jung-quat", [TILE_SET[:4]] * 7)
    assert refusal.value.code == "wrong-count"


# cut, stacks from the dealer's right afterwards
BANK_CUTS = [
    (None, (1, 2, 3, 4, 5, 6, 7, 8), "MD 9 §G(1)-(2)"),
    (BankCut(3, 3, to_right=1), (3, 1, 2, 4, 5, 6, 7, 8), "MD 9 §G(3)(a)"),
    (BankCut(3, 5, to_right=0), (1, 2, 6, 7, 8, 3, 4, 5), "MD 9 §G(3)(a)"),
    (BankCut(3, 5, to_right=1), (3, 1, 2, 6, 7, 8, 4, 5), "MD 9 §G(3)(b)"),
]


@pytest.mark.parametrize(("cut", "after", "rule"), BANK_CUTS)
def test_the_banks_cut(cut, after, rule):
    assert stacks_after_cut(cut) == after, rule


@pytest.mark.parametrize(
    "cut", [BankCut(5, 3, 0), BankCut(0, 2, 0), BankCut(3, 9, 1), BankCut(1, 2, 3)]
)
def test_a_cut_that_cannot_be_is_refused(cut):
    with pytest.raises(RulesError) as refusal:
        stacks_after_cut(cut)
    assert refusal.value.code == "bad-option"


def test_new_zealand_has_twenty_named_cuts_with_their_options():
    # NZ 1.0 Approved Cut, 1.0 Cut, 9.3A, Appendix 5
    assert len(NEW_ZEALAND_CUTS) == 20
    assert guard_named_cut("cup-say", ["top", "left"]).style_of(["top", "left"]) == "cup-say-left"
    assert guard_named_cut("dai-pin", ["left"]).style_of(["left"]) is None
    assert guard_named_cut("china-bank", []).english == "China Bank"


@pytest.mark.parametrize(
    ("name", "chosen", "code"),
    [
        ("tiger", [], "unknown-style"),
        ("cup-say", ["left"], "bad-option"),
        ("dai-pin", ["top"], "bad-option"),
    ],
)
def test_a_cut_that_is_not_approved_is_refused(name, chosen, code):
    with pytest.raises(RulesError) as refusal:
        guard_named_cut(name, chosen)
    assert refusal.value.code == code


def test_a_generators_range_comes_from_the_submission_md_6_a_1():
    eight = range(1, 9)
    starts = [generated_positions(MARYLAND_LAYOUT, number, eight)[0] for number in eight]
    assert starts == list(MARYLAND_LAYOUT.positions)
    for number in (0, 9):
        with pytest.raises(RulesError) as refusal:
            generated_positions(MARYLAND_LAYOUT, number, eight)
        assert refusal.value.code == "bad-total"


@pytest.mark.parametrize(
    ("total", "adjust", "number"), [(3, -4, 7), (4, -4, 8), (5, -4, 1), (18, 4, 22), (9, 0, 9)]
)
def test_the_count_of_a_low_total_less_four_goes_once_more_round_nz_9_7(total, adjust, number):
    counted = number_counted(NEW_ZEALAND_LAYOUT, total, adjust)
    assert counted == number
    order = starting_positions(NEW_ZEALAND_LAYOUT, total, 2, adjust=adjust)
    cycle = NEW_ZEALAND_LAYOUT.positions
    assert order[0] == cycle[(1 + counted - 1) % 8]
