"""A person is called on a phone, and answers from the notice: real processes, a real browser.

A headless Chromium has no push service of its own to subscribe to, so the subscription is made
with keys of the test, and what the push service took and the keys opened is delivered to the
browser's worker by its own debugging door (`ServiceWorker.deliverPushMessage`). Nor has it anything
to draw a notice with: what the worker asks for is kept, and tapped as the platform would.
"""

import json
import time
from datetime import timedelta

import pytest

from foundation.clock import database_time
from tables.commands.calls import call_floor
from tables.commands.notices import add_device
from tables.models import Alert, Notice
from tests.factories import make_floor
from tests.push_service import Browser, PushService
from tests.sign_in import cookies_of

pytestmark = [pytest.mark.browser, pytest.mark.live, pytest.mark.slow(10)]
WORKER = """async () => {
  const found = await navigator.serviceWorker.register("/floor-worker.js", { scope: "/queue/" });
  const worker = found.installing ?? found.waiting ?? found.active;
  if (worker.state !== "activated") {
    await new Promise((done) => worker.addEventListener("statechange", () => {
      if (worker.state === "activated") done();
    }));
  }
}"""
DRAWN = """() => {
  self.drawn = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, said) => {
    self.drawn = [...self.drawn.filter(({ tag }) => tag !== said.tag), { title, ...said }];
  };
}"""
TAPS = """() => {
  const event = new ExtendableEvent("notificationclick");
  const notification = { ...self.drawn[0], close: () => {} };
  self.dispatchEvent(Object.assign(event, { notification, action: "coming" }));
}"""


@pytest.fixture
def service(live_floor, settings):
    with PushService(listener=live_floor.sockets["push"]) as running:
        settings.PUSH_HOSTS = [running.host]
        yield running


def subscribed(service, person):
    browser = Browser()
    where = service.address(f"phone-{person.pk}")
    add_device(name="phone", **browser.fields(where), by=person)
    return browser


def eventually(question, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := question():
            return found
        time.sleep(0.1)
    raise AssertionError("it never happened")


def phone_of(open_page, live_floor, person):
    page = open_page(viewport={"width": 390, "height": 844})
    cookies = cookies_of(person)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_floor.url} for name, value in cookies.items()]
    )
    page.context.grant_permissions(["notifications"], origin=live_floor.url)
    page.goto("/notices/")
    return page


def test_a_push_arrives_and_is_answered_from_the_notice(open_page, live_floor, service):
    floor = make_floor()
    browser = subscribed(service, floor.floorperson)
    page = phone_of(open_page, live_floor, floor.floorperson)
    devtools = page.context.new_cdp_session(page)
    known = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: known.extend(each["registrationId"] for each in said["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate(WORKER)
    worker = next(each for each in page.context.service_workers if "floor-worker" in each.url)
    worker.evaluate(DRAWN)

    live_floor.start("beat")  # where the ring after the commit was lost, the sweep calls
    try:
        alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
        came = service.queue.get(timeout=60)
    finally:
        live_floor.kill("beat")
    assert came.headers["urgency"] == "high"
    pushed = browser.opened(came.body).decode()
    assert set(json.loads(pushed)) == {"notice", "key"}
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": live_floor.url, "registrationId": known[0], "data": pushed},
    )
    (shown,) = eventually(lambda: worker.evaluate("self.drawn"))
    assert "calls the floor" in shown["body"]
    assert [each["action"] for each in shown["actions"]] == ["coming", "look"]

    worker.evaluate(TAPS)
    eventually(lambda: Alert.objects.filter(pk=alert.pk, acknowledged_by=floor.floorperson))
    eventually(lambda: worker.evaluate("self.drawn")[0]["body"].startswith("Answered"))
    assert Notice.objects.get(alert=alert).answered_at is not None
    page.goto(f"/tables/{floor.table.pk}/limits/")
    assert page.evaluate("navigator.serviceWorker.controller") is None, "only below /queue/"


def test_a_stopped_worker_calls_the_next_person_as_soon_as_it_is_back(live_floor, service):
    floor = make_floor()
    subscribed(service, floor.floorperson)
    manager = subscribed(service, floor.pit_manager)
    live_floor.kill("worker")
    late = database_time() - timedelta(minutes=4)
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer, at=late)
    assert not Notice.objects.filter(alert=alert).exists()
    live_floor.start("worker")
    live_floor.start("beat")
    try:
        came = eventually(lambda: [each for each in service.taken if _is_for(manager, each)])
    finally:
        live_floor.kill("beat")
    assert len(came) == 1
    alert.refresh_from_db()
    assert alert.escalated_at is not None
    assert alert.escalated_at - late < timedelta(minutes=5), "within its minute"
    assert [each.person for each in Notice.objects.filter(alert=alert, is_escalated=True)] == [
        floor.pit_manager
    ]


def _is_for(browser, came):
    try:
        return bool(browser.opened(came.body))
    except Exception:
        return False
