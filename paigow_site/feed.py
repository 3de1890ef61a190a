"""The live feed: a small ASGI process that authenticates, subscribes to Redis and streams names.

It tells a screen *what* changed ("table:7 round"); the screen fetches the part again. So a lost
message costs a late refresh, never a fact, and every reconnect begins with a full refresh.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow_site.settings")

import django

django.setup()

import redis.asyncio as aioredis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from foundation.live import channel_prefix
from staff.sessions import person_of_session, property_of_person

Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

KEEP_ALIVE_SECONDS = 15
PERSON_CHECK_SECONDS = 30


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await _answer(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    session_key = _session_key(scope)
    person_id = await _person(session_key)
    if person_id is None:
        await _plain(send, 401, b"sign in first", scope)
        return
    property_id = await sync_to_async(property_of_person)(person_id)
    wanted = _channels(scope)
    await send({"type": "http.response.start", "status": 200, "headers": _headers(scope)})
    watcher = asyncio.ensure_future(_gone(receive))
    try:
        async for chunk in _stream(property_id, person_id, wanted, session_key):
            if watcher.done():
                return
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    finally:
        watcher.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _stream(
    property_id: int, person_id: int, wanted: set[str], session_key: str
) -> AsyncIterator[bytes]:
    """Names of what changed, as server-sent events; silence is broken by comments.

    It says hello once Redis has the subscription: from then on nothing is missed. What is about
    one person goes to that person alone, and their session is asked for at once when it changed.
    """
    prefix = f"{channel_prefix()}{property_id}:"
    own = f"person:{person_id}"
    client = aioredis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1)
    pubsub = client.pubsub()
    loop = asyncio.get_running_loop()
    checked = loop.time()
    try:
        await pubsub.psubscribe(f"{prefix}*")
        await pubsub.get_message(timeout=1.0)
        yield b"retry: 1000\nevent: hello\ndata: {}\n\n"
        while True:
            message = await pubsub.get_message(
                ignore_subscribe_messages=True, timeout=KEEP_ALIVE_SECONDS
            )
            subject = message["channel"].decode().removeprefix(prefix) if message else ""
            if subject == own or loop.time() - checked > PERSON_CHECK_SECONDS:
                if await _person(session_key) is None:
                    yield b"event: signed-out\ndata: {}\n\n"
                    return
                checked = loop.time()
            if message is None:
                yield b": still here\n\n"
                continue
            is_mine = subject == own or not subject.startswith("person:")
            if is_mine and (not wanted or subject in {own, *wanted}):
                name = message["data"].decode()
                yield f"event: {name}\ndata: {subject}\n\n".encode()
    except aioredis.RedisError:
        yield b"event: feed-lost\ndata: {}\n\n"
    finally:
        await pubsub.aclose()  # type: ignore[no-untyped-call]
        await client.aclose()


async def _person(session_key: str) -> int | None:
    try:
        return await sync_to_async(_person_now)(session_key)
    except DatabaseError:
        return None


def _person_now(session_key: str) -> int | None:
    close_old_connections()
    return person_of_session(session_key)


def _session_key(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookie = SimpleCookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            if cookie:
                return cookie.value
    return ""


def _channels(scope: Scope) -> set[str]:
    """`?on=table:7&on=pit:2` narrows the feed; nothing asks for the whole property."""
    return set(parse_qs(scope["query_string"].decode("latin-1")).get("on", []))


def _headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        *_cross_origin(scope),
    ]


def _cross_origin(scope: Scope) -> list[tuple[bytes, bytes]]:
    """In development the feed has its own port: allow the page of the same host to listen."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1").rsplit(":", 1)[0]
    if settings.FEED_PORT and origin.split("://")[-1].rsplit(":", 1)[0] == host:
        return [
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-credentials", b"true"),
        ]
    return []


async def _plain(send: Send, status: int, body: bytes, scope: Scope) -> None:
    headers = [(b"content-type", b"text/plain"), *_cross_origin(scope)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
