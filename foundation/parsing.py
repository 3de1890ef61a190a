"""Read JSON strictly: what a lenient parser would let through is refused with its reason."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

MAX_DEPTH = 20


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ParseError(f"the key {key!r} appears twice")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ParseError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ParseError("a number beyond all bounds")
    return value


def _check_depth(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise ParseError(f"nested deeper than {MAX_DEPTH} levels")
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            _check_depth(item, depth + 1)
        elif depth == MAX_DEPTH:
            raise ParseError(f"nested deeper than {MAX_DEPTH} levels")


def _check_text(value: Any) -> None:
    """Refuse text that no page and no row can hold; only an escape can bring it into a body."""
    if isinstance(value, str):
        if "\x00" in value or not (value.isascii() or _is_writable(value)):
            raise ParseError("text with a NUL or a lone surrogate")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check_text(item)
    elif isinstance(value, list):
        for item in value:
            _check_text(item)


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite
)


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        raw = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(raw) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise ParseError("the request is too large")
        try:
            value = _STRICT.decode(raw.decode("utf-8"))
        except (UnicodeDecodeError, ValueError, RecursionError) as error:
            raise ParseError(f"not JSON: {error}") from error
        if isinstance(value, dict | list):
            _check_depth(value)
        if b"\\u" in raw:
            _check_text(value)
        return value
