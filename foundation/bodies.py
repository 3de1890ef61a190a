"""The bodies of requests: how much may be sent to which address, and JSON read strictly.

One address takes lists as a file, one the files of a dispute; no other is large. What a lenient
parser would let through is refused with its reason.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

MAX_DEPTH = 20
KILOBYTE = 1024
USUAL = 64 * KILOBYTE
# What anybody may post who is not known yet: a badge and a secret, a code. And files.
LIMITS = (
    *((start, 4 * KILOBYTE) for start in ("/sign-in/", "/enrol/", "/language/", "/setup/")),
    ("/first-day/import/check/", 1100 * KILOBYTE),
    ("/disputes/attach/", 8300 * KILOBYTE),
)


def most_bytes(path: str) -> int:
    """How many bytes a request to this address may have."""
    return next((limit for start, limit in LIMITS if path.startswith(start)), USUAL)


class BodyLimitMiddleware:
    """Refuse a body that is too large, or of unknown length, before anything of it is read.

    Our own web server refused it before; this one holds whatever stands in front.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _length(request) > most_bytes(request.path_info):
            message = _("This is too large to be sent here.")
            answer = {"code": "too_large", "message": message, "rule": ""}
            response = JsonResponse(answer, status=413)
            response["Connection"] = "close"
            return response
        return self.get_response(request)


def _length(request: HttpRequest) -> int:
    given = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(given) if given.isascii() and given.isdigit() else USUAL * KILOBYTE


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
