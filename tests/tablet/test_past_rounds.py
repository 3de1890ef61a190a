"""The last rounds on the dealer's screen, and a dispute that means one of them."""

import pytest
from playwright.sync_api import expect

from review.models import Dispute
from rounds.models import Round
from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.rounds.playing import house_round

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(4)]


def test_a_player_disputes_the_last_round_when_the_next_has_begun(at_table):
    floor = make_floor()
    commands = Commands(floor)
    house_round(commands)
    commands.open()
    dealer = at_table(floor)
    page = dealer.page
    last, current = Round.objects.filter(table=floor.table).order_by("number")
    dealer.tap("past-rounds")
    expect(page.locator(".result-row").first).to_be_visible()
    expect(page.locator(".work-head h1")).to_have_text(dealer.says("round_n", n=last.number))
    dealer.look("past-rounds")
    dealer.tap("close-panel")

    dealer.tap("dispute")
    chosen = page.locator('[data-do="dispute-about"][aria-pressed="true"]')
    expect(chosen).to_have_text(dealer.says("disputed_round", n=last.number))
    dealer.look("dispute-which-round")
    dealer.tap("dispute-about", id=current.pk)
    expect(dealer.find("dispute-claim", claim="wrong_payment")).to_have_count(0)
    dealer.tap("dispute-about", id=last.pk)
    dealer.tap("dispute-claim", claim="wrong_payment")
    dealer.tap("dispute-seat", seat=1)
    dealer.tap("dispute-record")
    dealer.step("betting")
    dealer.sent()
    made = Dispute.objects.get(round__table=floor.table)
    assert (made.round_id, made.seat) == (last.pk, 1)
    assert not Round.objects.get(pk=current.pk).is_held

    expect(dealer.find("dispute")).to_have_attribute("data-waits", "true")
    dealer.tap("dispute")
    expect(page.locator(".open-disputes")).to_contain_text(
        dealer.says("disputed_round", n=last.number)
    )
    dealer.look("dispute-of-the-last-round")
    dealer.tap("dispute-withdraw")
    dealer.sent()
    made.refresh_from_db()
    assert (made.decision, made.decided_by) == ("withdrawn", floor.dealer)
    expect(dealer.find("dispute")).to_have_attribute("data-waits", "false")
