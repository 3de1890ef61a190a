"""Calls from a table: those that nobody answered yet, and who is coming."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from typing_extensions import TypedDict

from foundation.wording import moment_text
from tables.models import Alert, GamingTable

FLOOR_CALLED = "floor_called"
SHOWN_AFTER_ANSWER = timedelta(minutes=3)


class CallSheet(TypedDict):
    """A call as the tablet shows it; `coming` is empty until somebody answered."""

    id: int
    what: str
    at: str
    coming: str
    escalated: bool


def open_calls(table: GamingTable) -> QuerySet[Alert]:
    """The calls of a table that wait for an answer."""
    return Alert.objects.filter(table=table, code=FLOOR_CALLED, acknowledged_at__isnull=True)


def calls_at(table: GamingTable, at: datetime) -> list[CallSheet]:
    """What the floor was called for, until somebody came; the answer stands for a while."""
    fresh = Q(acknowledged_at__isnull=True) | Q(acknowledged_at__gt=at - SHOWN_AFTER_ANSWER)
    found = Alert.objects.filter(fresh, table=table, code=FLOOR_CALLED)
    return [
        {
            "id": each.pk,
            "what": str(each.params["what"]),
            "at": moment_text(each.raised_at, "time", table.property.time_zone),
            "coming": each.acknowledged_by.name if each.acknowledged_by else "",
            "escalated": each.escalated_at is not None,
        }
        for each in found.select_related("acknowledged_by").order_by("raised_at")
    ]
