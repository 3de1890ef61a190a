"""Each person reads in their own language, on whatever tablet they sign in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST

from foundation.answers import safe_next
from foundation.doors import form_input
from foundation.inputs import Input
from staff.commands.preferences import choose_language

YEAR_SECONDS = 365 * 24 * 3600


class PersonLocaleMiddleware(LocaleMiddleware):
    """The person's own choice first; then the device's; then what the browser asks for.

    No address of ours names a language, so none is looked for there.
    """

    def process_request(self, request: HttpRequest) -> None:
        chosen = getattr(request.user, "language", "")
        if chosen not in dict(settings.LANGUAGES):
            chosen = translation.get_language_from_request(request)
        translation.activate(chosen)
        request.LANGUAGE_CODE = chosen

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response


class LanguageGiven(Input):
    """In which language a person or a device reads."""

    language: str = ""


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the person signed in, and of the device for the next sign-in."""
    chosen = form_input(LanguageGiven, request.POST).language
    response = HttpResponseRedirect(safe_next(request, "/"))
    if chosen not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        choose_language(request.user.pk, language=chosen, at=timezone.now())
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=YEAR_SECONDS,
        secure=not settings.PLAIN_HTTP,
        samesite="Lax",
    )
    return response
