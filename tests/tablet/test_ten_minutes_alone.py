"""Ten minutes without the network: four rounds, cash, an irregularity, then the relief comes."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from audit.models import Event
from banking.models import CashMove
from rounds.models import Irregularity, Round
from tables.models import DealerShift
from tests.factories import make_floor
from tests.tablet import outage

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.slow(15)]

ROUNDS = 4
MINUTE_MS = 60_000


def test_everything_of_ten_minutes_alone_arrives_once_and_is_handed_over(at_large):
    floor = make_floor(options={"player_bank": False}, at=datetime.now(UTC) - timedelta(hours=1))
    dealer = at_large(floor, clock=datetime.now(UTC) - timedelta(minutes=12))
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(2, 2500)
    dealer.sent()
    outage.wait_until_kept(page)

    page.context.set_offline(True)
    for number in range(1, ROUNDS):
        deal(dealer)
        dealer.hands(outage.DEALER, *outage.HANDS)
        dealer.step("result")
        dealer.tap("settle")
        if number == 1:
            buy_in(dealer)
        dealer.tap("next-round")
        dealer.step("betting")
        page.clock.run_for(3 * MINUTE_MS)
    deal(dealer)
    waits = int(page.locator(".top-connection").get_attribute("data-count") or 0)
    outage.report_up_to_the_last_tap(dealer)
    dealer.tap("irregular-report")
    dealer.reload()
    expect(page.locator(".top-connection")).to_have_attribute("data-count", str(waits + 1))
    expect(dealer.find("irregularity").first).to_contain_text(dealer.says("ruling_waits"))
    assert Round.objects.filter(table=floor.table).count() == 1, "nothing has left the tablet"

    page.context.set_offline(False)
    outage.wait_for_the_tablet_to_ask_again(dealer)
    assert_arrived_once(floor)
    hand_over(at_large(floor, person=floor.second_dealer))


def deal(dealer) -> None:
    dealer.tap("no-more-bets")
    dealer.roll(1, 2, 3)
    dealer.tap("delivered")
    dealer.step("hands")


def buy_in(dealer) -> None:
    dealer.tap("cash")
    dealer.tap("cash-seat", seat=3)
    dealer.tap("cash-piece", value=10_000, count=5)
    dealer.tap("cash-record")


def assert_arrived_once(floor) -> None:
    *settled, last = Round.objects.filter(table=floor.table).order_by("number")
    assert [each.state for each in settled] == ["settled"] * (ROUNDS - 1)
    assert last.state == "dealt"
    about = Event.objects.filter(round_id__in=[each.pk for each in settled])
    assert about.filter(kind="rounds.round_settled").count() == ROUNDS - 1
    assert CashMove.objects.get(table=floor.table).cents == 50_000
    assert Irregularity.objects.get(round=last).event == "player-tile-exposed"


def hand_over(dealer) -> None:
    """The relief signs in at the tablet, sees what waits, and the floor rules on it with them."""
    page, floor = dealer.page, dealer.floor
    dealer.step("relief")
    expect(page.locator(".relief-waits")).to_contain_text(dealer.says("ruling_waits"))
    dealer.tap("take-table")
    dealer.step("hands")
    now = DealerShift.objects.get(table=floor.table, ended_at__isnull=True)
    assert now.person == floor.second_dealer
    dealer.tap("irregularity")
    dealer.tap_on(page.locator(".work-main [data-do=confirm-ruling]"))
    dealer.sign()
    expect(page.locator('.seat-card[data-seat="1"]')).to_have_attribute("data-state", "out")
    ruled = Irregularity.objects.get(round__table=floor.table)
    assert ruled.ruled_by == floor.floorperson
