"""Rulings that are carried out, paragraph by paragraph, through the commands of a table."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from audit.models import Event
from banking.queries.balances import ledger_faults
from floor.queries.sign import sign_sheet
from rounds.models import Round
from rounds.queries.tables import table_sheet
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.models import GamingTable
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import (
    Call,
    ChangesGiven,
    HandGiven,
    Thrown,
    Why,
    answer_offers,
    choose_delivery,
    confirm_ruling,
    correct_round,
    end_hand,
    enter_quickly,
    place_dealer_wager,
    record_deal,
    record_roll,
    remove_box,
    report_irregularity,
    return_box,
    return_hand,
    seat_player,
    set_hands,
    step_back,
)
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db

WRONG = HandGiven("dealer", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"), set_by="dealer")
SPLIT = HandGiven("dealer", ("1-5", "3-5", "2-5", "3-4"), high=("1-5", "3-4"), set_by="dealer")
NO_CUT = {"style": "", "cut": "", "options": [], "bank_cut": None, "laja": False}
BOXES = {f"s{box}": 2000 for box in range(2, 9)}


def floor_of(dealer, role="floorperson"):
    return Signer(dealer.floor.people[role], None, timezone.now())


def refusal(run, *args):
    with pytest.raises(Refused) as refused:
        run(*args)
    return refused.value


def at_table(profile="new-zealand", options=None, **wagers):
    """A table whose tiles are dealt, with wagers of nobody in particular."""
    dealer = Dealer(make_floor(profile, options=options or {}))
    dealer.open()
    dealer.wager(**(wagers or {"s2": 2000, "s3": 2000}))
    dealer.close_passing()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    return dealer


def ruled(dealer, event, ruling="", **facts):
    dealer.do(report_irregularity, event, facts)
    n = dealer.sheet["irregularities"][-1]["n"]
    return dealer.do(confirm_ruling, n, ruling, floor_of(dealer))


def events(dealer, *kinds):
    found = Event.objects.filter(kind__in=[f"rounds.{kind}" for kind in kinds])
    return [each.kind.split(".")[1] for each in found.order_by("pk")]


# A hand that stands


def test_nz_12_8_b_the_hand_stands_when_a_players_hand_is_exposed_already():
    dealer = at_table()
    dealer.hands(seat_2=SIX_HANDS["seat-3"])
    assert refusal(dealer.do, set_hands, [WRONG]).code == "not_house_way"
    sheet = ruled(dealer, "not-house-way", whose="dealer")
    assert sheet["irregularities"][0]["proposed"]["cite"] == "NZ 12.8(b)"
    assert sheet["stands"] is True
    assert dealer.do(set_hands, [WRONG])["hands"]["dealer"]["high"] == ["6-6", "6-6"]


def test_nz_12_8_a_before_the_first_hand_it_is_reset():
    dealer = at_table()
    sheet = ruled(dealer, "not-house-way", whose="dealer")
    assert (sheet["irregularities"][0]["proposed"]["cite"], sheet["stands"]) == (
        "NZ 12.8(a)",
        False,
    )


def banked_by_two():
    """Box 2 banks; the dealer sets its tiles, because the banker asks for it."""
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.wager(s2=2000, s3=2000)
    dealer.close()
    dealer.cut()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    dealer.open(carry_wagers=True)
    dealer.do(answer_offers, [{"seat": 2, "answer": "take", "funds_cents": 10_000}])
    dealer.close()
    dealer.cut()
    dealer.roll()
    dealer.deal()
    return dealer


def test_nz_12_8_last_sentence_a_bankers_hand_that_the_dealer_set():
    dealer = banked_by_two()
    asked = HandGiven(
        "box-2", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"), set_by="house_way"
    )
    assert refusal(dealer.do, set_hands, [asked]).code == "not_house_way"
    own = HandGiven("box-2", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"))
    assert dealer.do(set_hands, [own])["hands"]["2"]["set_by"] == "player"
    dealer.hands(seat_3=SIX_HANDS["seat-3"])
    ruled(dealer, "not-house-way", whose="bank")
    assert dealer.do(set_hands, [asked])["hands"]["2"]["set_by"] == "house_way"


def test_nz_12_8_a_a_bankers_hand_is_reset_by_ruling():
    dealer = banked_by_two()
    own = HandGiven("box-2", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"))
    dealer.do(set_hands, [own])
    hand = ruled(dealer, "not-house-way", whose="bank")["hands"]["2"]
    assert (hand["set_by"], sorted(hand["high"]) != ["6-6", "6-6"]) == ("house_way", True)


# Void and conceded stay so


def test_nz_10_13_a_conceded_hand_is_never_returned_to_play():
    dealer = at_table()
    dealer.do(end_hand, 2, "conceded")
    refused = refusal(dealer.do, end_hand, 2, "played")
    assert (refused.code, refused.rule) == ("conceded_stays", "NZ 10.13")
    assert events(dealer, "hand_ended") == ["hand_ended"]


def test_nz_10_13_a_step_back_to_the_deal_keeps_what_was_conceded():
    dealer = at_table()
    dealer.do(end_hand, 2, "conceded")
    dealer.hands(seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    sheet = dealer.do(step_back, "dealt", floor_of(dealer))
    assert (sheet["states"], sheet["hands"]) == ({"2": "conceded"}, {})


def test_nz_10_13_nobody_concedes_a_hand_that_is_exposed():
    dealer = at_table()
    dealer.hands(seat_2=SIX_HANDS["seat-2"])
    refused = refusal(dealer.do, end_hand, 2, "conceded")
    assert (refused.code, refused.rule) == ("hand_exposed", "NZ 10.13")


def test_md_10_d_a_void_hand_plays_again_only_by_the_floors_signature():
    dealer = at_table("maryland", s1=2500, s2=2500)
    ruled(dealer, "player-tile-exposed", seats=[1])
    assert dealer.sheet["states"] == {"1": "void"}
    refused = refusal(dealer.do, end_hand, 1, "played")
    assert (refused.code, refused.rule) == ("void_stays", "MD 10 §D")
    assert refusal(dealer.do, return_hand, 2, floor_of(dealer)).code == "not_void"
    with pytest.raises(PermissionDenied):
        dealer.do(return_hand, 1, floor_of(dealer, "second_dealer"))
    assert events(dealer, "hand_returned") == []
    assert dealer.do(return_hand, 1, floor_of(dealer))["states"] == {}
    assert events(dealer, "hand_returned") == ["hand_returned"]


def test_md_8_e_1_surrender_ends_when_the_hand_is_exposed():
    dealer = at_table("maryland", s1=2500, s2=2500)
    dealer.hands(dealer=SIX_HANDS["dealer"], seat_1=SIX_HANDS["seat-1"])
    refused = refusal(dealer.do, end_hand, 1, "surrendered")
    assert (refused.code, refused.rule) == ("hand_exposed", "MD 8 §E(1)")
    assert dealer.do(end_hand, 2, "surrendered")["states"] == {"2": "surrendered"}


def test_nz_10_13_what_is_conceded_is_neither_void_nor_dealt_again():
    dealer = at_table()
    dealer.do(end_hand, 2, "conceded")
    dealer.by = dealer.floor.floorperson
    assert refusal(dealer.do, end_hand, 2, "void").code == "conceded_stays"
    dealer.by = dealer.floor.dealer
    assert refusal(dealer.do, step_back, "betting", floor_of(dealer)).code == "conceded_stays"
    sheet = ruled(dealer, "hands-mixed", seats=[2, 3])
    assert sheet["states"] == {"2": "conceded", "3": "void"}


def test_nz_10_13_a_hand_that_is_called_conceded_is_not_returned_either():
    dealer = at_table()
    called = [{"seat": 2, "outcome": "conceded"}, {"seat": 3, "outcome": "lose"}]
    sheet = dealer.do(enter_quickly, called)
    assert sheet["states"] == {"2": "conceded"}
    assert refusal(dealer.do, end_hand, 2, "played").code == "conceded_stays"
    dealer.hands(seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    assert (dealer.sheet["state"], dealer.sheet["states"]) == ("set", {"2": "conceded"})
    row = dealer.settle()["settlement"]["seats"][0]
    assert (row["seat"], row["outcome"]) == (2, "conceded")


def test_nz_10_13_only_who_is_alone_on_a_box_is_called_conceded():
    dealer = at_one_box(A=2000, B=3000)
    dealer.close_passing()
    refused = refusal(dealer.do, enter_quickly, [{"seat": 2, "outcome": "conceded"}])
    assert (refused.code, refused.rule) == ("not_alone", "NZ 10.13")


def test_md_10_d_a_hand_is_called_void_by_the_floor_only():
    dealer = at_table("maryland", s1=2500, s2=2500)
    called = [{"seat": 1, "outcome": "void"}, {"seat": 2, "outcome": "lose"}]
    for role in ("dealer", "floorperson"):
        dealer.by = dealer.floor.people[role]
        assert refusal(dealer.do, enter_quickly, called).code == "void_takes_two"
    assert events(dealer, "entered_quickly") == []
    dealer.do(end_hand, 1, "void", floor_of(dealer, "second_floorperson"))
    assert dealer.do(enter_quickly, called)["states"] == {"1": "void"}


# A settled round is corrected


def corrected(dealer, **changes):
    return dealer.do(
        correct_round,
        ChangesGiven(**changes),
        Why("entry_error"),
        floor_of(dealer),
        floor_of(dealer, "pit_manager"),
    )


def settled(profile, **options):
    """Boxes 2 and 3 against the house, every hand the house way."""
    dealer = at_table(profile, options=options, s2=2000, s3=2000)
    dealer.hands(seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    return dealer


@pytest.mark.parametrize("profile", ["maryland", "mbs"])
def test_md_10_f_mbs_3_13_2_a_correction_sets_the_dealers_hand_the_house_way(profile):
    # MD 10 §F; MBS 3.13.2
    dealer = settled(profile)
    assert refusal(lambda: corrected(dealer, hands=[SPLIT])).code == "not_house_way"


def test_nz_12_8_b_a_correction_takes_the_hand_that_stood():
    dealer = settled("new-zealand")
    sheet = corrected(dealer, hands=[SPLIT])
    assert sheet["hands"]["dealer"]["high"] == ["3-5", "2-5"]


def test_nz_10_13_a_correction_does_not_return_what_was_conceded():
    dealer = at_table(s2=2000, s3=2000)
    dealer.do(end_hand, 2, "conceded")
    dealer.hands(seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    hands = [HandGiven("box-2", tuple(SIX_HANDS["seat-2"].split()))]
    assert refusal(lambda: corrected(dealer, states=[], hands=hands)).code == "conceded_stays"


def test_md_9_c_the_bank_and_the_dealers_wager_of_a_settled_round_are_corrected():
    # MD 9 §C(3), §H(3)-§I
    dealer = settled("maryland", player_bank=True)
    dealer.open(carry_wagers=True)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    banked = {"kind": "player", "seat": 3}
    assert refusal(lambda: corrected(dealer, bank={"kind": "co-bank", "seat": 3})).code == (
        "no_such_bank"
    )
    assert refusal(lambda: corrected(dealer, bank={**banked, "seat": 5})).code == "nobody_there"
    assert refusal(lambda: corrected(dealer, dealer_wager=2000)).code == "no_dealer_wager"
    standing = [{"seat": 2, "player": "", "cents": 2000}]
    sheet = corrected(dealer, bank=banked, dealer_wager=1500, wagers=standing)
    assert [row["seat"] for row in sheet["settlement"]["seats"] if row["outcome"] != "bank"] == [2]
    assert (sheet["settlement"]["bank"]["seat"], sheet["dealer_wager"]) == (3, 1500)
    row = Round.objects.get(pk=dealer.id)
    assert (row.bank_kind, row.bank_seat) == ("player", 3)
    assert ledger_faults() == []
    dealer.open()
    dealer.wager(s2=2000, s3=2000)
    refused = refusal(
        dealer.do, answer_offers, [{"seat": 3, "answer": "take", "funds_cents": 10_000}]
    )
    assert refused.code == "consecutive", "the bank was theirs, as it was corrected"


# One player, two areas


def two_areas(profile="maryland", options=None, **cents):
    """A plays seats 3 and 4, B seat 1."""
    dealer = Dealer(make_floor(profile, options={"player_bank": True} | (options or {})))
    dealer.open()
    dealer.do(seat_player, 3, {"player": "A", "controls": True})
    dealer.do(seat_player, 1, {"player": "B", "controls": True})
    wagers = [{"seat": 1, "player": "B", "cents": 2500}]
    wagers += [{"seat": int(seat[1]), "player": "A", "cents": each} for seat, each in cents.items()]
    return dealer, wagers


def test_md_5_e_a_player_wagers_on_two_adjacent_areas_if_the_submission_says_so():
    dealer, wagers = two_areas(s3=2500, s4=2500)
    assert refusal(dealer.wagers, wagers).code == "too_many_areas"
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s5=2500)
    refused = refusal(dealer.wagers, wagers)
    assert (refused.code, refused.rule) == ("too_many_areas", "MD 5 §E")
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=2500)
    assert [each["seat"] for each in dealer.wagers(wagers)["wagers"]] == [1, 3, 4]


@pytest.mark.parametrize("seat", [2, 3])
def test_leaflet_22_only_who_is_seated_there_wagers(seat):
    # Leaflet ¶22
    dealer = Dealer(make_floor("leaflet"))
    dealer.open()
    dealer.do(seat_player, 2, {"player": "A", "controls": True})
    player = {2: "C", 3: "A"}[seat]
    refused = refusal(dealer.wagers, [{"seat": seat, "player": player, "cents": 2500}])
    code = {2: "too_many_players", 3: "too_many_areas"}[seat]
    assert (refused.code, refused.rule) == (code, "Leaflet ¶22")


@pytest.mark.parametrize(
    ("seat", "player", "code", "rule"),
    [(3, "C", "too_many_players", "MD 5 §C"), (5, "A", "too_many_areas", "MD 5 §E")],
)
def test_md_5_c_only_who_is_seated_there_wagers(seat, player, code, rule):
    dealer, _ = two_areas(options={"adjacent_areas": True}, s3=2500)
    refused = refusal(dealer.wagers, [{"seat": seat, "player": player, "cents": 2500}])
    assert (refused.code, refused.rule) == (code, rule)


@pytest.mark.parametrize(("more", "order"), [(5000, ["1", "4", "3"]), (2500, ["1", "3", "4"])])
def test_md_5_e_2_and_3_the_larger_wager_is_set_first_equal_ones_counterclockwise(more, order):
    # MD 5 §E(1)-(3)
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=more)
    dealer.wagers(wagers)
    dealer.close_passing()
    dealer.roll()
    sheet = dealer.deal()
    assert [each["place"] for each in sheet["places"]] == [*order, "dealer"]


def test_md_9_f_a_player_who_banks_has_one_area():
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=2500)
    dealer.wagers(wagers)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    names = ("seat_1", "seat_3", "seat_4", "dealer")
    dealer.hands(**{name: SIX_HANDS[name.replace("_", "-")] for name in names})
    dealer.settle()
    dealer.open(carry_wagers=True)
    taken = {"seat": 3, "answer": "take", "funds_cents": 10_000}
    sheet = dealer.do(answer_offers, [{"seat": 1, "answer": "pass"}, taken])
    assert [each["seat"] for each in sheet["wagers"]] == [1], "both areas of A come off the layout"
    again = [{"seat": 4, "player": "A", "cents": 2500}]
    refused = refusal(dealer.wagers, again)
    assert (refused.code, refused.rule) == ("banker_wagers", "MD 9 §F")


def test_nz_7_2_a_player_says_which_of_two_boxes_to_control():
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.do(seat_player, 5, {"player": "A", "controls": True})
    dealer.wagers([{"seat": seat, "player": "A", "cents": 2000} for seat in (2, 5)])

    def set_by_dealer():
        return [each["place"] for each in dealer.sheet["places"] if each["house_way"]]

    assert set_by_dealer() == ["2", "dealer"]
    sheet = dealer.do(seat_player, 2, {"player": "A", "controls": True})
    assert sheet["seats"]["5"] == [{"player": "A", "controls": False}]
    assert set_by_dealer() == ["5", "dealer"]


def test_nz_7_1_a_the_highest_wager_decides_where_nobody_sits():
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 3}))
    dealer.open()
    standing = [(2, "A", 2000), (2, "B", 4000), (3, "B", 2000)]
    dealer.wagers([{"seat": s, "player": player, "cents": cents} for s, player, cents in standing])
    ways = {each["place"]: each["house_way"] for each in dealer.sheet["places"]}
    assert (ways["2"], ways["3"]) == (False, True), "B decides at box 2, so the dealer sets box 3"


SIDES = [
    ("maryland", {"pair_fortunes": "A"}, "pair_fortunes", "MD 5 §F"),
    ("leaflet", {}, "match_play", "Leaflet ¶20"),
    ("three-card-split", {}, "three_card", "3CS 2"),
]


@pytest.mark.parametrize(("profile", "options", "side", "rule"), SIDES)
def test_md_5_f_leaflet_20_3cs_2_no_side_wager_stands_alone(profile, options, side, rule):
    # MD 5 §F; Leaflet ¶20
    dealer = Dealer(make_floor(profile, options=options))
    dealer.open()
    dealer.wager(s1=2500)
    alone = {"seat": 2, "player": "", "cents": 0, side: 500}
    refused = refusal(dealer.wagers, [alone])
    assert (refused.code, refused.rule) == ("side_needs_wager", rule)
    sheet = dealer.wagers([{**alone, "cents": 2500}])
    assert [each.get(side) for each in sheet["wagers"]] == [None, 500]


# Who leaves, and who stands


def test_md_5_c_whoever_leaves_their_seat_leaves_both_areas():
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=2500)
    dealer.wagers(wagers)
    sheet = dealer.do(seat_player, 3, None)
    assert [each["seat"] for each in sheet["wagers"]] == [1], "A sits nowhere and wagers nowhere"


def test_md_5_c_of_two_areas_one_may_be_left():
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=2500)
    dealer.wagers(wagers)
    sheet = dealer.do(seat_player, 4, None)
    assert [each["seat"] for each in sheet["wagers"]] == [1, 3]
    dealer.wagers([{"seat": 4, "player": "A", "cents": 2500}])
    dealer.do(seat_player, 4, {"player": "A", "controls": True})
    sheet = dealer.do(seat_player, 3, None)
    assert [each["seat"] for each in sheet["wagers"]] == [1, 4], "A has moved to seat 4"


def test_md_5_c_2_who_leaves_the_table_abandons_both_areas():
    dealer, wagers = two_areas(options={"adjacent_areas": True}, s3=2500, s4=2500)
    dealer.wagers(wagers)
    dealer.close_passing()
    dealer.roll()
    dealer.deal()
    sheet = ruled(dealer, "player-left", seats=[4])
    assert sheet["states"] == {"3": "abandoned", "4": "abandoned"}


def at_one_box(**players):
    """Players who stand at box 2, and nobody sits there."""
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 3}))
    dealer.open()
    dealer.wagers([{"seat": 2, "player": name, "cents": each} for name, each in players.items()])
    return dealer


def test_nz_7_1_a_of_equal_wagers_the_dealer_names_the_nearest():
    dealer = at_one_box(A=2000, B=2000, C=1000)
    refused = refusal(dealer.close)
    assert (refused.code, refused.rule) == ("controller_unknown", "NZ 7.1(a)-(b)")
    dealer.do(seat_player, 2, {"player": "B", "controls": True})
    assert dealer.close_passing()["state"] == "closed"


def test_nz_7_1_a_the_highest_wager_needs_no_word_of_the_dealer():
    assert at_one_box(A=2000, B=3000).close_passing()["state"] == "closed"


def after_a_house_round(profile, **options):
    """A and B played boxes 2 and 3 against the house; the next round is open."""
    dealer = Dealer(make_floor(profile, options={"player_bank": True} | options))
    dealer.open()
    dealer.wagers([{"seat": s, "player": p, "cents": 2000} for s, p in ((2, "A"), (3, "B"))])
    dealer.close_passing()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    names = ("seat_2", "seat_3", "dealer")
    dealer.hands(**{name: SIX_HANDS[name.replace("_", "-")] for name in names})
    dealer.settle()
    dealer.open(carry_wagers=True)
    return dealer


A_BANKS = {"seat": 2, "answer": "take", "funds_cents": 2000}


@pytest.mark.parametrize(("profile", "rule"), [("mbs", "MBS 3.20"), ("new-zealand", "NZ 6.1")])
def test_mbs_3_20_nz_6_1_nobody_wagers_against_their_own_bank(profile, rule):
    dealer = after_a_house_round(profile)
    dealer.wagers([{"seat": 5, "player": "A", "cents": 4000}])
    short = refusal(dealer.do, answer_offers, [{**A_BANKS, "funds_cents": 1999}])
    assert short.detail["needed_cents"] == 2000, "B's wager alone"
    sheet = dealer.do(answer_offers, [A_BANKS])
    assert [each["seat"] for each in sheet["wagers"]] == [3]
    refused = refusal(dealer.wagers, [{"seat": 5, "player": "A", "cents": 2000}])
    assert (refused.code, refused.rule) == ("banker_wagers", rule)


def test_mbs_3_17_whoever_plays_alone_on_two_boxes_has_no_opponents():
    dealer = after_a_house_round("mbs")
    dealer.wagers(
        [{"seat": 3, "player": "B", "cents": 0}, {"seat": 5, "player": "A", "cents": 2000}]
    )
    refused = refusal(dealer.do, answer_offers, [A_BANKS])
    assert (refused.code, refused.rule) == ("no_opponents", "MBS 3.17")


def test_nz_9_6_nothing_is_nominated_when_the_dice_are_shown():
    dealer = after_a_house_round("new-zealand", adjust=True)
    dealer.do(answer_offers, [A_BANKS])
    dealer.close()
    dealer.cut()
    dealer.do(record_roll, Thrown(dice=(1, 2, 3), adjust=4))
    for adjust in (0, -4):
        refused = refusal(dealer.do, record_roll, Thrown(dice=(1, 2, 3), adjust=adjust))
        assert (refused.code, refused.rule) == ("dice_shown", "NZ 9.6")
    assert dealer.do(record_roll, Thrown(dice=(1, 2, 4), adjust=4))["roll"]["total"] == 7


@pytest.mark.parametrize(
    ("answer", "funds", "bank", "house"),
    [("take", 2000, -2000, 100), ("co_bank", 1000, -1000, -900)],
)
def test_nz_12_17_the_bank_makes_up_what_was_counted_short(answer, funds, bank, house):
    dealer = after_a_house_round("new-zealand", co_bank=True)
    dealer.do(answer_offers, [{"seat": 2, "answer": answer, "funds_cents": funds}])
    dealer.close()
    dealer.do(enter_quickly, [{"seat": 3, "outcome": "win"}])
    sheet = ruled(dealer, "bets-counted-short")
    assert sheet["irregularities"][0]["proposed"]["cite"] == "NZ 12.17"
    settled = dealer.settle()["settlement"]
    assert (settled["bank"]["net"], settled["house"]["net"]) == (bank, house)


def test_nz_9_2_a_laja_is_asked_for_before_the_cut_and_nowhere_else():
    dealer = after_a_house_round("new-zealand")
    dealer.cut()
    late = {**NO_CUT, "cut": "foot-say", "laja": True}
    assert refusal(dealer.do, choose_delivery, late).code == "bad_option"
    dealer = after_a_house_round("new-zealand")
    assert dealer.do(choose_delivery, late)["delivery"]["laja"] is True
    dealer = after_a_house_round("maryland")
    assert refusal(dealer.do, choose_delivery, {**NO_CUT, "laja": True}).code == "bad_option"


def test_md_9_g_and_j_what_the_bank_chose_goes_with_the_bank():
    dealer = after_a_house_round("maryland", delivery_styles=["house-way-right", "chee-yee"])
    dealer.do(answer_offers, [A_BANKS])
    cut = {"first": 1, "last": 2, "to_right": 0}
    sheet = dealer.do(choose_delivery, {**NO_CUT, "bank_cut": cut})
    assert sheet["delivery"]["chosen_by"] == "bank"
    sheet = dealer.do(answer_offers, [{**A_BANKS, "funds_cents": 9000}])
    assert sheet["delivery"]["bank_cut"] == cut, "the same bank, counted again"
    sheet = dealer.do(answer_offers, [{"seat": 2, "answer": "pass"}, {"seat": 3, "answer": "pass"}])
    assert (sheet["bank"]["kind"], sheet["delivery"]) == ("house", None)


def test_md_9_j_the_bank_names_a_style_after_no_more_bets():
    dealer = after_a_house_round("maryland", delivery_styles=["house-way-right", "chee-yee"])
    dealer.do(answer_offers, [A_BANKS])
    style = {**NO_CUT, "style": "chee-yee"}
    refused = refusal(dealer.do, choose_delivery, style)
    assert (refused.code, refused.rule) == ("style_too_early", "MD 9 §J")
    dealer.close()
    chosen = dealer.do(choose_delivery, style)["delivery"]
    assert (chosen["style"], chosen["chosen_by"]) == ("chee-yee", "bank")


def test_md_9_j_1_what_nobody_chose_is_the_dealers_delivery():
    dealer = after_a_house_round("maryland", delivery_styles=["house-way-right", "chee-yee"])
    dealer.do(answer_offers, [A_BANKS])
    dealer.close()
    usual = dealer.do(choose_delivery, {**NO_CUT, "style": "house-way-right"})["delivery"]
    assert usual["chosen_by"] == "dealer"
    named = {**NO_CUT, "style": "house-way-right", "chosen_by": "bank"}
    assert dealer.do(choose_delivery, named)["delivery"]["chosen_by"] == "bank"


GENERATOR = {
    "start_from": "generator",
    "generator_approval": "RNG-7",
    "generator_approved_on": "2026-01-05",
}


def test_md_9_j_2_whoever_banks_shakes_although_a_generator_is_filed():
    dealer = Dealer(make_floor(options={"player_bank": True, **GENERATOR}))
    dealer.open()
    dealer.wagers([{"seat": s, "player": p, "cents": 2000} for s, p in ((2, "A"), (3, "B"))])
    dealer.close_passing()
    refused = refusal(dealer.roll)
    assert (refused.code, refused.rule) == ("no_dice", "MD 6 §A(1)")
    dealer.do(record_roll, Thrown(generator=7, device="RNG-7"))
    dealer.deal()
    names = ("seat_2", "seat_3", "dealer")
    dealer.hands(**{name: SIX_HANDS[name.replace("_", "-")] for name in names})
    dealer.settle()
    dealer.open(carry_wagers=True)
    dealer.do(answer_offers, [A_BANKS])
    dealer.close()
    refused = refusal(dealer.do, record_roll, Thrown(generator=7, device="RNG-7"))
    assert (refused.code, refused.rule) == ("bank_shakes", "MD 9 §J(2)")
    assert dealer.roll(1, 1, 1)["roll"]["positions"][0] == "seat-4", "three from seat 2 as one"


@pytest.mark.parametrize(
    ("event", "cite"), [("suspected-tracking", "NZ 12.7"), ("tiles-exposed-laja", "NZ 12.2")]
)
def test_nz_12_2_and_12_7_after_a_reshuffle_the_tiles_are_cut_and_dealt_anew(event, cite):
    # NZ 12.2, 12.7
    dealer = at_table()
    dealer.hands(dealer=SIX_HANDS["dealer"])
    sheet = ruled(dealer, event, tiles_exposed=3)
    assert sheet["irregularities"][-1]["proposed"]["cite"] == cite
    assert (sheet["state"], sheet["roll"], sheet["delivery"], sheet["hands"]) == (
        "closed", None, None, {},
    )  # fmt: skip
    assert [each["seat"] for each in sheet["wagers"]] == [2, 3]


# Funds shown


FUNDS = [("maryland", "MD 9 §D(2)"), ("mbs", "MBS 3.20"), ("new-zealand", "NZ 5.3(c)")]


@pytest.mark.parametrize(("profile", "cite"), FUNDS)
def test_md_9_d_2_mbs_3_20_nz_5_3_c_funds_are_counted_or_the_dealers_word(profile, cite):
    # MD 9 §D(2); MBS 3.20; NZ 5.3(c), 11.2(b)
    dealer = Dealer(make_floor(profile, options={"player_bank": True}))
    dealer.open()
    dealer.wager(s2=2000, s3=2000)
    dealer.close()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2=SIX_HANDS["seat-2"], seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    dealer.open(carry_wagers=True)
    take = {"seat": 2, "answer": "take"}
    refused = refusal(dealer.do, answer_offers, [take])
    assert (refused.code, refused.rule) == ("funds_required", cite)
    said = dealer.do(answer_offers, [{**take, "covers_all": True}])["bank"]["answers"][-1]
    assert (said["funds_cents"], said["word_cents"]) == (None, 2000)
    dealer.wager(s4=2000)
    assert refusal(dealer.close).code == "insufficient_funds", "the word was for less"
    again = dealer.do(answer_offers, [{**take, "funds_cents": 4100}])["bank"]["answers"][-1]
    assert (again["funds_cents"], "word_cents" in again) == (4100, False)
    assert dealer.close()["state"] == "closed"


# The house way on request


@pytest.mark.parametrize("profile", ["mbs", "new-zealand"])
def test_mbs_3_11_1_nz_10_4_a_what_the_dealer_sets_on_request_is_the_house_way(profile):
    # MBS 3.11.1; NZ 10.4(a)
    dealer = at_table(profile)
    held = ("6-6", "6-6", "1-2", "4-5")
    asked = HandGiven("seat-2", held, high=("6-6", "6-6"), set_by="house_way")
    assert refusal(dealer.do, set_hands, [asked]).code == "not_house_way"
    own = HandGiven("seat-2", held, high=("6-6", "6-6"))
    assert dealer.do(set_hands, [own])["hands"]["2"]["set_by"] == "player"
    asked = HandGiven("seat-2", held, set_by="house_way")
    assert sorted(dealer.do(set_hands, [asked])["hands"]["2"]["high"]) == ["4-5", "6-6"]


# The house way by ruling


@pytest.mark.parametrize(
    ("profile", "event", "cite"),
    [
        ("new-zealand", "player-left", "NZ 12.16"),
        ("new-zealand", "hand-knocked-over", "NZ 12.14"),
        ("mbs", "player-left", "MBS 3.12"),
    ],
)
def test_a_ruling_sets_the_hand_the_house_way_whenever_it_is_entered(profile, event, cite):
    # NZ 12.14, 12.16; MBS 3.12
    dealer = at_table(profile)
    sheet = ruled(dealer, event, seats=[2])
    assert (sheet["irregularities"][0]["proposed"]["cite"], sheet["house_way_seats"]) == (cite, [2])
    held = ("6-6", "6-6", "1-2", "4-5")
    own = HandGiven("seat-2", held, high=("6-6", "6-6"))
    assert refusal(dealer.do, set_hands, [own]).code == "not_house_way"
    hand = dealer.do(set_hands, [HandGiven("seat-2", held)])["hands"]["2"]
    assert (hand["set_by"], sorted(hand["high"])) == ("house_way", ["4-5", "6-6"])
    assert {"place": "2", "house_way": True, "is_known": True} in dealer.sheet["places"]


@pytest.mark.parametrize("profile", ["mbs", "new-zealand"])
def test_mbs_3_12_and_nz_7_2_of_two_boxes_the_dealer_sets_the_one_not_controlled(profile):
    # MBS 3.12; NZ 7.2
    dealer = Dealer(make_floor(profile))
    dealer.open()
    dealer.do(seat_player, 2, {"player": "A", "controls": True})
    both = [{"seat": seat, "player": "A", "cents": 2000} for seat in (2, 3)]
    dealer.wagers(both)
    dealer.close_passing()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    ways = {each["place"]: each["house_way"] for each in dealer.sheet["places"]}
    assert (ways["2"], ways["3"]) == (False, True)
    own = HandGiven("seat-3", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"))
    assert refusal(dealer.do, set_hands, [own]).code == "not_house_way"


# Mixed hands


def test_nz_12_15_mixed_hands_of_several_boxes_are_void():
    # NZ 12.15
    dealer = at_table(s2=2000, s3=2000, s4=2000)
    assert refusal(dealer.do, report_irregularity, "hands-mixed", {"seats": [2]}).code == (
        "two_hands_mix"
    )
    sheet = ruled(dealer, "hands-mixed", seats=[2, 3])
    assert (sheet["states"], sheet["state"]) == ({"2": "void", "3": "void"}, "dealt")


def test_nz_12_15_the_houses_hand_among_them_voids_the_round():
    # NZ 12.15
    dealer = at_table()
    sheet = ruled(dealer, "hands-mixed", seats=[2], house=True)
    assert (sheet["state"], sheet["void_reason"]) == ("void", "ruling")


# A box is removed


def all_in_play():
    dealer = at_table(**BOXES)
    ruled(dealer, "suspected-signals")
    return dealer


def test_nz_12_9_a_only_when_all_boxes_are_in_play():
    # NZ 12.9(a)
    dealer = at_table()
    sheet = dealer.do(report_irregularity, "suspected-signals", {})
    assert sheet["irregularities"][0]["proposed"]["code"] == "play-on"
    assert refusal(dealer.do, remove_box, 1, (1, 1, 1)).code == "no_box_to_remove"


def test_nz_12_10_the_dice_name_the_box_and_the_houses_is_thrown_again():
    # NZ 12.9-12.10
    dealer = all_in_play()
    ruling = dealer.do(remove_box, 1, (3, 3, 3))["irregularities"][0]
    assert (ruling["throws"], ruling["box"]) == ([[3, 3, 3]], None)
    ruling = dealer.do(remove_box, 1, (4, 4, 4))["irregularities"][0]
    assert (ruling["throws"], ruling["box"]) == ([[3, 3, 3], [4, 4, 4]], 4)
    assert refusal(dealer.do, remove_box, 1, (1, 1, 1)).code == "box_is_found"
    dealer.table.refresh_from_db()
    assert dealer.table.boxes_off == [4]
    dealer.do(report_irregularity, "suspected-signals", {})
    assert dealer.sheet["irregularities"][-1]["proposed"]["code"] == "play-on", "box 4 is off"
    assert events(dealer, "box_drawn_again", "box_removed") == ["box_drawn_again", "box_removed"]


def test_nz_12_10_and_12_11_the_box_is_off_until_the_floor_brings_it_back():
    dealer = all_in_play()
    dealer.do(remove_box, 1, (4, 4, 4))
    names = ("seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6", "dealer")
    held = [SIX_HANDS[name].split() for name in names] + [["1-4", "2-3", "1-2", "2-4"]]
    places = [f"seat-{box}" for box in range(2, 9)] + ["dealer"]
    dealer.do(
        set_hands,
        [HandGiven(place, tuple(tiles)) for place, tiles in zip(places, held, strict=True)],
    )
    dealer.settle()
    sheet = dealer.open(carry_wagers=True)
    assert [wager["seat"] for wager in sheet["wagers"]] == [2, 3, 5, 6, 7, 8]
    refused = refusal(lambda: dealer.wager(s4=2000))
    assert (refused.code, refused.rule) == ("box_off", "NZ 12.10-12.11")
    give_back = lambda box, role: return_box(  # noqa: E731 - three times the same call
        dealer.table.pk, Call(by=dealer.by), box, floor_of(dealer, role)
    )
    assert refusal(give_back, 5, "floorperson").code == "box_not_off"
    give_back(4, "floorperson")
    assert 4 in [wager["seat"] for wager in dealer.wager(s4=2000)["wagers"]]
    assert events(dealer, "box_returned") == ["box_returned"]


# Who has looked


def test_mbs_5_1_and_5_2_ask_of_any_player():
    dealer = at_table("mbs")
    nobody = {"seats": [2], "tiles_exposed": 2}
    sheet = dealer.do(report_irregularity, "player-tile-exposed", nobody)
    assert sheet["irregularities"][0]["proposed"]["cite"] == "MBS 5.2"
    sheet = dealer.do(
        report_irregularity, "player-tile-exposed", {**nobody, "player_has_looked": True}
    )
    assert sheet["irregularities"][1]["proposed"]["code"] == "play-on"


def test_nz_5_3_b_and_12_10_nobody_banks_from_a_box_that_is_off():
    dealer = at_table(**BOXES)
    ruled(dealer, "suspected-signals", seats=[3])
    dealer.do(remove_box, 1, (4, 4, 4))
    dealer.do(enter_quickly, [{"seat": box, "outcome": "push"} for box in range(2, 9)])
    dealer.settle()
    dealer.open(carry_wagers=True)
    dealer.do(seat_player, 4, {"player": "D", "controls": True})
    offered = table_sheet(GamingTable.objects.get(pk=dealer.table.pk))["bank_offers"]
    assert offered["order"] == [2, 3, 5, 6, 7, 8]
    assert offered["refused"] == {"4": {"reason": "box-off", "rule": "NZ 5.3(b), 12.10"}}
    passed = [{"seat": box, "answer": "pass"} for box in (2, 3)]
    taken = {"seat": 4, "answer": "take", "funds_cents": 100_000}
    refused = refusal(dealer.do, answer_offers, [*passed, taken])
    assert (refused.code, refused.rule) == ("box_off", "NZ 5.3(b), 12.10")
    sheet = dealer.do(answer_offers, [], others_pass=True)
    assert (sheet["bank"]["kind"], sheet["bank"]["is_decided"]) == ("house", True)


# Exposed tiles and wrong deals, as they are ruled and carried out

TWO = {"tiles_exposed": 2}
SEEN = {"player_has_looked": True}
OF_HOUSE, OF_BANK = {"whose": "dealer"}, {"whose": "bank"}
PLAYER, BANKER = "player-tile-exposed", "bank-tile-exposed"
ONE_VOID = ("dealt", {"3": "void"})
GOES_ON = ("dealt", {})
ALL_VOID = ("void", {})
RULED = [
    ("new-zealand", "house", PLAYER, TWO, "NZ 12.3(a)", ONE_VOID),
    ("new-zealand", "house", PLAYER, {**TWO, **SEEN}, "NZ 12.3(a)", GOES_ON),
    ("new-zealand", "house", PLAYER, {}, "NZ 12.4", GOES_ON),
    ("new-zealand", "house", BANKER, {**TWO, **OF_HOUSE}, "NZ 12.5", GOES_ON),
    ("new-zealand", "player", BANKER, {**TWO, **OF_BANK}, "NZ 12.3(b)", ALL_VOID),
    ("new-zealand", "player", BANKER, {**TWO, **OF_BANK, "by": "bank"}, "NZ 12.6", GOES_ON),
    ("new-zealand", "player", BANKER, {**TWO, **OF_BANK, "by": "player"}, "NZ 12.3(b)", GOES_ON),
    ("new-zealand", "house", BANKER, {**TWO, **OF_BANK}, "NZ 12.5", GOES_ON),
    ("new-zealand", "house", "wrong-distribution", {}, "NZ 12.13", ALL_VOID),
    ("new-zealand", "house", "wrong-distribution", SEEN, "NZ 12.13", ALL_VOID),
    ("mbs", "house", BANKER, {**TWO, **OF_HOUSE}, "MBS 5.1.1", ALL_VOID),
    ("mbs", "house", BANKER, {**TWO, **OF_BANK}, "MBS 5.1.1", ALL_VOID),
    ("mbs", "player", BANKER, {**TWO, **OF_BANK}, "MBS 5.1.2", ALL_VOID),
    ("mbs", "house", PLAYER, TWO, "MBS 5.2", ONE_VOID),
    ("mbs", "player", PLAYER, TWO, "MBS 5.2", ALL_VOID),
    ("mbs", "house", "wrong-distribution", SEEN, "MBS 5.3", ALL_VOID),
    ("mbs", "house", "late-wager", {"change": "withdrawn"}, "MBS 5.5", GOES_ON),
]


@pytest.mark.parametrize(("profile", "bank", "event", "facts", "cite", "after"), RULED)
def test_nz_12_3_to_12_13_and_mbs_5_1_to_5_5(profile, bank, event, facts, cite, after):
    dealer = after_a_house_round(profile) if bank == "player" else at_table(profile)
    if bank == "player":
        dealer.do(answer_offers, [A_BANKS])
        dealt(dealer, profile)
    sheet = ruled(dealer, event, **{"seats": [3], **facts})
    assert sheet["irregularities"][0]["proposed"]["cite"] == cite
    assert (sheet["state"], sheet["states"]) == after


def dealt(dealer, profile):
    dealer.close()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()


# In the words, and by the paragraphs, of the table's own document

OWN = {
    "new-zealand": ("Box 5", "box 3, the dealer", "NZ 6.1", "NZ 10.3(a)", "NZ 9.6"),
    "mbs": ("Seat 5", "seat 3, the dealer", "MBS 3.3", "MBS 3.10.1", ""),
    "leaflet": ("Seat 5", "seat 3, the dealer", "Leaflet ¶11", "", ""),
    "maryland": ("Seat 5", "seat 3, the dealer", "MD 5 §A", "MD 6 §D", ""),
}


@pytest.mark.parametrize("profile", OWN)
def test_nz_1_0_a_refusal_speaks_of_boxes_and_cites_its_own_document(profile):
    place, missing, wagers, hands, nominated = OWN[profile]
    dealer = Dealer(make_floor(profile))
    dealer.open()
    assert refusal(dealer.close).rule == wagers
    assert refusal(lambda: dealer.wager(s5=1)).message.startswith(f"{place}:")
    dealer.wager(s2=2000, s3=2000)
    dealer.close_passing()
    if profile == "new-zealand":
        dealer.cut()
    assert refusal(dealer.do, record_roll, Thrown(dice=(1, 2, 3), adjust=4)).rule == nominated
    dealer.roll()
    assert refusal(dealer.do, record_roll, Thrown(dice=(1, 2, 3), adjust=4)).rule == nominated
    dealer.deal()
    refused = refusal(lambda: dealer.hands(seat_5=SIX_HANDS["seat-5"]))
    assert refused.message == f"{place} has no wager and so no hand in this round."
    assert refused.rule == hands
    dealer.hands(seat_2=SIX_HANDS["seat-2"])
    assert refusal(dealer.settle).message == f"Not every hand is entered: {missing} to go."


def test_nz_house_way_a_line_is_cited_as_one_of_the_appendix():
    dealer = at_table()
    refused = refusal(dealer.do, set_hands, [SPLIT])
    assert refused.rule == "NZ Appendix 4, 2.2"
    assert refused.message.endswith("(NZ Appendix 4, 2.2).")


def test_leaflet_18_what_follows_maryland_is_cited_as_a_reading():
    dealer = Dealer(make_floor("leaflet"))
    dealer.open()
    dealer.wager(s2=2000)
    refused = refusal(dealer.do, answer_offers, [{"seat": 2, "answer": "take"}])
    assert (refused.code, refused.rule) == ("first_round", "MD 9 §B(1) (reading)")


def test_leaflet_3_11_and_18_a_refusal_cites_the_leaflet_where_it_says_so():
    # Leaflet ¶3, ¶11, ¶18
    dealer = Dealer(make_floor("leaflet"))
    dealer.open()
    dealer.wager(s2=2000)
    refused = refusal(dealer.do, place_dealer_wager, 100)
    assert (refused.code, refused.rule) == ("no_dealer_wager", "Leaflet ¶18 (reading)")
    dealer.close_passing()
    dealer.roll()
    assert refusal(dealer.do, record_deal, "dealer").rule == "Leaflet ¶11"
    dealer.deal()
    three = HandGiven("dealer", ("6-6", "6-6", "1-1", "3-6"))
    again = HandGiven("seat-2", ("6-6", "4-5", "4-4", "2-6"))
    refused = refusal(dealer.do, set_hands, [three, again])
    assert (refused.code, refused.rule) == ("duplicate_tile", "Leaflet ¶3")


def test_nz_9_3a_a_cut_by_somebody_else_is_refused_with_its_paragraph():
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.wager(s2=2000)
    for delivery, rule in (
        ({"cut": "foot-say", "chosen_by": "bank"}, "NZ 9.3A"),
        ({"cut": "nobody-knows"}, "NZ 9.3A"),
        ({"cut": "cup-say", "options": ["up"]}, "NZ Appendix 5"),
    ):
        assert refusal(dealer.do, choose_delivery, {**NO_CUT, **delivery}).rule == rule


FEES = {
    "new-zealand": ("Commission", "commission"),
    "mbs": ("Commission", "commission"),
    "leaflet": ("Commission", "commission"),
    "maryland": ("Vigorish", "vigorish"),
}


@pytest.mark.parametrize("profile", FEES)
def test_nz_6_11_mbs_4_1_leaflet_16_the_pages_speak_of_a_commission(profile, client):
    fee, move = FEES[profile]
    dealer = at_table(profile)
    dealer.hands(seat_2=SIX_HANDS["seat-1"], seat_3=SIX_HANDS["seat-3"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    sign_in(client, dealer.floor.surveillance)
    page = client.get(f"/rounds/{dealer.id}/").content.decode()
    assert f'<th scope="col" class="number">{fee}</th>' in page
    assert f"{fee} 5 % of" in page
    replay = client.get(f"/rounds/{dealer.id}/replay/").content.decode()
    assert f"of it {move}" in replay
    assert sign_sheet(dealer.table, timezone.now()).fee == fee
    other = "ommission" if fee == "Vigorish" else "igorish"
    assert [each for each in (page, replay) if other in each] == []
