"""Alerts: raised once, kept until somebody answers, escalated when nobody does."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError

from audit.events import EventKind
from audit.record import record
from foundation import commands
from foundation.commands import command
from foundation.inputs import Id, Input
from foundation.live import publish_on_commit
from rules.refusals import Refused
from staff.models import Person, Role
from staff.policy import Act
from tables.models import Alert, GamingTable
from tables.queries.answers import alert_answer

WARNING, URGENT = "warning", "urgent"
CALLING = "tables.call_people"
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AlertWords:
    """What an alert says. The key makes it one alert, however often it is raised."""

    key: str
    code: str
    severity: str = WARNING
    params: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def raise_alert(
    call: AlertWords, *, property_id: int, table: GamingTable | None, at: datetime
) -> Alert | None:
    """Raise an alert unless it was raised before; the second call finds it there."""
    alert, is_new = Alert.objects.get_or_create(
        key=f"{property_id}:{call.key}",
        defaults={
            "property_id": property_id,
            "table": table,
            "code": call.code,
            "severity": call.severity,
            "params": dict(call.params),
            "raised_at": at,
        },
    )
    if not is_new:
        return None
    record(
        EventKind.ALERT_RAISED,
        about=[alert, *([table] if table else [])],
        by=None,
        at=at,
        detail={"code": call.code, "severity": call.severity, **call.params},
    )
    publish_alert(alert)
    return alert


class AcknowledgeAlert(Input):
    """Which alert."""

    alert_id: Id


@command(
    AcknowledgeAlert,
    act=Act.ACKNOWLEDGE_ALERT,
    says=gettext_lazy("Acknowledge"),
    path="alerts/<int:alert_id>/acknowledge/",
    answer=alert_answer,
)
def acknowledge_alert(call: commands.Call[AcknowledgeAlert]) -> Alert:
    """Record who answered an alert and when; the first answer stands."""
    alert = Alert.objects.select_for_update().get(
        pk=call.input.alert_id, property_id=call.by.property_id
    )
    if alert.acknowledged_at is not None:
        raise Refused("already_acknowledged", _("Somebody acknowledged this alert already."))
    guard_may_answer(alert, call.by)
    alert.acknowledged_by, alert.acknowledged_at = call.by, call.at
    alert.save(update_fields=["acknowledged_by", "acknowledged_at"])
    call.record(EventKind.ALERT_ACKNOWLEDGED, about=alert, detail={"code": alert.code})
    publish_alert(alert)
    return alert


def guard_may_answer(alert: Alert, person: Person) -> None:
    """Refuse anybody what is about them, and all others what went to the pit manager already."""
    if person.badge == alert.params.get("person"):
        raise Refused("about_you", _("This alert is about you. Somebody else answers it."))
    if alert.escalated_at is not None and not person.has_role(Role.PIT_MANAGER):
        raise Refused(
            "escalated",
            _("Nobody answered in time, so this went to the pit manager, who answers it now."),
        )


@transaction.atomic
def escalate_alert(alert_id: int, *, at: datetime) -> bool:
    """Send an alert that nobody answered to the pit manager, once."""
    alert = Alert.objects.select_for_update(skip_locked=True).filter(pk=alert_id).first()
    if alert is None or alert.escalated_at is not None or alert.acknowledged_at is not None:
        return False
    alert.escalated_at, alert.severity = at, URGENT
    alert.save(update_fields=["escalated_at", "severity"])
    record(EventKind.ALERT_ESCALATED, about=alert, by=None, at=at, detail={"code": alert.code})
    publish_alert(alert)
    return True


def close_alerts(
    property_id: int, about: str, *, by: Person | None, at: datetime, why: str = "put_right"
) -> None:
    """Answer the alerts about something that was put right or is called more urgently now."""
    key = f"{property_id}:{about}"
    found = Alert.objects.select_for_update().filter(
        Q(key=key) | Q(key__startswith=f"{key}:"),
        property_id=property_id,
        acknowledged_at__isnull=True,
    )
    for alert in found.order_by("pk"):
        alert.acknowledged_by, alert.acknowledged_at = by, at
        alert.save(update_fields=["acknowledged_by", "acknowledged_at"])
        record(
            EventKind.ALERT_ACKNOWLEDGED,
            about=alert,
            by=by,
            at=at,
            detail={"code": alert.code, "why": why},
        )
        publish_alert(alert)


def publish_alert(alert: Alert) -> None:
    """Tell the screens, and ring for whoever calls people; what is not heard is swept up soon."""
    subject = f"table:{alert.table_id}" if alert.table_id else f"property:{alert.property_id}"
    publish_on_commit(alert.property_id, subject, "alert")
    if alert.acknowledged_at is None:
        transaction.on_commit(_ring, robust=True)


def _ring() -> None:
    try:
        current_app.send_task(CALLING, expires=30)
    except (BrokerError, OSError):
        logger.warning("nobody heard that people are to be called; the sweep does it")
