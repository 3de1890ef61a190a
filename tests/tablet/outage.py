"""A round in the middle of which the server goes away, for the suite and for the drills."""

import time

from playwright.sync_api import Page, expect

from audit.models import Event
from rounds.models import Round, RoundState
from tests.factories import Floor
from tests.tablet.driver import Dealer

DEALER = "6-6 6-6 1-2 4-5"
HANDS = ("1-1 3-6 2-2 5-6", "4-4 4-4 1-3 5-5")
UNSENT = 5
ASKS = 5
PATIENCE_SECONDS = 60
KEPT = """async () => {
  const names = await caches.keys();
  const pages = await Promise.all(names.filter((name) => name.startsWith("pages-"))
    .map(async (name) => (await (await caches.open(name)).keys()).length));
  return navigator.serviceWorker.controller !== null && pages.some((count) => count > 0);
}"""


def wait_until_kept(page: Page) -> None:
    """Wait until the tablet can be reloaded without the server.

    Not `wait_for_function`: to it the promise of an answer is an answer.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate(KEPT):
        assert time.monotonic() < deadline, "the page was not kept"
        page.wait_for_timeout(50)


def begin(dealer: Dealer) -> None:
    """Enter a round up to the third tile, reloading the tablet twice on the way."""
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    dealer.roll(1, 2)
    dealer.reload()
    expect(dealer.page.locator(".die-slot svg")).to_have_count(2)
    dealer.roll(3)
    dealer.tap("delivered")
    dealer.hand("6-6 6-6 1-2")
    dealer.reload()
    expect(dealer.page.locator(".slot svg")).to_have_count(3)
    dealer.sent()
    wait_until_kept(dealer.page)


def finish(dealer: Dealer) -> None:
    """Finish the round and open the next, wherever the server is now."""
    dealer.hand("4-5")
    dealer.hands(*HANDS)
    dealer.step("result")
    dealer.tap("settle")
    dealer.tap("next-round")
    dealer.step("betting")


def settle_alone(dealer: Dealer) -> None:
    """Finish the round without the server and reload the tablet once more."""
    dealer.hand("4-5")
    dealer.hands(*HANDS)
    dealer.step("result")
    dealer.tap("settle")
    waiting = dealer.says("unsent_n", n=4)
    expect(dealer.page.locator(".top-connection")).to_contain_text(waiting)
    dealer.reload()
    expect(dealer.page.locator(".top-connection")).to_contain_text(waiting)
    dealer.step("result")


def open_next_alone(dealer: Dealer) -> None:
    dealer.tap("next-round")
    dealer.step("betting")
    assert_waiting(dealer)


def report_up_to_the_last_tap(dealer: Dealer) -> None:
    """A tile of the first seat was exposed; nothing is recorded before it is reported."""
    dealer.tap("irregularity")
    dealer.tap("irregular-event", event="player-tile-exposed")
    dealer.tap("irregular-fact", name="seat", value="1")
    dealer.tap("irregular-fact", name="tiles_exposed", value="1")
    dealer.tap("irregular-fact", name="player_has_looked", value="false")


def assert_waiting(dealer: Dealer) -> None:
    expect(dealer.page.locator(".top-connection")).to_have_attribute("data-count", str(UNSENT))


def wait_for_the_tablet_to_ask_again(dealer: Dealer) -> None:
    """Let the tablet's time pass, however long it waits before it asks, until all is sent.

    A jump fires each timer once: a minute passed through would also end what was asked meanwhile.
    """
    for _ in range(ASKS):
        dealer.page.clock.fast_forward(60_000)
        if dealer.is_sent(within=10_000):
            return
    dealer.sent()


def assert_all_arrived_once(floor: Floor) -> None:
    first, second = Round.objects.filter(table=floor.table).order_by("number")
    assert (first.state, second.state) == (RoundState.SETTLED, RoundState.BETTING)
    held = {place: hand["held"] for place, hand in first.facts["hands"].items()}
    entered = {"dealer": DEALER, "1": HANDS[0], "2": HANDS[1]}
    assert held == {place: tiles.split() for place, tiles in entered.items()}
    assert [wager["cents"] for wager in second.facts["wagers"]] == [2500, 2500]
    assert Event.objects.filter(round_id=first.pk, kind="rounds.round_settled").count() == 1
