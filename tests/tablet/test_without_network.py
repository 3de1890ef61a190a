"""Nothing is lost and nothing doubled: reloads, a dead server, no network, two tablets."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from audit.models import Event
from rounds.models import Round, RoundState
from tests.factories import make_floor
from tests.tablet.fit import assert_fits

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]

DEALER = "6-6 6-6 1-2 4-5"
HANDS = ("1-1 3-6 2-2 5-6", "4-4 4-4 1-3 5-5")
KEPT = """async () => {
  const names = await caches.keys();
  const pages = await Promise.all(names.filter((name) => name.startsWith("pages-"))
    .map(async (name) => (await (await caches.open(name)).keys()).length));
  return navigator.serviceWorker.controller !== null && pages.some((count) => count > 0);
}"""


# A queue with a server that is scripted and a clock that does not wait.
QUEUE = """async (script) => {
  const { Outbox } = await import("/static/js/tablet/outbox.js");
  const waits = [], sent = [], kept = new Map(), wait = window.setTimeout;
  const keep = (item) => kept.set(item.place, item);
  const store = {
    queue: async () => [...kept.values()],
    put: async (name, item) => keep(item),
    remove: async (name, place) => kept.delete(place),
    replace: async (table, items) => { kept.clear(); items.forEach(keep); },
  };
  const send = async ({ id, name, version }) => {
    sent.push([id, name, version]);
    return { status: script.shift() ?? 200, body: {} };
  };
  const quiet = () => {};
  const parts = { store, table: 1, person: "B1", send, changed: quiet, answered: quiet };
  const box = new Outbox(parts);
  window.setTimeout = (act, pause) => { waits.push(pause); queueMicrotask(act); return 0; };
  const rest = () => new Promise((done) => wait(done, 0));
  const command = (name, version) => box.enter({ name, version, round: "r", path: "", body: {} });
  const back = () => { window.setTimeout = wait; };
  Object.assign(window, { box, sent, waits, kept, rest, command, back });
}"""


@pytest.fixture
def queue(page):
    """Run the real queue of a tablet against answers of our choice; 0 is no answer at all."""

    def run(script, act):
        page.goto("/healthz")
        page.evaluate(QUEUE, script)
        return page.evaluate(f"async () => {{ {act} }}")

    return run


def test_the_queue_waits_longer_each_time_and_sends_each_command_once(queue):
    sent, waits, left = queue(
        [0, 0, 503, 0, 500, 0, 0, 0],
        """command("close", 1); command("roll", 2); command("deal", 3);
        await rest(); back(); return [sent, waits, kept.size];""",
    )
    assert waits == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000]
    assert [name for _, name, _ in sent] == ["close"] * 9 + ["roll", "deal"]
    assert len({key for key, name, _ in sent if name == "close"}) == 1, "one id, however often"
    assert left == 0


def test_the_queue_stops_at_a_refusal_and_goes_on_as_the_dealer_chooses(queue):
    before, after, left = queue(
        [200, 409],
        """command("close", 1); command("roll", 2); command("deal", 3);
        await rest(); const before = sent.map(([, name]) => name);
        await box.settleRefusal("drop", 7); await rest(); back();
        return [before, sent.slice(before.length), kept.size];""",
    )
    assert before == ["close", "roll"], "nothing overtakes a refused command"
    assert [(name, version) for _, name, version in after] == [("deal", 7)]
    assert left == 0


def test_records_of_another_person_are_not_sent(queue):
    sent, left = queue(
        [],
        """command("close", 1); box.items = box.items.map((item) => ({ ...item, person: "B2" }));
        await rest(); back(); return [sent, kept.size];""",
    )
    assert (sent, left) == ([], 1)


def unsent_known(page, floor) -> str | None:
    """What the server is told when somebody wants to close the table or hand it over."""
    name = f"unsent-{floor.table.pk}"
    return next((each["value"] for each in page.context.cookies() if each["name"] == name), None)


def rounds_of(floor) -> list[Round]:
    return list(Round.objects.filter(table=floor.table).order_by("number"))


def test_a_round_outlives_reloads_and_a_dead_server(at_table, live_floor, screenshot):
    floor = make_floor()
    dealer = at_table(floor)
    page = dealer.page
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(2, 2500)
    dealer.tap("no-more-bets")
    dealer.roll(1, 2)
    dealer.reload()
    expect(page.locator(".die-slot svg")).to_have_count(2)
    dealer.roll(3)
    dealer.tap("delivered")
    dealer.hand("6-6 6-6 1-2")
    dealer.reload()
    expect(page.locator(".slot svg")).to_have_count(3)
    dealer.sent()
    page.wait_for_function(KEPT)

    live_floor.kill("web")
    dealer.hand("4-5")
    dealer.hand(HANDS[0])
    dealer.hand(HANDS[1])
    dealer.step("result")
    dealer.tap("settle")
    expect(page.locator(".top-connection")).to_contain_text("4 not sent")
    dealer.reload()
    expect(page.locator(".top-connection")).to_contain_text("4 not sent")
    dealer.step("result")
    assert_fits(page)
    screenshot(page, "tablet-offline-1280-en")
    dealer.tap("outbox")
    assert_fits(page)
    screenshot(page, "tablet-unsent-1280-en")
    dealer.tap("close-panel")
    dealer.tap("menu")
    assert_fits(page)
    screenshot(page, "tablet-menu-1280-en")
    dealer.tap("close-panel")
    dealer.tap("next-round")
    dealer.step("betting")
    assert unsent_known(page, floor) == "5"

    live_floor.start("web")
    live_floor.wait_for_web()
    dealer.tap("outbox")
    dealer.tap("send-now")
    dealer.sent()
    assert unsent_known(page, floor) is None
    first, second = rounds_of(floor)
    assert (first.state, second.state) == (RoundState.SETTLED, RoundState.BETTING)
    assert first.facts["hands"]["2"]["held"] == HANDS[1].split()
    assert [wager["cents"] for wager in second.facts["wagers"]] == [2500, 2500]
    assert Event.objects.filter(round_id=first.pk, kind="rounds.round_settled").count() == 1


def test_a_second_tablet_sees_the_round_and_a_clash_is_shown(at_table, screenshot):
    floor = make_floor()
    dealer = at_table(floor)
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(4, 500, 500)
    dealer.sent()
    floorperson = at_table(floor, desk_of=floor.floorperson)
    expect(floorperson.find("seat", seat=4)).to_contain_text("$10")

    dealer.page.context.set_offline(True)
    dealer.wager(4, 2500)
    dealer.tap("no-more-bets")
    floorperson.wager(1, 2500)
    floorperson.tap("seat", seat=1)
    floorperson.sent()
    dealer.page.context.set_offline(False)
    expect(dealer.page.locator(".refusal-card")).to_be_visible()
    assert_fits(dealer.page)
    screenshot(dealer.page, "tablet-clash-1280-en")
    dealer.tap("refusal-rebase")
    dealer.sent()
    dealer.step("dice")
    (played,) = rounds_of(floor)
    assert played.state == RoundState.CLOSED
    assert {wager["seat"]: wager["cents"] for wager in played.facts["wagers"]} == {
        1: 5000,
        4: 3500,
    }
    the_lock_screen_names_what_waits(dealer)


def the_lock_screen_names_what_waits(dealer) -> None:
    """A dealer is signed out with records unsent; the next one sees whose they are."""
    page, everything = dealer.page, "**/api/v1/rounds/**"
    session = settings.SESSION_COOKIE_NAME
    signed_in = [each for each in page.context.cookies() if each["name"] == session]
    page.route(everything, lambda route: route.abort())
    dealer.roll(1, 2, 3)
    dealer.tap("delivered")
    expect(page.locator(".top-connection")).to_contain_text("3 not sent")
    page.context.clear_cookies(name=session)
    page.goto("/sign-in/")
    expect(page.locator("[data-waiting-records]")).to_contain_text("3 records wait")
    expect(page.locator("[data-waiting-records]")).to_contain_text(dealer.floor.dealer.badge)
    page.unroute(everything)
    page.context.add_cookies(signed_in)
    dealer.open()
    dealer.sent()
    (played,) = rounds_of(dealer.floor)
    assert played.state == RoundState.DEALT
