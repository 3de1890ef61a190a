"""Which worker takes the next connection: the one that has fewest.

All workers wait at one socket, and whoever wakes first would take whatever is there: four tablets
lie 3:1 or 4:0 on two workers, of which each uses one core. So each worker writes into a piece of
shared memory how many connections it has, and leaves a new one to another that has fewer. It does
so for a moment only: if the other does not come, it takes the connection after all.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass

PLACES = 256
HESITATION_SECONDS = 0.02
LOOK_AGAIN_SECONDS = 0.001
TURN_SECONDS = 1.0
ABSENT_SECONDS = 3.0
"""Whoever has written nothing for so long has ended, or hangs; a loop turns once a second."""


class Attendance:
    """What each worker last wrote: how many connections it has, and when.

    Made before the workers are forked, so that they share it. A worker's place is its number,
    counted round; what a worker before it left there is overwritten at the first turn.
    """

    def __init__(self, places: int = PLACES) -> None:
        self.places = places
        self.written = memoryview(mmap.mmap(-1, places * 16)).cast("d")

    def write(self, place: int, connections: int, now: float) -> None:
        self.written[2 * place] = connections
        self.written[2 * place + 1] = now

    def fewest_of_others(self, place: int, now: float) -> float | None:
        """The fewest connections that another worker has, if there is another."""
        written = self.written.tolist()
        others = [
            connections
            for number, (connections, when) in enumerate(
                zip(written[::2], written[1::2], strict=True)
            )
            if number != place and now - when < ABSENT_SECONDS
        ]
        return min(others, default=None)


@dataclass
class Turns:
    """One worker's manners at the door: it hesitates while another has fewer connections."""

    attendance: Attendance
    place: int
    until: float | None = None
    has_waited: bool = False

    def present(self, connections: int, now: float) -> None:
        """Tell the others how many connections this worker has."""
        self.attendance.write(self.place, connections, now)

    def patience(self, connections: int, now: float) -> float:
        """How long the loop may wait for something to happen, at the beginning of each turn."""
        self.present(connections, now)
        if self.has_waited:
            self.until, self.has_waited = None, False
        if self.until is None:
            return TURN_SECONDS
        self.has_waited = now >= self.until
        return LOOK_AGAIN_SECONDS

    def is_mine(self, connections: int, now: float) -> bool:
        """Whether a connection that waits now is this worker's; if not, it begins to hesitate."""
        if not self.has_more(connections, now):
            self.until = None
            return True
        if self.until is None:
            self.until = now + HESITATION_SECONDS
        return self.has_waited

    def looks(self, connections: int, now: float) -> bool:
        """Whether this worker looks for new connections in this turn of its loop."""
        return self.until is None or self.is_mine(connections, now)

    def has_more(self, connections: int, now: float) -> bool:
        """Whether another worker has fewer; of many connections an eighth more is no matter."""
        fewest = self.attendance.fewest_of_others(self.place, now)
        return fewest is not None and connections > fewest + fewest // 8

    def leave(self) -> None:
        """Take no more part: what this worker still has is no reason to wait for it."""
        self.attendance.write(self.place, 0, 0.0)
