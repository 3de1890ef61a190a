"""Announced limits take effect between rounds, also where nobody opens one."""

from datetime import datetime

from django.db import transaction

from rounds.models import OPEN_STATES, Round
from tables.commands.limits import take_due_limits
from tables.models import GamingTable


def sweep_due_limits(at: datetime) -> int:
    """Let every announced change hold whose time has come at a table without an open round."""
    due = GamingTable.objects.filter(limits_at__lte=at).values_list("pk", flat=True)
    return sum(1 for table_id in list(due) if _take(table_id, at))


@transaction.atomic
def _take(table_id: int, at: datetime) -> bool:
    tables = GamingTable.objects.select_for_update(no_key=True, of=("self",), skip_locked=True)
    table = tables.filter(pk=table_id).first()
    if table is None or Round.objects.filter(table=table, state__in=OPEN_STATES).exists():
        return False
    return take_due_limits(table, at)
