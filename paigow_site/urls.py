from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from paigow_site import design, health, home, language

handler404 = "paigow_site.refusals.nowhere"
handler500 = "paigow_site.refusals.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("language/", language.language, name="language"),
    path("design/", design.design, name="design"),
]

for app in ("staff", "audit", "tables", "banking", "rounds"):
    if find_spec(f"{app}.urls"):
        urlpatterns.append(path("", include(f"{app}.urls")))
    if find_spec(f"{app}.api_urls"):
        urlpatterns.append(path("api/v1/", include(f"{app}.api_urls")))
