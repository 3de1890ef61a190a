"""Answers that every page gives the same way, with or without htmx."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.html import format_html, format_html_join
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect


def go_to(request: HttpRequest, to: str, *args: Any) -> HttpResponse:
    """Send the browser to another page, also out of an htmx request."""
    url = resolve_url(to, *args)
    htmx = bool(request.headers.get("HX-Request"))
    return HttpResponseClientRedirect(url) if htmx else HttpResponseRedirect(url)


def done_words(what: object) -> str:
    return _("{what}: done.").format(what=what)


def confirm(request: HttpRequest, what: object, then: Iterable[tuple[str, object]] = ()) -> None:
    """Say on the next page that something was done, and where one most likely goes on.

    `then` has an address and what stands on its link.
    """
    links = format_html_join("", ' <a href="{}">{}</a>', then)
    messages.success(request, format_html("{}{}", done_words(what), links))


def safe_next(request: HttpRequest, default: str = "home") -> str:
    """Where the person wanted to go, if it is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if wanted.startswith("/") and ours else default
