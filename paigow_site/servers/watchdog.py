"""End the process groups of a starter that died without stopping them. Standard library only.

Reads one JSON object a line on standard input: {"watch": pid, "signal": number} or {"forget": pid}.
At the end of the input it sends each process still alive its signal (where the kernel has not
done so already), and ends what is left of its group after ten seconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterable

PATIENCE_SECONDS = 10.0


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def watched_groups(lines: Iterable[str]) -> dict[int, int]:
    groups: dict[int, int] = {}
    for line in lines:
        message = json.loads(line)
        if "watch" in message:
            groups[message["watch"]] = message["signal"]
        else:
            groups.pop(message["forget"], None)
    return groups


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups = watched_groups(sys.stdin)
    if sys.platform != "linux":
        for leader, number in groups.items():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(leader, number)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(is_alive(group) for group in groups) and time.monotonic() < deadline:
        time.sleep(0.1)
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
