"""Every command of this app, for its two doors."""

from banking.commands.boxes import count_box, exchange_box
from banking.commands.cash import change_chips, sell_chips, take_back_cash
from banking.commands.cash_log import (
    describe_patron,
    enter_cage_cash,
    enter_patron_cash,
    erase_identity,
    hand_over_log,
    identify_patron,
    read_identity,
    take_back_patron_cash,
)
from banking.commands.differences import report_difference
from banking.commands.journal import export_journal
from banking.commands.printing import print_slip
from banking.commands.requests import request_chips, set_par, withdraw_request
from banking.commands.slips import prepare_slip, sign_slip, void_slip

COMMANDS = (
    export_journal,
    prepare_slip,
    sign_slip,
    void_slip,
    print_slip,
    exchange_box,
    count_box,
    set_par,
    report_difference,
    sell_chips,
    change_chips,
    take_back_cash,
    request_chips,
    withdraw_request,
    describe_patron,
    identify_patron,
    read_identity,
    erase_identity,
    enter_patron_cash,
    enter_cage_cash,
    take_back_patron_cash,
    hand_over_log,
)
