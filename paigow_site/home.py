"""Home is the first place on a person's rail."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from foundation.pages import page
from paigow_site.navigation import rail


@page()
def home(request: HttpRequest) -> HttpResponse:
    places = rail(request)["rail"]["places"]  # type: ignore[index]
    return redirect(places[0].url) if places else render(request, "home.html")
