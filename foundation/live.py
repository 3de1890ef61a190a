"""Tell screens and workers that something changed. Redis is a doorbell: losing it loses no fact."""

import logging
import os
import threading
from functools import cache, partial
from typing import Any

import redis
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)


def channel_prefix() -> str:
    """Channels are shared by all databases of one Redis, so they name theirs."""
    database = settings.REDIS_URL.rsplit("/", 1)[-1].split("?")[0]
    return f"floor:{database or 0}:"


def publish_on_commit(property_id: int, subject: str, name: str) -> None:
    """After commit, tell every screen that shows `subject` ("table:7") that `name` changed."""
    transaction.on_commit(partial(_publish, property_id, subject, name), robust=True)


def _publish(property_id: int, subject: str, name: str) -> None:
    """Ring once, and once more on a fresh wire where the old one was cut while nothing was said.

    A broker that hears and does not answer is not asked twice: somebody's request waits for it.
    """
    said = ("PUBLISH", f"{channel_prefix()}{property_id}:{subject}", name)
    wire = _wire()
    for _try in range(2):
        try:
            wire.send_command(*said)
            wire.read_response()
        except (redis.RedisError, OSError) as error:
            wire.disconnect()
            fault = type(error).__name__
            if isinstance(error, redis.TimeoutError):
                break
        else:
            return
    logger.warning("not published: %s %s (%s)", subject, name, fault)


def _wire() -> Any:
    """This thread's own connection; it is opened when something is said, and again when cut."""
    made, wire = getattr(_own, "wire", (0, None))
    if made != os.getpid():
        wire = _pool().make_connection()
        _own.wire = os.getpid(), wire
    return wire


_own = threading.local()


@cache
def _pool() -> redis.ConnectionPool:
    return redis.ConnectionPool.from_url(
        settings.REDIS_URL,
        socket_timeout=0.5,
        socket_connect_timeout=0.3,
        retry=None,
        health_check_interval=0,
    )
