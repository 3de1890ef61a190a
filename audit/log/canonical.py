"""The exact bytes of an event: RFC 8785 canonical JSON, restricted so that it has only one reading.

"Profile 1" allows objects, arrays, strings, booleans, null and integers within +-(2^53 - 1). Keys
are ASCII, strings are NFC, there are no floats. Inside the profile orjson with sorted keys writes
the same bytes as RFC 8785; outside it would differ silently (NaN becomes null), so the value is
checked first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

MAX_BYTES = 65_535
MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1

_KEY = re.compile(r"[a-z0-9_]+\Z")


class NotCanonical(ValueError):
    """The value has no place in an event: the message names where and why."""


def canonical_bytes(value: Any) -> bytes:
    """Write a value as canonical JSON, or raise NotCanonical naming the first part that is not.

    >>> canonical_bytes({"seat": 3, "bet_cents": 2500})
    b'{"bet_cents":2500,"seat":3}'
    """
    _check(value, "$", 0)
    body = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if len(body) > MAX_BYTES:
        raise NotCanonical(f"longer than {MAX_BYTES} bytes: {len(body)}")
    return body


def parse_canonical(body: bytes) -> Any:
    """Read canonical JSON back, refusing any other spelling of the same value."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise NotCanonical(f"not JSON: {error}") from error
    if canonical_bytes(value) != body:
        raise NotCanonical("not in canonical form")
    return value


def canonical_time(moment: datetime) -> str:
    """Write an aware time as the log spells it, always UTC with six decimals.

    >>> canonical_time(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    '2026-01-02T03:04:05.000000Z'
    """
    if moment.tzinfo is None:
        raise NotCanonical(f"time without a zone: {moment!r}")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _check(value: Any, where: str, depth: int) -> None:
    kind = type(value)
    if kind is str:
        _check_string(value, where)
    elif kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise NotCanonical(f"integer beyond 2^53 - 1 at {where}: {value}")
    elif value is None or kind is bool:
        return
    elif kind is dict or kind is list or kind is tuple:
        if depth >= MAX_DEPTH:
            raise NotCanonical(f"nested deeper than {MAX_DEPTH} at {where}")
        _check_members(value, where, depth + 1)
    else:
        raise NotCanonical(f"type not allowed at {where}: {kind.__name__}")


def _check_members(value: Mapping[str, Any] | Sequence[Any], where: str, depth: int) -> None:
    if isinstance(value, Mapping):
        for key, member in value.items():
            if type(key) is not str or not _KEY.match(key):
                raise NotCanonical(f"key not of [a-z0-9_] at {where}: {key!r}")
            _check(member, f"{where}.{key}", depth)
    else:
        for position, member in enumerate(value):
            _check(member, f"{where}[{position}]", depth)


def _check_string(text: str, where: str) -> None:
    if text.isascii():
        return
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise NotCanonical(f"lone surrogate at {where}")
    if not unicodedata.is_normalized("NFC", text):
        raise NotCanonical(f"string not in NFC at {where}: {text!r}")
