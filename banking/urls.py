from django.urls import path

from banking.commands.cash_log import (
    describe_patron,
    enter_cage_cash,
    enter_patron_cash,
    erase_identity,
    hand_over_log,
    identify_patron,
    take_back_patron_cash,
)
from banking.commands.differences import report_difference
from banking.commands.requests import set_par
from banking.commands.slips import sign_slip, void_slip
from banking.views import cash_log, jackpots, journal, ledger, slips
from foundation.doors import form_paths

SLIP = "fills/<int:slip_id>/"

urlpatterns = [
    path("fills/", slips.fills, name="fills"),
    path("fills/part/", slips.fills_part, name="fills-part"),
    path("fills/tables/<int:table_id>/<slug:kind>/", slips.new_slip, name="new-slip"),
    path("fills/tables/<int:table_id>/", slips.prepare_slip_form, name="do-prepare-slip"),
    path(SLIP, slips.slip, name="slip"),
    path(f"{SLIP}part/", slips.slip_part, name="slip-part"),
    path(f"{SLIP}paper/", slips.slip_paper, name="do-print-slip"),
    path(f"{SLIP}pdf/", slips.slip_file, name="slip-pdf"),
    path("fills/boxes/", slips.boxes, name="boxes"),
    path("fills/boxes/exchange/", slips.exchange_box_form, name="do-exchange-box"),
    path("fills/boxes/<int:box_id>/count/", slips.count_box_form, name="do-count-box"),
    path("cash-log/", cash_log.log, name="cash-log"),
    path("cash-log/patrons/<int:patron_id>/", cash_log.identity, name="do-read-identity"),
    path("ledger/journal/", journal.journal, name="do-export-journal"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/part/", ledger.ledger_part, name="ledger-part"),
    path("ledger/jackpots/", jackpots.jackpots, name="jackpots"),
    path("ledger/jackpots/meters/", jackpots.meters_part, name="meters-part"),
    path("ledger/jackpots/<int:jackpot_id>/", jackpots.jackpot, name="jackpot"),
    path("ledger/jackpots/<int:jackpot_id>/part/", jackpots.jackpot_page_part, name="jackpot-part"),
    *form_paths((sign_slip, void_slip, report_difference, set_par)),
    *form_paths((describe_patron, identify_patron, erase_identity)),
    *form_paths((enter_patron_cash, enter_cage_cash, take_back_patron_cash, hand_over_log)),
]
