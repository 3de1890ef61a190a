"""Turn a refusal into an answer, and record it after the rollback."""

import logging
import sys
from collections.abc import Callable
from typing import Any

import psycopg.errors
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, server_error
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from audit.record import record_refusal
from foundation.context import current
from foundation.reach import WATCH, held_by_this_thread
from paigow_site import health
from review.queries.refused import profiles_refused, refused_about
from rules.citations import paragraphs_of
from rules.refusals import Refused

logger = logging.getLogger(__name__)

RETRY_AFTER = "2"
TIME_LIMITS = (psycopg.errors.IdleInTransactionSessionTimeout, psycopg.errors.TransactionTimeout)
READ_METHODS, READINGS = ("GET", "HEAD", "OPTIONS"), ("what-if",)
STATUS_OF = {
    "role": 403,
    "unreadable": 400,
    "malformed_pin": 400,
    "in_the_future": 400,
    "stale_version": 412,
    "version_required": 428,
    "request_id_required": 400,
    "request_id_reused": 422,
    "not_found": 404,
    "locked_out": 423,
    "too_many_requests": 429,
    "busy": 503,
}


def status_of(refused: Refused) -> int:
    return STATUS_OF.get(refused.code, 409)


def problem(code: str, message: str, rule: str = "", **detail: object) -> dict[str, object]:
    return {"code": code, "message": str(message), "rule": rule, **detail}


def refusal_by_database(error: Exception) -> Refused | None:
    """What the database refuses after every guard let it pass is refused too, and no failure."""
    if isinstance(error, DataError):
        return Refused("unreadable", _("Something in the request is not as it should be."))
    if isinstance(error, IntegrityError):
        logger.error("the database refused a step", exc_info=error)
        return Refused("conflict", _("This contradicts the record. Look at it and try again."))
    return None


def record_step(request: HttpRequest, code: str, message: str, rule: str = "") -> None:
    """Record a refused step, and a command under the round or the table that it was about.

    A reading that was refused stays away from the round: the floor shall not see who looked.
    """
    by, match = request.user, request.resolver_match
    house = getattr(by, "property_id", None)
    about: tuple[str, ...] = ()
    if house and request.method not in READ_METHODS and match and match.url_name not in READINGS:
        about = refused_about(house, match.kwargs, current().tablet_id)
    record_refusal(code, message, rule, by=by, about=about)


def by_own_rules(request: HttpRequest, refused: Refused) -> Refused:
    """Let a refusal name no paragraph of rules that its table or its house does not play by."""
    house, match = getattr(request.user, "property_id", None), request.resolver_match
    if refused.rule and house and match:
        own = profiles_refused(house, match.kwargs, current().tablet_id)
        refused.rule = paragraphs_of(own, refused.rule) if own else refused.rule
    return refused


def record_stranger(request: HttpRequest) -> None:
    """Record that somebody asked by its id for what their house does not have."""
    match = request.resolver_match
    if request.user.is_authenticated and match is not None and match.kwargs:
        record_refusal("not_found", request.path, "", by=request.user)


class RefusalMiddleware:
    """Pages: a refusal swaps into #refusal, or stands on a page of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refused = error if isinstance(error, Refused) else refusal_by_database(error)
        if refused is not None:
            by_own_rules(request, refused)
            record_step(request, refused.code, str(refused.message), refused.rule)
            return refusal_page(request, refused)
        if isinstance(error, PermissionDenied):
            record_step(request, "role", str(error) or "role")
            return None
        if isinstance(error, ObjectDoesNotExist | Http404):
            record_stranger(request)
            return nowhere(request, error)
        if is_out_of_reach(error):
            return unavailable(request)
        return None


def refusal_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    status = status_of(refused)
    if request.headers.get("Accept", "").startswith("application/json"):
        answer = problem(refused.code, refused.message, refused.rule, **refused.detail)
        return JsonResponse(answer, status=status)
    htmx = bool(request.headers.get("HX-Request"))
    template = "_refusal.html" if htmx else "refusal.html"
    return render(request, template, {"refused": refused}, status=status)


def is_out_of_reach(error: Exception) -> bool:
    """Tell whether the database went away or ended the connection after one of its time limits."""
    return isinstance(error, OperationalError) or isinstance(error.__cause__, TIME_LIMITS)


def out_of_reach() -> dict[str, object]:
    message = _("The record is out of reach for a moment. Nothing was saved; try again.")
    return problem("unavailable", message)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The database is away for a moment: say so without asking it, and when to try again."""
    headers = {"Retry-After": RETRY_AFTER}
    if _loads_a_page(request):
        return HttpResponse(render_to_string("503.html"), status=503, headers=headers)
    return JsonResponse(out_of_reach(), status=503, headers=headers)


class ReachMiddleware:
    """Watch over each request, and begin none that would only wait for the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if WATCH.is_away:
            if request.path_info == "/readyz":
                return health.ready(request)
            return unavailable(request)
        with WATCH.over(held_by_this_thread()):
            return self.get_response(request)


def _loads_a_page(request: HttpRequest) -> bool:
    wants_page = "text/html" in request.headers.get("Accept", "")
    return wants_page and request.method == "GET" and "HX-Request" not in request.headers


def nowhere(request: HttpRequest, exception: Exception) -> HttpResponse:
    """There is no such page; the API says so in JSON."""
    if request.path.startswith("/api/"):
        return JsonResponse(problem("not_found", _("There is no such thing here.")), status=404)
    return page_not_found(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """Something failed on our side: no word of what, which is in the log under the request id.

    The session is read before any view, so a database that is away may show itself only here.
    """
    error = sys.exception()
    if isinstance(error, Exception) and is_out_of_reach(error):
        return unavailable(request)
    if request.path.startswith("/api/"):
        message = _("Something failed on our side. Nothing was lost; try again.")
        return JsonResponse(problem("failed", message), status=500)
    return server_error(request)


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    request = context["request"]
    refused = error if isinstance(error, Refused) else refusal_by_database(error)
    if refused is not None:
        by_own_rules(request._request, refused)
        record_step(request._request, refused.code, str(refused.message), refused.rule)
        answer = problem(refused.code, refused.message, refused.rule, **refused.detail)
        return Response(answer, status=status_of(refused))
    if is_out_of_reach(error):
        return Response(out_of_reach(), status=503, headers={"Retry-After": RETRY_AFTER})
    if isinstance(error, ObjectDoesNotExist):
        error = Http404()
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = _problem_of(error, response)
    if response.status_code == 404:
        record_stranger(request._request)
    if response.status_code == 403:
        record_step(request._request, "role", str(response.data["message"]))
    return response


def _problem_of(error: Exception, response: Response) -> dict[str, object]:
    if isinstance(error, exceptions.ValidationError):
        message = _("Something in the request is not as it should be.")
        return problem("malformed", message, fields=response.data)
    if isinstance(error, Http404 | exceptions.NotFound):
        return problem("not_found", _("There is no such thing here."))
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return problem("role", str(error) or _("Your role may not do this."))
    code = getattr(error, "default_code", "malformed")
    return problem(str(code), str(getattr(error, "detail", error)))
