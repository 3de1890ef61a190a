"""Who is called for an alert, by which way, and what they answer."""

import json
from datetime import UTC, datetime, time, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.test import Client

from audit.models import Event
from foundation.web_push import capability, own_key_name
from tables.commands.alerts import AlertWords, acknowledge_alert, raise_alert
from tables.commands.calling import TRIED_FOR, call_for_alerts, deliver_notices
from tables.commands.calls import call_floor
from tables.commands.duties import begin_duties, end_duty
from tables.commands.notices import (
    add_address,
    add_device,
    answer_notice,
    remove_device,
    set_gateway,
    set_quiet_hours,
)
from tables.commands.sweeping import sweep_escalations
from tables.models import Duty, Notice, NoticeDevice, NoticeGateway
from tests.factories import make_floor, make_person
from tests.push_service import Browser, PushService
from tests.sign_in import sign_in
from tests.tables.acts import kinds_of, refused

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def service(settings):
    with PushService() as running:
        settings.PUSH_HOSTS = [running.host]
        yield running


@pytest.fixture
def floor():
    return make_floor()


def subscribe(service, person, name="phone"):
    browser = Browser()
    fields = browser.fields(service.address(f"{name}-{person.pk}"))
    return browser, add_device(name=name, **fields, by=person)


def now():
    return datetime.now(UTC)


def called(alert):
    found = Notice.objects.filter(alert=alert).order_by("pk")
    return [(each.person, each.is_escalated) for each in found]


def test_whoever_answers_for_the_table_is_called_and_nobody_else(floor, service):
    browser, _device = subscribe(service, floor.floorperson)
    subscribe(service, floor.second_floorperson)
    subscribe(service, floor.pit_manager)
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    assert call_for_alerts(now()) == 1
    assert deliver_notices(now()) == 1
    assert called(alert) == [(floor.floorperson, False)]
    (came,) = service.taken
    said = json.loads(browser.opened(came.body))
    notice = Notice.objects.get(alert=alert)
    assert said == {"notice": notice.pk, "key": capability(f"notice:{notice.pk}")}
    assert b"fill" not in browser.opened(came.body), "a push carries no facts"
    assert kinds_of(notice) == ["tables.person_called", "tables.notice_delivered"]
    assert call_for_alerts(now()) == deliver_notices(now()) == 0, "once"


def test_many_unanswered_alerts_keep_nobody_from_hearing_the_newest(floor, service):
    subscribe(service, floor.floorperson)
    where = {"property_id": floor.property.pk, "table": floor.table}
    for number in range(205):
        words = AlertWords(f"old:{number}", "tiles_near", "warning", {})
        raise_alert(words, **where, at=now() - 5 * MINUTE)
    assert call_for_alerts(now()) == 205
    newest = call_floor(floor.table.pk, "fill", by=floor.dealer)
    assert call_for_alerts(now()) == 1
    assert called(newest) == [(floor.floorperson, False)]


def test_an_escalated_alert_calls_the_pit_manager_who_alone_may_answer(floor, service):
    subscribe(service, floor.floorperson)
    subscribe(service, floor.pit_manager)
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    later = now() + 3 * MINUTE + timedelta(seconds=1)
    sweep_escalations(later)
    assert call_for_alerts(later) == 1
    assert called(alert) == [(floor.floorperson, False), (floor.pit_manager, True)]
    first, second = Notice.objects.filter(alert=alert).order_by("pk")
    with refused("escalated"):
        answer_notice(first.pk, by=floor.floorperson)
    answer_notice(second.pk, by=floor.pit_manager)
    alert.refresh_from_db()
    assert alert.acknowledged_by == floor.pit_manager
    assert "tables.notice_answered" in kinds_of(second)


def test_a_role_beside_the_floorpersons_does_not_answer_what_was_escalated(floor):
    both = make_person(floor.property, "floorperson", "dealer")
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    sweep_escalations(now() + 4 * MINUTE)
    with refused("escalated"):
        acknowledge_alert(alert.pk, by=both)


def test_a_call_for_security_goes_to_security_on_duty(floor, service):
    other = make_person(floor.property, "security")
    for person in (floor.security, other, floor.floorperson):
        subscribe(service, person)
    begin_duties((other.pk,), by=floor.pit_manager)
    alert = call_floor(floor.table.pk, "security", by=floor.dealer)
    call_for_alerts(now())
    assert called(alert) == [(other, False)]


def test_without_anybody_at_the_table_the_pit_is_called_and_then_whoever_is_on(floor, service):
    here, away = make_person(floor.property, "floorperson"), floor.second_floorperson
    for person in (here, away):
        subscribe(service, person)
    begin_duties((away.pk,), by=floor.pit_manager)
    begin_duties((here.pk,), pit_id=floor.pit.pk, by=floor.pit_manager)
    # The floorperson of the table has no device, so the next nearest is called.
    alert = call_floor(floor.table.pk, "ruling", by=floor.dealer)
    call_for_alerts(now())
    assert called(alert) == [(here, False)]
    end_duty(Duty.objects.get(person=here).pk, by=floor.pit_manager)
    second = call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    assert called(second) == [(away, False)]


@pytest.mark.parametrize(("hour", "expected"), [(3, 0), (12, 1)])
def test_quiet_hours_are_kept_by_whoever_is_off_duty(floor, service, hour, expected):
    subscribe(service, floor.second_floorperson)
    set_quiet_hours(time(22), time(7), by=floor.second_floorperson)
    at = datetime(2026, 11, 17, hour + 5, 30, tzinfo=UTC)  # New York is five hours behind
    said = AlertWords("test:1", "not_reconciled", params={"kind": "tiles"})
    raise_alert(said, property_id=floor.property.pk, table=None, at=at)
    assert call_for_alerts(at) == expected


def test_on_duty_nobody_is_quiet(floor, service):
    subscribe(service, floor.second_floorperson)
    set_quiet_hours(time(0), time(23, 59), by=floor.second_floorperson)
    begin_duties((floor.second_floorperson.pk,), by=floor.pit_manager)
    call_floor(floor.table.pk, "fill", by=floor.dealer)
    assert call_for_alerts(now()) == 1


def test_nobody_is_called_about_themselves(floor, service):
    subscribe(service, floor.floorperson)
    said = AlertWords("test:2", "floorperson_over", params={"person": floor.floorperson.badge})
    raise_alert(said, property_id=floor.property.pk, table=floor.table, at=now())
    assert call_for_alerts(now()) == 0


def test_a_device_that_is_gone_is_called_no_more(floor, service):
    _browser, device = subscribe(service, floor.floorperson)
    service.status = 410
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    assert deliver_notices(now()) == 0
    device.refresh_from_db()
    assert device.ended_at is not None
    assert kinds_of(device)[-1] == "tables.device_gone"
    assert Notice.objects.get(alert=alert).failed_at is not None


def test_what_is_not_taken_is_tried_again_and_then_given_up(floor, service):
    subscribe(service, floor.floorperson)
    service.status = 503
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    at = now()
    call_for_alerts(at)
    deliver_notices(at)
    notice = Notice.objects.get(alert=alert)
    assert (notice.delivered_at, notice.failed_at) == (None, None)
    assert kinds_of(notice) == ["tables.person_called"]
    service.status = 201
    assert deliver_notices(at + MINUTE) == 1
    second = call_floor(floor.table.pk, "ruling", by=floor.dealer)
    service.status = 503
    call_for_alerts(at)
    deliver_notices(at + TRIED_FOR + MINUTE)
    assert kinds_of(Notice.objects.get(alert=second))[-1] == "tables.notice_failed"


def test_a_silent_service_is_asked_once_in_a_sweep(floor, service):
    service.status = 503
    for name in ("phone", "watch", "desk"):
        subscribe(service, floor.floorperson, name)
    call_floor(floor.table.pk, "fill", by=floor.dealer)
    assert call_for_alerts(now()) == 3
    deliver_notices(now())
    assert len(service.taken) == 1


def test_the_phone_reads_and_answers_with_what_was_sealed_into_the_push(floor, service):
    subscribe(service, floor.floorperson)
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    notice = Notice.objects.get(alert=alert)
    key = capability(f"notice:{notice.pk}")
    phone = Client(enforce_csrf_checks=True, headers={"Accept": "application/json"})
    read = phone.post(f"/notices/{notice.pk}/text/", {"key": key}).json()
    assert read["is_open"]
    assert "calls the floor" in read["text"]
    for wrong in ("", "x", capability("notice:0")):
        for what in ("text", "answer"):
            answer = phone.post(f"/notices/{notice.pk}/{what}/", {"key": wrong})
            assert answer.status_code == 404
    first = phone.post(f"/notices/{notice.pk}/answer/", {"key": key})
    again = phone.post(f"/notices/{notice.pk}/answer/", {"key": key})
    assert (first.status_code, again.status_code) == (200, 200)
    alert.refresh_from_db()
    assert alert.acknowledged_by == floor.floorperson
    answered = Event.objects.filter(kind="tables.notice_answered", person_id=floor.floorperson.pk)
    assert answered.count() == 1
    assert not phone.post(f"/notices/{notice.pk}/text/", {"key": key}).json()["is_open"]


def test_a_device_that_was_taken_away_answers_nothing(floor, service):
    _browser, device = subscribe(service, floor.floorperson)
    alert = call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    notice = Notice.objects.get(alert=alert)
    remove_device(device.pk, by=floor.floorperson)
    phone = Client(headers={"Accept": "application/json"})
    key = capability(f"notice:{notice.pk}")
    answer = phone.post(f"/notices/{notice.pk}/answer/", {"key": key})
    assert (answer.status_code, answer.json()["code"]) == (409, "device_ended")
    with pytest.raises(NoticeDevice.DoesNotExist):
        remove_device(device.pk, by=floor.pit_manager)


def test_only_what_a_browser_says_is_a_subscription(floor, service, settings):
    right = Browser().fields(service.address("a"))
    for field, value in (("public_key", "A" * 87), ("secret", "A" * 21)):
        with refused("bad_subscription"):
            add_device(name="x", **{**right, field: value}, by=floor.floorperson)
    settings.PUSH_HOSTS = []
    with refused("push_not_reachable"):
        add_device(name="x", **right, by=floor.floorperson)
    with refused("role"):
        add_device(name="x", **right, by=floor.dealer)
    assert not NoticeDevice.objects.filter(property=floor.property).exists()


def test_the_same_browser_is_kept_once_and_anew_under_a_new_key(floor, service, settings):
    fields = Browser().fields(service.address("a"))
    first = add_device(name="x", **fields, by=floor.floorperson)
    assert add_device(name="x", **fields, by=floor.floorperson) == first
    settings.VAULT_KEYS = ["another-key-of-thirty-two-characters!", *settings.VAULT_KEYS]
    second = add_device(name="x", **fields, by=floor.floorperson)
    assert (second.pk != first.pk, second.key_name) == (True, own_key_name())


class Gateway:
    """A gateway of the house that takes JSON."""

    def __init__(self):
        self.taken, gateway = [], self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                gateway.taken.append((body, self.headers.get("Authorization")))
                self.send_response(202)
                self.end_headers()

            def log_message(self, *said):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/messages"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def gateway():
    running = Gateway()
    yield running
    running.server.shutdown()
    running.server.server_close()


def test_a_text_message_goes_through_the_houses_gateway_and_says_nothing(floor, gateway):
    with refused("no_gateway"):
        add_address("text", "+1 555 0100", by=floor.floorperson)
    set_gateway("text", gateway.address, "Harbour", by=floor.administrator)
    with refused("bad_address"):
        add_address("text", "me", by=floor.floorperson)
    add_address("text", "+1 555 0100", by=floor.floorperson)
    call_floor(floor.table.pk, "fill", by=floor.dealer)
    call_for_alerts(now())
    assert deliver_notices(now()) == 1
    ((body, secret),) = gateway.taken
    assert body["to"] == "+1 555 0100"
    assert "Something waits" in body["text"]
    assert str(floor.table.number) not in body["text"].replace(str(floor.property), "")
    assert secret is None


def test_the_secret_of_a_gateway_is_sealed_and_stays_with_its_address(floor):
    set_gateway("text", "https://one.example/a", "", "", "hush-hush", by=floor.administrator)
    kept = NoticeGateway.objects.get(property=floor.property)
    assert kept.secret
    assert "hush" not in kept.secret
    set_gateway("text", "https://one.example/a", "New name", by=floor.administrator)
    kept.refresh_from_db()
    assert kept.secret, "an empty field keeps it"
    set_gateway("text", "https://other.example/a", by=floor.administrator)
    kept.refresh_from_db()
    assert kept.secret == ""
    said = Event.objects.filter(kind="tables.gateway_set").order_by("at").first()
    assert b"hush" not in bytes(said.body)


@pytest.mark.parametrize(
    ("via", "address", "sender", "secret"),
    [
        ("text", "smtp://mail", "", ""),
        ("text", "file:///etc", "", ""),
        ("mail", "smtp://mail", "", ""),
        ("mail", "smtp://me:pw@mail", "a@b.example", ""),
        ("text", "http://gateway", "", "hush"),
        ("text", "http://[gateway", "", ""),
        ("text", "https://gateway:99999", "", ""),
        ("text", f"https://{'a' * 64}.example", "", ""),
    ],
)
def test_what_is_no_gateway_is_refused(floor, via, address, sender, secret):
    with refused("bad_gateway"):
        set_gateway(via, address, sender, "", secret, by=floor.administrator)


def test_the_pages(client, floor, service, django_assert_max_num_queries):
    subscribe(service, floor.floorperson)
    sign_in(client, floor.floorperson)
    with django_assert_max_num_queries(16):
        page = client.get("/notices/").content.decode()
    assert "data-push-key" in page
    assert "phone" in page
    worker = client.get("/floor-worker.js")
    assert "notificationclick" in worker.content.decode()
    assert "Service-Worker-Allowed" not in worker.headers
    assert client.get("/floor.webmanifest").json()["start_url"] == "/"
    assert '/floor.webmanifest"' in client.get("/queue/").content.decode()
    assert (
        sign_in(Client(), floor.administrator).get("/administration/gateways/").status_code == 200
    )
    assert sign_in(Client(), floor.dealer).get("/notices/").status_code == 403
