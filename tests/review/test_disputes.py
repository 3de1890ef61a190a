"""A dispute from the dealer's tap to its decision: what is held, kept, signed and corrected."""

import json
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from audit.models import Event
from floor.queries.pit_board import board_tiles
from review.commands.notices import sweep_disputes
from review.models import Dispute
from review.queries.disputes import waiting_disputes
from rounds.models import Correction, Round
from rules.refusals import Refused
from staff.commands.signing import Signer
from tables.models import Alert
from tests.factories import PIN
from tests.rounds.playing import SIX_HANDS, Dealer, house_round
from tests.rounds.taps import (
    Account,
    Call,
    ChangesGiven,
    Claim,
    Finding,
    HandGiven,
    add_tiles,
    add_to_dispute,
    begin_review,
    close_wagers,
    decide_dispute,
    enter_quickly,
    lift_hold,
    open_dispute,
    save_video,
    withdraw_dispute,
)
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def signer(person):
    return Signer(person, None, None)


def opened(dealer, hold=Dispute.Hold.ROUND, **claim):
    sheet = dealer.do(open_dispute, Claim("wrong_payment", seat=1, hold=hold, **claim))
    return Dispute.objects.get(pk=sheet["dispute"])


@pytest.fixture
def dispute(dealer):
    house_round(dealer, seats=2)
    return opened(dealer, amount_cents=2500)


def by(person):
    return Call(by=person)


def refused(command, *args):
    with pytest.raises(Refused) as refusal:
        command(*args)
    return refusal.value.code


def test_opening_holds_the_round_the_tiles_and_calls_for_a_review(dispute, floor):
    current = Round.objects.get(pk=dispute.round_id)
    assert (current.is_held, current.has_dispute) == (True, True)
    assert dispute.held_set == floor.sets["tiles"]
    floor.sets["tiles"].refresh_from_db()
    assert "round 1" in floor.sets["tiles"].evidence_hold
    assert dispute.expected_at - dispute.opened_at == timedelta(minutes=30)
    assert dispute.video_until == current.opened_at + timedelta(days=14)
    assert Alert.objects.get(code="dispute_opened", property=floor.property).severity == "urgent"
    kinds = Event.objects.filter(round_id=current.pk).values_list("kind", flat=True)
    assert "rounds.dispute_opened" in kinds


def test_what_was_promised_longest_ago_comes_first(client, dealer, floor):
    house_round(dealer, seats=2)
    late, in_time = opened(dealer), opened(dealer)
    at = late.opened_at
    Dispute.objects.filter(pk=late.pk).update(expected_at=at - timedelta(minutes=28))
    Dispute.objects.filter(pk=in_time.pk).update(expected_at=at + timedelta(hours=1))
    rows = waiting_disputes(floor.floorperson, at)
    assert [(row.dispute.pk, row.is_overdue) for row in rows] == [
        (late.pk, True),
        (in_time.pk, False),
    ]
    assert rows[0].place == "Seat 1"
    assert rows[0].wager_cents is not None
    assert rows[0].total_cents is not None
    (tile,) = board_tiles(floor.floorperson, at, ids=[floor.table.pk])
    assert (tile.disputes, tile.overdue, tile.tone) == (2, 1, "lose")
    sign_in(client, floor.floorperson)
    for address in ("/disputes/", "/queue/"):
        assert "28 min overdue" in client.get(address).content.decode()


def test_a_held_round_waits_until_the_floor_lifts_it(dealer, floor):
    dealer.open()
    dealer.wager(s1=2500)
    found = opened(dealer)
    assert dealer.sheet["is_held"]
    assert refused(dealer.do, close_wagers) == "round_held"
    lift_hold(found.round_id, by(floor.floorperson), found.pk, signer(floor.floorperson))
    dealer.sheet["version"] += 1
    dealer.do(close_wagers)


def test_a_held_table_goes_on_after_the_decision(dealer, floor):
    house_round(dealer, seats=2)
    found = opened(dealer, hold=Dispute.Hold.TABLE)
    assert refused(dealer.open) == "table_held"
    finding = Finding("rejected", "MD 3 §H(1)", "The record agrees with the video.")
    decide_dispute(
        found.round_id, by(floor.surveillance), found.pk, finding, signer(floor.surveillance), None
    )
    dealer.open()
    found.refresh_from_db()
    assert (found.decision, found.decided_by) == ("rejected", floor.surveillance)
    assert (found.reviewer, found.review_began_at) == (floor.surveillance, found.decided_at)
    kinds = list(
        Event.objects.filter(round_id=found.round_id)
        .order_by("stream_v")
        .values_list("kind", flat=True)
    )[-2:]
    assert kinds == ["rounds.dispute_reviewed", "rounds.dispute_decided"], "taken up, then decided"
    waiting = Alert.objects.filter(acknowledged_at__isnull=True, property=floor.property)
    assert [alert.code for alert in waiting] == []


def test_what_is_seen_is_collected(dispute, floor):
    account = Account(paid_cents=0, facts={"chips_moved": "yes"}, cameras=("C-7",))
    add_to_dispute(dispute.round_id, by(floor.dealer), dispute.pk, account)
    begin_review(dispute.round_id, by(floor.surveillance), dispute.pk, 20)
    save_video(dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 12")
    dispute.refresh_from_db()
    assert dispute.facts == {"chips_moved": "yes"}
    assert dispute.reviewer == floor.surveillance
    assert dispute.video_reference == "Vault 12"
    wrong = Account(facts={"nonsense": "yes"})
    assert (
        refused(add_to_dispute, dispute.round_id, by(floor.dealer), dispute.pk, wrong)
        == "unknown_fact"
    )


def decide(dispute, person, finding, second=None):
    return decide_dispute(
        dispute.round_id, by(person), dispute.pk, finding, signer(person),
        signer(second) if second else None,
    )  # fmt: skip


CORRECTED = ChangesGiven(hands=[HandGiven("seat-1", ("1-4", "2-3", "1-2", "5-5"))])


def test_a_decision_corrects_the_round_under_two_names(dispute, floor):
    before = Round.objects.get(pk=dispute.round_id).settlement
    finding = Finding("upheld", "MD 3 §C", "The tiles were misread.", CORRECTED)
    assert refused(decide, dispute, floor.surveillance, finding) == "second_missing"
    decide(dispute, floor.surveillance, finding, floor.pit_manager)
    dispute.refresh_from_db()
    made = Correction.objects.get()
    assert dispute.correction == made
    assert (made.ordered_by, made.second) == (floor.pit_manager, floor.surveillance)
    assert (made.replaced, made.reason) == (before, "dispute_decided")
    current = Round.objects.get(pk=dispute.round_id)
    assert (current.settlement, current.is_held) == (made.settlement, False)


def test_the_paper_says_what_is_to_be_paid_and_collected(client, dispute, floor):
    finding = Finding("upheld", "MD 3 §C", "The tiles were misread.", CORRECTED)
    decide(dispute, floor.surveillance, finding, floor.pit_manager)
    sign_in(client, floor.surveillance)
    page = client.get(f"/disputes/{dispute.pk}/decision/")
    moves = page.context["sheet"].moves
    assert [line.label for line in moves] == ["Seat 1", "Seat 2", "House"]
    assert sum(line.move_cents for line in moves) == 0
    assert (moves[0].then_label, moves[0].now_label) == ("Win", "Push")
    assert moves[0].gives_cents == moves[0].then_cents - moves[0].now_cents > 0
    for address in ("", "decision/"):
        said = client.get(f"/disputes/{dispute.pk}/{address}").content.decode()
        assert "What is to be paid and collected" in said


def test_tiles_that_were_added_later_are_seen_beside_the_claim(client, dealer, floor):
    dealer.open()
    dealer.wager(s1=2500, s2=2500)
    dealer.close_passing()
    dealer.do(enter_quickly, [{"seat": seat, "outcome": "lose"} for seat in (1, 2)])
    dealer.settle()
    held = {place: SIX_HANDS[place] for place in ("seat-1", "seat-2", "dealer")}
    dealer.do(add_tiles, [HandGiven(place, tuple(each.split())) for place, each in held.items()])
    found = opened(dealer)
    sign_in(client, floor.surveillance)
    sheet = client.get(f"/disputes/{found.pk}/").context["sheet"]
    claimed, added = sheet.hands[0], sheet.added[0]
    assert (claimed.label, claimed.outcome_label) == ("Seat 1", "Lose")
    assert (added.label, added.outcome_label) == ("Seat 1", "Win")
    assert sheet.added[0].hand is not None
    by_place = {line.place: line.reasons for line in sheet.round.places}
    assert [len(by_place[place]) for place in ("1", "2", "dealer")] == [1, 1, 0]
    pieces = sheet.amend.places[0].pieces
    assert [bool(each) for each in pieces] == [True] * 4, "the tiles are filled in"
    assert "MD 8 §G" in [choice.cite for choice in sheet.cites]


def test_one_person_is_not_two(dispute, floor):
    finding = Finding("upheld", "MD 3 §C", "", CORRECTED)
    assert refused(decide, dispute, floor.pit_manager, finding, floor.pit_manager) == "same_person"
    assert not Correction.objects.exists()


REFUSED = [
    (Finding("nonsense", "MD 3"), "unknown_decision"),
    (Finding("rejected", " "), "cite_missing"),
]


@pytest.mark.parametrize(("finding", "code"), REFUSED)
def test_a_decision_names_its_paragraph(dispute, floor, finding, code):
    assert refused(decide, dispute, floor.pit_manager, finding) == code


NOTHING_MOVES = "The player was paid at the table by the floor."
CONTRADICTIONS = [
    (Finding("partly", "MD 3 §C", "", CORRECTED, corrects=False), True, "changes_not_ordered"),
    (Finding("upheld", "MD 3 §C", "", corrects=True), True, "nothing_changed"),
    (Finding("rejected", "MD 3 §C", "", CORRECTED), True, "decision_contradicts"),
    (Finding("upheld", "MD 3 §C"), False, "consequence_missing"),
    (Finding("doubt", "MD 3 §C"), False, "consequence_missing"),
    (Finding("rejected", "MD 3 §C"), True, "second_without_act"),
    (
        Finding("upheld", "MD 3 §C", nothing_moves_because=NOTHING_MOVES),
        True,
        "second_without_act",
    ),
]


@pytest.mark.parametrize(("finding", "is_confirmed", "code"), CONTRADICTIONS)
def test_a_decision_cannot_contradict_itself(dispute, floor, finding, is_confirmed, code):
    second = floor.pit_manager if is_confirmed else None
    assert refused(decide, dispute, floor.surveillance, finding, second) == code
    dispute.refresh_from_db()
    assert dispute.decided_at is None
    assert not Correction.objects.exists()


def said_by(dispute):
    event = Event.objects.get(kind="rounds.dispute_decided", round_id=dispute.round_id)
    return json.loads(bytes(event.body))["detail"]


def test_a_right_claim_without_a_correction_says_why_nothing_moves(client, dispute, floor):
    finding = Finding("upheld", "MD 3 §C", nothing_moves_because=NOTHING_MOVES)
    decide(dispute, floor.surveillance, finding)
    assert said_by(dispute)["nothing_moves_because"] == NOTHING_MOVES
    sign_in(client, floor.surveillance)
    for address in ("", "decision/"):
        assert NOTHING_MOVES in client.get(f"/disputes/{dispute.pk}/{address}").content.decode()


def test_whoever_opened_a_dispute_does_not_decide_it_alone(dealer, floor):
    house_round(dealer, seats=2)
    claim = Claim("wrong_payment", seat=1, hold=Dispute.Hold.NONE)
    sheet = open_dispute(dealer.id, Call(by=floor.surveillance), claim)
    own = Dispute.objects.get(pk=sheet["dispute"])
    finding = Finding("rejected", "MD 3 §C")
    assert refused(decide, own, floor.surveillance, finding) == "own_dispute"
    assert refused(decide, own, floor.surveillance, finding, floor.surveillance) == "same_person"
    decide(own, floor.surveillance, finding, floor.pit_manager)
    assert said_by(own)["confirmed_by"] == floor.pit_manager.pk
    signed = Event.objects.get(kind="staff.signed", person_id=floor.pit_manager.pk)
    assert json.loads(bytes(signed.body))["detail"]["act"] == "confirm_correction"


def test_the_form_refuses_changes_that_nobody_ordered(client, dispute, floor):
    sign_in(client, floor.surveillance)
    page = client.get(f"/disputes/{dispute.pk}/")
    amend = page.context["sheet"].amend
    form = {f"wager-{wager.index}": "17.00" for wager in amend.wagers}
    form |= {"decision": "partly", "cite": "MD 3 §C", "own-badge": floor.surveillance.badge}
    answer = client.post(f"/disputes/{dispute.pk}/decide/", form | {"own-pin": PIN})
    assert answer.status_code == 409
    assert "did not say that it is corrected" in answer.content.decode()


def test_a_decision_is_final(dispute, floor):
    decide(dispute, floor.pit_manager, Finding("rejected", "MD 3 §H(1)"))
    again = Finding("upheld", "MD 3 §H(1)")
    assert refused(decide, dispute, floor.pit_manager, again) == "already_decided"
    with pytest.raises(DatabaseError), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(decision="upheld")


def test_a_drafted_notice_is_seen_by_whoever_answers_for_it(client, dispute, floor):
    page = f"/disputes/{dispute.pk}/"
    notice = f"{page}notice/"
    sign_in(client, floor.pit_manager)
    assert notice not in client.get(page).content.decode()
    sweep_disputes(dispute.opened_at + timedelta(days=3, minutes=1))
    assert notice in client.get(page).content.decode()
    paper = client.get(notice).content.decode()
    assert "was not resolved within three days" in paper
    assert "COMAR 36.03.10.47" in paper
    for address in ("/queue/", "/alerts/"):
        assert "notice" in client.get(address).content.decode().lower()


def test_the_third_day_drafts_a_notice_once(dispute):
    days = [sweep_disputes(dispute.opened_at + timedelta(days=day, minutes=1)) for day in range(5)]
    dispute.refresh_from_db()
    assert days[:4] == [0, 0, 1, 1]
    assert dispute.notice_drafted_at == dispute.opened_at + timedelta(days=3, minutes=1)
    codes = set(Alert.objects.values_list("code", flat=True))
    assert {"dispute_two_days_old", "dispute_notice_drafted"} <= codes


def test_video_is_called_for_before_it_is_overwritten(dispute):
    sweep_disputes(dispute.video_until - timedelta(days=6))
    sweep_disputes(dispute.video_until - timedelta(days=1))
    found = Alert.objects.filter(code="video_soon_lost").order_by("raised_at")
    assert [alert.severity for alert in found] == ["warning", "urgent"]


def test_the_floor_does_not_see_that_surveillance_looked(client, dispute, floor):
    sign_in(client, floor.surveillance).get(f"/rounds/{dispute.round_id}/replay/")
    assert Event.objects.filter(kind="audit.record_read", round_id=dispute.round_id).exists()
    page = sign_in(client, floor.floorperson).get(f"/rounds/{dispute.round_id}/")
    assert "read the record" not in page.content.decode()


def test_a_second_dealer_of_the_house_may_not_decide(dealer, floor):
    assert isinstance(dealer, Dealer)
    house_round(dealer, seats=1)
    found = opened(dealer)
    Round.objects.get(pk=found.round_id)
    from django.core.exceptions import PermissionDenied

    with pytest.raises(PermissionDenied):
        decide(found, floor.floorperson, Finding("rejected", "MD 3"))


def test_the_dealer_withdraws_what_nobody_reviews_yet(dealer, dispute, floor):
    withdraw_dispute(dispute.round_id, by(floor.dealer), dispute.n)
    dispute.refresh_from_db()
    assert (dispute.decision, dispute.decided_by) == ("withdrawn", floor.dealer)
    assert not Round.objects.get(pk=dispute.round_id).is_held
    assert not Alert.objects.filter(code="dispute_opened", acknowledged_at__isnull=True).exists()
    kinds = list(Event.objects.filter(round_id=dispute.round_id).values_list("kind", flat=True))
    assert kinds.count("rounds.dispute_withdrawn") == 1
    assert "rounds.dispute_opened" in kinds, "that it was opened stays on the record"
    assert refused(withdraw_dispute, dispute.round_id, by(floor.dealer), dispute.n) == (
        "already_decided"
    )


def test_what_another_opened_or_what_is_reviewed_is_not_withdrawn(dispute, floor):
    for person, code in ((floor.second_dealer, "not_at_table"), (floor.surveillance, "not_yours")):
        assert refused(withdraw_dispute, dispute.round_id, by(person), dispute.n) == code
    begin_review(dispute.round_id, by(floor.surveillance), dispute.pk, 15)
    assert refused(withdraw_dispute, dispute.round_id, by(floor.dealer), dispute.n) == (
        "review_began"
    )
    assert refused(withdraw_dispute, dispute.round_id, by(floor.dealer), 9) == "not_found"
    assert not Event.objects.filter(kind="rounds.dispute_withdrawn").exists()
