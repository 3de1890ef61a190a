"""The board of duties in a real browser: a relief is planned by two taps, by keys, or by a drag."""

import pytest

from tables.commands.duties import begin_duties
from tables.models import Relief
from tests.factories import make_floor, make_person, make_table
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live]


def test_two_taps_two_keys_or_a_drag_plan_a_relief(open_page, live_floor):
    floor = make_floor()
    tables = [floor.table, make_table(floor, empty=True), make_table(floor, empty=True)]
    dealers = [make_person(floor.property, "dealer") for _each in tables]
    begin_duties(tuple(each.pk for each in dealers), by=floor.pit_manager)
    page = open_page(has_touch=False)
    for name, value in cookies_of(floor.floorperson).items():
        page.context.add_cookies([{"name": name, "value": value, "url": live_floor.url}])

    def chip(dealer):
        return page.locator(f"[data-dealer='{dealer.pk}']")

    def slot(table):
        return page.locator("[data-slot]", has_text=f"Table {table.number}")

    def is_planned(dealer, table):
        return Relief.objects.filter(person=dealer, table=table, ended_at=None).exists()

    page.goto("/duties/")
    chip(dealers[0]).click()
    with page.expect_navigation():
        slot(tables[0]).locator(".duty-where").click()
    assert is_planned(dealers[0], tables[0])
    page.locator(".done-box").wait_for()

    chip(dealers[1]).press("Enter")
    with page.expect_navigation():
        slot(tables[1]).get_by_role("button", name="Next here").press("Enter")
    assert is_planned(dealers[1], tables[1])

    with page.expect_navigation():
        chip(dealers[2]).drag_to(slot(tables[2]))
    assert is_planned(dealers[2], tables[2])
