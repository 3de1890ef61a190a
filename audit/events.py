"""Every kind of event, with the sentence that the log page shows and how long it is kept.

An app's events are in the past tense under its name. The code is stored; the sentence is shown
and translated. Sentences may use {person}, {table} and the keys of the detail, which
audit/wording.py fills in.
"""

from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.models import Keep


class EventKind(Enum):
    """What happened: a stable code, a sentence for people, and its class of retention."""

    STEP_REFUSED = ("audit.step_refused", _("A step was refused: {code}"))
    RECORD_READ = (
        "audit.record_read",
        _("{person} read the record: {what}"),
        Keep.THREE_YEARS,
    )
    EXPORT_REQUESTED = ("audit.export_requested", _("{person} asked for a bundle: {title}"))
    EXPORT_WRITTEN = ("audit.export_written", _("A bundle was written: {title}"))
    BUNDLE_CLAIMED = ("audit.bundle_claimed", _("The record vouches for a bundle: {title}"))
    EXPORT_FETCHED = ("audit.export_fetched", _("{person} took a bundle away: {title}"))
    KEY_ROTATED = (
        "audit.key_rotated",
        _("The log's signing key was changed to {public_key}"),
        Keep.FOR_EVER,
    )
    SUCCESSOR_OPENED = (
        "audit.successor_opened",
        _("A successor log was opened: {reason}"),
        Keep.FOR_EVER,
    )
    MONTH_ARCHIVED = (
        "audit.month_archived",
        _("Events of {month} were moved to the archive {file}"),
        Keep.FOR_EVER,
    )
    ROWS_SEALED = (
        "audit.rows_sealed",
        _("The hashes of {count} changed rows were taken into the record"),
        Keep.FOR_EVER,
    )
    ROW_PIECE = (
        "audit.row_piece",
        _("A long row was taken into the record, part {number} of {count}"),
        Keep.FOR_EVER,
    )
    DATABASE_REBUILT = (
        "audit.database_rebuilt",
        _("The database was made again from the log: {rows} rows; people get new secrets"),
        Keep.FOR_EVER,
    )
    DATABASE_SHAPED = (
        "audit.database_shaped",
        _("What the database is was sealed: {count} parts, {changes} changed"),
        Keep.FOR_EVER,
    )
    HOLD_PLACED = ("audit.hold_placed", _("{person} placed an evidence hold on {subject}"))
    HOLD_RELEASED = ("audit.hold_released", _("{person} released the evidence hold on {subject}"))
    ALARM_RAISED = ("audit.alarm_raised", _("The record raised an alarm: {code}"), Keep.FOR_EVER)
    ALARM_CLEARED = (
        "audit.alarm_cleared",
        _("An alarm of the record ended: {code}"),
        Keep.FOR_EVER,
    )

    OPERATOR_NAMED = (
        "staff.operator_named",
        _("The operator of this installation is {operator}"),
        Keep.FOR_EVER,
    )
    HOUSE_OPENED = ("staff.house_opened", _("The house {name} was opened"), Keep.FOR_EVER)
    ADMINISTRATOR_RECOVERED = (
        "first_day.administrator_recovered",
        _("Badge {badge} was made administrator at the console; {vouched} vouched"),
        Keep.FOR_EVER,
    )
    RECOVERY_ANSWERED = (
        "first_day.recovery_answered",
        _("{person} looked at the recovered administrator: {finding}"),
        Keep.FOR_EVER,
    )
    PROPERTY_CHANGED = ("staff.property_changed", _("The house's settings were changed"))
    PERSON_ADDED = ("staff.person_added", _("Badge {badge} was added to the staff"))
    PERSON_CHANGED = ("staff.person_changed", _("The details of badge {badge} were changed"))
    ROLES_EXCEPTED = (
        "staff.roles_excepted",
        _("Badge {badge} has roles that belong to two people; {second} allowed it: {reason}"),
        Keep.FOR_EVER,
    )
    PERSON_LEFT = ("staff.person_left", _("Badge {badge} left the staff"))
    PERSON_RETURNED = ("staff.person_returned", _("Badge {badge} came back to the staff"))
    WORKS_ELSEWHERE = (
        "staff.works_elsewhere",
        _("Badge {badge} works in the house {house} as well: {roles}"),
    )
    PIN_RESET = ("staff.pin_reset", _("The PIN of badge {badge} was reset"))
    PIN_PROVED = ("staff.pin_proved", _("The owner of a reset PIN proved themselves"))
    PIN_CHANGED = ("staff.pin_changed", _("{person} changed their PIN"))
    PASSWORD_CHANGED = ("staff.password_changed", _("{person} changed their password"))
    SECOND_FACTOR_SET = ("staff.second_factor_set", _("{person} set up a second factor"))
    RECOVERY_CODES_MADE = (
        "staff.recovery_codes_made",
        _("{person} got {count} recovery codes; those before are void"),
    )
    RECOVERY_CODE_USED = (
        "staff.recovery_code_used",
        _("{person} used a recovery code; {left} are left"),
    )
    PASSKEY_ADDED = ("staff.passkey_added", _("{person} added a passkey"))
    PASSKEY_REMOVED = ("staff.passkey_removed", _("A passkey of {person} was removed"))
    SECRET_SEALED_AGAIN = (
        "staff.secret_sealed_again",
        _("A secret was sealed again, with key {key}"),
    )
    LOCK_LIFTED = ("staff.lock_lifted", _("The lock-out of {key} was lifted"))
    SIGNED_IN = ("staff.signed_in", _("{person} signed in"), Keep.THREE_YEARS)
    SIGNED_OUT = ("staff.signed_out", _("{person} signed out"), Keep.THREE_YEARS)
    SIGN_IN_FAILED = ("staff.sign_in_failed", _("A sign-in failed: {reason}"), Keep.THREE_YEARS)
    LOCKED_OUT = ("staff.locked_out", _("Locked out after wrong tries: {key}"), Keep.THREE_YEARS)
    STRANGERS_TRIED = (
        "staff.strangers_tried",
        _("Refused within one minute, of people who are not known: {tries}"),
        Keep.THREE_YEARS,
    )
    SIGNED = ("staff.signed", _("{person} signed: {act}"))
    TABLET_ADDED = ("staff.tablet_added", _("Tablet {name} was added"))
    TABLET_CODE_MADE = ("staff.tablet_code_made", _("A code to enrol tablet {name} was made"))
    TABLET_ENROLLED = ("staff.tablet_enrolled", _("Tablet {name} was enrolled"))
    TABLET_REVOKED = ("staff.tablet_revoked", _("Tablet {name} was shut out"))
    SERVICE_ADDED = ("staff.service_added", _("A service account was added: {name}"))
    SERVICE_SHUT = ("staff.service_shut", _("A service account was shut out: {name}"))
    TOKEN_MADE = ("staff.token_made", _("A service token was made: {name}"))
    TOKEN_REVOKED = ("staff.token_revoked", _("A service token was revoked: {name}"))

    LISTS_IMPORTED = ("first_day.lists_imported", _("{person} imported lists: {counts}"))

    FLOOR_SET_UP = ("tables.floor_set_up", _("The floor was set up"))
    TABLE_ADDED = ("tables.table_added", _("Table {number} was added"))
    PIT_RENAMED = ("tables.pit_renamed", _("Pit {was} is called {pit} from now on"))
    TABLE_RETIRED = ("tables.table_retired", _("{table} was retired"))
    TABLE_BACK = ("tables.table_back", _("{table} is on the floor again"))
    TABLE_CHANGED = ("tables.table_changed", _("The details of {table} were changed"))
    SUBMISSION_FILED = ("tables.submission_filed", _("Rules {name} version {version} were filed"))
    SUBMISSION_ADOPTED = (
        "tables.submission_adopted",
        _("{table} plays by {name} version {version}"),
    )
    TABLE_OPENING = ("tables.table_opening", _("The opening of {table} began"))
    TABLE_OPENED = ("tables.table_opened", _("{table} opened for play"))
    TABLE_SUSPENDED = ("tables.table_suspended", _("{table} was suspended: {reason}"))
    TABLE_RESUMED = ("tables.table_resumed", _("{table} went on"))
    TABLE_CLOSING = ("tables.table_closing", _("The closing of {table} began"))
    TABLE_CLOSED = ("tables.table_closed", _("{table} was closed"))
    TILES_DISPLAYED = ("tables.tiles_displayed", _("Tiles face up in rank order at {table}"))
    PLAY_BEGAN = ("tables.play_began", _("A player came; tiles turned down and mixed at {table}"))
    TILES_EXPOSED = (
        "tables.tiles_exposed",
        _("Tiles were exposed while {table} was made ready: {ruling}"),
    )
    DEALER_TAPPED_IN = ("tables.dealer_tapped_in", _("{person} deals at {table}"))
    DEALER_TAPPED_OUT = ("tables.dealer_tapped_out", _("{person} left {table}"))
    DEALER_QUALIFIED = ("tables.dealer_qualified", _("{who} is qualified to deal {rules}"))
    QUALIFICATION_ENDED = (
        "tables.qualification_ended",
        _("{who} is no longer qualified to deal {rules}"),
    )
    TRAINING_KEPT = (
        "tables.training_kept",
        _("{who} set {right} of {hands} hands right in a drill"),
    )
    FLOORPERSON_ASSIGNED = ("tables.floorperson_assigned", _("A floorperson took {table}"))
    TABLET_POSTED = ("tables.tablet_posted", _("Tablet {name} stands at {table}"))
    SHAKER_ADDED = ("tables.shaker_added", _("Shaker {serial} was added"))

    RECEIPT_CORRECTED = (
        "tables.receipt_corrected",
        _("What was written at the receipt of {serial} was corrected: {note}"),
    )
    SET_RECEIVED = ("tables.set_received", _("Set {serial} was received"))
    SET_INSPECTED_AT_RECEIPT = (
        "tables.set_inspected_at_receipt",
        _("Set {serial} was inspected at receipt"),
    )
    SET_MOVED = ("tables.set_moved", _("Set {serial} went from {from_state} to {to_state}"))
    SET_BROUGHT = ("tables.set_brought", _("Set {serial} was brought to {table}"))
    SET_INSPECTED = ("tables.set_inspected", _("{person} inspected set {serial}: {result}"))
    INSPECTION_VERIFIED = ("tables.inspection_verified", _("{person} verified set {serial}"))
    INSPECTION_WITHDRAWN = (
        "tables.inspection_withdrawn",
        _("The inspection of set {serial} was withdrawn"),
    )
    SET_REMOVED = ("tables.set_removed", _("Set {serial} left {table}"))
    ENVELOPE_SEALED = ("tables.envelope_sealed", _("Set {serial} was sealed in envelope {seal}"))
    ENVELOPE_COLLECTED = ("tables.envelope_collected", _("Security collected envelope {seal}"))
    WORK_ORDER_OPENED = ("tables.work_order_opened", _("Work order {number} was opened"))
    WORK_ORDER_LINE_DONE = (
        "tables.work_order_line_done",
        _("Set {serial} on work order {number}: {result}"),
    )
    WORK_ORDER_CLOSED = ("tables.work_order_closed", _("Work order {number} was signed"))
    SET_REBUILT = ("tables.set_rebuilt", _("Set {serial} was made up from other sets"))
    RETURN_DECIDED = ("tables.return_decided", _("{person} decided on set {serial}: {decision}"))
    DISCREPANCY_REPORTED = (
        "tables.discrepancy_reported",
        _("Discrepancy report {number} on set {serial}: {found}"),
        Keep.FOR_EVER,
    )
    DISCREPANCY_SIGNED = (
        "tables.discrepancy_signed",
        _("A regulator signed discrepancy report {number}"),
        Keep.FOR_EVER,
    )
    EVIDENCE_HELD = ("tables.evidence_held", _("Set {serial} is held as evidence: {reason}"))
    EVIDENCE_RELEASED = ("tables.evidence_released", _("Set {serial} is no longer held"))
    SET_CONDEMNED = ("tables.set_condemned", _("Set {serial} is to be destroyed"))
    SET_DESTROYED = (
        "tables.set_destroyed",
        _("Set {serial} was destroyed: {method}"),
        Keep.FOR_EVER,
    )
    DICE_INSPECTED = ("tables.dice_inspected", _("Dice {serial} were inspected: {result}"))
    DICE_CHECKED = ("tables.dice_checked", _("Dice {serial} were checked at day's end: {result}"))
    STOCK_COUNTED = ("tables.stock_counted", _("{purpose} of {kind}: agrees {agrees}"))
    EQUIPMENT_EXPIRED = ("tables.equipment_expired", _("Set {serial} at {table} is past its limit"))
    EQUIPMENT_WARNED = (
        "tables.equipment_warned",
        _("Set {serial} at {table} must be changed within {minutes} minutes"),
    )
    FLOOR_CALLED = ("tables.floor_called", _("{person} called the floor to {table}: {what}"))
    ALERT_RAISED = ("tables.alert_raised", _("Alert: {code}"))
    ALERT_ACKNOWLEDGED = ("tables.alert_acknowledged", _("{person} acknowledged an alert: {code}"))
    ALERT_ESCALATED = ("tables.alert_escalated", _("An alert went to the pit manager: {code}"))
    PERSON_CALLED = ("tables.person_called", _("{who} is called by {via}: {code}"))
    NOTICE_DELIVERED = ("tables.notice_delivered", _("The call to {who} was delivered: {code}"))
    NOTICE_FAILED = ("tables.notice_failed", _("The call to {who} was not delivered: {code}"))
    NOTICE_ANSWERED = ("tables.notice_answered", _("{person} answered from the notice: {code}"))
    DEVICE_ADDED = ("tables.device_added", _("{person} wants to be called by {via}"))
    DEVICE_REMOVED = ("tables.device_removed", _("{person} is no longer called by {via}"))
    DEVICE_GONE = ("tables.device_gone", _("A device of {who} is gone and is called no more"))
    QUIET_HOURS_SET = ("tables.quiet_hours_set", _("{person} set quiet hours: {begins} to {ends}"))
    GATEWAY_SET = ("tables.gateway_set", _("{person} set the gateway for {via}: {address}"))
    DUTY_BEGAN = ("tables.duty_began", _("{who} is on duty until {until}"))
    DUTY_ENDED = ("tables.duty_ended", _("{who} went off duty; early out: {early}"))
    RELIEF_PLANNED = ("tables.relief_planned", _("{who} relieves {table} at {due}"))
    RELIEF_CALLED_OFF = ("tables.relief_called_off", _("{who} no longer relieves {table}"))
    STRING_SET = ("tables.string_set", _("{who} relieves the tables of {name}"))
    STRING_ENDED = ("tables.string_ended", _("The string {name} was ended"))

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
    HAND_ENDED = ("rounds.hand_ended", _("The hand of {seat} ended: {state}"))
    COMMUNITY_SHOWN = ("rounds.community_shown", _("The community card is {card}"))
    ENTERED_QUICKLY = ("rounds.entered_quickly", _("Outcomes were entered without tiles"))
    ROUND_SETTLED = ("rounds.round_settled", _("Round {number} was settled"))
    ROUND_VOIDED = ("rounds.round_voided", _("Round {number} was void: {reason}"))
    ROUND_STEPPED_BACK = ("rounds.stepped_back", _("{person} took round {number} back to {state}"))
    IRREGULARITY_REPORTED = ("rounds.irregularity_reported", _("Irregularity: {event}"))
    IRREGULARITY_WITHDRAWN = (
        "rounds.irregularity_withdrawn",
        _("{person} withdrew the report: {event}"),
    )
    RECORDS_DROPPED = (
        "tablet.records_dropped",
        _("{person} dropped {count} records that were refused: {reason}"),
    )
    RULING_CONFIRMED = ("rounds.ruling_confirmed", _("{person} ruled on {event}: {ruling}"))
    BOX_DRAWN_AGAIN = (
        "rounds.box_drawn_again",
        _("The dice named the house's box: thrown again"),
    )
    BOX_REMOVED = ("rounds.box_removed", _("The dice took {seat} out of play"))
    BOX_RETURNED = ("rounds.box_returned", _("{person} brought {seat} back into play"))
    HAND_RETURNED = ("rounds.hand_returned", _("{person} let the hand of {seat} play after all"))
    TILES_ADDED = ("rounds.tiles_added", _("Tiles were added to round {number}"))
    ROUND_CORRECTED = ("rounds.round_corrected", _("Round {number} was corrected: {reason}"))
    DISPUTE_OPENED = ("rounds.dispute_opened", _("A dispute was opened: {claim}"), Keep.FOR_EVER)
    DISPUTE_NOTED = ("rounds.dispute_noted", _("{person} added to the dispute"), Keep.FOR_EVER)
    DISPUTE_WITHDRAWN = (
        "rounds.dispute_withdrawn",
        _("{person} withdrew the dispute"),
        Keep.FOR_EVER,
    )
    DISPUTE_REVIEWED = (
        "rounds.dispute_reviewed",
        _("{person} took up the review; expected by {expected_at}"),
        Keep.FOR_EVER,
    )
    STATEMENT_TAKEN = (
        "rounds.statement_taken",
        _("Statement {n} of the dispute, {name}: {how}"),
        Keep.FOR_EVER,
    )
    FILE_ATTACHED = (
        "rounds.file_attached",
        _("{person} added a file to the dispute: {title}"),
        Keep.FOR_EVER,
    )
    DISPUTE_REOPENED = (
        "rounds.dispute_reopened",
        _("{person} and a second person opened the decided dispute again: {note}"),
        Keep.FOR_EVER,
    )
    VIDEO_LOCK_ASKED = (
        "rounds.video_lock_asked",
        _("{person} asked surveillance to keep the video of the round"),
        Keep.FOR_EVER,
    )
    VIDEO_SAVED = ("rounds.video_saved", _("{person} saved the video as {video}"), Keep.FOR_EVER)
    HOLD_LIFTED = ("rounds.hold_lifted", _("{person} lifted the hold of the dispute"))
    DISPUTE_DECIDED = (
        "rounds.dispute_decided",
        _("{person} decided the dispute: {decision}"),
        Keep.FOR_EVER,
    )
    DISPUTE_AGED = ("rounds.dispute_aged", _("A dispute is two days old and not decided"))
    NOTICE_DRAFTED = (
        "rounds.notice_drafted",
        _("A notice to the regulator was drafted: the dispute is three days old"),
        Keep.FOR_EVER,
    )

    SEARCH_SAVED = ("rounds.search_saved", _("{person} saved the search {name}"))
    SEARCH_DROPPED = ("rounds.search_dropped", _("{person} dropped the search {name}"))
    REPORT_ASKED = (
        "rounds.report_asked",
        _("{person} asked for a report: {kind}"),
        Keep.THREE_YEARS,
    )
    REPORT_MADE = ("rounds.report_made", _("A report was made: {kind}"), Keep.THREE_YEARS)
    REVIEW_SIGNED = (
        "reports.review_signed",
        _("{person} signed off the review: {kind}"),
        Keep.FOR_EVER,
    )
    REPORT_TAKEN = (
        "rounds.report_taken",
        _("{person} took a report away: {kind}, {form}"),
        Keep.THREE_YEARS,
    )
    REPORTED_ELSEWHERE = (
        "reports.reported_elsewhere",
        _("{person} asked in {house} for a report over several houses, this one too: {kind}"),
        Keep.THREE_YEARS,
    )
    NIGHT_WATCHED = (
        "reports.night_watched",
        _("The monitors looked at {day}: {things} things, {cases} cases"),
    )
    SHIFT_HANDED_OVER = (
        "reports.shift_handed_over",
        _("{outgoing} handed the shift over to {incoming}"),
    )
    CASE_OPENED = ("reports.case_opened", _("Case {number} was opened: {label}"))
    CASE_TAKEN = ("reports.case_taken", _("{person} took case {number}"))
    CASE_CLOSED = ("reports.case_closed", _("{person} closed case {number}: {end}"))
    SURVEILLANCE_LOGGED = (
        "rounds.surveillance_logged",
        _("Surveillance log, entry {number}"),
        Keep.THREE_YEARS,
    )

    SLIP_PREPARED = ("banking.slip_prepared", _("{kind} {serial} was prepared for {table}"))
    SLIP_SIGNED = ("banking.slip_signed", _("{person} signed {kind} {serial}"))
    SLIP_COMPLETED = ("banking.slip_completed", _("{kind} {serial} is complete"))
    SLIP_VOIDED = ("banking.slip_voided", _("{kind} {serial} is void: {reason}"))
    SLIP_PRINTED = ("banking.slip_printed", _("{person} printed {kind} {serial}, copy {n}"))
    PAYOUT_DUE = (
        "banking.payout_due",
        _("A payout at {table}, seat {seat}, needs its document: {what}"),
    )
    BOX_EXCHANGED = ("banking.box_exchanged", _("The drop box was exchanged at {table}"))
    PAR_SET = ("banking.par_set", _("{person} set the par levels of {table}"))
    DIFFERENCE_REPORTED = (
        "banking.difference_reported",
        _("{person} reported the difference of {kind} {serial}: {finding}"),
    )
    WAGER_OUTSIDE_LIMITS = (
        "rounds.wager_outside_limits",
        _("A wager outside the limits stood at {table}, seat {seat}"),
    )
    LIMITS_ANNOUNCED = (
        "tables.limits_announced",
        _("{person} announced other limits at {table}"),
    )
    LIMITS_CALLED_OFF = (
        "tables.limits_called_off",
        _("{person} called off the change of limits at {table}"),
    )
    LIMITS_CHANGED = ("tables.limits_changed", _("Other limits hold at {table}"))
    JOURNAL_EXPORTED = (
        "banking.journal_exported",
        _("{person} took the accounting journal of {day}: {sha256}"),
    )
    PATRON_DESCRIBED = (
        "banking.patron_described",
        _("{person} entered a patron into the cash log at {table}"),
    )
    PATRON_IDENTIFIED = ("banking.patron_identified", _("{person} identified patron {patron}"))
    IDENTITY_READ = ("banking.identity_read", _("{person} read who patron {patron} is"))
    IDENTITY_ERASED = (
        "banking.identity_erased",
        _("{person} erased what identified patron {patron}"),
    )
    PATRON_CASH = ("banking.patron_cash", _("{person} entered cash of patron {patron} at the cage"))
    PATRON_CASH_BACK = (
        "banking.patron_cash_back",
        _("{person} took back cash of patron {patron} at the cage"),
    )
    CASH_LOG_HANDED_OVER = (
        "banking.cash_log_handed_over",
        _("{person} took the cash log over"),
    )
    CHIPS_REQUESTED = (
        "banking.chips_requested",
        _("{person} asked for chips at {table}: {kind}"),
    )
    CHIP_REQUEST_WITHDRAWN = (
        "banking.chip_request_withdrawn",
        _("{person} withdrew a request for chips at {table}"),
    )
    CHIPS_SOLD = ("banking.chips_sold", _("Chips were sold for cash at {table}"))
    CHIPS_CHANGED = ("banking.chips_changed", _("Chips were changed for chips at {table}"))
    CASH_TAKEN_BACK = (
        "banking.cash_taken_back",
        _("{person} took back an entry of cash or chips at {table}"),
    )
    JACKPOT_STARTED = ("banking.jackpot_started", _("Jackpot {name} started"))
    JACKPOT_CONTRIBUTED = ("banking.jackpot_contributed", _("Jackpot {name} grew"))
    JACKPOT_SEEDED = ("banking.jackpot_seeded", _("Jackpot {name} starts again from its seed"))

    def __init__(self, code: str, sentence: Promise, keep: Keep = Keep.FIVE_YEARS) -> None:
        self.code = code
        self.sentence = sentence
        self.keep = keep

    @classmethod
    def of(cls, code: str) -> "EventKind":
        return _BY_CODE[code]


_BY_CODE = {kind.code: kind for kind in EventKind}
