"""Another dealer signs in at a tablet: nothing can be tapped before the table is theirs."""

import pytest
from playwright.sync_api import expect

from tables.models import DealerShift
from tests.factories import make_floor
from tests.rounds.playing import Dealer as Commands
from tests.rounds.taps import report_irregularity

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(3)]


def test_the_relief_sees_what_waits_and_takes_over_with_one_tap(at_large):
    floor = make_floor()
    commands = Commands(floor)
    commands.open()
    commands.wager(s1=2500)
    commands.close_passing()
    commands.do(report_irregularity, "wrong-distribution", {"seats": []})
    dealer = at_large(floor, person=floor.second_dealer)
    page = dealer.page
    dealer.step("relief")
    expect(page.locator(".work-head h1")).to_have_text(
        dealer.says("deals_here", name=floor.dealer.name)
    )
    expect(page.locator(".relief-waits")).to_contain_text(dealer.says("ruling_waits"))
    expect(page.locator("#tablet-table")).to_have_attribute("inert", "")
    dealer.look("relief")
    dealer.tap("take-table")
    dealer.step("dice")
    now = DealerShift.objects.get(table=floor.table, ended_at__isnull=True)
    assert now.person == floor.second_dealer
    expect(page.locator(".top-dealer b")).to_have_text(floor.second_dealer.name)
    expect(dealer.find("irregularity")).to_contain_text(dealer.says("ruling_waits"))
