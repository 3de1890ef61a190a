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


def _check(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise ParseError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, str):
        if "\x00" in value or not (value.isascii() or _is_writable(value)):
            raise ParseError("text with a NUL or a lone surrogate")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ParseError("a number beyond all bounds")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(key, depth + 1)
            _check(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


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
            value = json.loads(
                raw.decode("utf-8"),
                object_pairs_hook=_no_duplicates,
                parse_constant=_no_constant,
            )
        except (UnicodeDecodeError, ValueError, RecursionError) as error:
            raise ParseError(f"not JSON: {error}") from error
        _check(value)
        return value
