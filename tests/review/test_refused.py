"""A refused step stands in the timeline of the round that it was about."""

import pytest

from audit.models import Event
from review.models import Dispute
from tests.factories import make_floor
from tests.rounds.api import Api
from tests.rounds.playing import Dealer, house_round
from tests.rounds.taps import Claim, open_dispute
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


def refusals(**about):
    return Event.objects.filter(kind="audit.step_refused", **about)


def test_a_refused_step_is_in_the_timeline_and_in_the_replay(client, floor):
    api = Api(floor)
    api.open()
    api.step("wagers", {"wagers": [{"seat": 1, "cents": 2500}]})
    said = api.step("settle").json()["message"]
    api.step("close")
    (event,) = refusals(round_id=api.round)
    assert (event.table_id, event.person_id) == (floor.table.pk, floor.dealer.pk)
    sign_in(client, floor.surveillance)
    page = client.get(f"/rounds/{api.round}/")
    taps = [tap.text for tap in page.context["sheet"].taps]
    assert f"Refused: {said}" in taps
    frames = client.get(f"/rounds/{api.round}/replay/").context["replay"].frames
    kinds = [frame.kind for frame in frames]
    assert kinds == ["open", "wagers", "refused", "closed"]
    refused = frames[2]
    assert (refused.text, refused.by) == (said, floor.dealer.name)
    assert refused.chips == frames[1].chips


def test_what_names_a_table_or_a_dispute_is_about_the_round_there(client, floor, dealer):
    house_round(dealer, seats=2)
    dealer.do(open_dispute, Claim("wrong_payment", seat=1))
    dispute = Dispute.objects.get()
    sign_in(client, floor.surveillance)
    client.post(f"/disputes/{dispute.pk}/video/", {"reference": " "})
    assert refusals(round_id=dealer.id).count() == 1
    dealer.open()
    Api(floor).open()
    assert refusals(round_id=dealer.id, table_id=floor.table.pk).count() == 1


def test_a_refused_reading_is_not_shown_to_the_floor(client, floor, dealer):
    dealer.open()
    sign_in(client, floor.cashier).get(f"/rounds/{dealer.id}/replay/")
    sign_in(client, floor.surveillance).post(f"/rounds/{dealer.id}/what-if/")
    assert refusals().count() == 2
    assert not refusals(round_id=dealer.id).exists()


def test_a_stranger_leaves_nothing_in_another_house(client, floor, dealer):
    dealer.open()
    other = make_floor()
    Dealer(other)
    sign_in(client, other.floorperson).post(f"/queue/rounds/{dealer.id}/repair/", {"how": "x"})
    assert not refusals(round_id=dealer.id).exists()
