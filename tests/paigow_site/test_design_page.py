import re

import pytest
from playwright.sync_api import expect

from foundation.live import publish_on_commit
from staff.models import Role
from tests.axe import serious_faults
from tests.factories import make_person, make_property
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live]

SIZES = {"tablet": (1280, 800), "small tablet": (1024, 768), "phone": (390, 844)}
MAIN = ".button-main, .chip-key, .tile-key, .pin-keys > .button"
OTHERS = ".button, .icon-button, .input, .select, .choice, .tabs > a, .rail-link, .menu > summary"
SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.outerHTML.slice(0, 90), part.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least)
  .map(([html, box]) => `${Math.round(box.width)} x ${Math.round(box.height)} ${html}`)"""
LOADED_FACES = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)"


def sized(name: str) -> dict:
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height}}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_scrolls_sideways_and_every_target_is_large_enough(open_page, size):
    page = open_page(**sized(size))
    page.goto("/design/")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    assert page.evaluate(SMALL, [MAIN, 76]) == []
    assert page.evaluate(SMALL, [OTHERS, 48]) == []


def test_axe_finds_no_serious_fault_in_either_theme(page):
    page.goto("/design/")
    assert serious_faults(page) == []


def test_the_fonts_and_the_pictures_are_there(page):
    failed = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto("/design/", wait_until="networkidle")
    assert failed == []
    faces = page.evaluate(
        "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)"
    )
    assert {face.strip('"') for face in faces} == {"Hanken Grotesk", "Marcellus"}
    box = page.evaluate("document.querySelector('[data-tile=\"1-3\"] use').getBBox().height")
    assert box > 0


def test_theme_and_brightness_are_kept_for_the_device(page):
    page.goto("/design/")
    page.get_by_label("Appearance and language").click()
    page.locator("[data-theme-switch] [value=light]").click()
    page.get_by_label("Darker").click()
    page.get_by_label("Darker").click()
    page.reload()
    root = page.locator("html")
    assert root.get_attribute("data-theme") == "light"
    assert root.get_attribute("data-brightness") == "2"
    assert "brightness(0.8)" in page.evaluate("getComputedStyle(document.documentElement).filter")


def test_a_pin_is_typed_by_touch_and_never_shown(page):
    page.goto("/design/")
    pad = page.locator("#theme-dark .panel [data-pin-pad]")
    sign = pad.get_by_role("button", name="Sign")
    for digit in "271":
        pad.locator(f"[data-digit='{digit}']").tap()
    assert sign.is_disabled()
    pad.locator("[data-digit='8']").tap()
    assert sign.is_enabled()
    assert pad.locator("[data-filled]").count() == 4
    assert pad.locator("[data-pin-input]").get_attribute("type") == "password"
    assert not re.search(r"2\s*7\s*1\s*8", pad.inner_text())
    pad.locator("[data-pin-delete]").tap()
    assert pad.locator("[data-filled]").count() == 3


def test_a_grave_act_asks_first_and_no_means_no(page):
    page.goto("/design/")
    page.locator("#theme-dark [data-confirm] button").click()
    question = page.locator("#confirm")
    assert question.get_by_role("heading").inner_text() == "Void round 214?"
    assert "stays in the record" in question.inner_text()
    question.get_by_role("button", name="No, go back").click()
    assert not page.url.endswith("?")
    page.locator("#theme-dark [data-confirm] button").click()
    question.get_by_role("button", name="Void the round").click()
    page.wait_for_url("**/design/?*")


def test_the_undo_bar_says_what_was_done_and_takes_it_back(page):
    page.goto("/design/")
    button = page.locator("#theme-dark [data-demo-undo]")
    button.click()
    toast = page.locator("#toasts .toast")
    assert "Seat 3 paid" in toast.inner_text()
    assert page.locator("#announcer").inner_text() == "Seat 3 paid"
    toast.get_by_role("button", name="Undo").click()
    toast.wait_for(state="detached")
    assert button.evaluate("button => button === document.activeElement")


@pytest.fixture
def signed_in_page(open_page, live_floor):
    """A floorperson's page, and the house of that person."""
    person = make_person(make_property(), Role.FLOORPERSON)
    page = open_page()
    for name, value in cookies_of(person).items():
        page.context.add_cookies([{"name": name, "value": value, "url": live_floor.url}])
    return page, person


def open_with_part(page, part: str) -> list[str]:
    """Open the component page and let htmx bring a part; return where its fetches are noted."""
    fetched: list[str] = []

    def answer(route):
        fetched.append(route.request.url.rsplit("/", 1)[-1])
        route.fulfill(body=f'<b id="heard">heard {len(fetched)}</b>', content_type="text/html")

    page.route("**/part/*", answer)
    page.route("**/brought/", lambda route: route.fulfill(body=part, content_type="text/html"))
    page.goto("/design/")
    page.evaluate("htmx.ajax('GET', '/brought/', {target: '#content', swap: 'afterbegin'})")
    page.locator("#brought").wait_for(state="attached")
    return fetched


def test_a_part_fetches_itself_when_the_feed_names_it(signed_in_page):
    page, person = signed_in_page
    fetched = open_with_part(
        page,
        '<p id="brought" hx-get="/part/seven" hx-trigger="sse:round" data-about="table:7"'
        ' hx-target="#heard"><b id="heard"></b></p>'
        '<i hx-get="/part/eight" hx-trigger="sse:round" data-about="table:8" hx-swap="none"></i>',
    )
    page.locator("#connection[data-state=live]").wait_for()
    publish_on_commit(person.property_id, "table:7", "round")
    page.get_by_text("heard 1").wait_for()
    assert fetched == ["seven"]


ACT = '<button id="brought" class="button" hx-post="/act/" hx-swap="none">Act now</button>'
FORM = """<div id="brought" hx-get="/brought/" hx-trigger="sse:round" data-about="table:7">
  <form action="/act/" hx-post="/act/" hx-swap="none"><select name="set">
    <option value="">none</option><option value="5">Set 5</option></select>
    <input name="seal"> <button>Bring it</button></form></div>"""


def test_what_is_being_entered_outlives_what_the_feed_brings(signed_in_page):
    page, person = signed_in_page
    page.route("**/act/", lambda route: route.fulfill(status=204))
    open_with_part(page, FORM)
    page.locator("#connection[data-state=live]").wait_for()
    chosen, untouched = page.locator("#brought select"), page.locator("#brought input")
    chosen.select_option("5")

    def fetched_again() -> list[str]:
        page.evaluate("document.querySelector('#brought').dataset.old = ''")
        publish_on_commit(person.property_id, "table:7", "round")
        page.locator("#brought:not([data-old])").wait_for()
        return [chosen.input_value(), untouched.input_value()]

    assert fetched_again() == ["5", ""]
    with page.expect_response("**/act/"):
        page.get_by_role("button", name="Bring it").click()
    assert fetched_again() == ["", ""], "what was carried out is not entered again"


def test_a_link_is_followed_when_the_act_before_it_has_arrived(page):
    held = []
    page.route("**/act/", lambda route: held.append(route))
    open_with_part(page, f'<a href="/design/?link">There</a> {ACT}')
    button, link = (
        page.get_by_role("button", name="Act now"),
        page.get_by_role("link", name="There"),
    )
    with page.expect_request("**/act/"):
        button.click()
    link.click()
    status, kind, body, said = REFUSALS[0]
    held.pop().fulfill(status=status, content_type=kind, body=body)
    page.locator("#refusal").get_by_text(said).wait_for()
    assert page.url.endswith("/design/"), "a refusal is read first"
    with page.expect_request("**/act/"):
        button.click()
    link.click()
    held.pop().fulfill(status=200, headers={"HX-Redirect": "/design/?answer"})
    expect(page).to_have_url(re.compile(r"/design/\?link$"))


def test_a_refusal_is_seen_though_the_feed_redraws_the_form_meanwhile(page):
    held = []
    page.route("**/act/", lambda route: held.append(route))
    open_with_part(page, FORM)
    with page.expect_request("**/act/"):
        page.get_by_role("button", name="Bring it").click()
    page.evaluate("document.querySelector('#brought').dataset.old = ''")
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/brought/")):
        page.evaluate("document.querySelector('#brought').dispatchEvent(new Event('sse:round'))")
    status, kind, body, said = REFUSALS[0]
    held.pop().fulfill(status=status, content_type=kind, body=body)
    page.locator("#refusal").get_by_text(said).wait_for()
    page.locator("#brought:not([data-old])").wait_for()
    expect(page.locator("#refusal")).to_contain_text(said)


def test_after_a_lost_connection_every_part_fetches_itself(signed_in_page, live_floor):
    page, _person = signed_in_page
    open_with_part(
        page,
        '<p id="brought" hx-get="/part/all" hx-trigger="sse:round" hx-target="#heard">'
        '<b id="heard"></b></p>',
    )
    page.locator("#connection[data-state=live]").wait_for()
    live_floor.kill("feed")
    page.locator("#connection[data-state=waiting]").wait_for()
    live_floor.start("feed")
    page.get_by_text("heard 1").wait_for(timeout=60_000)
    assert page.locator("#connection").get_attribute("data-state") == "live"


REFUSALS = [
    (409, "text/html", '<div id="refusal">Seat 3 banked last round.</div>', "Seat 3 banked last"),
    (403, "text/html", '<main>x</main><div id="refusal">Not your role.</div>', "Not your role."),
    (
        503,
        "application/json",
        '{"message": "Out of reach.", "code": "unavailable"}',
        "Out of reach",
    ),
    (500, "text/html", "<h1>Failed</h1>", "The server could not answer"),
]


@pytest.mark.parametrize(("status", "kind", "body", "shown"), REFUSALS)
def test_a_refusal_is_shown_whatever_form_it_has(page, status, kind, body, shown):
    page.route("**/act/", lambda route: route.fulfill(status=status, content_type=kind, body=body))
    open_with_part(page, ACT)
    page.get_by_role("button", name="Act now").click()
    page.locator("#refusal").get_by_text(shown).wait_for()


def test_a_lost_network_is_said_plainly(page):
    page.route("**/act/", lambda route: route.abort())
    open_with_part(page, ACT)
    page.get_by_role("button", name="Act now").click()
    page.locator("#refusal").get_by_text("You are offline: this was not sent.").wait_for()
    page.locator("#refusal [data-dismiss]").click()
    assert page.locator("#refusal").inner_text() == ""
