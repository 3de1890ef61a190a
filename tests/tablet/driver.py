"""Drive the dealer's screen as a thumb does: by taps on what is there, each of them counted."""

import re

from playwright.sync_api import Page, expect

from staff.models import Person
from tests.factories import Floor
from tests.sign_in import cookies_of

expect.set_options(timeout=20_000)


# A scanner is a keyboard that types in one burst; the events come from one turn of the page, so
# that a busy machine cannot stretch the burst.
SCAN = """(codes) => codes.forEach((code) => [...code, "Enter"].forEach((key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))))"""


def scan(page: Page, codes: str) -> None:
    """Scan tiles or cards, one after the other."""
    page.evaluate(SCAN, codes.split())


class Dealer:
    """A dealer with a tablet at an open table, or somebody of the floor at a desk."""

    def __init__(
        self,
        page: Page,
        floor: Floor,
        url: str,
        *,
        language: str = "en",
        desk_of: Person | None = None,
    ) -> None:
        self.page = page
        self.floor = floor
        self.taps = 0
        signed_in = cookies_of(desk_of) if desk_of else cookies_of(floor.dealer, floor.tablet)
        cookies = signed_in | {"language": language}
        page.context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
        )
        self.open()

    def open(self) -> None:
        self.page.goto(f"/tables/{self.floor.table.pk}/deal/")
        self.ready()

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-ready", "true")

    def find(self, act: str, **data: object):
        wanted = "".join(f'[data-{name}="{value}"]' for name, value in data.items())
        return self.page.locator(f'[data-do="{act}"]{wanted}')

    def tap(self, act: str, **data: object) -> None:
        """Tap the one live control that does this."""
        self.find(act, **data).first.tap()
        self.taps += 1

    def step(self, *names: str) -> None:
        expect(self.page.locator("html")).to_have_attribute(
            "data-step", re.compile("|".join(f"^{name}$" for name in names))
        )

    def sent(self) -> None:
        """Wait until the server has everything."""
        expect(self.page.locator(".top-connection")).to_have_attribute("data-count", "0")

    # What a dealer does

    def wager(self, seat: int, *chips: int, kind: str = "") -> None:
        if self.find("seat", seat=seat).get_attribute("aria-pressed") != "true":
            self.tap("seat", seat=seat)
        if kind:
            self.tap("wager-kind", kind=kind)
        for value in chips:
            self.tap("chip", value=value)

    def roll(self, *dice: int) -> None:
        for face in dice:
            self.tap("die", face=face)

    def hand(self, tiles: str) -> None:
        for tile in tiles.split():
            self.tap("tile", tile=tile)
