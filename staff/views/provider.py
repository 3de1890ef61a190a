"""Sign in with the house's own identity provider: there, and back again."""

import logging
from dataclasses import astuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core import signing
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from pydantic import Field

from foundation.answers import safe_next
from foundation.doors import form_input
from foundation.inputs import Input, read_address
from rules.refusals import Refused
from staff import provider
from staff.commands.provider import sign_in_by_provider
from staff.commands.sign_in import sign_out
from staff.first_pages import first_page
from staff.provider import Begun, NotSigned, ProviderAway
from staff.sessions import Factor, note_provider, open_session, people_bid_farewell

SALT = "staff.provider"
TEN_MINUTES = 600
logger = logging.getLogger(__name__)


class ProviderSaid(Input):
    """What the provider's answer carries in the address."""

    code: str = Field("", repr=False)
    state: str = ""
    error: str = ""


class ProviderFarewell(Input):
    """What the provider posts when it signs somebody out."""

    takes_more = True

    logout_token: str = Field("", repr=False)


def cookie_name() -> str:
    return f"oidc{settings.COOKIE_MARK}" if settings.PLAIN_HTTP else "__Host-oidc"


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def go_to_provider(request: HttpRequest) -> HttpResponse:
    """Send the browser to the provider; what we must know again goes with the browser, signed."""
    _guard_configured()
    begun = Begun.new()
    try:
        response = HttpResponseRedirect(provider.address_to_ask(begun, _back(request)))
    except ProviderAway as error:
        raise _away(error) from None
    kept = signing.dumps([*astuple(begun), safe_next(request, "")], salt=SALT)
    response.set_cookie(
        cookie_name(),
        kept,
        max_age=TEN_MINUTES,
        secure=not settings.PLAIN_HTTP,
        httponly=True,
        samesite="Lax",  # it has to come along when the provider sends the browser back
    )
    return response


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def back_from_provider(request: HttpRequest) -> HttpResponse:
    """Let in whom the provider vouches for; a sign-in that nobody began here is refused."""
    _guard_configured()
    begun, then = _kept(request)
    said = read_address(ProviderSaid, request.GET)
    if said.error:
        raise Refused(
            "provider_refused", _("The provider did not let you in. Try again, or use a password.")
        )
    now = timezone.now()
    try:
        vouched = provider.vouched_for(said.code, begun, _back(request), at=now)
    except ProviderAway as error:
        raise _away(error) from None
    except NotSigned as error:
        logger.warning("the word of the identity provider was refused: %s", error)
        raise Refused(
            "provider_not_believed", _("What the provider said could not be checked. Try again.")
        ) from None
    person, roles = sign_in_by_provider(vouched, at=now)
    open_session(request, person, factor=Factor.PROVIDER, at=now, roles=roles)
    note_provider(request, person, vouched)
    # Not a redirect: a browser that comes from elsewhere would leave the strict cookie behind.
    response = render(request, "staff/signed_in.html", {"then": first_page(request, then)})
    response.delete_cookie(cookie_name())
    return response


@csrf_exempt
@login_not_required
@never_cache
@require_http_methods(["POST"])
def signed_out_by_provider(request: HttpRequest) -> HttpResponse:
    """Hear from the provider itself, whose signature counts, that somebody was signed out.

    Rule: OpenID Connect Back-Channel Logout 1.0, sections 2.5 to 2.8.
    """
    _guard_configured()
    now, token = timezone.now(), form_input(ProviderFarewell, request.POST).logout_token
    try:
        said = provider.read_farewell(token, at=now)
    except ProviderAway as error:
        logger.error("the identity provider does not answer: %s", error)
        return JsonResponse({"error": "temporarily_unavailable"}, status=503)
    except NotSigned as error:
        logger.warning("a sign-out that the identity provider did not sign: %s", error)
        return JsonResponse({"error": "invalid_request"}, status=400)
    for person in people_bid_farewell(said):
        sign_out(person, reason="provider", at=now)
    return HttpResponse(status=204)


def _kept(request: HttpRequest) -> tuple[Begun, str]:
    try:
        kept = signing.loads(request.COOKIES.get(cookie_name(), ""), salt=SALT, max_age=TEN_MINUTES)
        *parts, then = kept
        begun = Begun(*parts)
    except (signing.BadSignature, TypeError, ValueError):
        begun, then = None, ""
    state = read_address(ProviderSaid, request.GET).state
    if begun is None or not constant_time_compare(state, begun.state):
        raise Refused(
            "not_begun_here", _("This sign-in was not begun in this browser. Begin again.")
        )
    return begun, then


def _back(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("sign-in-provider-back"))


def _guard_configured() -> None:
    if not provider.is_configured():
        raise Http404


def _away(error: ProviderAway) -> Refused:
    logger.error("the identity provider does not answer: %s", error)
    return Refused(
        "provider_away",
        _("The provider does not answer. Sign in with password and code instead."),
    )
