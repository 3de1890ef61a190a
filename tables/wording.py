"""The sentences for stored codes: alerts, moves, reasons, options of a rules submission."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.models import AlarmCode
from audit.wording import known_in
from foundation.wording import money_text
from tables.models import EquipmentKind, EquipmentState, TableState

ALERTS: Mapping[str, Promise] = {
    "equipment_due": _("{kind} {serial} at table {table}: change within {minutes} minutes"),
    "equipment_expired": _("{kind} {serial} at table {table} is past its limit: no new round"),
    "envelope_not_collected": _("Envelope {seal} was not collected by the end of the day"),
    "destruction_due": _("{serial} is to be destroyed by {day}: security and a witness"),
    "destruction_late": _("{serial} should have been destroyed by now"),
    "floorperson_over": _(
        "{name} answers for {tables} tables; more than {most} is against the rule"
    ),
    "dice_not_checked": _("Dice {serial} were not checked at the end of the day"),
    "not_reconciled": _("{kind}: no daily reconciliation yesterday"),
    "stock_take_due": _("{kind}: the stock-take is due"),
    "discrepancy_unsigned": _("Discrepancy report {number} on {serial} waits for the regulator"),
    "count_differs": _("{kind}: a count differs from the ledger: {serials}"),
    "dispute_opened": _("Round {round} at table {table} is disputed"),
    "outage_security_not_told": _(
        "Surveillance failure, entry {number}: security was not told within 5 minutes"
    ),
    "outage_regulator_not_told": _(
        "Surveillance failure, entry {number}: the regulator was not told within 30 minutes"
    ),
    "video_lock_asked": _("Keep the video of table {table}, round {round}: cameras {cameras}"),
    "dispute_two_days_old": _("The dispute about round {round} at table {table} is two days old"),
    "dispute_notice_drafted": _(
        "Round {round} at table {table}: three days in dispute, a notice is drafted"
    ),
    "video_soon_lost": _(
        "Video of round {round} at table {table} is overwritten in {days} days: save it"
    ),
    "inventory_difference": _("{kind} {serial} at table {table} differs by {cents}"),
    "patron_cash": _("Cash of {cents} in this gaming day at table {table}, seat {seat}"),
    "patron_paid": _("Cash of {cents} was paid out in this gaming day to patron {patron}"),
    "patron_brought": _(
        "Cash of {cents} was taken at the cage in this gaming day from patron {patron}"
    ),
    "large_payout": _("Payout of {cents} at table {table}, seat {seat}, round {round}"),
    "box_not_counted": _("Drop box {number} of table {table} is not counted yet"),
    "table_count_due": _("Table {table} was not counted at the change of shift"),
    "relief_unplanned": _("{caller} took table {table}; {expected} was expected"),
    "dealer_off_duty": _("{caller} took table {table} and is not on duty"),
    "floor_called": _("{what}: {caller} calls the floor to table {table}"),
    "case_opened": _("Case {number}, by the monitors: {label}"),
    "record_alarm": _("The record needs attention: {alarm}"),
}

MOVES: Mapping[str, Promise] = {
    "receive": _("Received"),
    "correct_receipt": _("Receipt corrected"),
    "inspect_receipt": _("Inspected at receipt"),
    "issue": _("Issued to the pit stand"),
    "return": _("Returned to the store"),
    "bring": _("Brought to the table"),
    "place": _("Placed in the shaker"),
    "remove": _("Taken back to the pit stand"),
    "seal": _("Sealed in an envelope"),
    "collect": _("Collected by security"),
    "work_order": _("Work order signed"),
    "decide": _("Pit manager's decision"),
    "discrepancy": _("Discrepancy report"),
    "discrepancy_signed": _("Discrepancy report signed"),
    "condemn": _("Condemned"),
    "rebuild": _("Made up from other sets"),
    "destroy": _("Destroyed"),
}

RECEIPT_WORDS: Mapping[str, Promise] = {
    "serial": _("Serial number"),
    "seal_number": _("Seal"),
    "design_approval": _("Design approval"),
    "submission": _("Kept under"),
    "pieces": _("Pieces"),
}
FOUND: Mapping[str, Promise] = {
    "missing": _("A piece is missing"),
    "extra": _("A piece too many"),
    "marked": _("Marked"),
    "tampered": _("Tampered with"),
    "seal_broken": _("A seal was broken"),
    "count": _("A count does not agree"),
}
OUTCOMES: Mapping[str, Promise] = {
    "evidence": _("Kept as evidence"),
    "destroy": _("To be destroyed"),
    "cleared": _("Cleared"),
}
METHODS: Mapping[str, Promise] = {
    "crushed": _("Crushed"),
    "drilled": _("Drilled, a quarter inch or more"),
    "cut": _("Cut up"),
    "burned": _("Burned"),
}
WORK_CHECKS: Mapping[str, Promise] = {
    "pairs": _("Sorted into pairs, complete"),
    "sides": _("Sides looked at"),
    "backs": _("Backs looked at"),
    "uv": _("Looked at under UV light"),
}

CALLS: Mapping[str, Promise] = {
    "fill": _("Fill"),
    "ruling": _("Ruling"),
    "colour_change": _("Colour change"),
    "security": _("Security"),
    "relief": _("Relief"),
}

NOTHING_THERE: Mapping[str, Promise] = {
    "tiles": _("No tiles"),
    "dice": _("No dice"),
    "deck": _("No deck"),
}

HOLDS: Mapping[str, Promise] = {
    "dispute": _("Dispute"),
    "equipment": _("Equipment"),
    "incident": _("Incident"),
    "break": _("Break"),
}

REBUILT: Mapping[str, Promise] = {
    "reconstructed": _("Reconstructed set"),
    "replacement": _("Replacement set"),
}
FAULTS: Mapping[str, Promise] = {
    "missing_piece": _("A piece is missing"),
    "extra_piece": _("A piece too many"),
    "marked": _("Marked or scratched"),
    "damaged": _("Chipped or damaged"),
    "size_or_shade": _("Differs in size or shade"),
    "seal_broken": _("The seal was broken"),
    "other": _("Something else"),
}

REASONS: Mapping[str, Promise | str] = {
    "end_of_use": _("End of use"),
    **FAULTS,
    "worn": _("Worn"),
}


OPTIONS: Mapping[str, Promise] = {
    "seats": _("Seats or boxes"),
    "vigorish_rounding": _("Rounding of the vigorish"),
    "pair_fortunes": _("Pair Fortunes pay table"),
    "smallest_chip": _("Smallest chip"),
    "minimum_wager": _("Least minimum of a table"),
    "maximum_wager": _("Greatest maximum of a table"),
    "player_maximum": _("Maximum of one player"),
    "players_a_box": _("Players on one box"),
    "player_bank": _("Player bank"),
    "co_bank": _("Co-bank"),
    "shared_bank": _("Shared bank"),
    "dealer_wager": _("Dealer's wager against a player bank"),
    "dealer_wager_amount": _("Fixed wager of the dealer"),
    "adjacent_areas": _("Two adjacent betting areas"),
    "match_play": _("Match-play coupons"),
    "delivery_styles": _("Ways to deliver the stacks"),
    "bank_cut": _("The bank cuts the stacks"),
    "cuts": _("Approved cuts"),
    "cut_chooser": _("Who else chooses the cut"),
    "adjust": _("Adjustment by four"),
    "start_from": _("Starting position from"),
    "generator_approval": _("Approval of the generator"),
    "generator_approved_on": _("Day of the generator's approval"),
    "generator_least": _("Least number of the generator"),
    "generator_greatest": _("Greatest number of the generator"),
    "tile_hours": _("Hours until tiles are changed"),
    "dice_hours": _("Hours until dice are changed"),
    "warning_minutes": _("Minutes of warning before a limit"),
    "house_way": _("Own house way"),
    "proposition_minimum": _("Minimum of a proposition"),
    "proposition_maximum": _("Maximum of a proposition"),
    "four_card": _("Four Card pay table"),
    "jackpot_minimum": _("Least wager for the jackpot"),
    "jackpot_seed": _("First amount of a jackpot"),
    "jackpot_grows": _("The house adds to the jackpot"),
    "jackpot_step": _("What the house adds each time"),
}

VALUES: Mapping[str, Mapping[str, Promise]] = {
    "vigorish_rounding": {
        "cent": _("half up to the cent"),
        "up-to-25c": _("up to the next 25 cents"),
    },
    "dealer_wager": {
        "last-wager": _("the banker's last wager"),
        "fixed": _("a fixed amount"),
        "none": _("nothing"),
    },
    "delivery_styles": {
        "house-way-right": _("House way, from the right"),
        "house-way-left": _("House way, from the left"),
        "cup-say-right": _("Cup Say, right"),
        "cup-say-left": _("Cup Say, left"),
        "jung-quat": _("Jung Quat"),
        "chee-yee": _("Chee Yee"),
        "pin-say-right": _("Pin Say, right"),
        "pin-say-left": _("Pin Say, left"),
        "dragon-head-right": _("Dragon Head, right"),
        "dragon-head-left": _("Dragon Head, left"),
    },
    "cut_chooser": {
        "supervisor": _("the supervisor"),
        "random": _("chance"),
    },
    "start_from": {
        "dice": _("three dice"),
        "generator": _("an approved generator"),
    },
    "jackpot_grows": {
        "none": _("never"),
        "per-day": _("every day"),
        "per-wager": _("with every wager"),
        "per-hour": _("every hour"),
        "share-of-win": _("by a share of the win"),
    },
}

PROFILES: Mapping[str, Promise] = {
    "maryland": _("Maryland"),
    "leaflet": _("Leaflet"),
    "mbs": _("Marina Bay Sands"),
    "new-zealand": _("New Zealand"),
    "three-card-split": _("Three Card Split"),
}


def alert_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of an alert; an unknown code is shown as it is."""
    sentence = ALERTS.get(code)
    if sentence is None:
        return code
    words = dict(params)
    if "kind" in words:
        words["kind"] = kind_words(words["kind"])
    if "what" in words:
        words["what"] = CALLS.get(words["what"], words["what"])
    if "cents" in words:
        words["cents"] = money_text(words["cents"], words.get("currency", "USD"))
    if "alarm" in words and words["alarm"] in AlarmCode.values:
        words["alarm"] = AlarmCode(words["alarm"]).label
    return str(sentence).format_map(_Said(words))


class _Said(dict[str, Any]):
    """What an older alert does not say is a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


OTHER_KINDS: dict[str, str | Promise] = {}
"""Kinds of things that apps above this one have, such as slips; they plug in their words."""


def kind_words(kind: str) -> str:
    if kind in EquipmentKind.values:
        return str(EquipmentKind(kind).label)
    return str(OTHER_KINDS.get(kind, kind))


def state_words(state: str) -> str:
    return str(EquipmentState(state).label) if state in EquipmentState.values else state


def reason_words(reason: str) -> str:
    return str(REASONS.get(reason, reason))


def hold_words(reason: str) -> str:
    """Why no round may start at a table, as people say it; nothing where nothing holds it."""
    return str(HOLDS.get(reason, reason))


def value_words(option: str, code: str) -> str:
    """A value of an option in words; names such as those of the cuts are their own words."""
    known = VALUES.get(option, {}).get(code)
    return str(known) if known is not None else code.replace("-", " ").title()


def profile_words(profile_id: str) -> str:
    return str(PROFILES.get(profile_id, profile_id))


def known_alert(code: str, detail: Mapping[str, Any]) -> str:
    return alert_words(code, detail) if code in ALERTS else ""


EVENT_WORDS = {
    "code": known_alert,
    "what": known_in(CALLS),
    "rules": known_in(PROFILES),
    "kind": known_in(dict(EquipmentKind.choices)),
    "profile": known_in(PROFILES),
    "state": known_in(dict(TableState.choices) | dict(EquipmentState.choices)),
    **dict.fromkeys(("from_state", "to_state"), known_in(dict(EquipmentState.choices))),
    **dict.fromkeys(("reason", "result", "decision"), known_in(REASONS)),
}
"""The words for codes in the events of this app, by the key of their detail."""
