"""The exact bytes of an event: RFC 8785 canonical JSON, restricted so that it has only one reading.

"Profile 1" allows objects, arrays, strings, booleans, null and integers within +-(2^53 - 1). Keys
are ASCII, strings are NFC, there are no floats. Inside the profile orjson with sorted keys writes
the same bytes as RFC 8785; outside it would differ silently (NaN becomes null), so the value is
checked first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
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
    try:
        _check(value, 0)
    except _Fault as fault:
        raise NotCanonical(fault.told()) from None
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


class _Fault(Exception):
    """What is wrong; the way to it is added by each part around it, and only then."""

    def __init__(self, why: str, what: str = "") -> None:
        self.why, self.what, self.way = why, what, ""

    def told(self) -> str:
        return f"{self.why} at ${self.way}{self.what}"


def _check(value: Any, depth: int) -> None:
    kind = type(value)
    if kind is str:
        if not value.isascii():
            _check_letters(value)
    elif kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise _Fault("integer beyond 2^53 - 1", f": {value}")
    elif value is None or kind is bool:
        return
    elif kind is dict or kind is list or kind is tuple:
        if depth >= MAX_DEPTH:
            raise _Fault(f"nested deeper than {MAX_DEPTH}")
        (_check_object if kind is dict else _check_array)(value, depth + 1)
    else:
        raise _Fault("type not allowed", f": {kind.__name__}")


def _check_object(value: dict[str, Any], depth: int) -> None:
    for key, member in value.items():
        if type(key) is not str or not _KEY.match(key):
            raise _Fault("key not of [a-z0-9_]", f": {key!r}")
        try:
            _check(member, depth)
        except _Fault as fault:
            fault.way = f".{key}{fault.way}"
            raise


def _check_array(value: Sequence[Any], depth: int) -> None:
    for position, member in enumerate(value):
        try:
            _check(member, depth)
        except _Fault as fault:
            fault.way = f"[{position}]{fault.way}"
            raise


def _check_letters(text: str) -> None:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise _Fault("lone surrogate")
    if not unicodedata.is_normalized("NFC", text):
        raise _Fault("string not in NFC", f": {text!r}")
