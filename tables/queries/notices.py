"""Who is called for an alert, on which devices; and a person's own devices and hours."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from staff.models import Person, Property, Role
from tables.models import (
    Alert,
    Duty,
    FloorAssignment,
    Notice,
    NoticeDevice,
    NoticeGateway,
    QuietHours,
    Via,
)
from tables.queries.calls import FLOOR_CALLED

CALLED_WITHIN = timedelta(minutes=30)
SECURITYS = frozenset({"envelope_not_collected", "destruction_due", "destruction_late"})


@dataclass(slots=True)
class Reachable:
    """Somebody who can be called, and where they work now."""

    person: Person
    devices: list[NoticeDevice] = field(default_factory=list)
    is_on: bool = False
    pits: set[int] = field(default_factory=set)
    tables: set[int] = field(default_factory=set)
    quiet: tuple[time, time] | None = None

    def may_be_disturbed(self, now: time) -> bool:
        """On duty always; off duty not in the hours that they asked for."""
        if self.is_on or self.quiet is None:
            return True
        begins, ends = self.quiet
        inside = begins <= now < ends if begins <= ends else now >= begins or now < ends
        return not inside


def fresh_alerts(at: datetime) -> QuerySet[Alert]:
    """What nobody answered, and was raised or escalated not long ago, where anybody has a device.

    All of it: alerts that called somebody already must not stand before newer ones.
    """
    since = at - CALLED_WITHIN
    recent = Q(escalated_at__gt=since) | Q(escalated_at__isnull=True, raised_at__gt=since)
    houses = NoticeDevice.objects.filter(ended_at__isnull=True).values("property_id")
    found = Alert.objects.filter(recent, acknowledged_at__isnull=True, property_id__in=houses)
    return found.select_related("table", "property").order_by("raised_at")


def reachable_people(house: Property) -> list[Reachable]:
    """Everybody of a house who has a device, in a fixed number of queries."""
    devices = NoticeDevice.objects.filter(
        property=house, ended_at__isnull=True, person__is_active=True
    ).select_related("person")
    found: dict[int, Reachable] = {}
    for device in devices.order_by("pk"):
        there = found.setdefault(device.person_id, Reachable(device.person))
        there.devices.append(device)
    if not found:
        return []
    here = {"property": house, "ended_at__isnull": True, "person_id__in": found}
    for duty in Duty.objects.filter(**here):
        found[duty.person_id].is_on = True
        found[duty.person_id].pits |= {duty.pit_id} if duty.pit_id else set()
    for each in FloorAssignment.objects.filter(**here).select_related("table"):
        found[each.person_id].is_on = True
        found[each.person_id].pits.add(each.table.pit_id)
        found[each.person_id].tables.add(each.table_id)
    for hours in QuietHours.objects.filter(property=house, person_id__in=found):
        found[hours.person_id].quiet = hours.begins, hours.ends
    return list(found.values())


def devices_to_call(
    alert: Alert, people: Iterable[Reachable], house: Property, at: datetime
) -> list[NoticeDevice]:
    """Where an alert calls: whoever is nearest to it.

    First whoever answers for the table, then the pit, then whoever is on duty, and where nobody of
    the role is on duty, everybody whose hours are not quiet. What was escalated is for the pit
    manager, and nobody is called about themselves.
    """
    now = at.astimezone(ZoneInfo(house.time_zone)).time()
    role = _role_of(alert)
    able = [
        each
        for each in people
        if each.person.has_role(role)
        and each.person.badge != alert.params.get("person")
        and each.may_be_disturbed(now)
    ]
    on = [each for each in able if each.is_on]
    nearest = (
        [each for each in on if alert.table_id in each.tables],
        [each for each in on if alert.table and alert.table.pit_id in each.pits],
        on,
        able,
    )
    called = next(filter(None, nearest), [])
    return [device for each in called for device in each.devices]


def _role_of(alert: Alert) -> Role:
    if alert.escalated_at is not None:
        return Role.PIT_MANAGER
    to_security = alert.code == FLOOR_CALLED and alert.params.get("what") == "security"
    return Role.SECURITY if to_security or alert.code in SECURITYS else Role.FLOORPERSON


def undelivered(at: datetime) -> QuerySet[Notice]:
    """Calls that are still to be delivered; those whose alert was answered meanwhile are not."""
    waiting = Notice.objects.filter(delivered_at__isnull=True, failed_at__isnull=True)
    found = waiting.select_related("alert__table", "device", "person__property")
    return found.order_by("called_at")


@dataclass(frozen=True, slots=True)
class DeviceRow:
    id: int
    name: str
    via_label: str
    address: str
    made_at: datetime
    last_called_at: datetime | None


@dataclass(frozen=True, slots=True)
class CallSettings:
    """How a person is called now, and what the house can do."""

    devices: tuple[DeviceRow, ...]
    quiet_begins: time | None
    quiet_ends: time | None
    duty_until: datetime | None
    ways: tuple[str, ...]


def call_settings(viewer: Person) -> CallSettings:
    mine = NoticeDevice.objects.filter(person=viewer, ended_at__isnull=True).order_by("made_at")
    hours = QuietHours.objects.filter(person=viewer).first()
    duty = Duty.objects.filter(person=viewer, ended_at__isnull=True).first()
    gateways = NoticeGateway.objects.filter(property_id=viewer.property_id).exclude(address="")
    last = dict(
        Notice.objects.filter(person=viewer, delivered_at__isnull=False)
        .order_by("device_id", "-delivered_at")
        .distinct("device_id")
        .values_list("device_id", "delivered_at")
    )
    return CallSettings(
        devices=tuple(_device_row(each, last.get(each.pk)) for each in mine),
        quiet_begins=hours.begins if hours else None,
        quiet_ends=hours.ends if hours else None,
        duty_until=duty.ends_at if duty else None,
        ways=tuple(sorted(gateways.values_list("via", flat=True))),
    )


def _device_row(device: NoticeDevice, last: datetime | None) -> DeviceRow:
    shown = "" if device.via == Via.PUSH else device.address
    label = str(Via(device.via).label)
    return DeviceRow(device.pk, device.name, label, shown, device.made_at, last)
