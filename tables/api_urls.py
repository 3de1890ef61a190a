from django.urls import path

from tables.api import views_by_path

urlpatterns = [
    path(address, view.as_view(), name=name) for address, (name, view) in views_by_path().items()
]
