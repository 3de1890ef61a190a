"""Find a part that runs but does nothing: suspended, or hanging on a lost connection.

The worker and the signer each write a heartbeat when a task of beat reaches them. Whoever is
silent while the other is heard is at fault; when both are silent, beat is, or else both of them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paigow_site.servers.supervisor import Part, Supervisor

SILENT_SECONDS = 30.0
LOOK_SECONDS = 5.0
HEARD = ("worker", "signer")


def suspects(silence: Mapping[str, float], ended: set[str]) -> list[str]:
    """Which parts to end, by how long each has been silent; `ended` were ended for it already."""
    silent = [name for name in HEARD if silence.get(name, 0.0) > SILENT_SECONDS]
    if len(silent) < len(HEARD):
        return silent
    return silent if "beat" in ended else ["beat"]


@dataclass
class Pulse:
    """Looks at the heartbeats now and then, and ends what has fallen silent."""

    supervisor: Supervisor
    ages: Callable[[], Mapping[str, float]]
    looked: float = field(default_factory=time.monotonic)
    ended: set[str] = field(default_factory=set)

    def look(self) -> None:
        now = time.monotonic()
        if now - self.looked < LOOK_SECONDS:
            return
        self.looked = now
        parts = {part.name: part for part in self.supervisor.parts}
        if all(self._is_steady(parts.get(name)) for name in ("Valkey", "beat", *HEARD)):
            self._judge(parts, now)

    def _judge(self, parts: Mapping[str, Part], now: float) -> None:
        ages = self.ages()
        beat = parts["beat"].begun
        silence = {
            name: min(ages.get(name, math.inf), now - max(parts[name].begun, beat))
            for name in HEARD
        }
        if all(seconds <= SILENT_SECONDS for seconds in silence.values()):
            if all(ages.get(name, math.inf) <= SILENT_SECONDS for name in HEARD):
                self.ended.clear()
            return
        for name in suspects(silence, self.ended):
            self.ended.add(name)
            self.supervisor.renew(parts[name])

    @staticmethod
    def _is_steady(part: Part | None) -> bool:
        """Each must be there; a broker of somebody else is none of our parts."""
        return part is None or (part.due is None and part.child is not None)
