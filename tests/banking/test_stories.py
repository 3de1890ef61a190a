"""Money at desk and phone in real browsers: limits, boxes, payouts, par levels, statistics."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from audit.models import Event
from banking.commands.cash import sell_chips
from banking.models import DropBox, PatronIdentity, Slip
from reports.commands.hold import open_hold_cases
from staff.gaming_day import gaming_day_bounds
from tables.models import GamingTable
from tests.banking.test_payouts import asked
from tests.factories import PIN, make_floor
from tests.floor.test_house_settings import change
from tests.reports.test_hold import lost_night
from tests.tables.test_stories import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(8)]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


class Taps:
    """Taps by somebody's finger, counted."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def on(self, what):
        self.count += 1
        what.click()


def fits(page):
    """Nothing reaches over the side of the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{wide} pixels too wide"


def enter_pin(page):
    for digit in PIN:
        page.locator(f"[data-digit='{digit}']").first.click()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_limits_change_in_at_most_five_taps(open_page, live_floor, size):
    floor = make_floor()
    page = sign_in(open_page(viewport=size), live_floor, floor.pit_manager)
    page.goto(f"/tables/{floor.table.pk}/")
    taps = Taps(page)
    with page.expect_navigation():
        taps.on(page.locator(f"a[href='/tables/{floor.table.pk}/limits/']").first)
    fits(page)
    taps.on(page.locator("label:has([name='minimum_cents']:not(:checked))").first)
    taps.on(page.locator("label:has([name='maximum_cents']:not(:checked))").last)
    taps.on(page.locator("label:has([name='consent'][value='true'])"))
    minimum = int(page.locator("[name='minimum_cents']:checked").input_value())
    with page.expect_navigation():
        taps.on(page.locator("form[data-command='announce-limits'] button[type='submit']"))
    assert taps.count <= 5
    expect(page.locator(".alert-warn")).to_be_visible()
    table = GamingTable.objects.get(pk=floor.table.pk)
    assert minimum in (table.next_minimum_cents, table.minimum_cents)


def test_a_box_goes_from_the_table_to_the_count_room(open_page, live_floor):
    floor = make_floor()
    page = sign_in(open_page(viewport=PHONE), live_floor, floor.security)

    def exchange(number):
        page.goto("/fills/boxes/")
        page.locator("#box-number").fill(number)
        page.locator("#floor-badge").fill(floor.floorperson.badge)
        page.locator("#floor-pin").fill(PIN)
        page.locator("#security-pin").fill(PIN)
        with page.expect_navigation():
            page.locator("form[data-command='exchange-box'] button[type='submit']").click()

    exchange("B-1")
    expect(page.get_by_text("No box waits to be counted")).to_be_visible()
    fits(page)
    sell_chips(floor.table.pk, 20_000, by=floor.dealer, at=timezone.now())
    exchange("B-2")
    box = DropBox.objects.get(table=floor.table, number="B-1")

    page.locator(f"#box-{box.pk} summary").click()
    page.locator(f"#box-{box.pk}-10000").fill("1")
    page.locator(f"#counter-pin-{box.pk}").fill(PIN)
    with page.expect_navigation():
        page.locator(f"#box-{box.pk} button[type='submit']").click()
    expect(page.get_by_text("Everybody counts blind")).to_be_visible()
    fits(page)
    slip = Slip.objects.get(table=floor.table, kind="box")
    cage = sign_in(open_page(viewport=DESK), live_floor, floor.cashier)
    cage.goto(f"/fills/{slip.pk}/")
    enter_pin(cage)
    expect(cage.get_by_text("Expected against counted")).to_be_visible()
    slip.refresh_from_db()
    assert (slip.state, slip.expected_cents, slip.total_cents) == ("complete", 20_000, 10_000)
    fits(cage)


def test_tips_are_counted_by_two_and_taken_away_on_paper(open_page, live_floor):
    floor = make_floor()
    change(floor, counts_tips=1)
    page = sign_in(open_page(viewport=PHONE), live_floor, floor.floorperson)
    page.goto("/fills/")
    page.get_by_role("button", name="New slip").click()
    page.locator(".slip-choice summary").filter(has_text=str(floor.table)).click()
    with page.expect_navigation():
        page.locator(f"a[href='/fills/tables/{floor.table.pk}/tips/']").click()
    for _ in range(4):
        page.locator("[data-piece='500'] [data-step='1']").click()
    expect(page.locator("[data-total]")).to_have_text("$20.00")
    fits(page)
    with page.expect_navigation():
        enter_pin(page)  # the floorperson's own badge is chosen, the last digit signs
    page.locator("[data-signer-badge]").first.fill(floor.dealer.badge)
    enter_pin(page)
    expect(page.locator(".page-head .badge")).to_contain_text("complete")
    fits(page)
    slip = Slip.objects.get(table=floor.table, kind="tips")
    assert [each.person for each in slip.signatures.order_by("pk")] == [
        floor.floorperson,
        floor.dealer,
    ]
    for n in (1, 2):
        with page.expect_download() as taken:
            page.get_by_role("button", name="PDF").click()
        assert taken.value.suggested_filename == f"tips-{slip.serial}-{n}.pdf"


def test_a_payout_document_is_signed_after_the_patron_is_identified(open_page, live_floor):
    floor = make_floor()
    slip = asked(floor, pair=60_000, at=timezone.now())
    page = sign_in(open_page(viewport=DESK), live_floor, floor.pit_manager)
    page.goto("/queue/")
    with page.expect_navigation():
        page.locator(f"a[href='/fills/{slip.pk}/']").first.click()
    expect(page.get_by_text("Tax data: form W-2G")).to_be_visible()
    page.locator("#payout-description").fill("grey cap")
    with page.expect_navigation():
        page.get_by_role("button", name="Enter the patron").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Identify").click()
    page.locator("#patron-name").fill("Kim Lee")
    page.locator("#patron-born").fill("1980-01-02")
    page.locator("#patron-address").fill("1 Pier Rd")
    page.locator("#patron-document").fill("P 1234")
    page.locator("#patron-tax").fill("123-45-6789")
    with page.expect_navigation():
        page.get_by_role("button", name="Identify").click()
    assert PatronIdentity.objects.get().tax_number == "123-45-6789"
    page.goto(f"/fills/{slip.pk}/")
    for person in (floor.dealer, floor.floorperson):
        page.locator("[data-signer-badge]").first.fill(person.badge)
        before = page.locator(".sign-list [data-done]").count()
        enter_pin(page)
        expect(page.locator(".sign-list [data-done]")).to_have_count(before + 1)
    expect(page.locator(".page-head .badge")).to_contain_text("complete")
    fits(page)
    for n in (1, 2):
        with page.expect_navigation():
            page.locator("form[data-command='print-slip'] button").click()
        expect(page.locator(".paper-again")).to_have_count(n - 1)
        page.goto(f"/fills/{slip.pk}/")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_par_levels_propose_the_fill_on_its_page(open_page, live_floor, size):
    floor = make_floor()
    page = sign_in(open_page(viewport=size), live_floor, floor.pit_manager)
    page.goto(f"/fills/tables/{floor.table.pk}/fill/")
    expect(page.locator("#piece-2500")).to_have_value("0")
    page.get_by_text("Par levels", exact=True).click()
    page.locator("#par-2500").fill("40")
    with page.expect_navigation():
        page.locator("form[data-command='set-par'] button").click()
    expect(page.locator("#piece-2500")).to_have_value("40")
    expect(page.locator("[data-total]")).to_have_text("$1,000.00")
    expect(page.get_by_text("Proposed: what brings the tray back")).to_be_visible()
    fits(page)


def test_win_drop_and_hold_are_read_taken_away_and_answered(open_page, live_floor):
    floor = make_floor(options={"player_bank": False})
    sell_chips(floor.table.pk, 200_000, by=floor.dealer, at=timezone.now())
    day = lost_night(floor)
    page = sign_in(open_page(viewport=DESK), live_floor, floor.compliance)
    page.goto("/reports/")
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("^Win, drop and hold")).first.click()
    page.locator("[name='first_day']").fill(day.isoformat())
    with page.expect_navigation():
        page.get_by_role("button", name="Make the report").click()
    page.get_by_role("link", name="PDF").wait_for()  # a worker makes it
    tables = page.locator("section:has(> h2)").filter(has_text="$1,500.00")
    expect(tables.first).to_contain_text("outside")
    for name in ("PDF", "CSV"):
        with page.expect_download() as taken:
            page.get_by_role("link", name=name).click()
        assert taken.value.suggested_filename.endswith(f".{name.lower()}")
    fits(page)
    page.set_viewport_size(PHONE)
    fits(page)

    end = gaming_day_bounds(floor.property, day)[1] + timedelta(hours=1)
    opened = open_hold_cases(floor.property, day, at=end)
    page.goto(f"/cases/{opened[0].pk}/")
    expect(page.locator("main")).to_contain_text("95 % interval")
    fits(page)
    with page.expect_navigation():
        page.locator("form[data-command='take-case'] button").click()
    page.locator("label:has([name='end'][value='explained'])").click()
    page.locator("#words").fill("A party of beginners; video and tiles checked.")
    with page.expect_navigation():
        page.locator("form[data-command='close-case'] button").click()
    expect(page.locator("main")).to_contain_text("A party of beginners")
    fits(page)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)], ids=["wide", "high"])
def test_the_sign_fills_its_screen(open_page, live_floor, size):
    floor = make_floor(options={"pair_fortunes": "A"})
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"/tables/{floor.table.pk}/sign/")
    fits(page)
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]
    ends = [each.bounding_box() for each in page.locator(".sign-pays dd").all()]
    assert len({round(box["x"] + box["width"]) for box in ends}) == 1, "odds end at one line"
    foot = page.locator(".sign-more").bounding_box()
    assert size[1] - foot["y"] - foot["height"] < 0.05 * size[1]


def test_the_journal_is_taken_away_as_a_file(open_page, live_floor):
    floor = make_floor()
    sell_chips(floor.table.pk, 20_000, by=floor.dealer, at=timezone.now())
    page = sign_in(open_page(viewport=DESK), live_floor, floor.cashier)
    page.goto("/ledger/")
    with page.expect_download() as taken:
        page.locator("form[data-command='export-journal'] button").first.click()
    assert taken.value.suggested_filename.endswith(".csv")


def test_the_cash_log_describes_pays_and_hands_over(open_page, live_floor):
    floor = make_floor()
    sell_chips(floor.table.pk, 20_000, seat=3, player="A", by=floor.dealer, at=timezone.now())
    page = sign_in(open_page(viewport=PHONE), live_floor, floor.cashier)
    page.goto("/cash-log/")
    fits(page)
    with page.expect_navigation():
        page.get_by_role("link", name="Describe").click()
    fits(page)
    page.locator("#description-since").fill("red cap")
    with page.expect_navigation():
        page.get_by_role("button", name="Enter the patron").click()
    page.locator("[data-command='enter-patron-cash'] [name='money-cents']").fill("50.00")
    with page.expect_navigation():
        page.get_by_role("button", name="Enter the cash").click()
    expect(page.locator("main")).to_contain_text("$50.00")
    page.locator("details:has(#giver-badge) summary").click()
    for slot, person in (("giver", floor.cashier), ("taker", floor.floorperson)):
        page.locator(f"#{slot}-badge").fill(person.badge)
        page.locator(f"#{slot}-pin").fill(PIN)
    with page.expect_navigation():
        page.locator("form[data-command='hand-over-log'] button").click()
    assert Event.objects.filter(kind="banking.cash_log_handed_over").count() == 1
    fits(page)
