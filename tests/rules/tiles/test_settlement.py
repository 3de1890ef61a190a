import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.options import Options
from rules.profiles import LEAFLET, MARYLAND, MBS, NEW_ZEALAND, tile_profile
from rules.refusals import RulesError
from rules.tiles.facts import TileRoundFacts
from rules.tiles.lines import round_of_tiles, settle_line, tile_settlement_answer
from rules.tiles.settlement import settle_tiles
from rules.wagers import (
    dealer_wager_cents,
    has_maximum,
    order_of_setting,
    payable_part,
    vigorish_to_the_cent,
    vigorish_up_to_quarters,
)
from tests.rules.tiles import settlement_oracle
from tests.rules.tiles.golden import PROFILES
from tests.rules.tiles.rounds import random_line

rounds = st.builds(
    lambda seed, profile: random_line(random.Random(seed), profile),
    st.integers(0, 2**32),
    st.sampled_from(PROFILES),
)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_thousand_random_rounds_settle_as_the_oracle_says(profile):
    chance = random.Random(20171205)
    for _ in range(500):
        line = random_line(chance, profile)
        answer = tile_settlement_answer(settle_tiles(*round_of_tiles(line)))
        answer["dealer"] = {key: answer["dealer"][key] for key in ("outcome", "net")}
        assert answer == settlement_oracle.settle(line), line


@given(line=rounds)
def test_everything_adds_up_to_nothing(line):
    # MD 1 §B(1)-(2); MBS 1.1.1, 1.1.3, 1.1.7; NZ 1.0 Co-Banker, 1.0 Player/Banker, 6.2
    settled = settle_tiles(*round_of_tiles(line))
    seats = sum(row.total_cents for row in settled.seats)
    assert seats + settled.bank.net_cents + settled.house.net_cents == 0


@given(line=rounds)
def test_vigorish_is_charged_only_on_money_won(line):
    settled = settle_tiles(*round_of_tiles(line))
    for row in settled.seats:
        assert (row.vigorish_cents > 0) <= (row.outcome == "win")
        assert (row.won_cents > 0) == (row.outcome == "win")
    bank = settled.bank
    assert (bank.vigorish_cents > 0) <= (bank.net_cents + bank.vigorish_cents > 0)
    charged = sum(row.vigorish_cents for row in settled.seats) + bank.vigorish_cents
    assert settled.house.vigorish_cents == charged


@given(line=rounds)
def test_settling_twice_is_the_same(line):
    profile, options, facts = round_of_tiles(line)
    assert settle_tiles(profile, options, facts) == settle_tiles(profile, options, facts)
    assert settle_line(line) == settle_line(line)


@given(line=rounds)
def test_facts_can_be_stored_and_read_back(line):
    facts = TileRoundFacts.from_mapping(line)
    assert TileRoundFacts.from_mapping(facts.as_mapping()) == facts


@given(line=rounds, seed=st.integers(0, 999))
def test_the_order_in_which_seats_are_told_does_not_matter(line, seed):
    before = settle_tiles(*round_of_tiles(line))
    random.Random(seed).shuffle(line["seats"])
    after = settle_tiles(*round_of_tiles(line))
    assert sorted(before.seats, key=lambda row: row.seat) == sorted(
        after.seats, key=lambda row: row.seat
    )
    assert (before.bank, before.house) == (after.bank, after.house)


# won, to the cent, up to a quarter
VIGORISH = [
    (0, 0, 0),
    (1, 0, 25),
    (9, 0, 25),
    (10, 1, 25),
    (29, 1, 25),
    (30, 2, 25),
    (500, 25, 25),
    (501, 25, 50),
    (1000, 50, 50),
    (2500, 125, 125),
    (2510, 126, 150),
]


@pytest.mark.parametrize(("won", "cent", "quarter"), VIGORISH)
def test_five_per_cent(won, cent, quarter):
    # MD 1 §B(11), 8 §K; MBS 4.1; NZ 6.11; Leaflet ¶16
    assert (vigorish_to_the_cent(won), vigorish_up_to_quarters(won)) == (cent, quarter)


@given(wager=st.integers(1, 10**6), chip=st.sampled_from((1, 5, 25, 100, 250)))
def test_the_payable_part_is_the_greatest_that_pays_exactly(wager, chip):
    # NZ 6.12, 6.13
    wager *= chip
    part = payable_part(wager, chip)
    assert part <= wager
    assert part * 95 % (100 * chip) == 0
    better = range(part + chip, min(wager, part + 40 * chip) + 1, chip)
    assert [more for more in better if more * 95 % (100 * chip) == 0] == []


def test_the_maximum_does_not_apply_against_a_player_bank_in_nz_and_mbs():
    # MBS 3.19; NZ 6.6, 6.8
    for profile, lifted in ((MARYLAND, False), (LEAFLET, False), (MBS, True), (NEW_ZEALAND, True)):
        assert has_maximum(profile, "house")
        assert has_maximum(profile, "player") is not lifted
        assert has_maximum(profile, "co-bank")


def test_the_dealers_wager_is_the_bankers_last_or_as_filed_and_the_bank_may_direct_less():
    # MD 9 §H(3), §I(1)
    last = Options.default(MARYLAND)
    assert dealer_wager_cents(last, 2500) == 2500
    assert dealer_wager_cents(last, 2500, directed_cents=1000) == 1000
    assert dealer_wager_cents(last, 2500, directed_cents=9000) == 2500
    assert dealer_wager_cents(last, 2500, directed_cents=0) == 0
    fixed = Options.parse(MARYLAND, {"dealer_wager": "fixed", "dealer_wager_amount": 700})
    assert dealer_wager_cents(fixed, 2500) == 700
    assert dealer_wager_cents(Options.default(MBS), 2500) == 0


def test_a_fixed_dealers_wager_stays_within_the_leaflets_cap_18():
    given = {"dealer_wager": "fixed", "dealer_wager_amount": 700}
    assert dealer_wager_cents(Options.parse(LEAFLET, given), 500) == 500
    assert dealer_wager_cents(Options.parse(LEAFLET, given), 2500) == 700
    assert dealer_wager_cents(Options.parse(MARYLAND, given), 500) == 700


def test_of_two_adjacent_areas_the_larger_wager_is_set_first():
    # MD 5 §E
    assert order_of_setting({2: 500, 3: 700}) == (3, 2)
    assert order_of_setting({3: 500, 2: 500}) == (2, 3)


def a_round(profile="maryland", **changes):
    """A plain round in which seat 2 plays, with what a test wants changed."""
    line = {
        "profile": profile,
        "options": {},
        "bank": {"kind": "house"},
        "dealer": {"tiles": ["6-6", "4-4", "2-2", "5-6"]},
        "seats": [
            {"seat": 2, "wager": 2000, "tiles": ["1-1", "1-3", "3-6", "2-5"]},
            {"seat": 3, "wager": 4000, "tiles": ["5-5", "4-6", "1-6", "1-5"]},
        ],
    }
    for key, value in changes.items():
        if key.startswith("seat_"):
            line["seats"][0][key.removeprefix("seat_")] = value
        elif key.startswith("option_"):
            line["options"][key.removeprefix("option_")] = value
        elif key.startswith("dealer_"):
            line["dealer"][key.removeprefix("dealer_")] = value
        else:
            line[key] = value
    return line


def banked(profile, kind, **changes):
    """The same round, banked from seat 3."""
    line = a_round(profile, bank={"kind": kind, "seat": 3}, **changes)
    del line["seats"][1]["wager"]
    return line


def with_bank(line, **changes):
    line["seats"][1] |= changes
    return line


WRONG_HIGH = ["6-6", "2-2"]
REFUSED = [
    ("bad-option", a_round(option_pair_fortunes="E"), "unknown pay table"),
    ("bad-option", a_round("mbs", option_pair_fortunes="A"), "Pair Fortunes outside Maryland"),
    ("bad-option", a_round("leaflet", option_pair_fortunes="A"), "Pair Fortunes outside Maryland"),
    ("bad-option", a_round("leaflet", option_vigorish_rounding="up-to-25c"), "outside Maryland"),
    ("bad-option", a_round(option_vigorish_rounding="down"), "unknown rounding"),
    ("bad-option", a_round(option_smallest_chip=0), "no chip of nothing"),
    ("bad-option", a_round(option_smallest_chip=True), "no chip"),
    ("bad-option", a_round(option_colour="red"), "unknown option"),
    ("bad-option", a_round(options=[]), "no options"),
    ("bad-option", a_round(bank={"kind": "casino"}), "unknown kind of bank"),
    ("bad-option", a_round(bank={}), "no kind of bank"),
    ("bad-option", a_round(bank=None), "no bank"),
    ("bad-option", a_round(bank="house"), "no bank"),
    ("bad-option", banked("mbs", "co-bank"), "MBS has no co-bank"),
    ("bank-seat-missing", a_round(bank={"kind": "player"}), "which seat"),
    ("bank-seat-missing", a_round(bank={"kind": "player", "seat": True}), "which seat"),
    ("bank-seat-missing", a_round(bank={"kind": "player", "seat": 5}), "not at the table"),
    ("bank-seat-missing", a_round(bank={"kind": "co-bank", "seat": "3"}), "not a number"),
    ("bad-wager", a_round(bank={"kind": "player", "seat": 3}), "MD 9 §F; NZ 6.5: the bank wagers"),
    ("bad-wager", with_bank(banked("maryland", "player"), pair_fortunes=100), "the bank wagers"),
    ("bad-option", a_round(seat_state="asleep"), "unknown state"),
    ("bad-option", a_round(seat_state=3), "unknown state"),
    ("bad-option", a_round(seat_state="conceded"), "Maryland has no concession"),
    ("bad-option", a_round("mbs", seat_state="surrendered"), "MBS has no surrender"),
    ("bad-option", a_round("new-zealand", seat_state="abandoned"), "NZ has no abandonment"),
    ("bad-option", a_round(seat_seat=7), "beyond the layout"),
    ("bad-option", a_round(seat_seat=0), "no seat 0"),
    ("bad-option", a_round(seat_seat=True), "not a seat"),
    ("bad-option", a_round(seat_seat=2.0), "not a seat"),
    ("bad-option", a_round(seat_seat=None), "not a seat"),
    ("bad-option", a_round(seat_seat=3), "a seat twice"),
    ("bad-wager", a_round(seat_wager=0), "MD 5 §A; MBS 3.3"),
    ("bad-wager", a_round(seat_wager=-5), "negative"),
    ("bad-wager", a_round(seat_wager=None), "none"),
    ("bad-wager", a_round(seat_wager=20.0), "not whole cents"),
    ("bad-wager", a_round(seat_wager=True), "not whole cents"),
    ("bad-wager", a_round(seat_wager="2000"), "not whole cents"),
    ("bad-wager", a_round(seat_wager=10**101), "no such amount"),
    ("bad-wager", a_round(option_smallest_chip=300), "not whole chips"),
    ("bad-wager", a_round("new-zealand", seat_seat=1), "NZ 11.1(a): no wager on box 1"),
    ("bad-option", a_round(seat_pair_fortunes=500), "not offered"),
    ("bad-option", a_round("mbs", seat_pair_fortunes=500), "not offered"),
    ("bad-wager", a_round(option_pair_fortunes="A", seat_pair_fortunes=-1), "negative"),
    ("bad-wager", a_round(option_pair_fortunes="A", seat_pair_fortunes=1.5), "not whole cents"),
    ("bad-option", a_round(seat_four_card=500), "a wager of the card game"),
    ("bad-option", a_round(seat_match_play=2000), "no coupons in Maryland"),
    ("bad-option", a_round("leaflet", option_match_play=False, seat_match_play=2000), "no coupons"),
    ("bad-wager", a_round("leaflet", seat_match_play=2100), "a coupon beside fewer chips"),
    ("bad-option", a_round("mbs", dealer_wager=100), "MBS: the dealer makes no wager"),
    ("bad-option", banked("new-zealand", "player", dealer_wager=100), "NZ: no dealer's wager"),
    ("bad-option", banked("maryland", "co-bank", dealer_wager=100), "MD 9 §E(5)"),
    ("bad-wager", banked("maryland", "player", dealer_wager=-100), "negative"),
    ("wrong-count", a_round(dealer=None), "the house needs a hand"),
    ("wrong-count", a_round(dealer={"wager": 0}), "the house needs a hand"),
    ("wrong-count", a_round(dealer_tiles=["6-6"]), "four tiles"),
    ("wrong-count", banked("maryland", "player", dealer={"wager": 5}), "a wager needs a hand"),
    ("wrong-count", a_round(seat_tiles=["1-1", "1-3", "3-6"]), "four tiles"),
    ("wrong-count", a_round(seat_tiles=None), "four tiles"),
    ("wrong-count", a_round(seat_tiles="1-1 1-3 3-6 2-5"), "not a list"),
    ("wrong-count", a_round(seat_high=["1-1"]), "two tiles"),
    ("wrong-count", with_bank(banked("maryland", "player"), tiles=[]), "the bank needs a hand"),
    ("wrong-count", a_round(seats=None), "no seats"),
    ("wrong-count", a_round(seats=[5]), "not a seat"),
    ("unknown-tile", a_round(seat_tiles=["1-1", "1-3", "3-6", "7-7"]), "no such tile"),
    ("unknown-tile", a_round(seat_high=["1-1", 5]), "no such tile"),
    ("duplicate-tile", a_round(seat_tiles=["1-1", "1-3", "3-6", "3-6"]), "in one hand"),
    ("duplicate-tile", a_round(seat_tiles=["6-6", "6-6", "3-6", "2-3"]), "over the whole round"),
    ("bad-setting", a_round(seat_high=["1-1", "6-6"]), "not among the tiles"),
    ("bad-setting", a_round(seat_high=["1-1", "1-1"]), "one tile twice"),
    ("bad-setting", a_round(seat_state="void", seat_high=["1-1", "6-6"]), "not among the tiles"),
    ("not-house-way", a_round(dealer_high=WRONG_HIGH), "MD 10 §F"),
    ("not-house-way", a_round("mbs", dealer_high=WRONG_HIGH, dealer_stands=True), "NZ only"),
    ("not-house-way", a_round("new-zealand", dealer_high=WRONG_HIGH), "NZ 12.8(a)"),
    ("not-house-way", with_bank(banked("maryland", "co-bank"), high=["5-5", "4-6"]), "MD 9 §E(4)"),
    ("bad-option", a_round("new-zealand", dealer_stands="yes"), "not true or false"),
]


@pytest.mark.parametrize(("code", "line", "why"), REFUSED)
def test_what_cannot_be_is_refused_by_its_code(code, line, why):
    with pytest.raises(RulesError) as refusal:
        settle_line(line)
    assert refusal.value.code == code, (why, refusal.value.message)


ALLOWED = [
    a_round(seat_pair_fortunes=0),
    a_round(seat_pair_fortunes=None, seat_high=None, seat_state=None),
    a_round(options=None),
    a_round(option_pair_fortunes=None, option_smallest_chip=None, option_four_card="1a"),
    a_round(dealer_wager=500),
    a_round(seat_state="void", seat_tiles=None),
    a_round(unknown="is not looked at", seat_nickname="Lucky"),
    a_round(seats=[]),
    banked("maryland", "player", dealer=None),
    banked("new-zealand", "co-bank", dealer=None),
    banked("maryland", "co-bank"),
    with_bank(banked("maryland", "player"), wager=0),
    a_round(dealer_high=["4-4", "6-6"]),
    a_round(dealer_high=["2-2", "5-6"]),
    a_round("new-zealand", dealer_high=WRONG_HIGH, dealer_stands=True),
    a_round(seat_wager=10**100),
]


@pytest.mark.parametrize("line", ALLOWED)
def test_what_can_be_is_settled(line):
    assert settle_line(line)["house"]


def test_a_dealers_wager_counts_only_against_a_player_bank():
    assert settle_line(a_round(dealer_wager=500))["dealer"]["outcome"] is None
    answer = settle_line(banked("maryland", "player", dealer_wager=500))
    assert answer["dealer"]["outcome"] in ("win", "lose", "push")


def test_an_own_house_way_sets_the_dealers_hand():
    given = {
        "name": "always the best high hand",
        "line": [
            {"play": "choose", "rule": "1", "prefer": ["highest high hand", "highest low hand"]}
        ],
    }
    line = a_round(dealer_tiles=["6-6", "6-6", "4-5", "5-6"])
    assert settle_line(line)["dealer"]["high"] == ["6-6", "6-6"]
    profile = tile_profile("mbs")
    line["profile"] = "mbs"
    assert settle_line(line)["dealer"]["high"] == ["6-6", "4-5"]
    options = Options.parse(profile, {"house_way": given})
    settled = settle_tiles(profile, options, TileRoundFacts.from_mapping(line))
    assert [each.text for each in settled.dealer.hand.high] == ["6-6", "6-6"]
