"""The commands of a round, as the API offers them."""

from rounds.commands.bank import answer_offers, close_wagers, place_dealer_wager
from rounds.commands.boxes import remove_box, return_box
from rounds.commands.corrections import add_tiles, correct_round
from rounds.commands.dealing import choose_delivery, record_deal, record_roll
from rounds.commands.hands import end_hand, set_hands, show_community
from rounds.commands.irregularities import (
    confirm_ruling,
    report_irregularity,
    withdraw_irregularity,
)
from rounds.commands.opening import open_round
from rounds.commands.quick import enter_quickly
from rounds.commands.settling import settle_round
from rounds.commands.voiding import return_hand, step_back, void_round
from rounds.commands.wagers import accept_outside, place_wagers, seat_player
from rounds.commands.whole import record_whole_round

COMMANDS = (
    settle_round, record_whole_round, set_hands, open_round, place_wagers, close_wagers,
    record_roll, record_deal, answer_offers, place_dealer_wager, choose_delivery, seat_player,
    end_hand, show_community, enter_quickly, void_round, step_back, report_irregularity,
    confirm_ruling, withdraw_irregularity, add_tiles, correct_round, return_hand, remove_box,
    return_box, accept_outside,
)  # fmt: skip
