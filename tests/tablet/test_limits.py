"""Limits on the dealer's tablet: the countdown, the change without the network, a wager outside."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from rounds.models import OutsideWager
from tables.commands.limits import announce_limits
from tests.factories import PIN, make_floor

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(20)]


def test_a_change_counts_down_and_holds_without_the_network_and_the_floor_signs_beside_it(at_large):
    floor = make_floor(options={"player_bank": False})
    soon = datetime.now(UTC) - timedelta(minutes=29, seconds=48)
    announce_limits(floor.table.pk, 5_000, 100_000, by=floor.pit_manager, at=soon)
    dealer = at_large(floor)
    expect(dealer.page.locator(".work-head")).to_contain_text("$50 – $1,000")
    dealer.look("limits-next")
    expect(dealer.page.locator(".work-head")).not_to_contain_text("minutes")
    dealer.page.context.set_offline(True)
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    expect(dealer.page.locator(".wager-limit")).to_contain_text("$50")
    dealer.page.context.set_offline(False)
    dealer.sent()
    dealer.tap("accept-outside")
    dealer.look("outside-limits")
    for digit in PIN:
        dealer.tap("pin-key", key=digit)
    dealer.step("betting")
    dealer.tap("no-more-bets")
    dealer.step("dice")
    stood = OutsideWager.objects.get(round__table=floor.table)
    assert (stood.cents, stood.minimum_cents) == (2_500, 5_000)
