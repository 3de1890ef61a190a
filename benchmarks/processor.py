"""Processor time of this process and of all that it started, PostgreSQL and web server included.

It is what two machines, or a quiet and a busy one, can be compared by. From /proc, so on Linux.
"""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def seconds() -> float:
    """What this process and its descendants have used so far, those that ended left out."""
    used: dict[int, float] = {}
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it ended in the meantime
        process = int(entry.name)
        used[process] = (int(fields[11]) + int(fields[12])) / TICKS
        children.setdefault(int(fields[1]), []).append(process)
    found = [os.getpid()]
    for process in found:
        found += children.get(process, ())
    return sum(used.get(process, 0.0) for process in found)
