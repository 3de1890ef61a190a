"""How much may be sent to which address. One takes lists as a file; no other is large."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

KILOBYTE = 1024
USUAL = 64 * KILOBYTE
# What anybody may post who is not known yet: a badge and a secret, a code. And one list as a file.
LIMITS = (
    *((start, 4 * KILOBYTE) for start in ("/sign-in/", "/enrol/", "/language/", "/setup/")),
    ("/first-day/import/check/", 1100 * KILOBYTE),
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
