"""Every page of the matrix of roles in a browser: axe-core is content, nothing scrolls sideways."""

import re
from collections import Counter

import pytest

from tests.axe import serious_faults
from tests.factories import make_floor
from tests.reports.history import make_history
from tests.roles import rows
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(25)]

# Not pages: parts of one, files, what prints on a label or a slip, the tablet's own screen.
APART = re.compile(
    r"/api/|/(part|now|sums|tile|sign|waiting|state|meters|label|paper|numbers|things|proof|sealed|pdf|csv|deal|options)/$"
    r"|\.(py|txt|svg|csv)$|^/$|^/scan/|^/my-table/|^/fills/tables/|/export/$"
)
PHONE = {"width": 390, "height": 844}
SMALL_TABLET = {"width": 1024, "height": 768}
DESK = {"width": 1280, "height": 800}


def pages_by_role(floor, round_id: str) -> dict[str, list[str]]:
    """Give each page to one of the roles that may see it, all roles about as many."""
    known = {
        "<int:table_id>": floor.table.pk,
        "<int:equipment_id>": floor.sets["tiles"].pk,
        "<int:submission_id>": floor.submission.pk,
        "<int:person_id>": floor.second_dealer.pk,
        "<uuid:round_id>": round_id,
        "<slug:code>": "day",
        "<slug:kind>": "tiles",
    }
    taken: Counter[str] = Counter()
    found: dict[str, list[str]] = {}
    for (method, pattern), roles in sorted(rows().items(), key=lambda row: row[0][1]):
        address = pattern
        for name, value in known.items():
            address = address.replace(name, str(value))
        if method != "GET" or APART.search(pattern) or "<" in address or not roles:
            continue
        role = min(sorted(roles), key=lambda each: taken[each])
        taken[role] += 1
        found.setdefault(role, []).append(address)
    return found


WIDER = "document.documentElement.scrollWidth - innerWidth"
# A table that is wider than a phone scrolls by itself; whatever else sticks out is cut.
CUT = """() => [...document.querySelectorAll("main table")].filter((table) => {
  const room = table.closest(".table-scroll, [tabindex]") ?? table.parentElement;
  return table.scrollWidth > room.clientWidth + 1 && getComputedStyle(room).overflowX !== "auto";
}).length"""


# Words of the menu that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll(".rail-link > span")].flatMap((label) =>
  [...label.textContent.matchAll(/\\S+/g)].filter((word) => {
    const place = document.createRange();
    place.setStart(label.firstChild, word.index);
    place.setEnd(label.firstChild, word.index + word[0].length);
    return place.getClientRects().length > 1;
  }).map((word) => word[0]))"""


def test_no_word_of_the_menu_is_broken(open_page, live_floor):
    floor = make_floor()
    page = open_page(viewport=PHONE)
    broken = {}
    for role, person in floor.people.items():
        page.context.clear_cookies()
        for name, value in cookies_of(person).items():
            page.context.add_cookies([{"name": name, "value": value, "url": live_floor.url}])
        page.goto("/me/", wait_until="domcontentloaded")
        assert page.locator(".rail-link > span").count()
        for size in (PHONE, SMALL_TABLET):
            page.set_viewport_size(size)
            broken[role, size["width"]] = page.evaluate(BROKEN)
    assert {seen: words for seen, words in broken.items() if words} == {}


def faults_on_a_phone(page) -> list[object]:
    """What is cut or hidden when the page that is open is as narrow as a phone."""
    page.set_viewport_size(PHONE)
    wide = page.evaluate(WIDER)
    who = page.locator(".person-name")
    found = [
        *(["wider", wide] if wide > 0 else []),
        *(["a table is cut"] if page.evaluate(CUT) else []),
        *(["nobody is named"] if who.count() and not who.is_visible() else []),
    ]
    page.set_viewport_size(DESK)
    return ["on a phone", *found] if found else []


def test_every_page_is_accessible_and_fits_also_on_a_phone(open_page, live_floor):
    history = make_history(3)
    floor = history.floor
    page = open_page(has_touch=False)
    seen, wrong = set(), []

    def sign_in(role: str) -> None:
        page.context.clear_cookies()
        for name, value in cookies_of(floor.people[role]).items():
            page.context.add_cookies([{"name": name, "value": value, "url": live_floor.url}])

    def look(address: str) -> None:
        answer = page.goto(address, wait_until="load")
        if answer.status == 200:
            seen.add(address)
        wide = page.evaluate(WIDER)
        faults = [*serious_faults(page), *(["wider", wide] if wide > 0 else [])]
        if answer.status == 200:
            faults += faults_on_a_phone(page)
        if faults:
            wrong.append((address, faults))

    for role, addresses in pages_by_role(floor, next(iter(history.held))).items():
        sign_in(role)
        for address in addresses:
            look(address)
    sign_in("pit_manager")
    page.set_viewport_size(PHONE)
    for address in ("/floor/", "/queue/", "/alerts/"):
        page.goto(address, wait_until="load")
        if faults := serious_faults(page):
            wrong.append((address, "on a phone", faults))
    page.locator(".rail-sheet > summary").click()
    page.get_by_role("link", name="Reports").click()
    page.wait_for_url("**/reports/")
    assert wrong == []
    assert len(seen) > 40, sorted(seen)
