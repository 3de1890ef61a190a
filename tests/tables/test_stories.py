"""What people do with sets and tablets, in real browsers."""

import re
from dataclasses import replace

import pytest
from django.utils import timezone

from tables.commands.dice import DiceFacts, inspect_dice
from tables.commands.furniture import add_shaker
from tables.models import Envelope, EquipmentSet, GamingTable, Inspection, TableState, TabletPost
from tests.axe import faults
from tests.banking.counting import slip_by
from tests.factories import PIN, make_floor, make_person, make_set, make_table
from tests.sign_in import cookies_of
from tests.tables.acts import signer

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(8)]

INSTRUMENTS = ("micrometer", "caliper", "square", "magnet")


def sign_in(page, live_floor, person, tablet=None):
    cookies = cookies_of(person, tablet).items()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_floor.url} for name, value in cookies]
    )
    return page


def sign(page, button, **signatures):
    """Fill in who signs, each with badge and PIN, and press the button."""
    for slot, person in signatures.items():
        page.locator(f"[name='{slot}-badge']").fill(person.badge)
        page.locator(f"[name='{slot}-pin']").fill(PIN)
    page.get_by_role("button", name=button).click()


def refusal(page):
    box = page.locator("#refusal [data-message]")
    box.wait_for()
    return box.text_content()


def tick_all(page):
    for _four in range(4):
        page.get_by_role("button", name="The next four").click()
    assert page.locator("[data-checklist-count]").text_content() == "16"
    for check in page.locator(".choice:has([name=checks])").all():
        check.click()


@pytest.fixture
def floor():
    """A floor with a closed table, two spare sets, inspected dice, and counted chips."""
    floor = make_floor()
    now = timezone.now()
    floor.closed = make_table(floor, empty=True, state=TableState.CLOSED)
    floor.bad, floor.good = (make_set(floor, design_approval="DA-1") for _set in range(2))
    add_shaker("SH-900", floor.closed.pk, "SA-1", now.date(), by=floor.administrator, at=now)
    dice = make_set(floor, "dice")
    inspect_dice(
        dice.pk,
        DiceFacts(sizes=(640, 640, 640), checks=INSTRUMENTS, camera="C-1"),
        signer=signer(floor.floorperson, now),
        at=now,
    )
    # Whoever may do both is still one person.
    floor.people["both"] = make_person(floor.property, "dealer", "floorperson", name="Both Roles")
    return floor


def test_a_table_opens_after_a_set_failed(open_page, live_floor, floor):
    table = floor.closed
    address = f"/tables/{table.pk}/"
    manager = sign_in(open_page(), live_floor, floor.pit_manager)
    manager.goto(address)
    manager.get_by_role("button", name="Begin to open").click()
    manager.get_by_role("button", name="Open for play").wait_for()

    dealer = sign_in(open_page(), live_floor, floor.both)
    dealer.goto(f"{address}hand-over/")
    for shaker in ("SH-1", "SH-900"):
        dealer.get_by_label("Shaker that you take over").fill(shaker)
        for digit in PIN:
            dealer.locator(f".pin-keys [data-digit='{digit}']").click()
        dealer.get_by_role("button", name="Take it").click()
        if shaker == "SH-1":
            assert "Name the shaker that you take over" in refusal(dealer)
    dealer.wait_for_url(f"**{address}")
    dealer.wait_for_selector("#connection[data-state='live']")

    watcher = sign_in(open_page(), live_floor, floor.second_floorperson)
    watcher.goto(address)
    watcher.get_by_role("button", name="I take this table").click()
    watcher.get_by_role("button", name="I take this table").wait_for(state="detached")

    # The manager's page followed; so does the dealer's when the set comes.
    tiles = manager.locator("[data-kind=tiles]")
    tiles.locator("select").select_option(str(floor.bad.pk))
    tiles.get_by_role("button", name="Bring to the table").click()
    dealer.get_by_role("link", name="Inspect the set").click()
    assert faults(dealer) == []
    dealer.locator("[name=reason]").select_option("damaged")
    dealer.locator(".choice-piece:has([value='4-4'])").click()
    sign(dealer, "Sign the inspection", dealer=floor.both)
    dealer.get_by_role("link", name="Seal in an envelope").click()

    dealer.get_by_label("Number of the seal").fill("E-900")
    sign(dealer, "Seal in an envelope", dealer=floor.both, floor=floor.both)
    assert "Two different people must sign. Both Roles signed already" in refusal(dealer)
    assert not Envelope.objects.filter(property=floor.property).exists()
    sign(dealer, "Seal in an envelope", dealer=floor.both, floor=floor.second_floorperson)
    label = dealer.locator(".label")
    label.wait_for()
    for words in (f"Table {table.number}", "E-900", "Chipped or damaged", "Both Roles"):
        assert label.get_by_text(words).count(), words
    assert label.get_by_text(floor.second_floorperson.name).count() == 1
    assert label.locator("svg").count() == 1
    assert dealer.get_by_role("button", name="Print the label").is_visible()

    dealer.goto(address)
    dealer.wait_for_selector("#connection[data-state='live']")
    tiles.locator("select").select_option(str(floor.good.pk))
    tiles.get_by_role("button", name="Bring to the table").click()
    queue = sign_in(open_page(), live_floor, floor.floorperson)
    queue.goto("/verify/")
    queue.wait_for_selector("#connection[data-state='live']")
    dealer.get_by_role("link", name="Inspect the set").click()
    sign(dealer, "Sign the inspection", dealer=floor.both)
    assert "19 points are not ticked off" in refusal(dealer)
    tick_all(dealer)
    sign(dealer, "Sign the inspection", dealer=floor.both)

    # Nobody reloaded: the inspection appears where verifications are waited for.
    row = queue.locator(".queue-row", has_text=floor.good.serial)
    row.get_by_text("The floorperson of this table verifies").wait_for()
    assert faults(queue) == []
    dealer.locator("#table").get_by_role("link", name="Verify").click()
    sign(dealer, "Verify", floor=floor.both)
    assert "You inspected this set yourself" in refusal(dealer)
    assert Inspection.objects.get(equipment=floor.good).verified_at is None
    dealer.get_by_role("link", name="Back to the table").click()

    watcher.goto("/verify/")
    watcher.get_by_role("link", name="Look and verify").click()
    assert faults(watcher) == []
    sign(watcher, "Verify", floor=floor.second_floorperson)
    dealer.locator("[data-kind=tiles][data-stage=ready]").wait_for()
    row.wait_for(state="detached")
    queue.get_by_text("Nothing waits").wait_for()

    manager.locator("[data-kind=tiles][data-stage=ready]").wait_for()
    dice = manager.locator("[data-kind=dice]")
    dice.get_by_role("button", name="Place in the shaker").click()
    manager.locator("[data-kind=dice][data-stage=ready]").wait_for()
    assert "count" in manager.locator("#cannot-open").text_content().lower()
    count_chips(floor)
    manager.goto(address)
    assert faults(manager) == []
    manager.get_by_role("button", name="Open for play").click()

    # Face up until the first player comes; then the table is ready for a round.
    dealer.get_by_role("link", name="Display").click()
    assert dealer.locator(".display-felt .tile").count() == 32
    assert faults(dealer) == []
    dealer.get_by_role("button", name="Tiles face down and mixed").click()
    dealer.get_by_role("link", name="Deal").wait_for()
    table.refresh_from_db()
    assert (table.state, table.tiles_displayed) == (TableState.OPEN, False)
    states = EquipmentSet.objects.in_bulk([floor.bad.pk, floor.good.pk])
    assert [states[each.pk].state for each in (floor.bad, floor.good)] == ["envelope", "at_table"]


def count_chips(floor):
    here = {"dealer": floor.both, "floorperson": floor.second_floorperson}
    table = GamingTable.objects.get(pk=floor.closed.pk)
    slip_by(replace(floor, people=floor.people | here), table, "opening", {}, at=timezone.now())


def test_a_tablet_is_enrolled_and_people_switch(open_page, live_floor):
    floor = make_floor()
    office = sign_in(open_page(), live_floor, floor.administrator)
    office.goto("/tablets/")
    office.get_by_label("New tablet").fill("Table 44")
    office.get_by_role("button", name="Add and make a code").click()
    code = office.locator("[data-secret=code]").text_content()
    assert office.locator(".qr svg").count() == 1
    assert faults(office) == []

    tablet = open_page()
    tablet.goto("/enrol/")
    tablet.get_by_label("Code").fill("WRONG-CODE")
    tablet.get_by_role("button", name="Enrol").click()
    assert "wrong or too old" in refusal(tablet)
    tablet.get_by_label("Code").fill(code)
    tablet.get_by_role("button", name="Enrol").click()
    tablet.get_by_role("heading", name="Who are you?").wait_for()
    tablet.get_by_text("Table 44").wait_for()
    assert faults(tablet) == []

    def tap(pin):
        for digit in pin:
            tablet.locator(f".pin-keys [data-digit='{digit}']").click()

    # Five wrong PINs lock the badge, also for the right one; a colleague is not held up.
    for _try in range(5):
        tablet.get_by_label("Badge", exact=True).fill(floor.second_dealer.badge)
        with tablet.expect_response("**/sign-in/tablet/"):
            tap("000001")
    tablet.get_by_text("Locked after wrong tries").first.wait_for()
    tablet.get_by_label("Badge", exact=True).fill(floor.dealer.badge)
    tap(PIN)
    tablet.wait_for_url(re.compile("/(my-table|tables|tablet)"))
    tablet.locator("form[action='/sign-out/'] button").first.click()
    tablet.get_by_role("heading", name="Who are you?").wait_for()
    tablet.get_by_label("Badge", exact=True).fill(floor.floorperson.badge)
    tap(PIN)
    tablet.wait_for_url(re.compile("/(floor|tables|queue)"))
    tablet.locator("form[action='/sign-out/'] button").first.click()

    # The next switch is a name and a PIN, no badge.
    tablet.locator(".name-tile", has_text=floor.dealer.name).click()
    tap(PIN)
    tablet.wait_for_url(re.compile("/(my-table|tables|tablet)"))
    assert TabletPost.objects.filter(tablet__name="Table 44").count() == 0

    office.goto("/tablets/")
    row = office.locator("tr", has_text="Table 44")
    row.get_by_role("button", name="Shut out").click()
    office.get_by_role("button", name="Yes, go on").click()
    row.get_by_text("shut out", exact=True).wait_for()  # the button says "Shut out"
    tablet.goto("/my-table/")
    tablet.wait_for_url(re.compile("/sign-in/"))
    assert tablet.get_by_label("Password").is_visible()
