from django.urls import path

from foundation.doors import api_paths
from rounds.api.document import Document
from rounds.api.reads import READS
from rounds.commands import COMMANDS

# Addresses are tried one after the other: first what a table calls at every tap.
urlpatterns = [
    *api_paths(COMMANDS, READS),
    path("schema/", Document.as_view(), name="api-schema"),
]
