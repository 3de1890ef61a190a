from django.urls import path

from foundation.doors import api_paths
from rounds.api import document, reads
from rounds.api.sheets import RoundSheetSerializer
from rounds.commands import COMMANDS
from rounds.inputs import ROUND

urlpatterns = [
    path("schema/", document.Document.as_view(), name="api-schema"),
    path("tables/<int:table_id>/sheet/", reads.TableSheet.as_view(), name="api-table-sheet"),
    path("rounds/", reads.Rounds.as_view(), name="api-rounds"),
    path(ROUND, reads.RoundSheet.as_view(), name="api-round"),
    path(f"{ROUND}why/", reads.Why.as_view(), name="api-why"),
    *api_paths(COMMANDS, shape=RoundSheetSerializer),
    path("rules/<str:profile>/tables/", reads.RulesTables.as_view(), name="api-rules-tables"),
    path(
        "rules/submissions/<int:submission_id>/tables/",
        reads.SubmissionTables.as_view(),
        name="api-submission-tables",
    ),
]
