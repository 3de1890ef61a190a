"""Passkeys: one's own page, and what a browser needs to make one or to ask for one."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.pages import form_page, page
from rules.refusals import Refused
from staff.commands.passkeys import add_passkey, remove_passkey
from staff.passkeys import creation_options, request_options, site_of
from staff.sessions import Factor, factor_of

JSON = "application/json"


@page()
def own_passkeys(request: HttpRequest) -> HttpResponse:
    """The passkeys of whoever is signed in at a desk: names, since when, last used."""
    _guard_desk(request)
    passkeys = person_of(request).keeper.passkeys.select_related("use").order_by("made_at")
    return render(request, "staff/passkeys.html", {"passkeys": passkeys})


@page()
def own_passkey_options(request: HttpRequest) -> HttpResponse:
    _guard_desk(request)
    options = creation_options(person_of(request).keeper, site_of(request), timezone.now())
    return HttpResponse(options, content_type=JSON)


@form_page(add_passkey)
def add_passkey_form(request: HttpRequest) -> HttpResponse:
    _guard_desk(request)
    site = site_of(request)
    carry_out_form(request, add_passkey, host=site.host, origin=site.origin)
    confirm(request, add_passkey.says)
    return go_to(request, "passkeys")


@form_page(remove_passkey)
def remove_passkey_form(request: HttpRequest, passkey_id: int) -> HttpResponse:
    _guard_desk(request)
    carry_out_form(request, remove_passkey, passkey_id=passkey_id)
    confirm(request, remove_passkey.says)
    return go_to(request, "passkeys")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def sign_in_options(request: HttpRequest) -> HttpResponse:
    """Nothing of any person: whoever asks learns the site's own name and a number."""
    return HttpResponse(request_options(site_of(request), timezone.now()), content_type=JSON)


def _guard_desk(request: HttpRequest) -> None:
    if factor_of(request) is Factor.PIN:
        raise Refused("desk_only", _("Passkeys are kept at a desk, not on a tablet."))
