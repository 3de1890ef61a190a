import pytest

from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND
from rules.round import PlacedWager, Round, SeatedPlayer
from rules.tiles.areas import (
    house_way_areas,
    setting_order,
)
from rules.tiles.bank import Situation, offers
from rules.tiles.people import (
    PlayedRound,
    at_todays_seats,
    last_wager_against_house,
)

PLENTY = 10**9


def house(**wagers):
    return PlayedRound(None, (), wagers)


def banked(seat, *who, **wagers):
    return PlayedRound(seat, who, wagers)


def offered(profile, rounds, controls):
    history = at_todays_seats(rounds, controls)
    seats = sorted(controls)
    funds = dict.fromkeys(seats, PLENTY)
    found = offers(profile, Situation(seats, history, dict.fromkeys(seats, 500), funds))
    return found.order, {seat: why.reason for seat, why in found.refused.items()}


GAMES = [
    # A banked from seat 2 and left; N sits there now.
    (MARYLAND, [house(A=500, B=500), banked(2, "A", B=500)], {2: "N", 3: "B"},
     (3,), {2: "did-not-wager"}, "MD 9 §D(1): a newcomer did not wager, whoever sat there"),
    (MARYLAND, [house(A=500, B=500), banked(2, "A", B=500)], {2: "B", 3: "N"},
     (2,), {3: "did-not-wager"}, "MD 9 §C(3): B took the former banker's seat and never banked"),
    (MARYLAND, [house(A=500, B=500), banked(2, "A", B=500)], {5: "A", 3: "B"},
     (3,), {5: "consecutive"}, "MD 9 §C(3): A moved to seat 5 and still banked last"),
    (LEAFLET, [house(A=500, B=500)], {5: "A", 2: "N"},
     (5,), {2: "did-not-wager"}, "Leaflet ¶18: the wager goes with the player"),
    (MBS, [banked(2, "A", B=500), house(A=500, B=500)], {2: "N", 4: "B", 6: "A"},
     (4, 6), {2: "did-not-wager"}, "MBS 3.17-3.18: after A, who sits at 6 now, the next is 2"),
    (MBS, [house(A=500), banked(2, "A", B=500)], {2: "N", 4: "B"},
     (), {2: "dealers-turn", 4: "dealers-turn"}, "MBS 3.17: the dealer's turn, though A has left"),
    (NEW_ZEALAND, [house(A=500, B=500), banked(2, "A", B=500)], {2: "N", 3: "B"},
     (3,), {2: "did-not-wager"}, "NZ 5.3(a): a newcomer on the banker's box did not play"),
    (NEW_ZEALAND, [house(A=500, B=500), banked(2, "A", B=500)], {4: "A", 3: "B"},
     (4, 3), {}, "NZ 5.4: A moved to box 4 and is offered a second round first"),
    (NEW_ZEALAND, [house(A=500, B=500)], {1: "A", 3: "B"},
     (1, 3), {}, "NZ 5.3(a): A wagered on another box and sits at box 1 now"),
    (NEW_ZEALAND, [house(A=500, B=500), banked(2, "A", B=500), banked(2, "A", B=500)],
     {2: "B", 4: "A"}, (2, 4), {}, "NZ 5.4: after two rounds the others first, from A's box on"),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "rounds", "controls", "order", "refused", "rule"), GAMES)
def test_the_bank_follows_people_and_not_seats(profile, rounds, controls, order, refused, rule):
    assert offered(profile, rounds, controls) == (order, refused), rule


def test_a_bank_that_several_share_is_found_where_one_of_them_sits_nz_5_5():
    told = at_todays_seats([banked(2, "A", "B", C=500)], {4: "B", 3: "C"})
    assert (told[0].bank_seat, told[0].has_left) == (4, False)


def test_the_last_wager_against_the_dealer_is_the_players_own_md_9_h_3():
    rounds = [house(A=500, B=800), banked(2, "B", A=900)]
    assert last_wager_against_house(rounds, 1, "A") == 500
    assert last_wager_against_house(rounds, 1, "N") == 0
    assert last_wager_against_house([], 1, "A") == 0


BOTH = (PlacedWager(4, "A", 500), PlacedWager(4, "B", 700))
CONTROLLERS = [
    (BOTH, {4: (SeatedPlayer("A", False),)}, "A", "NZ 7.1(a): the seated player"),
    (BOTH, {4: (SeatedPlayer("A", False), SeatedPlayer("B", True))}, "B", "NZ 7.1(a): at A's will"),
    (BOTH, {}, "B", "NZ 7.1(a): the highest wager"),
    ((BOTH[0], BOTH[1]._replace(cents=500)), {}, "A", "NZ 7.1(a): equal: the first"),
    ((), {}, "", "nobody is there"),
]


@pytest.mark.parametrize(("wagers", "seats", "expected", "rule"), CONTROLLERS)
def test_the_controller_of_a_box_is_proposed(wagers, seats, expected, rule):
    assert Round(wagers=wagers, seats=seats).controlling_player(4) == expected, rule


ORDERS = [
    ({"A": {3: 500, 4: 1000}, "B": {1: 500}}, (1, 4, 3), "MD 5 §E(2): the larger wager first"),
    ({"A": {4: 500, 3: 500}}, (3, 4), "MD 5 §E(3): equal wagers counterclockwise"),
    ({}, (), "nobody wagers"),
]


@pytest.mark.parametrize(("areas", "order", "rule"), ORDERS)
def test_two_areas_of_one_player_are_set_in_their_order(areas, order, rule):
    assert setting_order(areas) == order, rule


def test_a_player_sets_one_box_and_the_dealer_the_others_nz_7_2_mbs_3_12():
    wagers = tuple(
        PlacedWager(seat, player, 500) for seat, player in ((2, "A"), (3, "B"), (5, "A"), (6, "A"))
    )
    chosen = Round(wagers=wagers, seats={5: (SeatedPlayer("A", True),)})
    assert house_way_areas(chosen) == (2, 6)
    assert house_way_areas(Round(wagers=wagers)) == (5, 6), "the first, where none is chosen"
    assert house_way_areas(Round(wagers=wagers[:2])) == ()


def test_a_box_that_another_controls_is_not_set_by_the_dealer_nz_7_1():
    wagers = tuple(
        PlacedWager(seat, player, 500) for seat, player in ((2, "A"), (3, "A"), (3, "B"))
    )
    shared = Round(wagers=wagers, seats={3: (SeatedPlayer("B", True),)})
    assert house_way_areas(shared) == ()
