"""Nothing is lost and nothing doubled: reloads, a dead server, no network, two tablets."""

import pytest
from playwright.sync_api import expect

from audit.models import Event
from rounds.models import Round, RoundState
from tests.factories import make_floor
from tests.tablet.fit import assert_fits

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]

DEALER = "6-6 6-6 1-2 4-5"
HANDS = ("1-1 3-6 2-2 5-6", "4-4 4-4 1-3 5-5")
KEPT = """async () => {
  const names = await caches.keys();
  const pages = await Promise.all(names.filter((name) => name.startsWith("pages-"))
    .map(async (name) => (await (await caches.open(name)).keys()).length));
  return navigator.serviceWorker.controller !== null && pages.some((count) => count > 0);
}"""


def rounds_of(floor) -> list[Round]:
    return list(Round.objects.filter(table=floor.table).order_by("number"))


def test_a_round_outlives_reloads_and_a_dead_server(at_table, live_floor, screenshot):
    floor = make_floor()
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    dealer.roll(1, 2)
    dealer.reload()
    expect(page.locator(".die-slot svg")).to_have_count(2)
    dealer.roll(3)
    dealer.tap("delivered")
    dealer.hand("6-6 6-6 1-2")
    dealer.reload()
    expect(page.locator(".slot svg")).to_have_count(3)
    dealer.sent()
    page.wait_for_function(KEPT)

    live_floor.kill("web")
    dealer.hand("4-5")
    dealer.hand(HANDS[0])
    dealer.hand(HANDS[1])
    dealer.step("result")
    dealer.tap("settle")
    expect(page.locator(".top-connection")).to_contain_text("4 not sent")
    dealer.reload()
    expect(page.locator(".top-connection")).to_contain_text("4 not sent")
    dealer.step("result")
    assert_fits(page)
    screenshot(page, "tablet-offline-1280-en")
    dealer.tap("outbox")
    assert_fits(page)
    screenshot(page, "tablet-unsent-1280-en")
    dealer.tap("close-panel")
    dealer.tap("menu")
    assert_fits(page)
    screenshot(page, "tablet-menu-1280-en")
    dealer.tap("close-panel")
    dealer.tap("next-round")
    dealer.step("betting")

    live_floor.start("web")
    live_floor.wait_for_web()
    dealer.tap("outbox")
    dealer.tap("send-now")
    dealer.sent()
    first, second = rounds_of(floor)
    assert (first.state, second.state) == (RoundState.SETTLED, RoundState.BETTING)
    assert first.facts["hands"]["2"]["held"] == HANDS[1].split()
    assert [wager["cents"] for wager in second.facts["wagers"]] == [2500, 2500]
    assert Event.objects.filter(round_id=first.pk, kind="rounds.round_settled").count() == 1


def test_a_second_tablet_sees_the_round_and_a_clash_is_shown(at_table, screenshot):
    floor = make_floor()
    dealer = at_table(floor)
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(4, 500, 500)
    dealer.sent()
    floorperson = at_table(floor, desk_of=floor.floorperson)
    expect(floorperson.find("seat", seat=4)).to_contain_text("$10")

    dealer.page.context.set_offline(True)
    dealer.wager(4, 2500)
    dealer.tap("no-more-bets")
    floorperson.wager(1, 2500)
    floorperson.tap("seat", seat=1)
    floorperson.sent()
    dealer.page.context.set_offline(False)
    expect(dealer.page.locator(".refusal-card")).to_be_visible()
    assert_fits(dealer.page)
    screenshot(dealer.page, "tablet-clash-1280-en")
    dealer.tap("refusal-rebase")
    dealer.sent()
    dealer.step("dice")
    (played,) = rounds_of(floor)
    assert played.state == RoundState.CLOSED
    assert {wager["seat"]: wager["cents"] for wager in played.facts["wagers"]} == {
        1: 5000,
        4: 3500,
    }
