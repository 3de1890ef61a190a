"""The numbers beside the places of the menu, which every page asks for and keeps live."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse

from floor.queries.numbers import numbers_of
from foundation.clock import database_time
from foundation.doors import person_of
from foundation.pages import page


@page()
def numbers(request: HttpRequest) -> JsonResponse:
    return JsonResponse(asdict(numbers_of(person_of(request), database_time())))
