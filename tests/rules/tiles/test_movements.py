import random

from hypothesis import given
from hypothesis import strategies as st

from rules.tiles.lines import round_of_tiles
from rules.tiles.settlement import settle_tiles
from tests.rules.tiles.golden import PROFILES
from tests.rules.tiles.rounds import gains_by_place, random_line

rounds = st.builds(
    lambda seed, profile: random_line(random.Random(seed), profile),
    st.integers(0, 2**32),
    st.sampled_from(PROFILES),
)

# Teen Gong and five: the first hand below beats both, the others neither.
BANK = ["6-6", "4-4", "2-2", "5-6"]
WINNER = ["6-6", "4-5", "1-1", "2-3"]
LOSER = ["5-5", "4-6", "1-5", "1-3"]
OTHER_LOSER = ["5-5", "4-6", "3-3", "1-2"]


def moves(line):
    return [
        f"{move.amount_cents} {move.from_place} > {move.to_place} {move.reason}"
        for move in settle_tiles(*round_of_tiles(line)).movements
    ]


@given(line=rounds)
def test_the_chips_add_up_to_the_settlement_and_the_centre_is_never_overdrawn(line):
    settled = settle_tiles(*round_of_tiles(line))
    gained = gains_by_place(settled)
    assert gained.pop("centre", 0) == 0
    assert gained.pop("inventory", 0) == settled.house.net_cents
    assert gained.pop("bank", 0) == settled.bank.net_cents
    for row in settled.seats:
        assert gained.pop(f"{settled.profile.seat_word}-{row.seat}", 0) == row.total_cents
    assert gained == {}
    centre = 0
    for move in settled.movements:
        assert move.amount_cents > 0
        centre += move.amount_cents * ((move.to_place == "centre") - (move.from_place == "centre"))
        assert centre >= 0


def test_the_house_settles_seat_after_seat_surrendered_wagers_first():
    # MD 8 §E(2), §F(1), §G, §J, §K(2)
    line = {
        "profile": "maryland",
        "options": {"pair_fortunes": "A"},
        "bank": {"kind": "house"},
        "dealer": {"tiles": BANK},
        "seats": [
            {"seat": 1, "wager": 1000, "tiles": WINNER, "pair_fortunes": 200},
            {"seat": 3, "wager": 500, "tiles": LOSER},
            {"seat": 4, "wager": 700, "tiles": OTHER_LOSER, "state": "surrendered"},
        ],
    }
    assert moves(line) == [
        "700 seat-4 > inventory surrendered",
        "1000 inventory > seat-1 win",
        "50 seat-1 > inventory vigorish",
        "200 seat-1 > inventory pair-fortunes-lose",
        "500 seat-3 > inventory lose",
    ]


def test_new_zealand_gathers_losers_before_the_house_pays():
    # NZ 1.0 Losing Wager Area, 11.1(d)-(g)
    line = {
        "profile": "new-zealand",
        "bank": {"kind": "house"},
        "dealer": {"tiles": BANK},
        "seats": [
            {"seat": 2, "wager": 1000, "tiles": WINNER},
            {"seat": 3, "wager": 500, "tiles": LOSER},
        ],
    }
    assert moves(line) == [
        "500 box-3 > centre lose",
        "500 centre > inventory losers-to-inventory",
        "1000 inventory > box-2 win",
        "50 box-2 > inventory vigorish",
    ]


def test_a_player_bank_brings_what_the_centre_cannot_pay():
    # MD 9 §P(3)-(6), §R
    line = {
        "profile": "maryland",
        "bank": {"kind": "player", "seat": 2},
        "seats": [
            {"seat": 1, "wager": 1000, "tiles": WINNER},
            {"seat": 2, "tiles": BANK},
            {"seat": 3, "wager": 400, "tiles": LOSER},
        ],
    }
    assert moves(line) == [
        "400 seat-3 > centre lose",
        "600 bank > centre bank-brings",
        "1000 centre > seat-1 win",
        "50 seat-1 > inventory vigorish",
    ]


def test_a_player_bank_receives_the_surplus_less_vigorish():
    # MD 9 §P(7)-(8), §O(4), §Q
    line = {
        "profile": "maryland",
        "bank": {"kind": "player", "seat": 2},
        "dealer": {"tiles": OTHER_LOSER, "wager": 300},
        "seats": [{"seat": 2, "tiles": BANK}, {"seat": 3, "wager": 400, "tiles": LOSER}],
    }
    assert moves(line) == [
        "300 inventory > centre dealer-loses",
        "400 seat-3 > centre lose",
        "35 centre > inventory bank-vigorish",
        "665 centre > bank bank-receives",
    ]


def test_the_dealers_winning_wager_returns_to_the_inventory():
    # MD 9 §O(2), §Q
    line = {
        "profile": "maryland",
        "bank": {"kind": "player", "seat": 2},
        "dealer": {"tiles": WINNER, "wager": 300},
        "seats": [{"seat": 2, "tiles": BANK}, {"seat": 3, "wager": 400, "tiles": LOSER}],
    }
    assert moves(line) == [
        "400 seat-3 > centre lose",
        "300 centre > inventory dealer-wins",
        "5 centre > inventory bank-vigorish",
        "95 centre > bank bank-receives",
    ]


def test_a_co_bank_halves_surplus_and_shortfall():
    # MD 9 §S(3)-(10); NZ 11.3(g)-(l)
    surplus = {
        "profile": "new-zealand",
        "bank": {"kind": "co-bank", "seat": 2},
        "seats": [{"seat": 2, "tiles": BANK}, {"seat": 3, "wager": 401, "tiles": LOSER}],
    }
    assert moves(surplus) == [
        "401 box-3 > centre lose",
        "200 centre > inventory house-half",
        "10 centre > inventory bank-vigorish",
        "191 centre > bank bank-receives",
    ]
    shortfall = {
        "profile": "new-zealand",
        "bank": {"kind": "co-bank", "seat": 2},
        "seats": [{"seat": 2, "tiles": BANK}, {"seat": 3, "wager": 401, "tiles": WINNER}],
    }
    assert moves(shortfall) == [
        "200 bank > centre bank-brings",
        "201 inventory > centre house-brings",
        "401 centre > box-3 win",
        "20 box-3 > inventory vigorish",
    ]


def test_new_zealand_pays_counterclockwise_from_the_bankers_box():
    # NZ 11.2(g)-(j)
    line = {
        "profile": "new-zealand",
        "bank": {"kind": "player", "seat": 5},
        "seats": [
            {"seat": 2, "wager": 100, "tiles": WINNER},
            {"seat": 5, "tiles": LOSER},
            {"seat": 7, "wager": 200, "tiles": BANK},
        ],
    }
    assert [each for each in moves(line) if each.endswith("win")] == [
        "200 centre > box-7 win",
        "100 centre > box-2 win",
    ]


def test_vigorish_beyond_a_tiny_surplus_is_paid_by_the_bank():
    # MD 8 §K(1), 9 §P(7)
    line = {
        "profile": "maryland",
        "options": {"vigorish_rounding": "up-to-25c"},
        "bank": {"kind": "player", "seat": 2},
        "seats": [{"seat": 2, "tiles": BANK}, {"seat": 3, "wager": 10, "tiles": LOSER}],
    }
    assert moves(line) == [
        "10 seat-3 > centre lose",
        "10 centre > inventory bank-vigorish",
        "15 bank > inventory bank-vigorish",
    ]
