import pytest

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.refusals import RulesError
from rules.tiles.irregularities import (
    EVENTS,
    TileScene,
    box_removed,
    events_for,
    propose,
)

PLAYER, CO_BANK = {"bank_kind": "player"}, {"bank_kind": "co-bank"}
SEEN = {"player_has_looked": True}

# profile, event, scene, code, voids, choice of, cite, reading
ROWS = [
    (MARYLAND, "dice-not-flat", {}, "no-roll", "nothing", "", "MD 10 §A", False),
    (MARYLAND, "die-left-shaker", {}, "no-roll", "nothing", "", "MD 10 §B", False),
    (MARYLAND, "lid-lifted", PLAYER, "cover-and-reshake", "nothing", "", "MD 9 §J(5)", False),
    (MARYLAND, "tile-exposed-stacking", {}, "remix", "nothing", "", "MD 4 §F", False),
    (MARYLAND, "wrong-distribution", {}, "void-round", "round", "", "MD 10 §C", False),
    (MARYLAND, "player-tile-exposed", {}, "player-may-void", "hand", "player", "MD 10 §D", False),
    (MARYLAND, "player-tile-exposed", SEEN, "play-on", "nothing", "", "MD 10 §D(1)", False),
    (MARYLAND, "bank-tile-exposed", {"whose": "dead-hand"}, "void-round", "round", "", "MD 10 §E",
     False),
    (MARYLAND, "not-house-way", {"whose": "dealer"}, "reset-house-way", "nothing", "", "MD 10 §F",
     False),
    (MARYLAND, "not-house-way", {"whose": "bank"} | CO_BANK, "reset-house-way", "nothing", "",
     "MD 10 §F", True),
    (MARYLAND, "late-wager", {"change": "raised"}, "wager-refused", "nothing", "", "MD 5 §D",
     False),
    (MARYLAND, "player-left", {}, "wager-abandoned", "nothing", "operator", "MD 5 §C(2)", False),
    (MARYLAND, "damaged-tile", {}, "new-set", "nothing", "", "MD 4 §C(3)", True),
    (LEAFLET, "wrong-distribution", {}, "void-round", "round", "", "MD 10 §C", True),
    (LEAFLET, "late-wager", {}, "wager-refused", "nothing", "", "MD 5 §D", True),
    (MBS, "dice-not-flat", {}, "no-roll", "nothing", "", "MBS 3.9", True),
    (MBS, "wrong-distribution", SEEN, "void-round", "round", "", "MBS 5.3", False),
    (MBS, "wrong-distribution", {}, "correct-the-deal", "nothing", "", "MBS 5.3", True),
    (MBS, "player-tile-exposed", {"tiles_exposed": 2}, "player-may-withdraw", "hand", "player",
     "MBS 5.2", False),
    (MBS, "player-tile-exposed", {"tiles_exposed": 2} | PLAYER, "void-round", "round", "",
     "MBS 5.2", False),
    (MBS, "player-tile-exposed", {"tiles_exposed": 2} | SEEN, "play-on", "nothing", "", "MBS 5.2",
     True),
    (MBS, "player-tile-exposed", {"tiles_exposed": 1}, "play-on", "nothing", "", "MBS 5.2", True),
    (MBS, "bank-tile-exposed", {"tiles_exposed": 2, "whose": "dealer"}, "void-round", "round", "",
     "MBS 5.1.1", False),
    (MBS, "bank-tile-exposed", {"tiles_exposed": 3, "whose": "bank"} | PLAYER, "void-round",
     "round", "bank", "MBS 5.1.2", False),
    (MBS, "bank-tile-exposed", {"tiles_exposed": 1, "whose": "dealer"}, "play-on", "nothing", "",
     "MBS 5.1.1", True),
    (MBS, "not-house-way", {}, "reset-house-way", "nothing", "", "MBS 3.13.1", False),
    (MBS, "not-house-way", {"round_is_over": True}, "reset-house-way", "nothing", "",
     "MBS 3.13.2", False),
    (MBS, "late-wager", {"change": "placed"}, "wager-refused", "nothing", "", "MBS 5.4", False),
    (MBS, "late-wager", {"change": "withdrawn"}, "withdrawn-wager-plays", "nothing", "", "MBS 5.5",
     False),
    (MBS, "player-left", {}, "set-house-way", "nothing", "", "MBS 3.12", True),
    (NEW_ZEALAND, "dice-not-flat", {}, "no-roll", "nothing", "", "NZ 9.8", False),
    (NEW_ZEALAND, "tile-exposed-stacking", {}, "laja", "nothing", "", "NZ 12.1", False),
    (NEW_ZEALAND, "tiles-exposed-laja", {"tiles_exposed": 3}, "reshuffle", "nothing", "",
     "NZ 12.2", False),
    (NEW_ZEALAND, "tiles-exposed-laja", {"tiles_exposed": 2}, "play-on", "nothing", "", "NZ 12.2",
     True),
    (NEW_ZEALAND, "wrong-distribution", {}, "void-round", "round", "", "NZ 12.13", False),
    (NEW_ZEALAND, "player-tile-exposed", {"tiles_exposed": 1}, "turn-over", "nothing", "",
     "NZ 12.4", False),
    (NEW_ZEALAND, "player-tile-exposed", {"tiles_exposed": 2}, "player-may-void", "hand", "player",
     "NZ 12.3(a)", False),
    (NEW_ZEALAND, "player-tile-exposed", {"tiles_exposed": 2} | SEEN, "play-on", "nothing", "",
     "NZ 12.3(a)", False),
    (NEW_ZEALAND, "bank-tile-exposed", {"whose": "dealer"}, "play-on", "nothing", "", "NZ 12.5",
     False),
    (NEW_ZEALAND, "bank-tile-exposed", {"whose": "bank", "by": "bank"} | PLAYER, "play-on",
     "nothing", "", "NZ 12.6", False),
    (NEW_ZEALAND, "bank-tile-exposed", {"whose": "bank", "tiles_exposed": 2} | PLAYER,
     "bank-may-void", "round", "bank", "NZ 12.3(b)", False),
    (NEW_ZEALAND, "bank-tile-exposed",
     {"whose": "bank", "tiles_exposed": 2, "by": "player"} | PLAYER, "play-on", "nothing", "",
     "NZ 12.3(b)", True),
    (NEW_ZEALAND, "bank-tile-exposed", {"whose": "bank", "tiles_exposed": 2} | SEEN | PLAYER,
     "play-on", "nothing", "", "NZ 12.3(b)", True),
    (NEW_ZEALAND, "bank-tile-exposed", {"whose": "bank", "tiles_exposed": 1} | PLAYER, "turn-over",
     "nothing", "", "NZ 12.4", False),
    (NEW_ZEALAND, "not-house-way", {}, "reset-house-way", "nothing", "", "NZ 12.8(a)", False),
    (NEW_ZEALAND, "not-house-way", {"first_hand_exposed": True}, "stands", "nothing", "",
     "NZ 12.8(b)", False),
    (NEW_ZEALAND, "late-wager", {}, "wager-refused", "nothing", "", "NZ 6.9", False),
    (NEW_ZEALAND, "player-left", {}, "set-house-way", "nothing", "", "NZ 12.16", False),
    (NEW_ZEALAND, "hand-knocked-over", {}, "set-house-way", "nothing", "", "NZ 12.14", False),
    (NEW_ZEALAND, "hands-mixed", {}, "void-hands", "hands", "", "NZ 12.15", False),
    (NEW_ZEALAND, "hands-mixed", {"can_be_rebuilt": True}, "rebuild", "nothing", "", "NZ 12.15",
     False),
    (NEW_ZEALAND, "suspected-signals", {"all_boxes_in_play": True}, "remove-box", "nothing",
     "operator", "NZ 12.9-12.11", False),
    (NEW_ZEALAND, "suspected-signals", {"all_boxes_in_play": True} | PLAYER, "play-on", "nothing",
     "", "NZ 12.9-12.11", True),
    (NEW_ZEALAND, "suspected-tracking", {}, "reshuffle", "nothing", "supervisor", "NZ 12.7",
     False),
    (NEW_ZEALAND, "suspected-viewing", {}, "set-first", "nothing", "operator", "NZ 12.12", False),
    (NEW_ZEALAND, "bets-counted-short", PLAYER, "bank-makes-up", "nothing", "", "NZ 12.17", False),
    (NEW_ZEALAND, "bets-counted-short", CO_BANK, "both-make-up", "nothing", "", "NZ 12.17", False),
    (NEW_ZEALAND, "damaged-tile", {}, "replace-tile", "nothing", "operator", "NZ 10.15", False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("profile", "event", "scene", "code", "voids", "choice_of", "cite", "reading"), ROWS
)
def test_the_proposed_ruling(profile, event, scene, code, voids, choice_of, cite, reading):
    ruling = propose(profile, event, TileScene(**scene))
    assert (ruling.code, ruling.voids, ruling.choice_of) == (code, voids, choice_of)
    assert (ruling.cite, ruling.reading) == (cite, reading)
    assert ruling.returns_wagers == (voids != "nothing")
    assert ruling.says.endswith(".")


def test_every_event_of_every_profile_is_ruled_on_in_a_row():
    for profile in (MARYLAND, MBS, NEW_ZEALAND):
        ruled = {event for row_profile, event, *_ in ROWS if row_profile is profile}
        assert {event for event, _ in events_for(profile)} - ruled <= {"die-left-shaker"}
    assert events_for(LEAFLET) == events_for(MARYLAND)
    listed = {event for each in (MARYLAND, MBS, NEW_ZEALAND) for event, _ in events_for(each)}
    assert listed == set(EVENTS)


def test_an_event_without_a_rule_is_refused():
    for profile, event in ((MBS, "lid-lifted"), (MARYLAND, "hands-mixed"), (MBS, "earthquake")):
        with pytest.raises(RulesError) as refusal:
            propose(profile, event, TileScene())
        assert refusal.value.code == "bad-option"


def test_the_dice_remove_a_box_but_never_the_houses():
    # NZ 12.9, 12.10
    assert [box_removed(total, house_box=1) for total in (3, 8, 9, 17, 18)] == [3, 8, None, None, 2]
    assert box_removed(12, house_box=4) is None
