"""Give each request its id and remember it for log lines and events."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.utils.dateparse import parse_datetime

from foundation.context import Context, enter

_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
# Pages use none of these, so no script that gets into one may either.
_UNUSED = (
    "accelerometer display-capture geolocation gyroscope hid magnetometer"
    " microphone midi payment serial usb xr-spatial-tracking"
)
# The camera reads the labels of sets; nobody else gets it from us.
PERMISSIONS = ", ".join(["camera=(self)", *(f"{name}=()" for name in _UNUSED.split())])
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class PolicyMiddleware(CSPMiddleware):
    """The content policy of every answer, worked out once.

    No page of ours has a nonce or a policy of its own; where one had, the library writes it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        usual = super().process_response(HttpRequest(), HttpResponse())
        self.usual = usual.headers[HEADER]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        is_own = hasattr(request, "_csp_nonce") or not OWN_POLICY.isdisjoint(response.__dict__)
        if is_own or (settings.DEBUG and response.status_code in (404, 500)):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.usual)
        return response


OWN_POLICY = frozenset(
    f"_csp_{how}{kind}" for how in ("config", "update", "replace", "exempt") for kind in ("", "_ro")
)


class PageMessagesMiddleware(MessageMiddleware):
    """What is said once on the next page; whoever asks the API reads no pages."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path_info.startswith("/api/"):
            super().process_request(request)


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
        response["Permissions-Policy"] = PERMISSIONS
        return response


def _tablet_time(request: HttpRequest) -> datetime | None:
    """The tablet's clock is recorded and never trusted."""
    try:
        at = parse_datetime(request.headers.get("X-Tablet-Time", ""))
        return at.astimezone(UTC) if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
