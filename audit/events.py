"""Every kind of event, with the sentence that the log page shows.

An app's events are in the past tense under its name. The code is stored; the sentence is shown
and translated. Sentences may use {person}, {table}, {round}, {set} and the keys of the detail.
"""

from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class EventKind(Enum):
    """What happened: a stable code and a sentence for people."""

    STEP_REFUSED = ("audit.step_refused", _("A step was refused: {code}"))

    PERSON_ADDED = ("staff.person_added", _("{name} was added to the staff"))
    PERSON_CHANGED = ("staff.person_changed", _("The details of {name} were changed"))
    SIGNED_IN = ("staff.signed_in", _("{person} signed in"))
    SIGNED_OUT = ("staff.signed_out", _("{person} signed out"))
    SIGN_IN_FAILED = ("staff.sign_in_failed", _("A sign-in failed: {reason}"))

    ROUND_OPENED = ("rounds.round_opened", _("Round {number} opened at {table}"))
    SEAT_CHANGED = ("rounds.seat_changed", _("Who sits at {seat} changed"))
    WAGERS_PLACED = ("rounds.wagers_placed", _("Wagers were placed or changed"))
    BANK_OFFERED = ("rounds.bank_offered", _("The bank was offered: {kind} holds it"))
    DEALER_WAGERED = ("rounds.dealer_wagered", _("The dealer's wager was set"))
    WAGERS_CLOSED = ("rounds.wagers_closed", _("No more bets"))
    DICE_ROLLED = ("rounds.dice_rolled", _("The total is {total}; the first hand goes to {start}"))
    NO_ROLL = ("rounds.no_roll", _("No roll: {reason}"))
    DELIVERY_CHOSEN = ("rounds.delivery_chosen", _("The delivery was chosen"))
    ROUND_DEALT = ("rounds.round_dealt", _("Dealt, beginning with {start}"))
    HANDS_SET = ("rounds.hands_set", _("Hands were set"))
    HAND_ENDED = ("rounds.hand_ended", _("The hand of seat {seat} ended: {state}"))
    COMMUNITY_SHOWN = ("rounds.community_shown", _("The community card is {card}"))
    ENTERED_QUICKLY = ("rounds.entered_quickly", _("Outcomes were entered without tiles"))
    ROUND_SETTLED = ("rounds.round_settled", _("Round {number} was settled"))
    ROUND_VOIDED = ("rounds.round_voided", _("Round {number} was void: {reason}"))
    ROUND_STEPPED_BACK = ("rounds.stepped_back", _("{person} took round {number} back to {state}"))
    IRREGULARITY_REPORTED = ("rounds.irregularity_reported", _("Irregularity: {event}"))
    RULING_CONFIRMED = ("rounds.ruling_confirmed", _("{person} ruled on {event}: {ruling}"))
    TILES_ADDED = ("rounds.tiles_added", _("Tiles were added to round {number}"))
    ROUND_CORRECTED = ("rounds.round_corrected", _("Round {number} was corrected: {reason}"))
    DISPUTE_OPENED = ("rounds.dispute_opened", _("A dispute was opened: {claim}"))

    SLIP_PREPARED = ("banking.slip_prepared", _("{kind} {serial} was prepared for {table}"))
    SLIP_SIGNED = ("banking.slip_signed", _("{person} signed {kind} {serial}"))
    SLIP_COMPLETED = ("banking.slip_completed", _("{kind} {serial} is complete"))
    SLIP_VOIDED = ("banking.slip_voided", _("{kind} {serial} is void: {reason}"))
    CHIPS_SOLD = ("banking.chips_sold", _("Chips were sold for cash at {table}"))
    JACKPOT_STARTED = ("banking.jackpot_started", _("Jackpot {name} started"))
    JACKPOT_CONTRIBUTED = ("banking.jackpot_contributed", _("Jackpot {name} grew"))
    JACKPOT_SEEDED = ("banking.jackpot_seeded", _("Jackpot {name} starts again from its seed"))

    def __init__(self, code: str, sentence: Promise) -> None:
        self.code = code
        self.sentence = sentence
