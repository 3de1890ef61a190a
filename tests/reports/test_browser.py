"""One walk through the pages that look back, on a desk and on a telephone."""

import re

import pytest

from tests.axe import serious_faults
from tests.reports.history import make_history
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.screens, pytest.mark.slow(10)]

NARROW = {"width": 390, "height": 844}


def looks_well(page, name: str, screenshot) -> None:
    """No serious fault of accessibility, nothing wider than the screen, and a picture of it."""
    assert serious_faults(page) == [], name
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    page.evaluate("scrollTo(0, 0)")
    screenshot(page, f"reports-{name}-{width}-en")


def test_surveillance_searches_and_reads_reports(open_page, live_floor, screenshot):
    floor = make_history().floor
    page = open_page()
    for name, value in cookies_of(floor.surveillance).items():
        page.context.add_cookies([{"name": name, "value": value, "url": live_floor.url}])

    page.goto("/rounds/search/")
    page.get_by_text("A hand in it").click()
    page.locator("input[name=tiles][value='6-6']").first.check(force=True)
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/rounds/search/?*tiles=6-6*")
    looks_well(page, "search", screenshot)

    page.goto("/reports/")
    looks_well(page, "all", screenshot)
    for kind in ("Gaming day", "Dice and starting positions", "Results and exact odds"):
        page.goto("/reports/")
        page.get_by_role("link", name=re.compile(f"^{kind}")).first.click()
        page.get_by_role("button", name="Make the report").click()
        page.wait_for_url("**/reports/made/*/")
        page.get_by_role("link", name="PDF").wait_for(timeout=120_000)  # a worker makes it
        for picture in page.locator(".plot img").all():
            if picture.is_visible():
                picture.scroll_into_view_if_needed()
                assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
        looks_well(page, kind.split()[0].lower(), screenshot)
    page.set_viewport_size(NARROW)
    looks_well(page, "results", screenshot)
    for address, name in (("/surveillance/", "log"), ("/rounds/search/", "search")):
        page.goto(address)
        looks_well(page, name, screenshot)
