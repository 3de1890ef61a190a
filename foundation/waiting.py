"""What waits for somebody in rooms that the floor's list does not know; each adds its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from staff.models import Person


@dataclass(frozen=True, slots=True)
class WaitingStep:
    """A step that waits for whoever looks, and where it is done."""

    what: str
    text: str
    since: datetime | None
    url: str
    does: str
    """What its button says."""


WaitingSource = Callable[["Person", datetime], Iterable[WaitingStep]]
SOURCES: list[WaitingSource] = []


def waiting_elsewhere(viewer: Person, at: datetime) -> tuple[WaitingStep, ...]:
    """Every step of other rooms that waits for this person now."""
    return tuple(step for source in SOURCES for step in source(viewer, at))
