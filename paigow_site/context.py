"""What every page needs: the live feed's address, the version, what the viewer may do."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from staff.models import Person
from staff.policy import rights_of
from staff.sessions import idle_limit


def floor(request: HttpRequest) -> dict[str, object]:
    return {
        "feed": feed_address(request),
        "software_version": settings.SOFTWARE_VERSION,
        "idle_minutes": idle_minutes(request),
        "may": SimpleLazyObject(lambda: rights(request)),
    }


def rights(request: HttpRequest) -> dict[str, bool]:
    """Every act by its name, and whether the viewer may: a page that asks need not be told."""
    person = getattr(request, "user", None)
    return rights_of(person) if isinstance(person, Person) else {}


def idle_minutes(request: HttpRequest) -> int:
    """After how many minutes without a touch the screen locks itself; 0 when nobody is in."""
    person = getattr(request, "user", None)
    if not isinstance(person, Person):
        return 0
    limit = idle_limit(person.property, getattr(request, "tablet", None))
    return int(limit.total_seconds()) // 60


def feed_address(request: HttpRequest) -> str:
    if not settings.FEED_PORT:
        return "/feed/"
    host = request.get_host().rsplit(":", 1)[0]
    return f"{request.scheme}://{host}:{settings.FEED_PORT}/feed/"
