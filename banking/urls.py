from django.urls import path

from banking.commands.differences import report_difference
from banking.commands.slips import sign_slip, void_slip
from banking.views import jackpots, ledger, slips
from foundation.doors import form_paths

SLIP = "fills/<int:slip_id>/"

urlpatterns = [
    path("fills/", slips.fills, name="fills"),
    path("fills/part/", slips.fills_part, name="fills-part"),
    path("fills/tables/<int:table_id>/<slug:kind>/", slips.new_slip, name="new-slip"),
    path("fills/tables/<int:table_id>/", slips.prepare_slip_form, name="do-prepare-slip"),
    path(SLIP, slips.slip, name="slip"),
    path(f"{SLIP}part/", slips.slip_part, name="slip-part"),
    path(f"{SLIP}paper/", slips.slip_paper, name="slip-paper"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/part/", ledger.ledger_part, name="ledger-part"),
    path("ledger/jackpots/", jackpots.jackpots, name="jackpots"),
    path("ledger/jackpots/meters/", jackpots.meters_part, name="meters-part"),
    path("ledger/jackpots/<int:jackpot_id>/", jackpots.jackpot, name="jackpot"),
    path("ledger/jackpots/<int:jackpot_id>/part/", jackpots.jackpot_page_part, name="jackpot-part"),
    *form_paths((sign_slip, void_slip, report_difference)),
]
