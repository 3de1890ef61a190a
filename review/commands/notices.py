"""What the sweep does about disputes: warn on the second day, draft a notice on the third.

Each step looks again under the lock, so the sweep may run twice, late or beside itself.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction

from audit.events import EventKind
from audit.record import record
from review.models import Dispute
from tables.commands.alerts import URGENT, WARNING, AlertWords, raise_alert

WARN_AFTER, NOTICE_AFTER = timedelta(days=2), timedelta(days=3)
VIDEO_WARNINGS = ((timedelta(days=2), URGENT), (timedelta(days=7), WARNING))
AT_ONCE = 200


def sweep_disputes(at: datetime) -> int:
    """Warn of, and draft notices for, disputes that nobody decided; warn of video soon lost.

    Rule: COMAR 36.03.10.47, 36.03.10.11.
    """
    return sum(_judge(dispute_id, at=at) for dispute_id in _undecided(at))


def _undecided(at: datetime) -> list[int]:
    found = Dispute.objects.filter(decided_at__isnull=True, opened_at__lte=at)
    return list(found.order_by("opened_at").values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def _judge(dispute_id: int, *, at: datetime) -> bool:
    dispute = (
        Dispute.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("round__table")
        .filter(pk=dispute_id, decided_at__isnull=True)
        .first()
    )
    if dispute is None:
        return False
    aged = _age(dispute, at)
    table = dispute.round.table
    calls = [
        raise_alert(call, property_id=dispute.property_id, table=table, at=at)
        for call in _video_calls(dispute, at)
    ]
    return aged or any(calls)


def _age(dispute: Dispute, at: datetime) -> bool:
    age, about = at - dispute.opened_at, [dispute.round, dispute.round.table, dispute]
    if age >= NOTICE_AFTER and dispute.notice_drafted_at is None:
        dispute.notice_drafted_at = at
        dispute.warned_at = dispute.warned_at or at
        dispute.save(update_fields=["notice_drafted_at", "warned_at"])
        record(EventKind.NOTICE_DRAFTED, about=about, by=None, at=at,
               detail={"dispute": dispute.pk})  # fmt: skip
        _call(dispute, "notice", "dispute_notice_drafted", URGENT, at=at)
        return True
    if age >= WARN_AFTER and dispute.warned_at is None:
        dispute.warned_at = at
        dispute.save(update_fields=["warned_at"])
        record(EventKind.DISPUTE_AGED, about=about, by=None, at=at,
               detail={"dispute": dispute.pk})  # fmt: skip
        _call(dispute, "aged", "dispute_two_days_old", WARNING, at=at)
        return True
    return False


def _call(dispute: Dispute, name: str, code: str, severity: str, *, at: datetime) -> None:
    call = AlertWords(f"dispute:{dispute.pk}:{name}", code, severity, _params(dispute))
    raise_alert(call, property_id=dispute.property_id, table=dispute.round.table, at=at)


def _video_calls(dispute: Dispute, at: datetime) -> Iterator[AlertWords]:
    if dispute.video_saved_at is not None or dispute.video_until is None:
        return
    left = dispute.video_until - at
    for span, severity in VIDEO_WARNINGS:
        if left <= span:
            params = {**_params(dispute), "days": max(left.days, 0)}
            yield AlertWords(f"video:{dispute.pk}:{span.days}", "video_soon_lost", severity, params)
            return


def _params(dispute: Dispute) -> dict[str, int]:
    current = dispute.round
    return {"table": current.table.number, "round": current.number, "dispute": dispute.pk}
