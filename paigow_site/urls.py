from importlib.util import find_spec

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from paigow_site import design, health, home, language

handler404 = "paigow_site.refusals.nowhere"
handler500 = "paigow_site.refusals.failed"

APPS = (
    "staff",
    "audit",
    "tables",
    "banking",
    "rounds",
    "review",
    "reports",
    "floor",
    "tablet",
    "first_day",
    *(["demo"] if settings.DEMO else []),
)

# Addresses are tried one after the other, so what a table calls at every tap comes first.
urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include(f"{app}.api_urls"))
    for app in ("rounds", *(app for app in reversed(APPS) if app != "rounds"))
    if find_spec(f"{app}.api_urls")
]
urlpatterns += [
    path("", home.home, name="home"),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("language/", language.language, name="language"),
    path("design/", design.design, name="design"),
    *(path("", include(f"{app}.urls")) for app in APPS if find_spec(f"{app}.urls")),
]
