"""A dealer's tablet in a real browser while the web server is away."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.drills.breaking import Drill
from tests.factories import make_floor
from tests.running_floor import chromium
from tests.tablet import outage
from tests.tablet.driver import Dealer
from tests.tablet.fit import LARGE, as_viewport

# A tablet asks again at most a minute later, and by itself.
BACK_MILLISECONDS = 90_000


def go_on_while(drill: Drill, lose: Callable[[], None]) -> None:
    """Be in the middle of a round when a machine is lost, and finish it on another one."""
    ground, floor = drill.ground, make_floor(at=datetime.now(UTC))
    with chromium() as browser:
        context = browser.new_context(
            base_url=ground.url,
            viewport=as_viewport(LARGE),
            has_touch=True,
            reduced_motion="reduce",
        )
        dealer = Dealer(context.new_page(), floor, ground.url, print, size=LARGE, language="en")
        outage.begin(dealer)
        lose()
        outage.finish(dealer)
        connection = dealer.page.locator(".top-connection")
        expect(connection).to_have_attribute("data-count", "0", timeout=BACK_MILLISECONDS)
    outage.assert_all_arrived_once(floor)


def outlive_the_server(drill: Drill) -> None:
    """Finish a round and open the next while the web server is away for the drill's time."""
    ground, floor = drill.ground, make_floor(at=datetime.now(UTC))
    with chromium() as browser:
        context = browser.new_context(
            base_url=ground.url,
            viewport=as_viewport(LARGE),
            has_touch=True,
            reduced_motion="reduce",
        )
        dealer = Dealer(context.new_page(), floor, ground.url, print, size=LARGE, language="en")
        outage.begin(dealer)
        ground.kill("web")
        back = time.monotonic() + drill.seconds
        outage.settle_alone(dealer)
        outage.open_next_alone(dealer)
        time.sleep(max(0.0, back - time.monotonic()))
        outage.assert_waiting(dealer)
        ground.start("web")
        ground.wait_for_web()
        connection = dealer.page.locator(".top-connection")
        expect(connection).to_have_attribute("data-count", "0", timeout=BACK_MILLISECONDS)
        expect(connection).to_have_attribute("data-state", "live", timeout=BACK_MILLISECONDS)
    outage.assert_all_arrived_once(floor)
