"""Know the tablet and the person behind a request, or nobody."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from foundation.context import add as note_surroundings
from staff.commands.sign_in import ENDED, ENDED_AT, sign_out
from staff.devices import enrolled_tablet
from staff.models import Person, Tablet
from staff.sessions import (
    Factor,
    factor_of,
    note_activity,
    roles_that_count,
    why_it_ended,
)

ALWAYS_REACHABLE = ("/static/", "/sign-out/", "/language/", "/healthz", "/readyz")


@dataclass(frozen=True, slots=True)
class Change:
    """A secret that must be changed before anything else."""

    flag: str
    url_name: str


MUST_CHANGE = {
    Factor.PIN: Change("pin_must_change", "change-pin"),
    Factor.PASSWORD: Change("password_must_change", "change-password"),
}


class OwnSessionMiddleware(SessionMiddleware):
    """Sessions as Django keeps them, but nothing that is only read takes a session away.

    It may have been asked for just before somebody signed in: its answer comes after theirs, and
    the cookie that it would delete is the new one. A cookie that is dead does no harm.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer = super().process_response(request, response)
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and request.method in {"GET", "HEAD"}:
            del answer.cookies[settings.SESSION_COOKIE_NAME]
        return answer


class SessionGuardMiddleware:
    """End sessions that were taken over, copied to another device, left idle or run too long."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        tablet = enrolled_tablet(request)
        self._use_the_clock_of(request, tablet)
        request.tablet = tablet  # type: ignore[attr-defined]
        note_surroundings(tablet_id=tablet.pk if tablet else None)
        person = request.user
        if isinstance(person, Person):
            self._guard(request, person, tablet)
            first = change_first(request)
            if first:
                return _send_there(request, first)
        elif request.session.get(ENDED):
            self._say_why(request)
        return self.get_response(request)

    def _use_the_clock_of(self, request: HttpRequest, tablet: Tablet | None) -> None:
        """Times are stored in UTC and shown as the house's clock shows them."""
        house = getattr(request.user, "property", None) or (tablet.property if tablet else None)
        if house is None:
            timezone.deactivate()
        else:
            timezone.activate(ZoneInfo(house.time_zone))

    def _guard(self, request: HttpRequest, person: Person, tablet: Tablet | None) -> None:
        now = timezone.now()
        why = why_it_ended(request, person, tablet, now)
        if not why:
            note_activity(request, now)
            person.roles = roles_that_count(request, person)
            return
        if why not in {"elsewhere", "changed"}:
            sign_out(person, reason=why, at=now)
        request.session.flush()
        request.user = AnonymousUser()
        request.session_ended = {ENDED: why}  # type: ignore[attr-defined]

    def _say_why(self, request: HttpRequest) -> None:
        """What is left of a session that another device replaced says so once."""
        left = {name: request.session.get(name, "") for name in (ENDED, ENDED_AT)}
        request.session.flush()
        request.session_ended = left  # type: ignore[attr-defined]


class SignInFirstMiddleware(LoginRequiredMiddleware):
    """Send whoever is nobody to the sign-in, with the reason, and back to their page afterwards.

    A part of a page that asks for itself again, or a form, moves the whole page there: in the
    place of a part a sign-in would stand where nobody looks for it, or nowhere at all.
    """

    def handle_no_permission(  # type: ignore[override]  # a part of a page is not redirected
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponse:
        there = sign_in_address(request)
        if not request.headers.get("HX-Request"):
            return HttpResponseRedirect(there)
        return HttpResponse(status=401, headers={"HX-Redirect": there})


def sign_in_address(request: HttpRequest) -> str:
    """The sign-in, with why the session ended and the page to come back to."""
    ended = getattr(request, "session_ended", {})
    asked = {"next": _page_of(request), **{name: ended.get(name, "") for name in (ENDED, ENDED_AT)}}
    return f"{reverse('sign-in')}?{urlencode({k: v for k, v in asked.items() if v}, safe='/')}"


def _page_of(request: HttpRequest) -> str:
    """The page that somebody was on: a form or a part is none."""
    asked = "" if request.headers.get("HX-Request") else request.get_full_path()
    if asked and request.method in {"GET", "HEAD"}:
        return asked
    shown = request.headers.get("HX-Current-URL", "") or request.headers.get("Referer", "")
    found = urlsplit(shown)
    path = found.path if found.netloc == request.get_host() else ""
    return (f"{path}?{found.query}" if found.query else path) if path else asked


def change_first(request: HttpRequest) -> str:
    """Where a person must go who still has the first PIN or password they were given."""
    person = request.user
    if not isinstance(person, Person):
        return ""
    change = MUST_CHANGE.get(factor_of(request))
    if change is None or not getattr(person.keeper, change.flag):
        return ""
    there = reverse(change.url_name)
    reachable = request.path == there or request.path.startswith(ALWAYS_REACHABLE)
    return "" if reachable else there


def _send_there(request: HttpRequest, there: str) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return HttpResponseRedirect(there)
    message = _("Choose your own PIN or password first.")
    answer = {"code": "change_first", "message": message, "rule": "", "at": there}
    return JsonResponse(answer, status=403)
