"""Look for gaps every minute: raise an alarm for each kind, end it when the gap is gone."""

from datetime import datetime, timedelta

from django.db import connection

from audit.commands.alarms import end_alarm, raise_alarm
from audit.commands.export import ring_writer
from audit.models import Alarm, AlarmCode, Export, ExportState
from audit.queries.gaps import gaps

SET_ELSEWHERE = {
    AlarmCode.LOG_FORKED,
    AlarmCode.SIGNING_KEY_LOST,
    AlarmCode.ADMINISTRATOR_RECOVERED,
    AlarmCode.DISK_FILLING,
    AlarmCode.DISK_NEARLY_FULL,
}


def reconcile_everything(*, at: datetime) -> int:
    """Check the record, keep the alarms right, prepare the months ahead; return the gaps found."""
    add_months()
    ring_for_exports(at=at)
    found = {(gap.log_id, gap.code): gap.detail for gap in gaps()}
    for (log_id, code), detail in found.items():
        raise_alarm(log_id, code, detail, at=at)
    for alarm in Alarm.objects.filter(cleared_at__isnull=True):
        code = AlarmCode(alarm.code)
        if code not in SET_ELSEWHERE and (alarm.log_id, code) not in found:
            end_alarm(alarm.log_id, code, at=at)
    return len(found)


def ring_for_exports(*, at: datetime) -> None:
    """Ask again for bundles that nobody has written: the broker may have lost the first call."""
    long_ago = at - timedelta(minutes=1)
    waiting = Export.objects.filter(state=ExportState.WAITING, requested_at__lt=long_ago)
    for export_id in waiting.values_list("pk", flat=True)[:20]:
        ring_writer(export_id)


def add_months() -> None:
    """Make the partitions of the next months, so that no event ever waits for one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select audit_add_month((date_trunc('month', now()) + n * interval '1 month')::date)"
            " from generate_series(0, 3) n"
        )
