"""What the floor sees when something changes under it, in real browsers."""

import pytest

from staff.models import Person
from tables.models import EquipmentSet
from tests.factories import make_floor
from tests.tables.test_stories import sign, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(8)]


def test_an_ended_session_says_why_and_keeps_what_was_typed(open_page, live_floor):
    floor = make_floor()
    desk = sign_in(open_page(), live_floor, floor.floorperson)
    desk.goto("/equipment/receive/")
    desk.locator("#connection[data-state='live']").wait_for()
    desk.locator("[name='serial']").fill("T-9001")
    desk.locator("[name='floor-pin']").fill("482915")
    phone = sign_in(open_page(), live_floor, Person.objects.get(pk=floor.floorperson.pk))
    desk.get_by_text("You signed in on another device at").wait_for()
    assert desk.url.startswith(f"{live_floor.url}/sign-in/?next=/equipment/receive/")
    assert not desk.get_by_text("Live", exact=True).count()

    sign_in(desk, live_floor, Person.objects.get(pk=floor.floorperson.pk))
    desk.goto("/equipment/receive/")
    desk.get_by_text("What you typed is here again.").wait_for()
    assert desk.locator("[name='serial']").input_value() == "T-9001"
    assert desk.locator("[name='floor-pin']").input_value() == ""

    phone.goto("/queue/")
    phone.get_by_text("You signed in on another device at").wait_for()
    desk.locator("[name='seal_number']").fill("S-1")
    sign(desk, "Receive", floor=floor.floorperson, security=floor.security)
    desk.locator(".done-box", has_text="done").wait_for()
    assert EquipmentSet.objects.filter(serial="T-9001").exists()


def test_a_refusal_on_a_page_of_its_own_gives_the_form_back(page, live_floor):
    floor = make_floor()
    sign_in(page, live_floor, floor.administrator).goto("/staff/new/")
    page.locator("[name='name']").fill("Ann Lee")
    page.locator("[name='badge']").fill("D-4711")
    page.locator("[name='licence_number']").fill(floor.dealer.licence_number)
    page.locator(".choice:has([value='dealer'])").click()
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Back").click()
    page.get_by_text("What you typed is here again.").wait_for()
    assert page.locator("[name='name']").input_value() == "Ann Lee"
    assert page.locator("[value='dealer']").is_checked()


def test_a_call_from_the_tablet_reaches_the_floor_and_its_answer_comes_back(open_page, live_floor):
    floor = make_floor()
    desk = sign_in(open_page(), live_floor, floor.floorperson)
    desk.goto("/equipment/")
    desk.locator("#connection[data-state='live']").wait_for()
    tablet = sign_in(open_page(), live_floor, floor.dealer, floor.tablet)
    tablet.goto(f"/tables/{floor.table.pk}/deal/")
    tablet.locator("html[data-ready]").wait_for()
    tablet.locator("html:not([data-guarded]) [data-do='call-floor']").click()
    tablet.locator("html:not([data-guarded]) [data-do='call'][data-what='fill']").click()
    tablet.locator(".top-call[data-state='called']").wait_for()
    banner = desk.locator(".urgent-banner", has_text="Fill")
    banner.wait_for()
    assert desk.locator(".rail > ul [data-number='alerts']").text_content() == "1"
    assert desk.title().startswith("(")
    with desk.expect_navigation():
        banner.click()
    desk.get_by_role("button", name="I am coming").click()
    tablet.locator(".top-call[data-state='coming']", has_text=floor.floorperson.name).wait_for()
