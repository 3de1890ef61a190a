"""Each step guards what came before and says why not."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from audit.models import Event
from foundation.clock import database_time
from rounds.models import DiceRoll, Round
from rules.refusals import Refused
from staff.commands.signing import Signer
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import (
    Call,
    HandGiven,
    Opening,
    Thrown,
    choose_delivery,
    close_wagers,
    end_hand,
    open_round,
    place_wagers,
    record_deal,
    record_roll,
    set_hands,
    settle_round,
)

pytestmark = pytest.mark.django_db


def refusal(dealer, command, *args):
    before = Round.objects.get(pk=dealer.id).version
    with pytest.raises(Refused) as refused:
        dealer.do(command, *args)
    assert Round.objects.get(pk=dealer.id).version == before
    return refused.value


def dealt(dealer, seats=2):
    dealer.open()
    dealer.wager(**{f"s{seat}": 2500 for seat in range(1, seats + 1)})
    dealer.close()
    dealer.roll()
    return dealer.deal()


def test_one_open_round_a_table(dealer):
    dealer.open()
    with pytest.raises(Refused) as refused:
        open_round(dealer.table.pk, Opening(uuid4()), Call(by=dealer.by))
    assert refused.value.code == "round_open"


def test_the_start_is_computed_and_confirmed(dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    assert refusal(dealer, record_deal, "seat-1").code == "no_roll_yet"
    assert dealer.roll(1, 1, 1)["roll"]["positions"][0] == "seat-2"
    wrong = refusal(dealer, record_deal, "seat-1")
    assert (wrong.code, wrong.detail["start"]) == ("wrong_start", "seat-2")
    assert dealer.deal()["state"] == "dealt"


def test_a_no_roll_stays_on_the_record(dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.do(record_roll, Thrown(no_roll="die-left-shaker"))
    dealer.roll(6, 6, 6)
    rolls = DiceRoll.objects.filter(round_id=dealer.id).order_by("n")
    assert [(roll.no_roll, roll.total) for roll in rolls] == [
        ("die-left-shaker", None),
        ("", 18),
    ]


def test_a_generator_needs_its_approval():
    options = {
        "start_from": "generator",
        "generator_approval": "RNG-7",
        "generator_approved_on": "2026-01-05",
    }
    dealer = Dealer(make_floor(options=options))
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    assert refusal(dealer, record_roll, Thrown(dice=(1, 2, 3))).code == "no_dice"
    sheet = dealer.do(record_roll, Thrown(generator=9, device="RNG-7"))
    assert sheet["roll"]["positions"][0] == "dealer"


def test_dice_where_the_submission_says_dice(dealer):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    assert refusal(dealer, record_roll, Thrown(generator=9)).code == "no_generator"


DELIVERY = {"style": "", "cut": "", "options": [], "bank_cut": None, "laja": False}


def test_only_styles_of_the_submission(dealer):
    dealer.open()
    style = {**DELIVERY, "style": "jung-quat"}
    assert refusal(dealer, choose_delivery, style).code == "unknown_style"
    assert refusal(dealer, choose_delivery, {**DELIVERY, "style": "x"}).code == "unknown_style"
    cut = {**DELIVERY, "bank_cut": {"first": 1, "last": 2, "to_right": 1}}
    assert refusal(dealer, choose_delivery, cut).code == "bad_option"


def test_new_zealand_chooses_a_cut_before_the_deal():
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.wager(s2=2000)
    dealer.close()
    assert refusal(dealer, record_roll, Thrown(dice=(1, 1, 1))).code == "cut_first"
    dealer.cut("cup-say", "top", "right")
    dealer.roll(1, 1, 1)
    delivery = dealer.deal()["delivery"]
    assert (delivery["cut"], delivery["chosen_by"]) == ("cup-say", "supervisor")


def test_nz_9_3a_who_chooses_the_cut_comes_from_the_submission():
    dealer = Dealer(make_floor("new-zealand", options={"cut_chooser": "random"}))
    dealer.open()
    dealer.wager(s2=2000)
    dealer.close()
    cut = {**DELIVERY, "cut": "foot-say"}
    for chooser in ("supervisor", "bank"):
        chosen = {**cut, "chosen_by": chooser}
        assert refusal(dealer, choose_delivery, chosen).code == "bad_option"
    sheet = dealer.do(choose_delivery, {**cut, "chosen_by": "random"})
    assert sheet["delivery"]["chosen_by"] == "random"


def test_md_9_j_a_style_is_chosen_before_the_dice_and_the_default_is_chapter_6():
    styles = ["jung-quat", "house-way-right"]
    dealer = Dealer(make_floor(options={"delivery_styles": styles}))
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.roll()
    late = refusal(dealer, choose_delivery, {**DELIVERY, "style": "jung-quat"})
    assert (late.code, late.rule) == ("dice_shown", "MD 9 §J")
    delivery = dealer.deal()["delivery"]
    assert (delivery["style"], delivery["chosen_by"]) == ("house-way-right", "dealer")


def test_md_9_j_2_a_player_who_banks_shakes_although_the_house_filed_a_generator():
    dealer = Dealer(
        make_floor(
            options={
                "start_from": "generator",
                "generator_approval": "RNG-7",
                "generator_approved_on": "2026-01-05",
                "generator_least": 1,
                "generator_greatest": 8,
            }
        )
    )
    dealer.open()
    dealer.wager(s1=2500, s2=2500)
    dealer.close()
    assert refusal(dealer, record_roll, Thrown(generator=9)).code == "bad_total"
    dealer.do(record_roll, Thrown(generator=8, device="RNG-7"))
    assert dealer.sheet["roll"]["positions"][0] == "dead-hand"


def test_a_tile_in_two_hands_is_named_with_both(dealer):
    dealt(dealer)
    dealer.hands(seat_1="2-4 6-6 1-1 3-6")
    refused = refusal(dealer, set_hands, [HandGiven("seat-2", ("1-2", "2-4", "5-5", "5-5"))])
    assert refused.code == "duplicate_tile"
    assert refused.detail == {"piece": "2-4", "places": ["seat-1", "seat-2"]}


BAD_HANDS = [
    (HandGiven("seat-1", ("6-6", "6-6", "1-1")), "wrong_count"),
    (HandGiven("seat-1", ("6-6", "6-6", "1-1", "9-9")), "unknown_tile"),
    (HandGiven("seat-1", ("6-6", "6-6", "1-1", "3-6"), high=("5-5", "6-6")), "bad_setting"),
    (HandGiven("seat-5", ("6-6", "6-6", "1-1", "3-6")), "no_hand_there"),
    (HandGiven("seat-9", ("6-6", "6-6", "1-1", "3-6")), "no_such_seat"),
    (HandGiven("nowhere", ("6-6", "6-6", "1-1", "3-6")), "no_such_seat"),
]


@pytest.mark.parametrize(("hand", "code"), BAD_HANDS)
def test_hands_that_cannot_be(dealer, hand, code):
    dealt(dealer)
    assert refusal(dealer, set_hands, [hand]).code == code


def test_the_dealer_s_hand_is_set_the_house_way(dealer):
    dealt(dealer)
    wrong = HandGiven("dealer", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "4-5"), set_by="dealer")
    refused = refusal(dealer, set_hands, [wrong])
    assert refused.code == "not_house_way"
    assert sorted(refused.detail["high"]) == ["6-6", "6-6"]


def test_settlement_waits_for_every_hand(dealer):
    dealt(dealer)
    dealer.hands(seat_1=SIX_HANDS["seat-1"], dealer=SIX_HANDS["dealer"])
    refused = refusal(dealer, settle_round)
    assert (refused.code, refused.detail["places"]) == ("hands_missing", ["seat-2"])
    dealer.hands(seat_2=SIX_HANDS["seat-2"])
    assert dealer.settle()["state"] == "settled"
    assert refusal(dealer, close_wagers).code == "wrong_state"


def test_a_surrender_comes_after_the_dealer_s_hand_and_is_lost_unseen(dealer):
    dealt(dealer)
    assert refusal(dealer, end_hand, 1, "surrendered").code == "dealer_not_set"
    dealer.hands(dealer=SIX_HANDS["dealer"], seat_2=SIX_HANDS["seat-2"])
    assert dealer.do(end_hand, 1, "surrendered")["state"] == "set"
    row = dealer.settle()["settlement"]["seats"][0]
    assert (row["outcome"], row["net"]) == ("surrendered", -2500)


ENDS = [
    ("maryland", "conceded", "no_such_state"),
    ("mbs", "surrendered", "no_such_state"),
    ("new-zealand", "abandoned", "no_such_state"),
]


@pytest.mark.parametrize(("profile", "state", "code"), ENDS)
def test_ends_of_a_hand_that_a_profile_lacks(profile, state, code):
    dealer = Dealer(make_floor(profile))
    dealer.open()
    dealer.wager(s2=2000)
    dealer.close()
    if profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    assert refusal(dealer, end_hand, 2, state).code == code


def test_a_concession_is_for_a_player_alone_on_the_box():
    dealer = Dealer(make_floor("new-zealand", options={"players_a_box": 2}))
    dealer.open()
    box = [{"seat": 2, "player": p, "cents": c} for p, c in (("A", 4000), ("B", 2000))]
    dealer.do(place_wagers, box)
    dealer.close()
    dealer.cut()
    dealer.roll()
    dealer.deal()
    assert refusal(dealer, end_hand, 2, "conceded").code == "not_alone"


def test_a_dealer_void_of_a_hand_needs_the_floor(dealer):
    dealt(dealer)
    assert refusal(dealer, end_hand, 1, "void").code == "void_takes_two"
    another_dealer = Signer(dealer.floor.second_dealer, None, database_time())
    with pytest.raises(PermissionDenied):
        dealer.do(end_hand, 1, "void", another_dealer)
    floor = Signer(dealer.floor.floorperson, None, database_time())
    assert dealer.do(end_hand, 1, "void", floor)["states"] == {"1": "void"}
    assert dealer.do(end_hand, 1, "void")["states"] == {"1": "void"}


def test_a_dealer_from_elsewhere_is_refused(dealer):
    dealer.open()
    dealer.by = dealer.floor.second_dealer
    with pytest.raises(Refused) as refused:
        dealer.wager(s1=2500)
    assert refused.value.code == "not_at_table"


def test_a_stale_screen_is_refused_with_what_changed(dealer):
    dealer.open()
    stale = dealer.call()
    dealer.wager(s1=2500)
    with pytest.raises(Refused) as refused:
        close_wagers(dealer.id, stale)
    assert refused.value.code == "stale_version"
    assert refused.value.detail["sheet"]["wagers"][0]["cents"] == 2500


def test_a_repeated_request_gets_the_first_answer_and_writes_nothing(dealer):
    dealer.open()
    dealer.wager(s1=2500)
    call = dealer.call()
    first = close_wagers(dealer.id, call)
    count = Event.objects.count()
    assert close_wagers(dealer.id, call) == first
    assert Event.objects.count() == count


def test_another_request_under_the_same_id_is_refused(dealer):
    dealer.open()
    call = dealer.call()
    place_wagers(dealer.id, call, [{"seat": 1, "player": "", "cents": 2500}])
    with pytest.raises(Refused) as refused:
        place_wagers(dealer.id, call, [{"seat": 1, "player": "", "cents": 5000}])
    assert refused.value.code == "request_id_reused"
