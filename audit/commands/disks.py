"""Raise an alarm before a disk is full, while it can still be written down."""

from datetime import datetime

from audit.commands.alarms import end_alarm, raise_alarm
from audit.models import SITE_LOG, AlarmCode
from audit.queries.disks import FILLING, NEARLY_FULL, fullest

LEVELS = ((AlarmCode.DISK_FILLING, FILLING), (AlarmCode.DISK_NEARLY_FULL, NEARLY_FULL))


def watch_disks(*, at: datetime) -> None:
    """Keep the two alarms of the fullest disk right."""
    found = fullest()
    for code, level in LEVELS:
        if found.percent >= level:
            raise_alarm(SITE_LOG, code, {"path": found.path, "percent": found.percent}, at=at)
        else:
            end_alarm(SITE_LOG, code, at=at)
