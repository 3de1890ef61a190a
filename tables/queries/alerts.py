"""Alerts that want an answer, and those that had one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from staff.models import Person
from tables.alert_pages import page_of
from tables.models import Alert
from tables.wording import alert_words

LATEST = 50


@dataclass(frozen=True, slots=True)
class AlertRow:
    id: int
    code: str
    text: str
    severity: str
    table_id: int | None
    table_number: int | None
    raised_at: datetime
    escalated_at: datetime | None
    acknowledged_at: datetime | None
    acknowledged_by: str
    page: str


def open_alerts(viewer: Person, *, table_id: int | None = None) -> list[AlertRow]:
    """What nobody answered yet, the most urgent first."""
    alerts = _alerts(viewer).filter(acknowledged_at__isnull=True)
    if table_id is not None:
        alerts = alerts.filter(table_id=table_id)
    rows = _rows(alerts.order_by("-raised_at")[:200], viewer)
    return sorted(rows, key=lambda row: row.severity != "urgent")


def answered_alerts(viewer: Person) -> list[AlertRow]:
    alerts = _alerts(viewer).filter(acknowledged_at__isnull=False)
    return _rows(alerts.order_by("-acknowledged_at")[:LATEST], viewer)


def alert_row(alert: Alert) -> AlertRow:
    return _rows([alert], None)[0]


def _alerts(viewer: Person) -> QuerySet[Alert]:
    alerts = Alert.objects.select_related("table", "acknowledged_by")
    return alerts.filter(property_id=viewer.property_id)


def _rows(alerts: Iterable[Alert], viewer: Person | None) -> list[AlertRow]:
    return [
        AlertRow(
            id=each.pk,
            code=each.code,
            text=alert_words(each.code, each.params),
            severity=each.severity,
            table_id=each.table_id,
            table_number=each.table.number if each.table else None,
            raised_at=each.raised_at,
            escalated_at=each.escalated_at,
            acknowledged_at=each.acknowledged_at,
            acknowledged_by=_answered_by(each),
            page=page_of(each, viewer) if viewer else "",
        )
        for each in alerts
    ]


def _answered_by(alert: Alert) -> str:
    if alert.acknowledged_by is not None:
        return alert.acknowledged_by.name
    return _("A nearer warning replaced it") if alert.acknowledged_at else ""
