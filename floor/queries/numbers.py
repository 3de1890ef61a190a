"""How much waits for somebody, for the menu; and what is urgent, for the banner."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from floor.queries.queue import floor_queue
from staff.models import Person
from staff.policy import Act, may
from tables.queries.alerts import AlertRow, open_alerts


@dataclass(frozen=True, slots=True)
class Urgent:
    """Something that should not wait, and where it is answered."""

    id: int
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """What waits at each place of the menu that counts, by the place's name."""

    waiting: dict[str, int]
    urgent: tuple[Urgent, ...]


def numbers_of(viewer: Person, at: datetime) -> Numbers:
    """What waits for the viewer, in a fixed number of queries; nothing for whoever answers none."""
    if may(viewer, Act.WORK_QUEUE):
        queue = floor_queue(viewer, at)
        waiting = {"queue": queue.total, "alerts": len(queue.alerts)}
        return Numbers(waiting, _urgent(queue.alerts, reverse("queue")))
    if may(viewer, Act.ACKNOWLEDGE_ALERT):
        alerts = open_alerts(viewer)
        return Numbers({"alerts": len(alerts)}, _urgent(alerts, reverse("alerts")))
    return Numbers({}, ())


def _urgent(alerts: tuple[AlertRow, ...] | list[AlertRow], url: str) -> tuple[Urgent, ...]:
    found = [each for each in alerts if each.severity == "urgent"]
    return tuple(Urgent(each.id, each.text, url) for each in found)
