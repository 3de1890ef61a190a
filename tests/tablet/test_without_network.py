"""Nothing is lost and nothing doubled: reloads, a dead server, no network, two tablets."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from playwright.sync_api import expect

from audit.models import Event
from rounds.models import Irregularity, Round, RoundState
from tests.factories import make_floor, make_tablet
from tests.tablet import outage
from tests.tablet.fit import LARGE

pytestmark = [pytest.mark.live, pytest.mark.browser, pytest.mark.screens]

MINUTE = timedelta(minutes=1)


# A queue with a server that is scripted and a clock that does not wait.
QUEUE = """async (script) => {
  const { Outbox } = await import("/static/js/tablet/outbox.js");
  const waits = [], sent = [], kept = new Map(), wait = window.setTimeout;
  const keep = (item) => kept.set(item.place, item);
  const store = {
    queue: async () => [...kept.values()],
    put: async (name, item) => keep(item),
    remove: async (name, place) => kept.delete(place),
    replace: async (before, items) => {
      before.forEach(({ place }) => kept.delete(place));
      items.forEach(keep);
    },
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
        [200, 409, 409],
        """command("seats", 1); command("wagers", 2); command("bank", 3); command("close", 4);
        command("settle", 5);
        await rest(); const before = sent.map(([, name]) => name);
        await box.settleRefusal("again", 7); await rest();
        box.enter({ name: "open", version: null, round: "s", path: "", body: {} });
        await rest(); await box.settleRefusal("drop", 7); await rest(); back();
        return [before, sent.slice(before.length), kept.size];""",
    )
    assert before == ["seats", "wagers"], "nothing overtakes a refused command"
    # Close, settle and the next round were built on the wagers; the bank was not.
    assert [(name, version) for _, name, version in after] == [("wagers", 7), ("bank", 7)]
    assert left == 0


def test_records_of_another_person_are_not_sent(queue):
    sent, left = queue(
        [],
        """command("close", 1); box.items = box.items.map((item) => ({ ...item, person: "B2" }));
        await rest(); back(); return [sent, kept.size];""",
    )
    assert (sent, left) == ([], 1)


def reload_in_the_moment_of_the_tap(dealer, act: str, **data: object) -> None:
    """The page is gone before it has had a frame or an answer of the disk."""
    expect(dealer.page.locator("html:not([data-guarded])")).to_be_attached()
    with dealer.page.expect_event("load"):
        dealer.find(act, **data).first.evaluate("(tapped) => (tapped.click(), location.reload())")
    dealer.ready()


@pytest.mark.slow(10)
def test_what_is_tapped_outlives_a_reload_in_the_same_moment(at_large):
    floor = make_floor(options={"player_bank": False})
    dealer = at_large(floor)
    page = dealer.page
    count = page.locator(".top-connection")
    dealer.tap("open-round")
    dealer.wager(2, 2500)
    dealer.tap("seat", seat=1)
    dealer.sent()
    outage.wait_until_kept(page)
    page.context.set_offline(True)

    reload_in_the_moment_of_the_tap(dealer, "chip", value=2500)
    expect(dealer.find("seat", seat=1)).to_contain_text("$25")
    reload_in_the_moment_of_the_tap(dealer, "no-more-bets")
    dealer.roll(1, 2)
    reload_in_the_moment_of_the_tap(dealer, "die", face=3)
    expect(page.locator(".die-slot svg")).to_have_count(3)
    reload_in_the_moment_of_the_tap(dealer, "delivered")
    dealer.hand("6-6 6-6")
    reload_in_the_moment_of_the_tap(dealer, "tile", tile="1-2")
    expect(page.locator(".slot svg")).to_have_count(3)
    waits = int(count.get_attribute("data-count") or 0)
    outage.report_up_to_the_last_tap(dealer)
    reload_in_the_moment_of_the_tap(dealer, "irregular-report")
    expect(count).to_have_attribute("data-count", str(waits + 1))
    expect(dealer.find("irregularity").first).to_contain_text(dealer.says("ruling_waits"))
    assert unsent_known(page, floor) == str(waits + 1)

    page.context.set_offline(False)
    dealer.sent()
    (played,) = rounds_of(floor)
    assert [wager["cents"] for wager in played.facts["wagers"]] == [2500, 2500]
    assert played.facts["roll"]["dice"] == [1, 2, 3]
    assert Irregularity.objects.get(round=played).event == "player-tile-exposed"
    about = Event.objects.filter(round_id=played.pk)
    for kind in ("dice_rolled", "round_dealt", "irregularity_reported"):
        assert about.filter(kind=f"rounds.{kind}").count() == 1, kind
    assert unsent_known(page, floor) is None


def unsent_known(page, floor) -> str | None:
    """What the server is told when somebody wants to close the table or hand it over."""
    name = f"unsent-{floor.table.pk}"
    return next((each["value"] for each in page.context.cookies() if each["name"] == name), None)


def rounds_of(floor) -> list[Round]:
    return list(Round.objects.filter(table=floor.table).order_by("number"))


@pytest.mark.slow(30)
def test_a_round_outlives_reloads_and_a_server_away_for_a_minute(at_table, live_floor):
    floor = make_floor(at=datetime.now(UTC) - timedelta(hours=1))
    dealer = at_table(floor, clock=datetime.now(UTC) - 2 * MINUTE)
    page = dealer.page
    outage.begin(dealer)
    # To one tablet the server is silent, the other one is refused at once.
    (live_floor.kill if dealer.size == LARGE else live_floor.refuse)("web")
    outage.settle_alone(dealer)
    dealer.look("offline")
    dealer.tap("outbox")
    dealer.look("unsent")
    dealer.tap("close-panel")
    dealer.tap("menu")
    dealer.look("menu")
    dealer.tap("close-panel")
    outage.open_next_alone(dealer)
    dealer.tap("offer-bank")
    expect(page.locator(".offer b")).to_have_text([dealer.says("seat_n", n=n) for n in (1, 2)])
    expect(page.locator(".work-body")).to_contain_text(dealer.says("record_decides"))
    dealer.look("bank-offline")
    dealer.tap("bank-cancel")
    assert unsent_known(page, floor) == str(outage.UNSENT)
    # The tablet's minute, in steps, so that it asks and is not answered as often as it would.
    for _ in range(6):
        page.clock.run_for(10_000)
    outage.assert_waiting(dealer)

    live_floor.start("web")
    live_floor.wait_for_web()
    outage.wait_for_the_tablet_to_ask_again(dealer)
    assert unsent_known(page, floor) is None
    outage.assert_all_arrived_once(floor)


@pytest.mark.slow(15)
def test_two_tablets_at_one_table_and_a_clash_is_shown(at_table):
    floor = make_floor()
    dealer = at_table(floor)
    dealer.tap("open-round")
    dealer.wager(1, 2500)
    dealer.wager(4, 500, 500)
    dealer.sent()
    other = at_table(floor, person=floor.floorperson, tablet=make_tablet(floor, "Tablet 2"))
    expect(other.find("seat", seat=4)).to_contain_text("$10")

    dealer.page.context.set_offline(True)
    dealer.wager(4, 2500)
    dealer.tap("no-more-bets")
    other.wager(1, 2500)
    other.tap("seat", seat=1)
    other.sent()
    dealer.page.context.set_offline(False)
    expect(dealer.page.locator(".refusal-card")).to_be_visible()
    dealer.look("clash")
    sign = other.page.locator(".top-connection")
    other.page.route("**/sheet/", lambda route: route.abort())
    dealer.tap("refusal-rebase")
    dealer.sent()
    dealer.step("dice")
    expect(sign).to_have_attribute("data-state", "offline")
    other.page.unroute("**/sheet/")
    expect(sign).to_have_attribute("data-state", "live")
    other.step("dice")
    (played,) = rounds_of(floor)
    assert played.state == RoundState.CLOSED
    assert {wager["seat"]: wager["cents"] for wager in played.facts["wagers"]} == {
        1: 5000,
        4: 3500,
    }
    the_lock_screen_names_what_waits(dealer)

    other.step("hands")
    dealer.hands(outage.DEALER, *outage.HANDS)
    dealer.sent()
    other.step("result")
    expect(other.page.locator(".seat-card .seat-hand")).to_have_count(3)
    other.watch()
    dealer.tap("settle")
    expect(other.find("next-round")).to_be_enabled()
    other.assert_still()
    (played,) = rounds_of(floor)
    assert played.state == RoundState.SETTLED
    assert Event.objects.filter(round_id=played.pk, kind="rounds.round_settled").count() == 1


def the_lock_screen_names_what_waits(dealer) -> None:
    """A dealer is signed out with records unsent; the next one sees whose they are."""
    page, everything = dealer.page, "**/api/v1/rounds/**"
    session = settings.SESSION_COOKIE_NAME
    signed_in = [each for each in page.context.cookies() if each["name"] == session]
    page.route(everything, lambda route: route.abort())
    dealer.roll(1, 2, 3)
    dealer.tap("delivered")
    expect(page.locator(".top-connection")).to_contain_text(dealer.says("unsent_n", n=3))
    page.context.clear_cookies(name=session)
    page.goto("/sign-in/")
    expect(page.locator("[data-waiting-records]")).to_contain_text("3")
    expect(page.locator("[data-waiting-records]")).to_contain_text(dealer.floor.dealer.badge)
    no = {"code": "no_dice", "message": "The generator's number decides at this table."}
    page.unroute(everything)
    page.route("**/roll/", lambda route: route.fulfill(status=409, json=no))
    page.context.add_cookies(signed_in)
    dealer.open()
    what_was_built_on_a_refused_record_goes_with_it(dealer)
    (played,) = rounds_of(dealer.floor)
    assert played.state == RoundState.DEALT


def what_was_built_on_a_refused_record_goes_with_it(dealer) -> None:
    """The dice are not accepted; the deal that followed them goes too, the delivery stays."""
    page = dealer.page
    expect(page.locator(".refusal-card")).to_contain_text(dealer.says("what_to_do_built", n=1))
    goes_too = page.locator(".unsent-list li").filter(has_text=dealer.says("goes_too"))
    expect(goes_too).to_have_count(1)
    expect(dealer.find("refusal-drop")).to_contain_text(dealer.says("drops_n", n=2))
    dealer.look("refused-with-others")
    page.unroute("**/roll/")
    dealer.tap("refusal-drop")
    expect(dealer.find("drop-now")).to_be_disabled()
    dealer.tap("drop-because", reason="not_played")
    dealer.tap("drop-now")
    dealer.sent()
    dealer.step("dice")
    dealer.roll(1, 2, 3)
    dealer.tap("delivered")
    dealer.sent()
