"""Answers that every page gives the same way, with or without htmx."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect


def go_to(request: HttpRequest, to: str, *args: Any) -> HttpResponse:
    """Send the browser to another page, also out of an htmx request."""
    url = resolve_url(to, *args)
    htmx = bool(request.headers.get("HX-Request"))
    return HttpResponseClientRedirect(url) if htmx else HttpResponseRedirect(url)


def confirm(request: HttpRequest, what: object) -> None:
    """Say on the next page that something was done; whoever acts sees that it worked."""
    messages.success(request, _("{what}: done.").format(what=what))


def safe_next(request: HttpRequest, default: str = "home") -> str:
    """Where the person wanted to go, if it is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if wanted.startswith("/") and ours else default
