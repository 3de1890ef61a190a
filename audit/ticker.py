"""Seal from the web process when nobody else does: with Redis, beat and workers all gone."""

import logging
import threading

from django.db import DatabaseError, connections

from audit.commands.sequence import seal_everything
from audit.queries.gaps import oldest_unsealed_seconds

logger = logging.getLogger(__name__)

TICK_SECONDS = 5.0
PATIENCE_SECONDS = 5.0

_started = threading.Lock()


def start_ticker() -> None:
    """Start the thread once in this process. It ends with the process."""
    if _started.acquire(blocking=False):
        threading.Thread(target=_run, name="audit-ticker", daemon=True).start()


def _run() -> None:
    pause = threading.Event()
    while not pause.wait(TICK_SECONDS):
        tick()


def tick() -> int:
    """Seal what has waited too long; say how many events."""
    try:
        return seal_everything() if oldest_unsealed_seconds() > PATIENCE_SECONDS else 0
    except DatabaseError as error:
        logger.warning("the ticker could not seal: %s", type(error).__name__)
        return 0
    finally:
        for alias in ("default", "sequencer"):
            connections[alias].close_if_unusable_or_obsolete()
