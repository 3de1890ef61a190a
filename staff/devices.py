"""The cookie by which an enrolled tablet is known. Scripts cannot read it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from foundation.prepared import CompiledQuery
from staff.commands.tablets import key_digest
from staff.models import Tablet

YEAR_SECONDS = 365 * 24 * 3600


def cookie_name() -> str:
    return f"tablet{settings.COOKIE_MARK}" if settings.PLAIN_HTTP else "__Host-tablet"


def enrolled_tablet(request: HttpRequest) -> Tablet | None:
    """The enrolled tablet that this request comes from."""
    key = request.COOKIES.get(cookie_name(), "")
    if not key:
        return None
    return ENROLLED.first(key_digest(key))


ENROLLED = CompiledQuery(
    lambda key_hash: Tablet.objects.select_related("property").filter(
        key_hash=key_hash, revoked_at__isnull=True, enrolled_at__isnull=False
    ),
    b"",
)


def remember_tablet(response: HttpResponse, key: str) -> None:
    response.set_cookie(
        cookie_name(),
        key,
        max_age=YEAR_SECONDS,
        secure=not settings.PLAIN_HTTP,
        httponly=True,
        samesite="Strict",
    )


def forget_tablet(response: HttpResponse) -> None:
    response.delete_cookie(cookie_name(), samesite="Strict")
