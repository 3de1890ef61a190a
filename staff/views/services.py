"""The page of service accounts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.pages import form_page, page
from staff.commands import services
from staff.policy import SCOPES, Act
from staff.queries.services import service_rows


@page(Act.MANAGE_SERVICES)
def service_list(request: HttpRequest) -> HttpResponse:
    return _page(request, {})


@form_page(services.add_service)
def add_service_form(request: HttpRequest) -> HttpResponse:
    return _page(request, {"made": carry_out_form(request, services.add_service)})


@form_page(services.make_token)
def make_token_form(request: HttpRequest, service_id: int) -> HttpResponse:
    made = carry_out_form(request, services.make_token, service_id=service_id)
    return _page(request, {"made": made})


@form_page(services.shut_service)
def shut_service_form(request: HttpRequest, service_id: int) -> HttpResponse:
    carry_out_form(request, services.shut_service, service_id=service_id)
    confirm(request, services.shut_service.says)
    return go_to(request, "services")


@form_page(services.revoke_token)
def revoke_token_form(request: HttpRequest, token_id: int) -> HttpResponse:
    carry_out_form(request, services.revoke_token, token_id=token_id)
    confirm(request, services.revoke_token.says)
    return go_to(request, "services")


def _page(request: HttpRequest, more: dict[str, object]) -> HttpResponse:
    """A new token's secret is shown once and kept nowhere."""
    context = {
        "services": service_rows(person_of(request)),
        "scopes": SCOPES,
        "default_days": services.DEFAULT_DAYS,
        "longest_days": services.LONGEST_DAYS,
        **more,
    }
    return render(request, "staff/services.html", context)
