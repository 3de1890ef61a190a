import json

import pytest

from rules.options import OPTION_FIELDS, Options, option_fields
from rules.profiles import (
    LEAFLET,
    MARYLAND,
    MBS,
    NEW_ZEALAND,
    PROFILES,
    THREE_CARD_SPLIT,
    TileProfile,
    profile,
    tile_profile,
)
from rules.refusals import ERROR_CODES, RulesError

# profile, given, message
REFUSED = [
    (MARYLAND, {"colour": "red"}, "not an option: 'colour'"),
    (MARYLAND, {1: 2}, "not an option: 1"),
    (MBS, {"pair_fortunes": "A"}, "Marina Bay Sands has no option 'pair_fortunes'"),
    (MBS, {"co_bank": True}, "has no option 'co_bank'"),
    (MARYLAND, {"four_card": "1a"}, "has no option 'four_card'"),
    (THREE_CARD_SPLIT, {"pair_fortunes": "A"}, "has no option 'pair_fortunes'"),
    (MARYLAND, {"vigorish_rounding": "down"}, "one of cent, up-to-25c"),
    (LEAFLET, {"vigorish_rounding": "up-to-25c"}, "one of cent"),
    (MARYLAND, {"vigorish_rounding": None}, "one of cent"),
    (MARYLAND, {"pair_fortunes": "a"}, "one of A, B, C, D"),
    (MARYLAND, {"tile_hours": 13}, "from 1 to 12"),
    (MARYLAND, {"dice_hours": 25}, "from 1 to 24"),
    (MARYLAND, {"tile_hours": 0}, "from 1 to 12"),
    (MARYLAND, {"tile_hours": True}, "a whole number"),
    (MARYLAND, {"smallest_chip": 2.5}, "a whole number"),
    (MARYLAND, {"adjacent_areas": 1}, "true or false"),
    (MARYLAND, {"delivery_styles": []}, "at least one"),
    (MARYLAND, {"delivery_styles": "jung-quat"}, "a list"),
    (MARYLAND, {"delivery_styles": ["tiger"]}, "one of house-way-right"),
    (MARYLAND, {"warning_minutes": 10}, "a list of whole numbers"),
    (MARYLAND, {"generator_approval": 5}, "text"),
    (MARYLAND, {"house_way": "mine"}, "a table"),
    # MD 2 §F
    (MARYLAND, {"start_from": "generator"}, "needs its approval reference"),
    (MARYLAND, {"start_from": "generator", "generator_approval": "G-1"}, "the day of its approval"),
    (MARYLAND, {"generator_approved_on": "last May"}, "a day such as"),
    (MARYLAND, {"generator_least": 9, "generator_greatest": 8}, "above generator_greatest"),
    (MARYLAND, {"delivery_styles": ["jung-quat"]}, "cannot be without 'house-way-right'"),
    (MBS, {"delivery_styles": ["house-way-left"]}, "MBS 3.10"),
    # MBS 3.10
    (MBS, {"delivery_styles": ["house-way-right", "jung-quat"]}, "-right, house-way-left, not"),
    (MARYLAND, {"bank_cut": False}, "MD 9 §G"),
    (MARYLAND, {"tile_hours": None}, "a whole number"),
    (MARYLAND, {"dice_hours": None}, "a whole number"),
    (THREE_CARD_SPLIT, {"proposition_minimum": 600, "proposition_maximum": 500}, "is above"),
    (MARYLAND, {"proposition_maximum": 500}, "has no option"),
    (MBS, {"start_from": "generator"}, "one of dice"),
    (MARYLAND, {"minimum_wager": 900, "maximum_wager": 500}, "above maximum_wager"),
    (MARYLAND, {"dealer_wager": "fixed"}, "exactly when dealer_wager is fixed"),
    (MARYLAND, {"dealer_wager_amount": 500}, "exactly when dealer_wager is fixed"),
    (MARYLAND, {"co_bank": True, "player_bank": False}, "nobody could ask"),
    (LEAFLET, {"player_bank": False}, "Leaflet ¶2, ¶18"),
    (LEAFLET, {"co_bank": False}, "Leaflet ¶19"),
    (MBS, {"player_bank": False}, "MBS 3.17"),
    (NEW_ZEALAND, {"player_bank": False}, "NZ 5.1-5.3"),
    (NEW_ZEALAND, {"co_bank": False}, "NZ 5.1(c), 5.3"),
    (NEW_ZEALAND, {"shared_bank": True}, "nobody could share"),
    (THREE_CARD_SPLIT, {"four_card": "1a", "jackpot_minimum": 500}, "4a or 4b"),
    (NEW_ZEALAND, {"players_a_box": 4}, "from 1 to 3"),
    (NEW_ZEALAND, {"cuts": ["harbour-bridge", "opera-house"]}, "one of yat-dong-dong"),
    (NEW_ZEALAND, {"seats": 9}, "from 1 to 8"),
]


@pytest.mark.parametrize(("filed_under", "given", "message"), REFUSED)
def test_a_wrong_or_contradictory_option_is_refused_with_a_sentence(filed_under, given, message):
    with pytest.raises(RulesError) as refusal:
        Options.parse(filed_under, given)
    assert refusal.value.code == "bad-option"
    assert message in refusal.value.message


def test_a_generator_with_its_approval_is_accepted():
    # MD 2 §F, 6 §A(1)
    given = {
        "start_from": "generator",
        "generator_approval": "MLGCA 2024-17",
        "generator_approved_on": "2024-05-17",
    }
    filed = Options.parse(MARYLAND, given)
    assert (filed.start_from, filed.generator_approved_on) == ("generator", "2024-05-17")
    assert (filed.generator_least, filed.generator_greatest) == (3, 18)


def test_a_bank_for_players_is_off_in_maryland_unless_the_submission_specifies_it_md_9_a():
    assert not Options.default(MARYLAND).player_bank
    assert Options.parse(MARYLAND, {"player_bank": True}).player_bank
    assert all(Options.default(each).player_bank for each in (LEAFLET, MBS, NEW_ZEALAND))


@pytest.mark.parametrize("each", [LEAFLET, MBS, NEW_ZEALAND], ids=lambda each: each.id)
def test_a_clock_that_no_document_demands_can_be_switched_off(each):
    # MD 2 §E and 3 §A(2) are Maryland's; NZ 10.16 lets the operator decide when.
    assert Options.default(each).dice_hours is None
    assert Options.parse(each, {"tile_hours": None, "dice_hours": 24}).tile_hours is None
    assert Options.parse(each, {"dice_hours": 24}).dice_hours == 24


def test_the_leaflet_may_leave_out_a_cut_that_its_text_does_not_name():
    assert not Options.parse(LEAFLET, {"bank_cut": False}).bank_cut


@pytest.mark.parametrize("each", PROFILES.values(), ids=lambda each: each.id)
def test_options_can_be_stored_and_read_back(each):
    options = Options.default(each)
    stored = json.loads(json.dumps(options.as_mapping()))
    assert Options.parse(each, stored) == options
    assert set(stored) == {field.name for field in option_fields(each)}


def test_defaults_are_what_the_rules_say_without_a_submission():
    # MD 2 §E, 3 §A(2), 9 §E, §J(1); Leaflet ¶19, ¶20; NZ 5.1(c)
    maryland = Options.default(MARYLAND)
    assert (maryland.tile_hours, maryland.dice_hours) == (12, 24)
    assert (maryland.co_bank, maryland.dealer_wager) == (False, "last-wager")
    assert Options.default(LEAFLET).co_bank
    assert Options.default(LEAFLET).match_play
    assert Options.default(NEW_ZEALAND).co_bank
    assert not Options.default(MBS).co_bank
    assert Options.default(MBS).dealer_wager == "none"


def test_several_players_on_a_box_and_a_shared_bank_only_where_the_rules_know_them():
    # NZ 5.5, 6.5
    filed = Options.parse(NEW_ZEALAND, {"shared_bank": True, "players_a_box": 3})
    assert (filed.shared_bank, filed.players_a_box) == (True, 3)
    assert (Options.default(NEW_ZEALAND).players_a_box, Options.default(MBS).players_a_box) == (
        1,
        1,
    )
    for name in ("shared_bank", "players_a_box"):
        with pytest.raises(RulesError):
            Options.parse(MARYLAND, {name: 1})


def test_every_option_says_what_it_is_and_where_it_is_written():
    for each in OPTION_FIELDS:
        assert each.says.endswith(".")
        assert set(each.cites) <= set(PROFILES)
        assert all(each.cites.values())


def test_the_five_profiles():
    # MD 2 §A; NZ 3.1-3.2
    assert [
        (each.id, each.game, each.seat_count, each.seat_word) for each in PROFILES.values()
    ] == [
        ("maryland", "tiles", 6, "seat"),
        ("leaflet", "tiles", 6, "seat"),
        ("mbs", "tiles", 7, "seat"),
        ("new-zealand", "tiles", 8, "box"),
        ("three-card-split", "cards", 7, "seat"),
    ]
    for each in PROFILES.values():
        assert each.states[0] == "played"
        assert each.bank_kinds[0] == "house"
        if isinstance(each, TileProfile):
            assert len(each.positions) == 8
            assert each.seat_count == each.layout.seat_count


@pytest.mark.parametrize("nonsense", ["Maryland", "", None, 5, ["mbs"], {"id": "mbs"}])
def test_nonsense_is_no_profile(nonsense):
    with pytest.raises(RulesError) as refusal:
        profile(nonsense)
    assert refusal.value.code == "unknown-profile"
    assert refusal.value.code in ERROR_CODES


def test_cards_are_no_tile_profile():
    with pytest.raises(RulesError) as refusal:
        tile_profile("three-card-split")
    assert refusal.value.code == "bad-option"
