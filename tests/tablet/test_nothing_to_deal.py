"""What a tablet shows while nothing can be dealt on it."""

import pytest
from playwright.sync_api import expect

from tables.models import TableState
from tests.factories import make_floor, make_table, make_tablet
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens, pytest.mark.slow(5)]

SHEET = "**/api/v1/tables/*/sheet/"


def test_no_answer_another_window_a_closed_table_the_lock_screen_and_no_table(at_table, live_floor):
    floor = make_floor()
    dealer = at_table(floor)
    page = dealer.page
    dealer.step("idle")
    connection = page.locator(".top-connection")
    page.route(SHEET, lambda route: route.abort())
    page.evaluate("document.body.dispatchEvent(new Event('sse:table'))")
    expect(connection).to_have_attribute("data-state", "offline")
    page.unroute(SHEET)
    expect(connection).to_have_attribute("data-state", "live")

    page.route(SHEET, lambda route: route.abort())
    closed = make_table(floor, empty=True, state=TableState.CLOSED)
    page.goto(f"/tables/{closed.pk}/deal/")
    dealer.ready()
    dealer.step("loading")
    dealer.look("loading")
    page.unroute(SHEET)
    dealer.tap("send-now")
    dealer.step("idle")
    expect(dealer.find("open-round")).to_be_disabled()
    dealer.look("closed")

    first = page.context.new_page()
    dealer.page = first
    dealer.open()
    second = first.context.new_page()
    dealer.page = second
    dealer.open()
    dealer.step("elsewhere")
    dealer.look("another-window")
    dealer.tap("use-window")
    dealer.step("idle")
    dealer.page = first
    dealer.step("elsewhere")

    dealer.page = second
    dealer.tap("menu")
    dealer.tap("lock")
    expect(second.locator(".pin-keys")).to_be_visible()
    dealer.look("locked")
    cookies = cookies_of(floor.second_dealer, make_tablet(floor, "Tablet 2")).items()
    second.context.add_cookies(
        [{"name": name, "value": value, "url": live_floor.url} for name, value in cookies]
    )
    second.goto("/my-table/")
    expect(second.locator(".empty")).to_be_visible()
    dealer.look("no-table")
