"""Call people for alerts: each device once for an alert, and once more when it is escalated.

What is written first is who is called; then the message goes out, and what became of it is
written too. Whoever stops in between loses nothing: the next sweep goes on with what waits, and a
message that comes twice replaces itself on the screen.
"""

import json
from collections import defaultdict
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from audit.events import EventKind
from audit.record import record
from foundation.web_push import Delivery, Subscription, capability, push
from tables.commands.alerts import URGENT
from tables.gateways import send_by
from tables.models import Alert, Notice, NoticeDevice, NoticeGateway, Via
from tables.queries.notices import (
    CALLED_WITHIN,
    devices_to_call,
    fresh_alerts,
    reachable_people,
    undelivered,
)

TRIED_FOR = timedelta(minutes=5)
AT_ONCE = 200


def call_for_alerts(at: datetime) -> int:
    """Write down who is called for what nobody answered yet."""
    by_house = defaultdict(list)
    for alert in fresh_alerts(at):
        by_house[alert.property].append(alert)
    called = 0
    for house, alerts in by_house.items():
        people = reachable_people(house)
        known = _called_already(alerts) if people else set()
        for alert in alerts:
            escalated = alert.escalated_at is not None
            for device in devices_to_call(alert, people, house, at):
                if (alert.pk, device.pk, escalated) not in known:
                    called += _call(alert, device, at)
    return called


def deliver_notices(at: datetime) -> int:
    """Send what waits; a service that does not answer is asked once in a sweep."""
    silent: set[str] = set()
    delivered = 0
    for notice in undelivered(at)[:AT_ONCE]:
        host = _host_of(notice.device)
        if notice.alert.acknowledged_at is not None or host in silent:
            outcome = Delivery.LATER
        else:
            outcome = _send(notice, at)
        if outcome is Delivery.LATER:
            silent.add(host)
        delivered += _settle(notice.pk, outcome, at)
    return delivered


def _called_already(alerts: list[Alert]) -> set[tuple[int, int, bool]]:
    found = Notice.objects.filter(alert__in=alerts)
    return set(found.values_list("alert_id", "device_id", "is_escalated"))


@transaction.atomic
def _call(alert: Alert, device: NoticeDevice, at: datetime) -> bool:
    notice, is_new = Notice.objects.get_or_create(
        alert=alert,
        device=device,
        is_escalated=alert.escalated_at is not None,
        defaults={"property_id": alert.property_id, "person": device.person, "called_at": at},
    )
    if is_new:
        _record(EventKind.PERSON_CALLED, notice, at)
    return is_new


@transaction.atomic
def _settle(notice_id: int, outcome: Delivery, at: datetime) -> bool:
    """Write what became of a call; one that is to be tried again stays as it is."""
    notice = (
        Notice.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("alert", "device", "person")
        .filter(pk=notice_id, delivered_at__isnull=True, failed_at__isnull=True)
        .first()
    )
    if notice is None:
        return False
    if outcome is Delivery.TAKEN:
        notice.delivered_at = at
        notice.save(update_fields=["delivered_at"])
        _record(EventKind.NOTICE_DELIVERED, notice, at)
        return True
    if outcome is Delivery.GONE:
        _forget(notice.device, at)
    if outcome is Delivery.GONE or at - notice.called_at > TRIED_FOR:
        notice.failed_at = at
        notice.save(update_fields=["failed_at"])
        _record(EventKind.NOTICE_FAILED, notice, at)
    return False


def _forget(device: NoticeDevice, at: datetime) -> None:
    """The browser's service says that it is no longer there."""
    if device.ended_at is None:
        device.ended_at = at
        device.save(update_fields=["ended_at"])
        detail = {"who": device.person.name, "via": device.via}
        about = [device, device.person]
        record(EventKind.DEVICE_GONE, about=about, by=None, at=at, detail=detail)


def _record(kind: EventKind, notice: Notice, at: datetime) -> None:
    detail = {
        "who": notice.person.name,
        "via": notice.device.via,
        "code": notice.alert.code,
        "escalated": notice.is_escalated,
    }
    record(kind, about=[notice, notice.alert, notice.person], by=None, at=at, detail=detail)


def _send(notice: Notice, at: datetime) -> Delivery:
    device, alert = notice.device, notice.alert
    if device.ended_at is not None:
        return Delivery.GONE
    if device.via == Via.PUSH:
        said = {"notice": notice.pk, "key": capability(f"notice:{notice.pk}")}
        where = Subscription(
            device.address, bytes(device.public_key), bytes(device.secret), device.key_name
        )
        return push(
            json.dumps(said).encode(),
            where,
            topic=f"alert-{alert.pk}",
            urgent=alert.severity == URGENT,
            ttl=int(CALLED_WITHIN.total_seconds()),
            at=at,
        )
    gateway = NoticeGateway.objects.filter(property_id=notice.property_id, via=device.via).first()
    if gateway is None or not gateway.address:
        return Delivery.GONE
    with translation.override(notice.person.language or settings.LANGUAGE_CODE):
        return send_by(gateway, device.address, str(notice.person.property), _("Something waits"))


def _host_of(device: NoticeDevice) -> str:
    return urlsplit(device.address).netloc if device.via == Via.PUSH else device.via
