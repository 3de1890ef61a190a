"""Tell screens and workers that something changed. Redis is a doorbell: losing it loses no fact."""

import logging
from functools import cache, partial

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
    try:
        _client().publish(f"{channel_prefix()}{property_id}:{subject}", name)
    except redis.RedisError as error:
        logger.warning("not published: %s %s (%s)", subject, name, type(error).__name__)


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=0.5,
        socket_connect_timeout=0.3,
        retry=None,
        health_check_interval=0,
    )
