"""The first day in real browsers: from the one-time code to the first settled round.

A floor of its own on an empty database; nothing is done but what pages and the tablet offer.
"""

import re
from collections import Counter
from types import SimpleNamespace

import pyotp
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from first_day.queries.checklist import checklist
from rounds.models import Round, RoundState
from staff.commands.set_up import make_set_up_code
from staff.models import Property
from tests.first_day.entering import ADMINISTRATOR, HOUSE, OPERATOR, PIN
from tests.running_floor import LiveFloor, opening_pages
from tests.staff.test_qr import read
from tests.tablet.driver import Dealer

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(20)]

PEOPLE = {
    "D1": "dealer",
    "F1": "floorperson",
    "P1": "pit_manager",
    "X1": "security",
    "C1": "cashier",
}
DEALER_HAND, PLAYER_HAND = "6-6 6-6 1-2 4-5", "1-1 3-6 2-2 5-6"


# By the keystroke-level model of Card, Moran and Newell, slow hands: to think, to point and tap,
# to type a letter of a code; and time to read every page that opens.
THINK, TAP, LETTER, READ = 1.35, 1.3, 0.5, 10.0
MOST_MINUTES, PAIRS = 30, 16
WATCH_HANDS = """
addEventListener("click", (event) => event.isTrusted && handsDid("taps", 1), true);
addEventListener("input", (event) => {
  const { type, value } = event.target;
  if (!["checkbox", "radio", "hidden"].includes(type)) handsDid("letters", value.length);
}, true);
addEventListener("DOMContentLoaded", () => handsDid("pages", 1));
"""


class Hands:
    """What a person's hands and eyes had to do, on all devices together."""

    def __init__(self):
        self.counted = Counter()

    def did(self, what, count):
        self.counted[what] += count
        self.counted["fields"] += what == "letters"

    @property
    def minutes(self):
        did = self.counted
        acts = did["taps"] * (THINK + TAP) + did["fields"] * THINK
        return (acts + did["letters"] * LETTER + did["pages"] * READ) / 60


@pytest.fixture
def empty_floor(test_session, empty_database):
    running = LiveFloor(
        test_session.addresses(empty_database.removeprefix("paigow_")),
        test_session.path / "var" / empty_database,
    )
    try:
        for name in ("web", "feed"):
            running.start(name)
        running.wait_for_web()
        yield running
    finally:
        running.stop()


@pytest.fixture
def at_desk(request, browser, empty_floor):
    """The administrator's desk and a device that becomes a tablet; neither may say an error."""
    hands = Hands()

    def watch(context):
        context.expose_function("handsDid", hands.did)
        context.add_init_script(WATCH_HANDS)

    with opening_pages(request, browser, empty_floor.url, watch) as open_one:

        def open_watched(**options):
            page = open_one(**options)
            page.hands = hands
            return page

        yield open_watched


def fill(page, facts):
    for name, value in facts.items():
        field = page.locator(f"main [name='{name}']:is(input:not([type=hidden]), select):visible")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def confirmed(page, words):
    expect(page.locator(".done-box")).to_contain_text(words)


def sign(page, button, **badges):
    for slot, badge in badges.items():
        page.locator(f"[name='{slot}-badge']").fill(badge)
        page.locator(f"[name='{slot}-pin']").fill(PIN)
    press(page, button)


def set_up(desk):
    """By the pages of set-up; the second factor is read by a camera."""
    desk.goto("/")
    desk.wait_for_url("**/setup/")
    desk.get_by_label("One-time code").fill(make_set_up_code(at=timezone.now()))
    press(desk, "Begin")
    for step, facts in (("operator", OPERATOR), ("house", HOUSE), ("administrator", ADMINISTRATOR)):
        desk.wait_for_url(f"**/setup/{step}/")
        fill(desk, facts)
        press(desk, "Continue")
    desk.wait_for_url("**/setup/second-factor/")
    uri = read(desk, ".set-up-qr")
    desk.get_by_label("Code").fill(pyotp.parse_uri(uri).now())
    press(desk, "Open the house")
    expect(desk.locator(".recovery-codes li")).to_have_count(10)
    desk.get_by_role("link", name="I have kept them").click()
    desk.wait_for_url("**/first-day/")


def rules_and_tables(desk):
    desk.get_by_role("link", name="File a submission").click()
    desk.get_by_role("link", name="Maryland").click()
    desk.get_by_label("Name").fill("Maryland")
    press(desk, "File this version")
    confirmed(desk, "File this version: done.")
    desk.locator(".done-box").get_by_role("link", name="Pit and tables").click()
    desk.get_by_label("New pit").fill("Jade")
    press(desk, "Add")
    confirmed(desk, "Add a pit: done.")
    desk.locator("summary", has_text="New table").click()
    desk.locator("#new-number").fill("1")
    press(desk, "Add the table")
    confirmed(desk, "Add a table: done.")
    desk.locator("summary", has_text="Table 1").click()
    fill(desk, {"serial": "SH-1", "approval_reference": "SHA-1", "approved_on": "2026-01-15"})
    press(desk, "Register")
    confirmed(desk, "Next: Staff")


def people(desk):
    """Five people; their first PINs are on the page once."""
    pins = {}
    for badge, role in PEOPLE.items():
        desk.goto("/staff/new/")
        fill(desk, {"name": f"Person {badge}", "badge": badge, "licence_number": f"L-{badge}"})
        desk.locator(f".choice:has([value={role}])").click()
        press(desk, "Add")
        pins[badge] = desk.locator("[data-secret=pin]").text_content()
    return pins


def enrol(desk, tablet):
    """The QR code on the desk's screen is what the tablet's camera opens."""
    desk.goto("/tablets/")
    desk.get_by_label("New tablet").fill("Table 1")
    press(desk, "Add and make a code")
    desk.locator(".qr svg").wait_for()
    tablet.goto(read(desk, ".qr"))
    press(tablet, "Enrol")
    tablet.get_by_role("heading", name="Who are you?").wait_for()
    desk.goto("/floor/setup/")
    desk.locator("[data-command=post-tablet]").get_by_role("button", name="Save").click()
    confirmed(desk, "done.")


def come_on(tablet, badge, pin=PIN):
    """Whoever was on leaves; the next one is a badge and a PIN."""
    leave = tablet.locator("form[action='/sign-out/'] button").first
    if leave.count():
        leave.click()
    tablet.get_by_role("heading", name="Who are you?").wait_for()
    tablet.get_by_label("Badge", exact=True).fill(badge)
    for digit in pin:
        tablet.locator(f".pin-keys [data-digit='{digit}']").click()
    tablet.get_by_role("heading", name="Who are you?").wait_for(state="detached")


def choose_pins(tablet, pins):
    for badge, first in pins.items():
        come_on(tablet, badge, first)
        fill(tablet, {"old": first, "new": PIN})
        press(tablet, "Change PIN")
        tablet.wait_for_url(lambda url: not url.endswith("/me/pin/"))


def receive(tablet):
    """One set of tiles and one of dice, received and issued by two people."""
    for kind, serial, more in (("tiles", "T-1", {}), ("dice", "D-1", {"pieces": "A, B, C"})):
        tablet.goto("/equipment/receive/")
        tablet.locator(f".choice:has([name=kind][value={kind}])").click()
        facts = {"serial": serial, "seal_number": f"S-{serial}", "design_approval": "DA-1"}
        fill(tablet, facts | more)
        tablet.locator(".choice:has([name=seal_intact])").click()
        sign(tablet, "Receive a set", floor="F1", security="X1")
        confirmed(tablet, "Receive a set: done.")
    tablet.goto("/equipment/issue/")
    for choice in tablet.locator(".choice:has([name=equipment_ids])").all():
        choice.click()
    sign(tablet, "Issue to the pit stand", floor="F1", security="X1")
    confirmed(tablet, "done.")
    tablet.goto("/equipment/?kind=dice")
    tablet.get_by_role("link", name="D-1").first.click()
    tablet.get_by_role("link", name="Inspect").first.click()
    for number in "123":
        tablet.locator(f"#size-{number}").fill("640")
    for check in tablet.locator(".choice:has([name=checks])").all():
        check.click()
    tablet.get_by_label("Camera that sees this").fill("C-1")
    tablet.locator("[name='floor-badge']").fill("F1")
    tablet.locator("[name='floor-pin']").fill(PIN)
    tablet.locator(".button-sign").click()
    tablet.locator(".done-box").wait_for()


def open_table(tablet, table):
    """Begin, take over, count, bring, inspect, verify, open: each by whoever may."""
    address = f"/tables/{table.pk}/"
    come_on(tablet, "P1")
    tablet.goto(address)
    press(tablet, "Begin to open")
    confirmed(tablet, "Begin to open: done.")
    tablet.locator("[data-kind=tiles]").get_by_role("button", name="Bring to the table").click()
    confirmed(tablet, "Bring a set: done.")
    tablet.locator("[data-kind=dice]").get_by_role("button", name="Place in the shaker").click()
    tablet.locator("[data-kind=dice][data-stage=ready]").wait_for()

    come_on(tablet, "D1")
    tablet.goto(f"{address}hand-over/")
    tablet.get_by_label("Shaker that you take over").fill("SH-1")
    for digit in PIN:
        tablet.locator(f".pin-keys [data-digit='{digit}']").click()
    press(tablet, "Take it")
    tablet.wait_for_url(f"**{address}")
    tablet.get_by_role("link", name="Inspect the set").click()
    for _four in range(PAIRS // 4):
        press(tablet, "The next four")
    for check in tablet.locator(".choice:has([name=checks])").all():
        check.click()
    sign(tablet, "Sign the inspection", dealer="D1")
    tablet.wait_for_url(f"**{address}")

    come_on(tablet, "F1")
    tablet.goto(address)
    press(tablet, "I take this table")
    confirmed(tablet, "done.")
    tablet.goto("/verify/")
    tablet.get_by_role("link", name="Look and verify").click()
    sign(tablet, "Verify", floor="F1")
    confirmed(tablet, "Verify: done.")
    tablet.goto(f"/fills/tables/{table.pk}/opening/")
    for digit in PIN:
        tablet.locator(f".pin-keys [data-digit='{digit}']").click()
    pad = tablet.locator("[data-command=sign-slip]")
    pad.locator("[data-badge='D1']").first.click()
    for digit in PIN:
        pad.locator(f"[data-digit='{digit}']").click()
    tablet.locator(".sign-list li[data-done]").nth(1).wait_for()

    come_on(tablet, "P1")
    tablet.goto(address)
    press(tablet, "Open for play")
    confirmed(tablet, "Open for play: done.")


def play(tablet, table):
    """The first round: one player, the house banks."""
    come_on(tablet, "D1")
    dealer = Dealer.__new__(Dealer)  # signed in by hand already
    dealer.page, dealer.taps = tablet, 0
    dealer.floor = SimpleNamespace(table=table)
    dealer.open()
    press(tablet, "Tiles face down and mixed")
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.sent()
    dealer.tap("no-more-bets")
    dealer.roll(3, 2, 6)
    dealer.tap("delivered")
    dealer.hands(DEALER_HAND, PLAYER_HAND)
    dealer.step("result")
    dealer.sent()
    dealer.tap("settle")
    dealer.sent()
    expect(dealer.find("next-round")).to_be_enabled()


def test_from_the_one_time_code_to_the_first_settled_round(at_desk):
    desk, tablet = at_desk(), at_desk()
    set_up(desk)
    rules_and_tables(desk)
    pins = people(desk)
    enrol(desk, tablet)
    choose_pins(tablet, pins)
    house = Property.objects.get()
    assert [each.code for each in checklist(house).items if not each.is_done] == [
        "equipment",
        "inventory",
        "opening",
        "round",
    ]
    come_on(tablet, "F1")
    receive(tablet)
    table = house.tables.get()
    open_table(tablet, table)
    play(tablet, table)
    assert Round.objects.get(property=house).state == RoundState.SETTLED
    desk.goto("/first-day/")
    expect(desk.locator(".first-day-item.is-done")).to_have_count(8)
    assert re.search("The first round is settled", desk.content())
    print(f"by hand: {dict(desk.hands.counted)}, {desk.hands.minutes:.1f} minutes")
    assert 5 < desk.hands.minutes < MOST_MINUTES
