from django.urls import path

from foundation.doors import api_paths
from tables.api import READ_TOO, views_by_path
from tables.commands import COMMANDS

urlpatterns = [
    *api_paths(COMMANDS, views=READ_TOO),
    *(
        path(address, view.as_view(), name=name)
        for address, (name, view) in views_by_path().items()
    ),
]
