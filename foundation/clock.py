"""The one clock that limits are judged by: the database's, and never backwards at a table."""

from datetime import datetime
from typing import Protocol

from foundation.prepared import planned_cursor


class AtTable(Protocol):
    """A gaming table, of which only the name of its stream matters here."""

    pk: int
    property_id: int


def database_time(table: AtTable | None = None) -> datetime:
    """Read the database's clock now, not at the start of the transaction.

    A command that a limit decides takes the table's lock first and then reads this once: guard,
    row and trigger judge by that one moment. At a table the clock never runs behind the last
    event there or the last refusal in the house, so that turning it back revives no expired set.
    """
    streams = [] if table is None else [f"table:{table.pk}", f"refusals:{table.property_id}"]
    with planned_cursor() as cursor:
        cursor.execute(NOW, [streams])
        (now,) = cursor.fetchone()
    return now  # type: ignore[no-any-return]


NOW = """
select greatest(clock_timestamp(), (select max(at) from audit_stream where stream = any(%s)))
"""
