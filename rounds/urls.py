from django.urls import path

from rounds import tablet
from rounds.floor_urls import urlpatterns as floor_pages
from rounds.report_urls import urlpatterns as report_pages

urlpatterns = [
    path("tables/<int:table_id>/deal/", tablet.tablet, name="tablet"),
    path(
        "tables/<int:table_id>/deal/manifest.webmanifest",
        tablet.manifest,
        name="tablet-manifest",
    ),
    path("tablet-worker.js", tablet.worker, name="tablet-worker"),
    *floor_pages,
    *report_pages,
]
