from django.urls import path

from tablet import views

urlpatterns = [
    path("tables/<int:table_id>/deal/", views.tablet, name="tablet"),
    path("tables/<int:table_id>/deal/manifest.webmanifest", views.manifest, name="tablet-manifest"),
    path("tablet-worker.js", views.worker, name="tablet-worker"),
]
