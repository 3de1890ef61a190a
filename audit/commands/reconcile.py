"""Look for gaps every minute: raise an alarm for each kind, end it when the gap is gone."""

from datetime import datetime

from django.db import connection, transaction

from audit.commands.alarms import end_alarm, raise_alarm
from audit.events import EventKind
from audit.models import SITE_LOG, Alarm, AlarmCode
from audit.queries.gaps import gaps
from audit.record import append

SET_BY_SIGNER = {AlarmCode.LOG_FORKED, AlarmCode.SIGNING_KEY_LOST}


def reconcile_everything(*, at: datetime) -> int:
    """Check the record, keep the alarms right, prepare the months ahead; return the gaps found."""
    note_the_database(at=at)
    add_months()
    found = {(gap.log_id, gap.code): gap.detail for gap in gaps()}
    for (log_id, code), detail in found.items():
        raise_alarm(log_id, code, detail, at=at)
    for alarm in Alarm.objects.filter(cleared_at__isnull=True):
        code = AlarmCode(alarm.code)
        if code not in SET_BY_SIGNER and (alarm.log_id, code) not in found:
            end_alarm(alarm.log_id, code, at=at)
    return len(found)


@transaction.atomic
def note_the_database(*, at: datetime) -> bool:
    """Remember from which transaction on this database writes its rows itself."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE_DATABASE, [at])
        is_new = bool(cursor.rowcount)
        cursor.execute("select count(*) from audit_base")
        (known,) = cursor.fetchone()
    if is_new and known > 1:
        append(
            EventKind.DATABASE_COPIED,
            log_id=SITE_LOG,
            subjects=["log:0"],
            by=None,
            at=at,
            detail={"databases_before": known - 1},
            change={"before": None, "after": None},
        )
    return is_new


def add_months() -> None:
    """Make the partitions of the next months, so that no event ever waits for one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select audit_add_month((date_trunc('month', now()) + n * interval '1 month')::date)"
            " from generate_series(0, 3) n"
        )


NOTE_DATABASE = """
insert into audit_base (database, transaction, at)
select oid::bigint, pg_current_xact_id()::text::bigint, %s
  from pg_database where datname = current_database()
on conflict do nothing
"""
