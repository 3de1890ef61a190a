"""Drive the dealer's screen as a thumb does: by taps on what is there, each of them counted."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property

from django.db import transaction
from playwright.sync_api import Page, TimeoutError, expect

from audit.events import EventKind
from audit.record import record
from staff.models import Person, Tablet
from tests.axe import serious_faults
from tests.factories import PIN, Floor
from tests.sign_in import cookies_of
from tests.tablet.fit import LARGE, SMALL, misfits

expect.set_options(timeout=30_000)

# A scanner is a keyboard that types in one burst; the events come from one turn of the page, so
# that a busy machine cannot stretch the burst.
SCAN = """(codes) => codes.forEach((code) => [...code, "Enter"].forEach((key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))))"""
WORDS = "JSON.parse(document.getElementById('tablet-config').textContent).words"
# What moves on the screen without having been asked to, or because of a tap.
WATCH = """() => {
  window.moved = [];
  const name = ({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.data;
  const note = ({ value, sources }) => window.moved.push([value, ...sources.map(name)]);
  const seen = new PerformanceObserver((list) => list.getEntries().forEach(note));
  seen.observe({ type: "layout-shift" });
}"""
# What is read or spoken on the screen.
SHOWN = """() => {
  const spoken = [...document.querySelectorAll(".deal [aria-label]")];
  const read = (document.querySelector(".deal") ?? document.body).innerText;
  return [read, ...spoken.map((part) => part.ariaLabel)].join(" ");
}"""
RAW = re.compile(r"\bNaN\b|\bundefined\b|\bnull\b|\[object|\{\w+\}|\b[a-z]+_[a-z_]+\b")
CODE = re.compile(r"_[a-z]+-[a-z-]+$")
# A fault stays; what a look finds in the middle of a redrawing or a resizing is gone at the next.
LOOKS = 6
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


# Waits for a change of the page itself: asking again and again is late by up to a second.
UNTIL = """([selector, patience]) => new Promise((done, fail) => {
  const watch = new MutationObserver(() => look());
  const look = () => document.querySelector(selector) && (watch.disconnect(), done());
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  setTimeout(() => fail(new Error(`waited in vain for ${selector}`)), patience);
  look();
})"""
PATIENCE_MS = 30_000


def wait_until(page: Page, selector: str) -> None:
    """Wait until something on the page is as the selector says."""
    page.evaluate(UNTIL, [selector, PATIENCE_MS])


def scan(page: Page, codes: str) -> None:
    """Scan tiles or cards, one after the other."""
    page.evaluate(SCAN, codes.split())


@transaction.atomic
def signed_in(person: Person, tablet: Tablet) -> dict[str, str]:
    """The cookies of somebody at a tablet; that they signed in is on the record."""
    record(EventKind.SIGNED_IN, about=person, by=person, at=datetime.now(UTC))
    return cookies_of(person, tablet)


class Dealer:
    """A dealer with a tablet at an open table, or somebody of the floor with another one."""

    def __init__(
        self,
        page: Page,
        floor: Floor,
        url: str,
        screenshot,
        *,
        size: tuple[int, int],
        language: str,
        person: Person | None = None,
        tablet: Tablet | None = None,
        clock: datetime | None = None,
    ) -> None:
        self.page = page
        self.floor = floor
        self.screenshot = screenshot
        self.size, self.language = size, language
        self.taps = 0
        if clock:
            page.clock.install(time=clock)
        cookies = signed_in(person or floor.dealer, tablet or floor.tablet)
        page.context.add_cookies(
            [
                {"name": name, "value": value, "url": url}
                for name, value in (cookies | {"language": language}).items()
            ]
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
        self.tap_on(self.find(act, **data).first)
        self.taps += 1

    def tap_on(self, target) -> None:
        """Tap as somebody does who looks first: not while the screen is still changing."""
        wait_until(self.page, "html:not([data-guarded])")
        target.tap()

    @contextmanager
    def held(self, act: str, **data: object) -> Iterator[None]:
        """Hold a control down for as long as the body takes."""
        box = self.find(act, **data).first.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        yield
        self.page.mouse.up()

    def step(self, *names: str) -> None:
        wait_until(self.page, ", ".join(f'html[data-step="{name}"]' for name in names))

    def sent(self) -> None:
        """Wait until the server has everything."""
        wait_until(self.page, '.top-connection[data-count="0"]')

    def is_sent(self, *, within: int) -> bool:
        try:
            self.page.locator('.top-connection[data-count="0"]').wait_for(timeout=within)
        except TimeoutError:
            return False
        return True

    # What a dealer sees

    def look(self, state: str) -> None:
        """This state fits on both tablets, can be hit and read; it is kept as a picture."""
        for _ in range(LOOKS):
            found = self.faults()
            if not found:
                break
        assert found == [], f"{state}: {found}"
        unsaid = self.page.locator("html").get_attribute("data-unsaid")
        assert unsaid is None, f"{state}: no sentence for {unsaid}"
        assert self.raw() == [], f"{state}: what only a program understands"
        self.screenshot(self.page, f"tablet-{state}-{self.size[0]}-{self.language}")

    def faults(self) -> list[object]:
        other = SMALL if self.size == LARGE else LARGE
        seen = [(size, misfits(self.page, size)) for size in (other, self.size)]
        # The markup is the same in every language; axe-core takes its time.
        serious = serious_faults(self.page) if self.language == "en" else []
        return [*(each for each in seen if each[1]), *serious]

    def raw(self) -> list[str]:
        """Codes, placeholders and broken numbers that are on the screen or spoken."""
        text = self.page.evaluate(SHOWN)
        codes = {key.split("_", 1)[-1] for key in self.words if CODE.search(key)}
        said = {each for words in self.words.values() for each in words.split()}
        found = [each for each in text.split() if each.strip(".,:;()") in codes - said]
        return [*RAW.findall(text), *found]

    @cached_property
    def words(self) -> dict[str, str]:
        return self.page.evaluate(WORDS)

    def says(self, code: str, **values: object) -> str:
        """A sentence of the screen in its language."""
        return self.words[code].format(**values)

    def watch(self) -> None:
        """From now on, note what moves; what came before lies on the screen by then."""
        for _ in range(3):
            self.page.evaluate(DRAWN)
        self.page.evaluate(WATCH)

    def assert_still(self) -> None:
        """Nothing has moved since `watch`."""
        self.page.evaluate(DRAWN)
        moved = self.page.evaluate("moved")
        assert moved == [], moved

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

    def hands(self, *each: str) -> None:
        """Scan whole hands; where one must be the house way, set it so."""
        for tiles in each:
            scan(self.page, tiles)
            self.page.evaluate(DRAWN)
            setting = self.page.locator(".setting:enabled")
            if setting.count():
                self.tap_on(setting.first)

    def sign(self, badge: str = "") -> None:
        if badge:
            self.page.locator("#badge-field").fill(badge)
        for digit in PIN:
            self.tap("pin-key", key=digit)
