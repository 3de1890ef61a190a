from django.urls import path

from foundation.doors import form_paths
from tablet import views
from tablet.commands import keep_training

urlpatterns = [
    path("tables/<int:table_id>/deal/", views.tablet, name="tablet"),
    path("tables/<int:table_id>/deal/manifest.webmanifest", views.manifest, name="tablet-manifest"),
    path("tables/<int:table_id>/training/", views.lessons_page, name="training"),
    path("tables/<int:table_id>/training/drill/", views.drill_page, name="drill"),
    path("tablet-worker.js", views.worker, name="tablet-worker"),
    *form_paths([keep_training]),
]
