"""Watch the parts of a running floor: report what dies, start again what may, stop all in order."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from paigow_site.servers.processes import Child, ServerFailed, last_lines

RESTARTS = 3
FORGIVEN_SECONDS = 3600.0
POLL_SECONDS = 0.2
MOST_DOUBLINGS = 5


@dataclass
class Part:
    """One process of the floor, and what its death means.

    A part that may be away for a while is started again after `restart_seconds`, so that the health
    page shows its absence first; without the others the floor cannot work, and everything stops.
    A part of no account is started again for ever, ever more rarely: the floor is the same without.
    """

    name: str
    start: Callable[[], Child]
    may_restart: bool = True
    is_of_account: bool = True
    stop: Callable[[], None] | None = None
    child: Child | None = None
    deaths: list[float] = field(default_factory=list)
    due: float | None = None
    begun: float = 0.0

    def stop_now(self) -> None:
        if self.stop is not None:
            self.stop()
        elif self.child is not None:
            self.child.stop()


class Supervisor:
    """Keeps the parts in the order of their start, and ends them in the opposite order."""

    def __init__(self, say: Callable[[str], None], restart_seconds: float = 20.0) -> None:
        self.say = say
        self.restart_seconds = restart_seconds
        self.look: Callable[[], None] = lambda: None
        # Which disk is full, if one is: whatever dies of that comes back when there is room.
        self.full_disk: Callable[[], str] = lambda: ""
        self.parts: list[Part] = []
        self.stop_asked = 0

    def listen_for_signals(self) -> None:
        def ask(_number: int, _frame: Any) -> None:
            self.stop_asked += 1

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, ask)

    def start(self, part: Part) -> None:
        part.child = part.start()
        part.begun = time.monotonic()
        self.parts.append(part)

    def watch(self) -> int:
        """Return when asked to stop (0), or when the floor cannot go on (1)."""
        while not self.stop_asked:
            for part in self.parts:
                if not self.tend(part):
                    return 1
            self.look()
            time.sleep(POLL_SECONDS)
        return 0

    def tend(self, part: Part) -> bool:
        """Look after one part; False when the floor cannot go on."""
        if part.due is not None:
            return time.monotonic() < part.due or self.restart(part)
        if part.child is None or part.child.is_running():
            return True
        return self.mourn(part, part.child)

    def mourn(self, part: Part, child: Child) -> bool:
        now = time.monotonic()
        child.end_group()
        child.forget()
        self.say(f"{part.name} {child.ending()}. Its last lines ({child.log}):")
        for line in last_lines(child.log).splitlines():
            self.say(f"    {line}")
        if full := self.full_disk():
            return self.wait_for_room(part, full)
        part.deaths = [death for death in part.deaths if now - death < FORGIVEN_SECONDS] + [now]
        if not part.may_restart:
            self.say(f"the floor cannot work without {part.name}: stopping everything")
            return False
        if part.is_of_account and len(part.deaths) > RESTARTS:
            self.say(f"{part.name} has ended {len(part.deaths)} times: stopping everything")
            return False
        wait = self.restart_seconds * 2 ** max(0, min(len(part.deaths) - RESTARTS, MOST_DOUBLINGS))
        part.due = now + wait
        counted = (
            f"{len(part.deaths)} of {RESTARTS}" if part.is_of_account else "the floor works on"
        )
        self.say(
            f"starting {part.name} again in {wait:.0f} s ({counted}); /readyz shows it meanwhile"
        )
        return True

    def wait_for_room(self, part: Part, full: str) -> bool:
        """A full disk stops writing, not the floor: such a death counts for nothing."""
        part.due = time.monotonic() + self.restart_seconds
        self.say(f"{full} is full: {part.name} is started again when there is room")
        return True

    def restart(self, part: Part) -> bool:
        if full := self.full_disk():
            part.due = time.monotonic() + self.restart_seconds
            self.say(f"{full} is still full: {part.name} waits")
            return True
        part.due = None
        try:
            part.child = part.start()
        except (ServerFailed, OSError) as error:
            self.say(f"{part.name} does not start again: {error}")
            if full := self.full_disk():
                return self.wait_for_room(part, full)
            part.due = None if part.is_of_account else time.monotonic() + self.restart_seconds
            return not part.is_of_account
        part.begun = time.monotonic()
        self.say(f"{part.name} is running again")
        return True

    def renew(self, part: Part) -> None:
        """End a part that runs but is not heard, and start it again at once."""
        if part.child is None:
            return
        self.say(f"{part.name} runs but has not been heard for a while: starting it again")
        part.child.end_group()
        part.child.process.wait()
        part.child.forget()
        part.due = time.monotonic()

    def stop(self) -> None:
        """Stop the last started first; each is gone before what it stands on goes."""
        for part in reversed(self.parts):
            part.stop_now()
        self.parts.clear()

    def stop_together(self, names: Sequence[str]) -> None:
        """Ask several parts at once, so that their last tasks end side by side."""
        for part in self.parts:
            if part.name in names and part.child is not None:
                part.child.ask_to_stop()
