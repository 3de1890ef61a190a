"""Every command of this app, for its two doors."""

from banking.commands.cash import sell_chips
from banking.commands.differences import report_difference
from banking.commands.slips import prepare_slip, sign_slip, void_slip

COMMANDS = (prepare_slip, sign_slip, void_slip, report_difference, sell_chips)
