"""How fast one person or token may call: a bucket of tokens in each process's memory.

Losing it loses nothing; what must never be guessed has its own counters in the database.
"""

import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

_buckets: dict[tuple[int, str], tuple[float, float]] = {}
MOST_BUCKETS = 10_000


class PaceThrottle(BaseThrottle):
    """So many calls a second on average, and as many again at once."""

    def __init__(self) -> None:
        self.patience = 1.0

    def allow_request(self, request: Request, view: Any) -> bool:
        rate = float(settings.API_CALLS_A_SECOND)
        key = (request.user.pk or 0, request.META.get("REMOTE_ADDR", ""))
        now = time.monotonic()
        tokens, then = _buckets.get(key, (rate * 2, now))
        tokens = min(rate * 2, tokens + (now - then) * rate)
        if len(_buckets) > MOST_BUCKETS:
            _buckets.clear()
        if tokens < 1:
            self.patience = (1 - tokens) / rate
            _buckets[key] = (tokens, now)
            return False
        _buckets[key] = (tokens - 1, now)
        return True

    def wait(self) -> float:
        return max(self.patience, 1.0)
