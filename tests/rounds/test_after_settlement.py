"""Void rounds, rulings, quick entry, tiles added later, corrections, disputes."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils import timezone

from banking.models import BankTurn, Entry, Posting
from banking.queries.balances import ledger_faults, table_money
from review.models import Dispute
from rounds.models import Correction, Irregularity, Round, RoundState, SeatPlay, Settlement
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import SignOff
from tests.factories import make_floor
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import (
    ChangesGiven,
    Claim,
    HandGiven,
    Why,
    add_tiles,
    confirm_ruling,
    correct_round,
    end_hand,
    enter_quickly,
    open_dispute,
    report_irregularity,
    set_hands,
    step_back,
    void_round,
)

pytestmark = pytest.mark.django_db


def code(command, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        command(*args, **kwargs)
    return refused.value.code


def dealt(dealer, seats=2):
    dealer.open()
    dealer.wager(**{f"s{seat}": 2500 for seat in range(1, seats + 1)})
    dealer.close()
    dealer.roll()
    return dealer.deal()


def scene(**facts):
    return {"seats": [], **facts}


def test_a_void_round_keeps_its_number_and_moves_no_money(dealer, signed_by):
    dealt(dealer)
    sheet = dealer.do(void_round, "exposed", signed_by("floorperson"))
    assert (sheet["state"], sheet["void_reason"]) == ("void", "exposed")
    assert not Entry.objects.filter(round_id=dealer.id).exists()
    assert not BankTurn.objects.filter(round_id=dealer.id).exists()
    assert SignOff.objects.get(subject=f"round:{dealer.id}").act == "void_round"
    assert dealer.open()["number"] == 2


def test_a_void_takes_two_people_and_a_floorperson(dealer, signed_by):
    dealt(dealer)
    dealer.by = dealer.floor.floorperson
    assert code(dealer.do, void_round, "exposed", signed_by("floorperson")) == "same_person"
    dealer.by = dealer.floor.dealer
    with pytest.raises(PermissionDenied):
        dealer.do(void_round, "exposed", signed_by("second_dealer"))
    assert code(dealer.do, void_round, "because", signed_by("floorperson")) == "unknown_reason"


def test_a_step_tapped_by_mistake_is_taken_back_by_the_floor(dealer, signed_by):
    dealt(dealer)
    sheet = dealer.do(step_back, RoundState.BETTING, signed_by("floorperson"))
    assert (sheet["state"], sheet["roll"], sheet["hands"]) == ("betting", None, {})
    assert len(dealer.wager(s3=2500)["wagers"]) == 3
    assert code(dealer.do, step_back, RoundState.DEALT, signed_by("floorperson")) == (
        "cannot_step_back"
    )


def test_a_ruling_is_proposed_confirmed_and_carried_out(dealer, signed_by):
    dealt(dealer)
    sheet = dealer.do(report_irregularity, "wrong-distribution", scene())
    assert sheet["irregularities"][0]["proposed"]["cite"] == "MD 10 §C"
    assert code(dealer.settle) == "hands_missing"
    sheet = dealer.do(confirm_ruling, 1, "proposed", signed_by("floorperson"))
    assert (sheet["state"], sheet["void_reason"]) == ("void", "ruling")
    ruled = Irregularity.objects.get(round_id=dealer.id)
    assert ruled.ruled_by == dealer.floor.floorperson
    assert ruled.sign_off.content["ruling"] == "void-round"


def test_settlement_waits_for_a_ruling(dealer, signed_by):
    dealt(dealer)
    dealer.do(report_irregularity, "player-tile-exposed", scene(seats=[1]))
    dealer.hands(**{place.replace("-", "_"): SIX_HANDS[place] for place in ("seat-1", "seat-2")})
    dealer.hands(dealer=SIX_HANDS["dealer"])
    assert code(dealer.settle) == "ruling_awaited"
    dealer.do(confirm_ruling, 1, "", signed_by("floorperson"))
    row = dealer.settle()["settlement"]["seats"][0]
    assert (row["outcome"], row["net"]) == ("void", 0)


def test_the_floor_may_rule_otherwise(dealer, signed_by):
    dealt(dealer)
    dealer.do(report_irregularity, "bank-tile-exposed", scene(whose="dealer"))
    assert code(dealer.do, confirm_ruling, 1, "whatever", signed_by("floorperson")) == (
        "no_such_ruling"
    )
    sheet = dealer.do(confirm_ruling, 1, "play-on", signed_by("floorperson"))
    assert sheet["state"] == "dealt"
    assert sheet["irregularities"][0]["ruling"] == {"code": "play-on", "proposed": "void-round"}
    assert code(dealer.do, confirm_ruling, 1, "", signed_by("floorperson")) == "already_ruled"
    assert code(dealer.do, confirm_ruling, 2, "", signed_by("floorperson")) == "not_found"
    assert code(dealer.do, report_irregularity, "unheard-of", scene()) == "bad_option"


def test_a_bad_shake_is_thrown_again(dealer, signed_by):
    dealer.open()
    dealer.wager(s1=2500)
    dealer.close()
    dealer.roll()
    dealer.do(report_irregularity, "dice-not-flat", scene())
    sheet = dealer.do(confirm_ruling, 1, "", signed_by("floorperson"))
    assert (sheet["state"], sheet["roll"]) == ("closed", None)
    assert sheet["no_rolls"] == ["dice-not-flat"]


def test_new_zealand_lets_a_wrongly_set_hand_stand_once_a_hand_is_exposed():
    dealer = Dealer(make_floor("new-zealand"))
    dealer.open()
    dealer.wager(s2=2000)
    dealer.close()
    dealer.cut()
    dealer.roll()
    dealer.deal()
    dealer.do(report_irregularity, "not-house-way", scene(whose="dealer", first_hand_exposed=True))
    floor_signs = Signer(dealer.floor.floorperson, None, timezone.now())
    assert dealer.do(confirm_ruling, 1, "", floor_signs)["irregularities"][0]["ruling"]["code"] == (
        "stands"
    )
    wrong = HandGiven("dealer", ("6-6", "6-6", "1-2", "4-5"), high=("6-6", "6-6"), set_by="dealer")
    dealer.do(set_hands, [wrong, HandGiven("box-2", tuple(SIX_HANDS["seat-3"].split()))])
    settled = dealer.settle()["settlement"]
    assert settled["dealer"]["high"] == ["6-6", "6-6"]


def test_quick_entry_by_outcomes(dealer):
    dealer.open()
    dealer.wager(s1=2500, s2=2500, s3=2500)
    dealer.close()
    called = [{"seat": 1, "outcome": "win"}, {"seat": 2, "outcome": "lose"}]
    assert code(dealer.do, enter_quickly, called) == "outcomes_incomplete"
    called.append({"seat": 3, "outcome": "surrendered"})
    bank = [HandGiven("dealer", tuple(SIX_HANDS["dealer"].split()), set_by="dealer")]
    sheet = dealer.do(enter_quickly, called, bank)
    assert (sheet["state"], sheet["depth"]) == ("set", "quick")
    settled = dealer.settle()["settlement"]
    assert [(seat["outcome"], seat["net"]) for seat in settled["seats"]] == [
        ("win", 2375),
        ("lose", -2500),
        ("surrendered", -2500),
    ]
    assert settled["house"] == {"net": 2625, "vigorish": 125}


def quick_round(dealer, **outcomes):
    dealer.open()
    dealer.wager(**dict.fromkeys(outcomes, 2500))
    dealer.close_passing()
    called = [{"seat": int(seat[1:]), "outcome": outcome} for seat, outcome in outcomes.items()]
    dealer.do(enter_quickly, called)
    return dealer.settle()


def tiles(*places):
    return [HandGiven(place, tuple(SIX_HANDS[place].split())) for place in places]


def test_tiles_added_later_that_agree_complete_the_round(dealer):
    quick_round(dealer, s1="win")
    sheet = dealer.do(add_tiles, tiles("seat-1", "dealer"))
    assert sheet["differences"] == []
    assert sheet["depth"] == "tiles"
    assert sheet["settlement"]["kind"] == "tiles_later"
    assert Entry.objects.filter(round_id=dealer.id).count() == 1
    assert SeatPlay.objects.filter(settlement__n=2, round_id=dealer.id).count() == 2
    assert code(dealer.do, add_tiles, tiles("seat-1", "dealer")) == "has_tiles"


def test_tiles_that_disagree_are_shown_and_change_nothing(dealer):
    quick_round(dealer, s1="lose")
    sheet = dealer.do(add_tiles, tiles("seat-1", "dealer"))
    seat, house = sheet["differences"]
    assert seat["outcome"] == {"then": "lose", "now": "win"}
    assert seat["cents"] == {"then": -2500, "now": 2375}
    assert house["place"] == "house"
    assert sheet["settlement"]["kind"] == "settled"
    assert Settlement.objects.filter(round_id=dealer.id).count() == 2


def correction(dealer, signed_by, changes, reason="mispay"):
    return dealer.do(
        correct_round,
        changes,
        Why(reason),
        signed_by("floorperson"),
        signed_by("pit_manager"),
    )


def test_a_corrected_wager_stands_again_as_corrected(dealer, signed_by):
    house_round(dealer, seats=2)
    wagers = [
        {"seat": 1, "player": "", "cents": 2000},
        {"seat": 2, "player": "", "cents": 2500},
    ]
    correction(dealer, signed_by, ChangesGiven(wagers=wagers), "wager_wrong")
    sheet = dealer.open(carry_wagers=True)
    assert [each["cents"] for each in sheet["wagers"]] == [2000, 2500]


def test_whoever_left_takes_no_wager_into_the_next_round(dealer):
    dealt(dealer)
    dealer.do(end_hand, 1, "abandoned")
    dealer.hands(seat_2=SIX_HANDS["seat-2"], dealer=SIX_HANDS["dealer"])
    dealer.settle()
    sheet = dealer.open(carry_wagers=True)
    assert [each["seat"] for each in sheet["wagers"]] == [2]


def test_a_correction_reverses_and_replaces_with_two_names(dealer, signed_by):
    quick_round(dealer, s1="lose", s2="win")
    before = table_money(dealer.table)
    outcomes = [{"seat": 1, "outcome": "win"}, {"seat": 2, "outcome": "win"}]
    sheet = correction(dealer, signed_by, ChangesGiven(outcomes=outcomes))
    assert sheet["settlement"]["kind"] == "correction"
    assert sheet["has_correction"] is True
    amounts = {"1": {"then": -2500, "now": 2375}, "2": {"then": 2375, "now": 2375}}
    assert sheet["correction"]["amounts"] == amounts
    kinds = Entry.objects.filter(round_id=dealer.id).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["round", "reversal", "correction"]
    after = table_money(dealer.table)
    assert after.expected_tray - before.expected_tray == -2500 - 2375
    assert ledger_faults() == []
    kept = Correction.objects.get(round_id=dealer.id)
    assert {kept.ordered_by, kept.second} == {dealer.floor.floorperson, dealer.floor.pit_manager}
    again = correction(
        dealer, signed_by, ChangesGiven(outcomes=[outcomes[0], {"seat": 2, "outcome": "push"}])
    )
    assert again["settlement"]["n"] == 3
    assert again["correction"]["amounts"]["2"] == {"then": 2375, "now": 0}
    assert ledger_faults() == []


def test_a_correction_by_tiles_uses_the_right_setting(dealer, signed_by):
    house_round(dealer, seats=2)
    hands = tiles("seat-2")
    swapped = [HandGiven("seat-1", ("1-4", "2-3", "1-2", "2-4"))]
    sheet = correction(dealer, signed_by, ChangesGiven(hands=[*hands, *swapped]), "entry_error")
    assert (sheet["settlement"]["n"], sheet["differences"]) == (2, [])
    kept = Round.objects.get(pk=dealer.id).settlement.entered["hands"]["1"]
    assert {tuple(sorted(kept[part])) for part in ("high", "low")} == {
        ("1-2", "2-4"),
        ("1-4", "2-3"),
    }


def test_a_correction_needs_a_reason_two_people_and_a_difference(dealer, signed_by):
    quick_round(dealer, s1="lose")
    same = ChangesGiven(outcomes=[{"seat": 1, "outcome": "lose"}])
    assert code(correction, dealer, signed_by, same) == "no_difference"
    assert code(correction, dealer, signed_by, same, "whim") == "unknown_reason"
    one = signed_by("floorperson")
    assert code(dealer.do, correct_round, same, Why("mispay"), one, one) == "same_person"


CANNOT_HAVE_STOOD = [
    ([], "no_wagers"),
    ([(7, 2500)], "no_such_seat"),
    ([(1, 2500), (2, 2500)], "outcomes_incomplete"),
    ([(1, 2500, "A"), (1, 2500, "B")], "too_many_players"),
]


@pytest.mark.parametrize(("given", "refusal"), CANNOT_HAVE_STOOD)
def test_a_correction_keeps_to_what_can_have_stood_on_the_table(dealer, signed_by, given, refusal):
    quick_round(dealer, s1="lose")
    wagers = [
        {"seat": seat, "player": "".join(player), "cents": cents} for seat, cents, *player in given
    ]
    assert (
        code(correction, dealer, signed_by, ChangesGiven(wagers=wagers), "wager_wrong") == refusal
    )


def test_outcomes_called_before_a_step_back_are_gone(dealer, signed_by):
    dealt(dealer)
    called = [{"seat": seat, "outcome": "win"} for seat in (1, 2)]
    dealer.do(enter_quickly, called)
    sheet = dealer.do(step_back, RoundState.DEALT, signed_by("floorperson"))
    assert (sheet["depth"], sheet["quick"]) == ("tiles", None)


def test_hands_entered_after_the_outcomes_decide(dealer):
    dealt(dealer, seats=1)
    dealer.do(enter_quickly, [{"seat": 1, "outcome": "lose"}])
    assert dealer.do(set_hands, tiles("seat-1"))["quick"] is not None
    sheet = dealer.do(set_hands, tiles("dealer"))
    assert (sheet["quick"], sheet["depth"]) == (None, "tiles")
    assert dealer.settle()["settlement"]["seats"][0]["outcome"] == "win"


def test_a_hand_that_a_ruling_ended_is_not_called_otherwise(dealer, signed_by):
    dealt(dealer)
    dealer.do(report_irregularity, "player-tile-exposed", scene(seats=[1]))
    dealer.do(confirm_ruling, 1, "", signed_by("floorperson"))
    called = [{"seat": seat, "outcome": "win"} for seat in (1, 2)]
    assert code(dealer.do, enter_quickly, called) == "hand_ended"
    called[0]["outcome"] = "void"
    dealer.do(enter_quickly, called)
    assert [row["net"] for row in dealer.settle()["settlement"]["seats"]] == [0, 2375]


EDITS = [
    "update rounds_round set facts = '{}', version = version + 1 where id = %s",
    "update rounds_round set state = 'void', settlement_id = null, version = 99 where id = %s",
    "delete from rounds_round where id = %s",
    "update rounds_settlement set outcome = '{}' where round_id = %s",
    "delete from rounds_play where round_id = %s",
    "update banking_entry set kind = 'fill' where round_id = %s",
    "delete from banking_entry where round_id = %s",
]


def test_a_settled_round_cannot_be_edited_even_in_the_database(dealer):
    quick_round(dealer, s1="lose")
    for change in EDITS:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change, [dealer.id])


def test_a_dispute_may_hold_the_table(dealer):
    quick_round(dealer, s1="lose")
    dealer.do(
        open_dispute, Claim("wrong_payment", seat=1, amount_cents=2500, hold=Dispute.Hold.TABLE)
    )
    assert code(dealer.open) == "table_held"
    assert code(dealer.do, open_dispute, Claim("nonsense")) == "unknown_claim"


def test_the_money_of_rounds_adds_up_to_nothing(dealer):
    house_round(dealer)
    quick_round(dealer, s1="win", s4="push")
    assert ledger_faults() == []
    assert sum(Posting.objects.values_list("cents", flat=True)) == 0
    assert Round.objects.filter(table=dealer.table).count() == 2
