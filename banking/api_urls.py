from django.urls import path

from banking import api
from banking.commands import COMMANDS
from foundation.doors import CommandView

TABLE = "tables/<int:table_id>/"
SLIP = "slips/<int:slip_id>/"

urlpatterns = [
    *(
        path(each.path, CommandView.as_view(command=each), name=f"api-{each.slug}")
        for each in COMMANDS
    ),
    path(f"{TABLE}entries/", api.TableEntries.as_view(), name="api-entries"),
    path(f"{TABLE}money/", api.TableBalances.as_view(), name="api-table-money"),
    path("slips/", api.Slips.as_view(), name="api-slips"),
    path(SLIP, api.OneSlip.as_view(), name="api-slip"),
    path("jackpots/", api.Jackpots.as_view(), name="api-jackpots"),
    path("jackpots/<int:jackpot_id>/", api.OneJackpot.as_view(), name="api-jackpot"),
]
