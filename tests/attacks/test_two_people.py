"""What takes two takes two on every path; nobody acts at a table that is not theirs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from audit.models import Event
from banking.models import CashUndo
from rounds.models import Round
from staff.commands.people import change_own_pin, reset_pin, reset_secrets
from staff.commands.sign_in import sign_in_at_tablet
from staff.models import Person, SignOff
from tests.attacks.callers import Caller, refusals, state_of, whole_round
from tests.factories import PIN, make_person, make_table

CLAIM = {"claim": "wrong_payment", "seat": 1, "hold": "round", "note": "x"}


@pytest.fixture
def supervisor(floor):
    """A floorperson who entered a round alone, with all hands dealt."""
    caller = Caller(floor.floorperson)
    assert caller.open(floor.table).status_code == 200
    assert caller.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]}).status_code == 200
    assert caller.step("close", {}).status_code == 200
    return caller


def signed(person):
    return {"badge": person.badge, "pin": PIN}


def test_one_person_does_not_void_a_round_by_a_ruling(floor, supervisor):
    told = {"event": "bank-tile-exposed", "facts": {"whose": "dealer"}}
    found = supervisor.step("irregularities", told)
    assert found.json()["irregularities"][0]["proposed"]["code"] == "void-round"
    before = state_of(floor.property)
    refused = supervisor.step("irregularities/1/confirm", signed(floor.floorperson))
    assert (refused.status_code, refused.json()["code"]) == (409, "same_person")
    assert state_of(floor.property) == before
    assert refusals(floor.property) == ["same_person"]
    second = make_person(floor.property, "floorperson")
    assert supervisor.step("irregularities/1/confirm", signed(second)).status_code == 200
    assert Round.objects.get(pk=supervisor.round).state == "void"


def test_one_person_does_not_void_a_round_in_a_whole_call(floor):
    caller = Caller(floor.floorperson)
    incident = {
        "event": "bank-tile-exposed",
        "facts": {"whose": "dealer"},
        "state": "dealt",
        "signed_by": signed(floor.floorperson),
    }
    before = state_of(floor.property)
    body = whole_round(irregularities=[incident])
    refused = caller.post(f"tables/{floor.table.pk}/whole-rounds/", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "same_person"), refused.content
    assert state_of(floor.property) == before


def test_one_person_does_not_take_a_round_back(floor, supervisor):
    before = state_of(floor.property)
    refused = supervisor.step("step-back", {"to": "betting", "second": signed(floor.floorperson)})
    assert (refused.status_code, refused.json()["code"]) == (409, "same_person")
    assert state_of(floor.property) == before
    second = make_person(floor.property, "pit_manager")
    answer = supervisor.step("step-back", {"to": "betting", "second": signed(second)})
    assert answer.status_code == 200


def test_a_ruling_that_returns_nothing_is_the_floors_alone(floor, supervisor):
    told = {"event": "bank-tile-exposed", "facts": {"whose": "dealer"}}
    assert supervisor.step("irregularities", told).status_code == 200
    ruled = supervisor.step(
        "irregularities/1/confirm", {"ruling": "play-on", **signed(floor.floorperson)}
    )
    assert ruled.status_code == 200


def test_a_dealer_of_another_table_opens_no_dispute(floor, dealer):
    other = make_person(floor.property, "dealer")
    make_table(floor)
    caller = Caller(other).follow(dealer)
    refused = caller.step("disputes", CLAIM)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_at_table"), refused.content
    assert not Event.objects.filter(kind="rounds.dispute_opened").exists()
    assert not Round.objects.get(pk=dealer.round).is_held


@pytest.mark.parametrize("role", ["dealer", "floorperson", "surveillance"])
def test_who_deals_supervises_or_watches_opens_one(floor, dealer, role):
    caller = Caller(floor.people[role]).follow(dealer)
    answer = caller.step("disputes", CLAIM)
    assert answer.status_code == 200, answer.content
    assert Event.objects.filter(kind="rounds.dispute_opened").count() == 1


HANDS = [
    {"place": "dealer", "tiles": ["1-5", "3-5", "2-5", "3-4"]},
    {"place": "seat-1", "tiles": ["6-6", "6-6", "1-1", "3-6"]},
]


@pytest.fixture
def won(floor, supervisor):
    """A round of the same floorperson in which the player has won."""
    assert supervisor.step("roll", {"dice": [1, 2, 3]}).status_code == 200
    start = supervisor.get(f"rounds/{supervisor.round}/").json()["roll"]["positions"][0]
    assert supervisor.step("deal", {"start": start}).status_code == 200
    assert supervisor.step("hands", {"hands": HANDS}).status_code == 200
    return supervisor


def test_one_person_does_not_declare_a_hand_void(floor, won):
    before = state_of(floor.property)
    alone = won.step("states", {"seat": 1, "state": "void"})
    assert (alone.status_code, alone.json()["code"]) == (409, "void_takes_two"), alone.content
    own = {"seat": 1, "state": "void", "second": signed(floor.floorperson)}
    refused = won.step("states", own)
    assert (refused.status_code, refused.json()["code"]) == (409, "same_person")
    assert state_of(floor.property) == before
    second = make_person(floor.property, "floorperson")
    done = won.step("states", own | {"second": signed(second)})
    assert done.status_code == 200, done.content
    assert done.json()["states"] == {"1": "void"}


@pytest.mark.parametrize("role", ["dealer", "floorperson"])
def test_nobody_calls_a_hand_void_that_was_not_declared_so(floor, role):
    caller = Caller(floor.people[role])
    before = state_of(floor.property)
    body = whole_round(seats=1, hands=[], outcomes=[{"seat": 1, "outcome": "void"}])
    refused = caller.post(f"tables/{floor.table.pk}/whole-rounds/", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "void_takes_two")
    body = whole_round(seats=2, states=[{"seat": 1, "state": "void"}])
    refused = caller.post(f"tables/{floor.table.pk}/whole-rounds/", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "void_takes_two")
    assert state_of(floor.property) == before


def test_one_person_does_not_have_hands_dealt_again_by_a_ruling(floor, won):
    told = {"event": "dice-not-flat", "facts": {}}
    found = won.step("irregularities", told)
    assert found.json()["irregularities"][0]["proposed"]["code"] == "no-roll", found.content
    before = state_of(floor.property)
    refused = won.step("irregularities/1/confirm", signed(floor.floorperson))
    assert (refused.status_code, refused.json()["code"]) == (409, "same_person"), refused.content
    assert state_of(floor.property) == before


def taken_over(floor, person, by):
    """Somebody resets a colleague's PIN, signs in as them and chooses another."""
    _person, given = reset_pin(person.pk, by=by, at=timezone.now())
    sign_in_at_tablet(person.badge, given.pin, tablet=floor.tablet, at=timezone.now())
    own = Person.objects.get(pk=person.pk)
    change_own_pin(own, old=given.pin, new="846205", at=timezone.now())
    return Person.objects.get(pk=person.pk)


def test_whoever_reset_a_pin_does_not_rule_on_its_owners_report(floor, supervisor):
    """The report needs no PIN, so whoever took the account over could make it and confirm it."""
    taken = taken_over(floor, floor.floorperson, by=floor.pit_manager)
    told = {"event": "bank-tile-exposed", "facts": {"whose": "dealer"}}
    as_them = Caller(taken, floor.tablet).follow(supervisor)
    assert as_them.step("irregularities", told).status_code == 200
    himself = Caller(floor.pit_manager).follow(as_them)
    before = state_of(floor.property)
    refused = himself.step("irregularities/1/confirm", signed(floor.pit_manager))
    assert (refused.status_code, refused.json()["code"]) == (409, "pin_given_by_cosigner")
    assert state_of(floor.property) == before


def test_a_pin_that_its_owner_never_proved_stays_the_givers(floor, supervisor):
    """A day later too: who asks for a void is whoever reset the PIN, and so is who confirms it."""
    taken = taken_over(floor, floor.floorperson, by=floor.pit_manager)
    Person.objects.filter(pk=taken.pk).update(pin_given_at=timezone.now() - timedelta(days=3))
    taken = Person.objects.get(pk=taken.pk)
    as_them = Caller(taken, floor.tablet).follow(supervisor)
    before = state_of(floor.property)
    refused = as_them.step("void", {"reason": "exposed", "second": signed(floor.pit_manager)})
    assert (refused.status_code, refused.json()["code"]) == (409, "pin_given_by_cosigner")
    assert state_of(floor.property) == before


def test_an_administrator_does_not_sign_as_two_colleagues(floor, supervisor):
    """New secrets for two of the floor on one day: whoever gave both could be both."""
    one = make_person(floor.property, "floorperson")
    two = make_person(floor.property, "floorperson")
    for person in (one, two):
        _person, given = reset_secrets(person.pk, by=floor.administrator, at=timezone.now())
        own = Person.objects.get(pk=person.pk)
        change_own_pin(own, old=given.pin, new="846205", at=timezone.now())
    as_one = Caller(Person.objects.get(pk=one.pk), floor.tablet).follow(supervisor)
    body = {"reason": "exposed", "second": {"badge": two.badge, "pin": "846205"}}
    refused = as_one.step("void", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "pins_of_one_giver")
    assert Round.objects.get(pk=supervisor.round).state != "void"


LARGE = {"cents": 250_000, "bills": {"10000": 25}, "chips": {"10000": 25}}


def test_one_person_does_not_take_back_what_two_entered(floor):
    dealer = Caller(floor.dealer, floor.tablet)
    path = f"tables/{floor.table.pk}"
    signatures = {"signatures": {"floor": signed(floor.floorperson)}}
    sold = dealer.post(f"{path}/chip-sales/", LARGE | signatures)
    assert sold.status_code == 200, sold.content
    asked = {"cash_id": sold.json()["cash"]["cash_id"]}
    refused = dealer.post(f"{path}/cash-undos/", asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "floor_signs"), refused.content
    assert not CashUndo.objects.exists()
    assert dealer.post(f"{path}/cash-undos/", asked | signatures).status_code == 200
    assert CashUndo.objects.count() == 1
    signatures = SignOff.objects.filter(subject=f"cash:{asked['cash_id']}")
    assert signatures.filter(person=floor.floorperson).count() == 2
