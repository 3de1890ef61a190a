"""What people do together on the floor, in real browsers."""

import re
from datetime import timedelta

import pytest

from review.commands.notices import sweep_disputes
from review.models import Dispute
from rounds.models import Correction, Round
from rules.refusals import Refused
from tests.axe import faults
from tests.factories import PIN, make_floor, make_table
from tests.rounds.playing import Dealer, house_round
from tests.rounds.taps import Claim, open_dispute
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.screens]
PHONE = {"width": 390, "height": 844}


def sign_in(page, live_floor, person):
    cookies = cookies_of(person).items()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_floor.url} for name, value in cookies]
    )
    return page


def looks_well(page, screenshot, name):
    """Nothing for axe-core to say, nothing wider than the screen, and a picture for the docs."""
    assert faults(page) == [], name
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    screenshot(page, name)


def test_a_board_follows_what_another_screen_does(open_page, live_floor, screenshot):
    floor = make_floor()
    for _ in range(49):
        make_table(floor, empty=True)
    board = sign_in(open_page(), live_floor, floor.pit_manager)
    board.goto("/floor/")
    board.wait_for_selector("#connection[data-state='live']")
    tile = board.locator(f"#tile-{floor.table.pk}")
    dealer = Dealer(floor)
    dealer.open()
    tile.get_by_text("R1", exact=True).wait_for()
    dealer.wager(s1=2500)
    dealer.do(open_dispute, Claim("wrong_payment", seat=1))
    tile.get_by_label("Disputes").wait_for()
    assert board.locator(".board-tile").count() == 50
    looks_well(board, screenshot, "floor-board-fifty-1280-en")
    bottom = board.locator(".board-tile").last.bounding_box()
    assert bottom["y"] + bottom["height"] <= board.viewport_size["height"] + 1, "on one screen"
    queue = sign_in(open_page(), live_floor, floor.floorperson)
    queue.goto("/queue/")
    alert = queue.get_by_role("button", name=re.compile("Acknowledge"))
    looks_well(queue, screenshot, "floor-queue-1280-en")
    board.locator(f"#tile-{floor.table.pk}.tone-lose").wait_for()
    alert.click()
    alert.wait_for(state="detached")
    board.locator(f"#tile-{floor.table.pk}.tone-warn").wait_for()
    board.set_viewport_size(PHONE)
    looks_well(board, screenshot, "floor-board-phone-en")
    board.goto(f"/floor/tables/{floor.table.pk}/")
    looks_well(board, screenshot, "floor-table-phone-en")
    queue.goto("/disputes/")
    looks_well(queue, screenshot, "floor-disputes-1280-en")


@pytest.mark.slow(6)
def test_four_people_settle_a_dispute(open_page, live_floor, screenshot):
    floor = make_floor()
    dealer = Dealer(floor)
    house_round(dealer, seats=2)
    tap = sign_in(open_page(), live_floor, floor.dealer)
    tap.goto(f"/rounds/{dealer.id}/")
    tap.get_by_role("button", name="Dispute").click()
    tap.get_by_text("A hand was read wrongly").click()
    tap.get_by_label("Seat", exact=True).select_option("1")
    tap.get_by_label("Amount claimed").fill("25.00")
    tap.locator("#open-dispute").get_by_text("the table", exact=True).click()
    tap.get_by_role("button", name="Open the dispute").click()
    tap.get_by_text("held by a dispute").wait_for()
    with pytest.raises(Refused) as held:
        dealer.open()
    assert held.value.code == "table_held"
    found = Dispute.objects.get(round_id=dealer.id)

    desk = sign_in(open_page(), live_floor, floor.floorperson)
    desk.goto(f"/disputes/{found.pk}/")
    desk.get_by_text("Take a statement").click()
    desk.get_by_role("group", name="Who speaks").get_by_text("The dealer").click()
    desk.get_by_label("In short").select_option("mistake")
    speaker = desk.get_by_role("group", name="Whoever speaks")
    speaker.locator("[data-signature-badge]").fill(floor.dealer.badge)
    speaker.get_by_label("PIN").fill(PIN)
    with desk.expect_navigation():
        desk.get_by_role("button", name="Keep the statement").click()
    desk.get_by_text(f"signed, {floor.dealer.licence_number}").wait_for()
    desk.get_by_role("group", name="Had the chips been moved?").get_by_text("Yes").click()
    desk.get_by_label("Cameras", exact=True).fill("C-7, C-8")
    desk.get_by_label("Cameras run ahead, seconds").fill("4")
    desk.get_by_text("13 days").wait_for()
    with desk.expect_navigation():
        desk.get_by_role("button", name="Save the findings").click()
    looks_well(desk, screenshot, "floor-dispute-1280-en")
    found.refresh_from_db()
    assert (found.cameras, found.clock_offset_seconds) == (["C-7", "C-8"], 4)

    eye = sign_in(open_page(), live_floor, floor.surveillance)
    eye.goto(f"/disputes/{found.pk}/")
    with eye.expect_navigation():
        eye.get_by_role("button", name="Take it up").click()
    eye.get_by_label("Saved as").fill("Vault 12, disk 3")
    with eye.expect_navigation():
        eye.get_by_role("button", name="Video is saved").click()
    eye.get_by_text("Video saved as Vault 12, disk 3").wait_for()
    sweep_disputes(found.opened_at + timedelta(days=3, minutes=1))
    eye.reload()
    eye.get_by_text("The claim is right", exact=True).click()
    eye.get_by_label("By which paragraph").select_option(index=1)
    eye.get_by_label("The decision in words").fill("The dealer misread the tiles of seat 1.")
    eye.get_by_text("Correct the round").click()
    eye.get_by_text("The decision changes the round as follows").click()
    for place, kind in enumerate(("1-4", "2-3", "1-2", "5-5")):
        eye.locator("select[name='hand-1']").nth(place).select_option(kind)
    eye.get_by_role("button", name="See what it would change").click()
    eye.get_by_text("What should have been").wait_for()
    decide_and_sign(eye, floor, "000000")
    eye.get_by_text("Badge and PIN do not go together").first.wait_for()
    assert [pin.input_value() for pin in eye.locator("#decide [data-signature-pin]").all()] == [
        "",
        "",
    ]
    before = Round.objects.get(pk=dealer.id)
    assert (before.is_held, before.has_correction) == (True, False)
    with eye.expect_navigation():
        decide_and_sign(eye, floor, PIN)
    eye.get_by_role("link", name="Notice").click()
    eye.get_by_text("COMAR 36.03.10.47").first.wait_for()
    eye.go_back()
    eye.get_by_role("link", name="Decision").click()
    eye.get_by_text("Decision on a dispute").wait_for()
    looks_well(eye, screenshot, "floor-decision-1280-en")
    assert eye.get_by_text(floor.pit_manager.name).count() == 1
    eye.emulate_media(media="print")
    assert eye.get_by_text("The dealer misread the tiles of seat 1.").is_visible()
    assert not eye.get_by_role("button", name="Print").is_visible()
    after = Round.objects.get(pk=dealer.id)
    assert (after.is_held, after.has_correction) == (False, True)
    made = Correction.objects.get(round_id=dealer.id)
    assert (made.ordered_by, made.settlement) == (floor.pit_manager, after.settlement)
    eye.emulate_media(media="screen")
    eye.goto(f"/disputes/{found.pk}/")
    with eye.expect_navigation():
        eye.get_by_role("button", name="Release the set").click()
    tap.reload()
    tap.get_by_text("Corrected").first.wait_for()


def decide_and_sign(page, floor, second_pin):
    page.get_by_role("group", name="Whoever decides").get_by_label("PIN").fill(PIN)
    second = page.get_by_role("group", name="A second person")
    second.locator("[data-signature-badge]").fill(floor.pit_manager.badge)
    second.get_by_label("PIN").fill(second_pin)
    page.get_by_role("button", name="Decide and sign").click()
    page.get_by_role("button", name="Yes, go on").click()


def test_a_round_is_replayed_by_keys_and_by_the_list(open_page, live_floor, screenshot):
    floor = make_floor()
    dealer = Dealer(floor)
    house_round(dealer, seats=3)
    page = sign_in(open_page(), live_floor, floor.surveillance)
    page.goto(f"/rounds/{dealer.id}/replay/")
    title = page.locator("[data-title]")
    page.get_by_text("The table before the round").first.wait_for()
    page.keyboard.press("ArrowRight")
    assert title.text_content() == "Wagers"
    page.keyboard.press("End")
    assert title.text_content() == "Settled"
    page.locator("[data-frame]", has_text="Seat 1: ").click()
    assert page.locator("[data-replay] svg [data-focus]").count() == 2
    assert page.locator("[data-cites]").text_content()
    looks_well(page, screenshot, "floor-replay-1280-en")
    page.locator("[data-frame]", has_text="Eight stacks").click()
    screenshot(page, "floor-replay-stacks-1280-en")
    page.set_viewport_size(PHONE)
    page.evaluate("scrollTo(0, 0)")
    looks_well(page, screenshot, "floor-replay-phone-en")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/rounds/{dealer.id}/")
    looks_well(page, screenshot, "floor-round-1280-en")
