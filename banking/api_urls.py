from django.urls import path

from banking import api

TABLE = "tables/<int:table_id>/"
SLIP = "slips/<int:slip_id>/"

urlpatterns = [
    path(f"{TABLE}slips/", api.PrepareSlip.as_view(), name="api-prepare-slip"),
    path(f"{TABLE}chip-sales/", api.SellChips.as_view(), name="api-chip-sales"),
    path(f"{TABLE}entries/", api.TableEntries.as_view(), name="api-entries"),
    path(f"{TABLE}money/", api.TableBalances.as_view(), name="api-table-money"),
    path("slips/", api.Slips.as_view(), name="api-slips"),
    path(SLIP, api.OneSlip.as_view(), name="api-slip"),
    path(f"{SLIP}sign/", api.SignSlip.as_view(), name="api-sign-slip"),
    path(f"{SLIP}void/", api.VoidSlip.as_view(), name="api-void-slip"),
    path(f"{SLIP}report/", api.ReportDifference.as_view(), name="api-report-difference"),
    path("jackpots/", api.Jackpots.as_view(), name="api-jackpots"),
    path("jackpots/<int:jackpot_id>/", api.OneJackpot.as_view(), name="api-jackpot"),
]
