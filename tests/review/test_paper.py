"""The printed decision says where in the log it stands."""

from audit.commands.sequence import seal_log
from tests.factories import make_floor
from tests.review.test_disputes import decide, opened
from tests.review.test_evidence import REJECTED
from tests.rounds.playing import Dealer, house_round
from tests.sign_in import sign_in


def test_the_paper_names_the_entry_of_the_log(committed, client):
    floor = make_floor()
    dealer = Dealer(floor)
    house_round(dealer, seats=2)
    dispute = opened(dealer)
    decide(dispute, floor.surveillance, REJECTED)
    sign_in(client, floor.surveillance)
    address = f"/disputes/{dispute.pk}/decision/"
    assert "not sealed yet" in client.get(address).content.decode()
    seal_log(floor.property.pk)
    page = client.get(address)
    assert page.context["entry"].leaf in page.content.decode()
