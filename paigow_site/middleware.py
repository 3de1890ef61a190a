"""Give each request its id and remember it for log lines and events."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.dateparse import parse_datetime

from foundation.context import Context, enter

_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class RequestContextMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex
        enter(Context(request_id=request_id, tablet_at=_tablet_time(request)))
        response = (
            self.get_response(request)
            if request.method in _METHODS
            else HttpResponseNotAllowed(_METHODS)
        )
        response["X-Request-Id"] = request_id
        response.setdefault("Cache-Control", "no-store")
        return response


def _tablet_time(request: HttpRequest) -> datetime | None:
    """The tablet's clock is recorded and never trusted."""
    try:
        at = parse_datetime(request.headers.get("X-Tablet-Time", ""))
        return at.astimezone(UTC) if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
