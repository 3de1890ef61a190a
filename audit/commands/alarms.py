"""Raise and end the alarms of the record itself."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import orjson
from django.db import connection, transaction

from audit.events import EventKind
from audit.models import AlarmCode
from audit.record import append, plain_value

logger = logging.getLogger(__name__)

AlarmListener = Callable[[int, str, Mapping[str, Any]], None]
_listeners: list[AlarmListener] = []
RECOVERED = AlarmCode.ADMINISTRATOR_RECOVERED


def on_alarm(listener: AlarmListener) -> None:
    """Let an app above this one hear of new alarms, as (log, code, detail)."""
    _listeners.append(listener)


@transaction.atomic
def raise_alarm(log_id: int, code: AlarmCode, detail: Mapping[str, Any], *, at: datetime) -> bool:
    """Raise an alarm unless it is up already; say whether this call raised it."""
    is_new = _write(RAISE, log_id, code, detail, at)
    if is_new:
        _tell(log_id, code, detail, at)
    return is_new


@transaction.atomic
def alarm_recovery(log_id: int, detail: Mapping[str, Any], *, at: datetime) -> None:
    """Raise the alarm of a recovered administrator.

    Where one waits for compliance already, this one is added to it, and is told as well.
    """
    _write(RAISE_ONE_MORE, log_id, RECOVERED, {"recovered": [detail]}, at)
    _tell(log_id, RECOVERED, detail, at)


def _write(
    statement: str, log_id: int, code: AlarmCode, detail: Mapping[str, Any], at: datetime
) -> bool:
    said = orjson.dumps(plain_value(detail)).decode()
    with connection.cursor() as cursor:
        cursor.execute(statement, {"log_id": log_id, "code": code.value, "detail": said, "at": at})
        return bool(cursor.rowcount)


def _tell(log_id: int, code: AlarmCode, detail: Mapping[str, Any], at: datetime) -> None:
    logger.error("the record of log %s raised an alarm: %s %s", log_id, code, dict(detail))
    _record(EventKind.ALARM_RAISED, log_id, code, detail, at)
    for listener in _listeners:
        listener(log_id, code, detail)


@transaction.atomic
def end_alarm(log_id: int, code: AlarmCode, *, at: datetime) -> bool:
    """End an alarm whose cause is gone; say whether it was up."""
    with connection.cursor() as cursor:
        cursor.execute(END, {"log_id": log_id, "code": code.value, "at": at})
        was_up = bool(cursor.rowcount)
    if was_up:
        _record(EventKind.ALARM_CLEARED, log_id, code, {}, at)
    return was_up


def _record(
    kind: EventKind, log_id: int, code: AlarmCode, detail: Mapping[str, Any], at: datetime
) -> None:
    append(
        kind,
        log_id=log_id,
        subjects=[f"alarms:{log_id}"],
        by=None,
        at=at,
        detail={"code": code.value, **detail},
        change={"before": None, "after": None},
    )


RAISE = """
insert into audit_alarm (log_id, code, detail, raised_at)
values (%(log_id)s, %(code)s, %(detail)s, %(at)s)
on conflict (log_id, code) where cleared_at is null do nothing
"""
RAISE_ONE_MORE = """
insert into audit_alarm as up (log_id, code, detail, raised_at)
values (%(log_id)s, %(code)s, %(detail)s, %(at)s)
on conflict (log_id, code) where cleared_at is null do update
   set detail = jsonb_build_object('recovered',
     coalesce(up.detail -> 'recovered', jsonb_build_array(up.detail))
     || (excluded.detail -> 'recovered'))
"""
END = """
update audit_alarm set cleared_at = %(at)s
 where log_id = %(log_id)s and code = %(code)s and cleared_at is null
"""
