"""Ask for counts that are missing: at every change of shift, a table in play is counted.

Rule: COMAR 36.05.03.07, .10.
"""

from datetime import datetime, timedelta

from banking.guards import needs_counts
from banking.models import DropBox, Slip, SlipState
from banking.parts import TRAY_COUNTS
from staff.gaming_day import gaming_day, shift_starts
from tables.commands.alerts import AlertWords, raise_alert
from tables.models import GamingTable, TableState

AROUND = timedelta(minutes=30)
"""A count so long before the change of shift is that shift's."""
COUNTED_WITHIN = timedelta(days=1)
"""A box that was taken out is counted in this time."""


def sweep_counts(at: datetime) -> int:
    """Raise an alert for each table in play that nobody counted at the last change of shift."""
    tables = GamingTable.objects.filter(state__in=[TableState.OPEN, TableState.SUSPENDED])
    found = 0
    for table in tables.select_related("property", "submission"):
        starts = shift_starts(table.property, gaming_day(table.property, at))
        changed = max(start for start in starts if start <= at)
        if _is_missing(table, changed):
            words = AlertWords(
                f"count-due:{table.pk}:{changed:%Y%m%d%H%M}",
                "table_count_due",
                params={"table": table.number},
            )
            raised = raise_alert(words, property_id=table.property_id, table=table, at=at)
            found += raised is not None
    return found


def sweep_boxes(at: datetime) -> int:
    """Raise an alert for each box that was taken out a gaming day ago and nobody counted."""
    found = 0
    boxes = DropBox.objects.filter(taken_at__lte=at - COUNTED_WITHIN, counted_at__isnull=True)
    for box in boxes.select_related("table"):
        words = AlertWords(
            f"box:{box.pk}",
            "box_not_counted",
            params={"number": box.number, "table": box.table.number},
        )
        raised = raise_alert(words, property_id=box.property_id, table=box.table, at=at)
        found += raised is not None
    return found


def _is_missing(table: GamingTable, changed: datetime) -> bool:
    if not needs_counts(table) or table.state_since is None or table.state_since >= changed:
        return False
    counts = Slip.objects.filter(
        table=table, kind__in=TRAY_COUNTS, prepared_at__gte=changed - AROUND
    )
    return not counts.exclude(state=SlipState.VOID).exists()
