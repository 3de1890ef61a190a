"""Take the hashes of changed rows into the log, so that they are as safe as the events.

The database keeps a hash of every audited row as its last recorded change left it. Listed in an
event, that hash is sealed, signed and witnessed with everything else.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db import connection, transaction

from audit.events import EventKind
from audit.record import append

# Three hundred of the longest names, ids and hashes fit into one event.
ROWS_AN_EVENT = 300
BATCH = 3_000

Row = tuple[int, str, str, str | None]


def seal_rows(*, at: datetime) -> int:
    """List the hashes of all rows that changed since the last time; return how many."""
    listed = 0
    while True:
        with transaction.atomic():
            taken, rows = _take_pending()
            for log_id, group in groupby(rows, key=itemgetter(0)):
                _list(log_id, list(group), at)
        listed += len(rows)
        if taken < BATCH:
            return listed


def _list(log_id: int, rows: Sequence[Row], at: datetime) -> None:
    for first in range(0, len(rows), ROWS_AN_EVENT):
        part = rows[first : first + ROWS_AN_EVENT]
        append(
            EventKind.ROWS_SEALED,
            log_id=log_id,
            subjects=[f"rows:{log_id}"],
            by=None,
            at=at,
            detail={"count": len(part), "rows": [row[1:] for row in part]},
            change={"before": None, "after": None},
        )


def _take_pending() -> tuple[int, list[Row]]:
    """Take rows from the queue, with their hashes as they are now."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [BATCH])
        taken = cursor.fetchall()
        if not taken:
            return 0, []
        relations, ids = zip(*sorted(set(taken)), strict=True)
        cursor.execute(HASHES, [list(relations), list(ids)])
        return len(taken), cursor.fetchall()


TAKE = """
delete from audit_row_pending where n = any(array(
  select n from audit_row_pending order by n limit %s))
returning relation, row_id
"""
HASHES = """
select r.log_id, r.relation, r.row_id, encode(r.digest, 'hex')
  from unnest(%s::varchar[], %s::varchar[]) as w (relation, row_id)
  join audit_row r on r.relation = w.relation and r.row_id = w.row_id
 order by 1, 2, 3
"""
