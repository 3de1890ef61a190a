"""Turn a refusal into an answer, and record it after the rollback."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from audit.record import record_refusal
from rules.refusals import Refused

STATUS_OF = {
    "stale_version": 412,
    "version_required": 428,
    "request_id_required": 400,
    "request_id_reused": 422,
    "not_found": 404,
    "locked_out": 423,
    "too_many_requests": 429,
}


def status_of(refused: Refused) -> int:
    return STATUS_OF.get(refused.code, 409)


def problem(code: str, message: str, rule: str = "", **detail: object) -> dict[str, object]:
    return {"code": code, "message": str(message), "rule": rule, **detail}


class RefusalMiddleware:
    """Pages: a refusal swaps into #refusal, or stands on a page of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, Refused):
            record_refusal(error.code, str(error.message), error.rule, by=request.user)
            return refusal_page(request, error)
        if isinstance(error, PermissionDenied):
            record_refusal("role", str(error) or "role", "", by=request.user)
            return None
        if isinstance(error, ObjectDoesNotExist):
            return page_not_found(request, error)
        if isinstance(error, OperationalError):
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


def unavailable(request: HttpRequest) -> HttpResponse:
    """The database is away for a moment: say so, and when to try again."""
    message = _("The record is out of reach for a moment. Nothing was saved; try again.")
    response: HttpResponse = JsonResponse(problem("unavailable", message), status=503)
    response["Retry-After"] = "2"
    return response


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    request = context["request"]
    if isinstance(error, Refused):
        record_refusal(error.code, str(error.message), error.rule, by=request.user)
        answer = problem(error.code, error.message, error.rule, **error.detail)
        return Response(answer, status=status_of(error))
    if isinstance(error, OperationalError):
        message = _("The record is out of reach for a moment. Nothing was saved; try again.")
        return Response(problem("unavailable", message), status=503, headers={"Retry-After": "2"})
    if isinstance(error, ObjectDoesNotExist):
        error = Http404()
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = _problem_of(error, response)
    if response.status_code == 403:
        record_refusal("role", str(response.data["message"]), "", by=request.user)
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
