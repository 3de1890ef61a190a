"""What takes two takes two on every path; nobody acts at a table that is not theirs."""

import pytest

from audit.models import Event
from rounds.models import Round
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
