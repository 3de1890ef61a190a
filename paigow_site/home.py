"""Home is the first place on a person's rail."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from paigow_site.navigation import rail


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    places = rail(request)["rail"]["places"]  # type: ignore[index]
    return redirect(places[0].url) if places else render(request, "home.html")
