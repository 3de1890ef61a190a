"""The call for whole rounds says whatever the steps can say."""

from uuid import uuid4

import pytest

from audit.models import Event
from rounds.models import Irregularity, Round
from staff.models import SignOff
from tests.factories import PIN, make_floor
from tests.rounds.api import Api
from tests.rounds.playing import SIX_HANDS

pytestmark = pytest.mark.django_db

HANDS = [{"place": place, "tiles": SIX_HANDS[place].split()} for place in ("seat-2", "dealer")]


def entered(floor, person=None, **more):
    whole = {
        "id": str(uuid4()),
        "wagers": [{"seat": 2, "cents": 2000}],
        "roll": {"dice": [1, 2, 3]},
        "hands": HANDS,
        **more,
    }
    api = Api(floor, person or floor.dealer)
    return api.post(f"tables/{floor.table.pk}/whole-rounds/", whole)


def signature(person):
    return {"badge": person.badge, "pin": PIN}


def test_a_ruling_that_a_wrongly_set_hand_stands():
    floor = make_floor("new-zealand")
    wrong = {
        "place": "dealer",
        "tiles": ["6-6", "6-6", "1-2", "4-5"],
        "high": ["6-6", "6-6"],
        "set_by": "dealer",
    }
    hand = {"place": "box-2", "tiles": SIX_HANDS["seat-3"].split()}
    facts = {"hands": [hand, wrong], "delivery": {"cut": "foot-say"}}
    refused = entered(floor, **facts)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_house_way")
    irregular = {
        "event": "not-house-way",
        "facts": {"whose": "dealer", "first_hand_exposed": True},
        "state": "dealt",
        "signed_by": signature(floor.floorperson),
    }
    said = entered(floor, **facts, irregularities=[irregular])
    assert said.status_code == 200, said.json()
    assert said.json()["settlement"]["dealer"]["high"] == ["6-6", "6-6"]
    kept = Irregularity.objects.get(round_id=said.json()["id"])
    assert (kept.ruling["code"], kept.ruled_by) == ("stands", floor.floorperson)


def test_a_round_that_a_ruling_ended():
    floor = make_floor()
    irregular = {"event": "wrong-distribution", "signed_by": signature(floor.floorperson)}
    said = entered(floor, hands=[], irregularities=[irregular])
    assert (said.json()["state"], said.json()["void_reason"]) == ("void", "ruling")
    assert Round.objects.get(pk=said.json()["id"]).settlement is None


def test_a_round_that_two_people_declared_void():
    floor = make_floor()
    void = {"reason": "equipment", "second": signature(floor.floorperson)}
    said = entered(floor, hands=[], void=void)
    assert (said.json()["state"], said.json()["void_reason"]) == ("void", "equipment")
    assert SignOff.objects.get(subject=f"round:{said.json()['id']}").act == "void_round"
    kinds = Event.objects.filter(stream=f"round:{said.json()['id']}").order_by("stream_v")
    assert kinds.last().kind == "rounds.round_voided"


def test_a_bad_shake_is_thrown_again_and_a_wrong_start_is_refused():
    floor = make_floor()
    irregular = {
        "event": "dice-not-flat", "state": "closed", "signed_by": signature(floor.floorperson)
    }  # fmt: skip
    said = entered(floor, irregularities=[irregular], start="seat-5")
    assert said.json()["no_rolls"] == ["dice-not-flat"]
    wrong = entered(floor, start="seat-6", others_pass=True)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "wrong_start")


def test_events_say_how_things_were_at_their_step():
    floor = make_floor()
    said = entered(floor).json()
    opened = Event.objects.get(stream=f"round:{said['id']}", kind="rounds.round_opened")
    assert b'"wagers":[]' in bytes(opened.body)


REFUSED = [
    ({"outcomes": [{"seat": 2, "outcome": "win"}],
      "states": [{"seat": 2, "state": "surrendered"}]}, 400),
    ({"irregularities": [{"event": "wrong-distribution"}]}, 400),
    ({"irregularities": [{"event": "unheard-of",
                          "signed_by": {"badge": "nobody", "pin": "000000"}}]}, 409),
]  # fmt: skip


@pytest.mark.parametrize(("more", "status"), REFUSED)
def test_what_cannot_be_said(more, status):
    assert entered(make_floor(), **more).status_code == status
