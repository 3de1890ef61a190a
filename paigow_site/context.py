"""What every page needs: the live feed's address, the version."""

from django.conf import settings
from django.http import HttpRequest


def floor(request: HttpRequest) -> dict[str, object]:
    return {
        "feed": feed_address(request),
        "software_version": settings.SOFTWARE_VERSION,
    }


def feed_address(request: HttpRequest) -> str:
    if not settings.FEED_PORT:
        return "/feed/"
    host = request.get_host().rsplit(":", 1)[0]
    return f"{request.scheme}://{host}:{settings.FEED_PORT}/feed/"
