"""What paragraphs ask of the pages on which a settled round is looked at and corrected."""

import pytest

from review.queries.stacks import delivery_words
from rules.round import ChosenDelivery
from tests.factories import make_floor
from tests.rounds.playing import Dealer, house_round
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def settled():
    dealer = Dealer(make_floor(options={"player_bank": True, "co_bank": True}))
    house_round(dealer, seats=2)
    return dealer


def test_md_9_h_3_the_form_asks_who_banked_and_what_the_dealer_wagered(settled, client):
    # MD 9 §H(3)-§I
    viewer = sign_in(client, settled.floor.surveillance)
    page = viewer.get(f"/rounds/{settled.id}/replay/").content.decode()
    for each in ("house", "player 1", "player 2", "co-bank 1", "co-bank 2"):
        assert f'<option value="{each}"' in page
    assert 'name="dealer_wager"' in page


def test_md_9_h_3_what_would_have_been_with_another_bank(settled, client):
    # MD 9 §H(3)-§I, §P
    viewer = sign_in(client, settled.floor.surveillance)
    asked = {"bank": "player 2", "dealer_wager": "10"}
    page = viewer.post(f"/rounds/{settled.id}/what-if/", asked)
    assert page.status_code == 200
    text = page.content.decode()
    assert "Bank" in text
    refused = viewer.post(f"/rounds/{settled.id}/what-if/", {"dealer_wager": "10"})
    assert (refused.status_code, "MD 9 §E(5)" in refused.content.decode()) == (409, True)


def test_md_9_j_nz_9_3a_the_replay_says_who_chose_the_delivery(settled, client):
    # MD 9 §J; NZ 9.3A
    viewer = sign_in(client, settled.floor.surveillance)
    replay = viewer.get(f"/rounds/{settled.id}/replay/").content.decode()
    assert "Delivery: House way, from the right. The dealer chose it." in replay
    named = ChosenDelivery(style="chee-yee", chosen_by="bank")
    assert delivery_words(named) == "Delivery: Chee Yee. The bank chose it."
    drawn = ChosenDelivery(cut="foot-say", chosen_by="random")
    assert delivery_words(drawn).endswith("It was drawn by chance.")
