"""How full the disks are that the floor writes to."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILLING, NEARLY_FULL = 80, 95


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder and how much of its disk is used, of what we may use."""

    path: str
    percent: int


def disks() -> Iterator[Disk]:
    """The disk of our own folder, and of those that DISKS names: the database's, if it is here."""
    for folder in [settings.VAR_DIR, *map(Path, settings.DISKS)]:
        try:
            found = shutil.disk_usage(folder)
        except OSError:
            continue
        usable = found.used + found.free
        if usable:
            yield Disk(str(folder), -(-100 * found.used // usable))


def fullest() -> Disk:
    return max(disks(), key=lambda each: each.percent, default=Disk("", 0))
