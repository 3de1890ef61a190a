"""What the periodic sweep does: mark what is past its limit, warn before, call for what is late.

No limit depends on it: a starting round judges the clock itself. Each step is a transaction of
its own and looks again under the lock, so the sweep may stop anywhere, run twice at once, or come
hours late, and still writes everything exactly once.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from audit.events import EventKind
from audit.record import record
from foundation.live import publish_on_commit
from foundation.wording import moment_text
from staff.gaming_day import gaming_day, gaming_day_bounds
from staff.house_settings import minutes_of
from staff.models import Property, SignInCounter
from tables.commands.alerts import URGENT, AlertWords, close_alerts, escalate_alert, raise_alert
from tables.models import (
    Alert,
    EquipmentMove,
    EquipmentSet,
    EquipmentState,
    GamingTable,
    Placement,
    RulesSubmission,
    StockCount,
)
from tables.models.custody import CountPurpose
from tables.queries.calls import FLOOR_CALLED
from tables.queries.set_work import LOOK_BACK, unchecked_dice
from tables.requirements import Demands, demands_of

AT_ONCE = 500
FIRST_LOOK = timedelta(hours=12)
REMINDED_BEFORE = timedelta(days=2)


def sweep_limits(at: datetime) -> int:
    """Mark every set that is past its limit and warn of those that come near it.

    Rule: MD ch. 2 §E, ch. 3 §A(2).
    """
    return sum(1 for placement in _due(at) if judge_placement(*placement, at=at))


@transaction.atomic
def judge_placement(placement_id: int, table_id: int, *, at: datetime) -> bool:
    """Judge one set under its table's lock: expired, to be warned of, or nothing to do."""
    table = (
        GamingTable.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        .select_related("submission")
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        return False  # somebody works at the table this moment; the next sweep comes soon
    placement = (
        Placement.objects.select_for_update(of=("self",))
        .select_related("equipment")
        .get(pk=placement_id)
    )
    if not placement.during.upper_inf or placement.expired_at or placement.expires_at is None:
        return False
    if at >= placement.expires_at:
        _expire(placement, table, at=at)
        return True
    return _warn(placement, table, at=at)


def sweep_escalations(at: datetime) -> int:
    """Send what nobody answered in time to the pit manager."""
    unanswered = Alert.objects.filter(acknowledged_at__isnull=True, escalated_at__isnull=True)
    due = [
        alert.pk
        for alert in unanswered.select_related("property").order_by("raised_at")[:AT_ONCE]
        if at - alert.raised_at >= _patience(alert)
    ]
    return sum(1 for alert_id in due if escalate_alert(alert_id, at=at))


def sweep_custody(at: datetime) -> int:
    """Call for envelopes not collected, counts not made, checks and destructions not done."""
    return sum(
        1
        for house in Property.objects.all()
        for call in _late(house, at)
        if raise_alert(call, property_id=house.pk, table=None, at=at)
    )


def forget_old_tries(at: datetime) -> None:
    """Drop counters of wrong tries that matter no longer."""
    SignInCounter.objects.filter(
        Q(locked_until__isnull=True) | Q(locked_until__lt=at), since__lt=at - timedelta(days=1)
    ).delete()


def _due(at: datetime) -> list[tuple[int, int]]:
    """Sets for which something is to be done now, looked at without taking any lock."""
    near = Placement.objects.filter(
        during__endswith__isnull=True, expired_at__isnull=True, expires_at__lte=at + FIRST_LOOK
    ).select_related("table__submission")
    found = [each for each in near.order_by("expires_at") if _is_due(each, each.table, at)]
    return [(each.pk, each.table_id) for each in found[:AT_ONCE]]


def _is_due(placement: Placement, table: GamingTable, at: datetime) -> bool:
    assert placement.expires_at is not None
    return at >= placement.expires_at or _warning(placement, table, at) is not None


def _warning(placement: Placement, table: GamingTable, at: datetime) -> int | None:
    """The most urgent warning that is due and not given; after downtime milder ones are past."""
    assert placement.expires_at is not None
    left = placement.expires_at - at
    warnings = demands_of(table.submission).numbers("warning_minutes")
    reached = [minutes for minutes in warnings if left <= timedelta(minutes=minutes)]
    given = placement.warned_minutes
    if not reached or (given is not None and given <= min(reached)):
        return None
    return min(reached)


def _patience(alert: Alert) -> timedelta:
    is_call = alert.code == FLOOR_CALLED
    return minutes_of(alert.property, "call_minutes" if is_call else "escalation_minutes")


def _expire(placement: Placement, table: GamingTable, *, at: datetime) -> None:
    placement.expired_at = at
    placement.save(update_fields=["expired_at"])
    detail = {
        "serial": placement.equipment.serial,
        "kind": placement.kind,
        "expires_at": placement.expires_at,
    }
    record(
        EventKind.EQUIPMENT_EXPIRED,
        about=[table, placement, placement.equipment],
        by=None,
        at=at,
        detail=detail,
    )
    call = AlertWords(
        f"{_limit_of(placement)}:expired",
        "equipment_expired",
        URGENT,
        {"serial": placement.equipment.serial, "kind": placement.kind, "table": table.number},
    )
    _call_nearer(placement, table, call, at=at)
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")


def _warn(placement: Placement, table: GamingTable, *, at: datetime) -> bool:
    minutes = _warning(placement, table, at)
    if minutes is None:
        return False
    placement.warned_minutes = minutes
    placement.save(update_fields=["warned_minutes"])
    record(
        EventKind.EQUIPMENT_WARNED,
        about=[table, placement, placement.equipment],
        by=None,
        at=at,
        detail={"serial": placement.equipment.serial, "kind": placement.kind, "minutes": minutes},
    )
    call = AlertWords(
        f"{_limit_of(placement)}:{minutes}",
        "equipment_due",
        params={
            "serial": placement.equipment.serial,
            "kind": placement.kind,
            "table": table.number,
            "minutes": minutes,
        },
    )
    _call_nearer(placement, table, call, at=at)
    publish_on_commit(table.property_id, f"table:{table.pk}", "equipment")
    return True


def _limit_of(placement: Placement) -> str:
    return f"limit:{placement.table_id}:{placement.kind}:{placement.pk}"


def _call_nearer(
    placement: Placement, table: GamingTable, call: AlertWords, *, at: datetime
) -> None:
    """Raise the nearer warning in the place of the farther ones."""
    close_alerts(table.property_id, _limit_of(placement), by=None, at=at, why="replaced")
    raise_alert(call, property_id=table.property_id, table=table, at=at)


def _late(house: Property, at: datetime) -> Iterator[AlertWords]:
    today = gaming_day(house, at)
    day_began, _day_ends = gaming_day_bounds(house, today)
    yield from _late_envelopes(house, day_began)
    yield from _late_destructions(house, at)
    yield from _unchecked_dice(house, day_began)
    demands = [demands_of(each) for each in RulesSubmission.objects.filter(property=house)]
    for kind in _kinds_of(house):
        yield from _late_counts(house, kind, demands, at)


def _late_envelopes(house: Property, day_began: datetime) -> Iterator[AlertWords]:
    """Rule: COMAR 36.05.02.19K."""
    waiting = EquipmentSet.objects.filter(
        property=house,
        state=EquipmentState.ENVELOPE,
        envelopes__opened_at__isnull=True,
        envelopes__collected_at__isnull=True,
        envelopes__sealed_at__lt=day_began,
    )
    found = waiting.annotate(
        envelope=F("envelopes__pk"), seal=F("envelopes__seal_number")
    ).select_related("submission")
    for each in found[:AT_ONCE]:
        if each.submission and demands_of(each.submission).is_on("security_collects"):
            params = {"seal": each.seal, "serial": each.serial, "set": each.pk}
            yield AlertWords(f"envelope:{each.envelope}", "envelope_not_collected", URGENT, params)


def _late_destructions(house: Property, at: datetime) -> Iterator[AlertWords]:
    """Remind security two days before; call for the pit manager when the day is past.

    Rule: COMAR 36.05.02.19R.
    """
    near = EquipmentSet.objects.filter(
        property=house,
        state=EquipmentState.CONDEMNED,
        destroy_by__lte=at + REMINDED_BEFORE,
        evidence_hold="",
    )
    for each in near.order_by("destroy_by")[:AT_ONCE]:
        assert each.destroy_by is not None
        if each.destroy_by <= at:
            late = {"serial": each.serial}
            yield AlertWords(f"destruction:{each.pk}", "destruction_late", URGENT, late)
        else:
            day = moment_text(each.destroy_by, zone=house.time_zone)
            params = {"serial": each.serial, "day": day}
            yield AlertWords(f"destruction:{each.pk}:due", "destruction_due", params=params)


def _unchecked_dice(house: Property, day_began: datetime) -> Iterator[AlertWords]:
    """Rule: COMAR 36.05.02.13H."""
    used = unchecked_dice(house.pk, day_began - LOOK_BACK).filter(during__startswith__lt=day_began)
    for placement in used[:AT_ONCE]:
        submission = placement.equipment.submission
        if submission and demands_of(submission).is_on("dice_day_end_check"):
            params = {"serial": placement.equipment.serial}
            key = f"day-end:{placement.equipment_id}:{placement.pk}"
            yield AlertWords(key, "dice_not_checked", params=params)


def _late_counts(
    house: Property, kind: str, demands: list[Demands], at: datetime
) -> Iterator[AlertWords]:
    """Rule: COMAR 36.05.02.19Q."""
    yesterday = gaming_day(house, at) - timedelta(days=1)
    counts = StockCount.objects.filter(property=house, kind=kind)
    daily = counts.filter(purpose=CountPurpose.DAILY)
    since = (
        EquipmentMove.objects.filter(property=house, equipment__kind=kind).order_by("at").first()
    )
    if since is None:
        return
    first_day = gaming_day(house, since.at)
    wanted = any(each.is_on("daily_reconciliation") for each in demands)
    if wanted and first_day <= yesterday and not daily.filter(gaming_day=yesterday).exists():
        yield AlertWords(f"daily:{kind}:{yesterday}", "not_reconciled", params={"kind": kind})
    months = min((each.number("stock_take_months") for each in demands), default=0)
    last = counts.filter(purpose=CountPurpose.STOCK_TAKE).order_by("-at").first()
    due = (last.at if last else since.at) + timedelta(days=31 * months)
    if months and due <= at:
        yield AlertWords(f"stock_take:{kind}:{due.date()}", "stock_take_due", params={"kind": kind})


def _kinds_of(house: Property) -> list[str]:
    kinds = EquipmentSet.objects.filter(property=house).values_list("kind", flat=True)
    return sorted(set(kinds.order_by().distinct()))
