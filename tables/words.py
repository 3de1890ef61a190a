"""The sentences for stored codes: alerts, moves, reasons. Codes are stored, words are shown."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.inspections import FAULTS
from tables.models import EquipmentKind, EquipmentState

ALERTS: Mapping[str, Promise] = {
    "equipment_due": _("{kind} {serial} at table {table}: change within {minutes} minutes"),
    "equipment_expired": _("{kind} {serial} at table {table} is past its limit: no new round"),
    "envelope_not_collected": _("Envelope {seal} was not collected by the end of the day"),
    "destruction_due": _("{serial} is to be destroyed by {day}: security and a witness"),
    "destruction_late": _("{serial} should have been destroyed by now"),
    "floorperson_over": _(
        "{person} answers for {tables} tables; more than {most} is against the rule"
    ),
    "dice_not_checked": _("Dice {serial} were not checked at the end of the day"),
    "not_reconciled": _("{kind}: no daily reconciliation yesterday"),
    "stock_take_due": _("{kind}: the stock-take is due"),
    "discrepancy_unsigned": _("Discrepancy report {number} on {serial} waits for the regulator"),
    "count_differs": _("{kind}: a count differs from the ledger"),
    "dispute_opened": _("Round {round} at table {table} is disputed"),
    "dispute_two_days_old": _("The dispute about round {round} at table {table} is two days old"),
    "dispute_notice_drafted": _(
        "Round {round} at table {table}: three days in dispute, a notice is drafted"
    ),
    "video_soon_lost": _(
        "Video of round {round} at table {table} is overwritten in {days} days: save it"
    ),
    "inventory_difference": _("Count {serial} differs from what was expected"),
    "record_alarm": _("The record needs attention: {alarm}"),
}

MOVES: Mapping[str, Promise] = {
    "receive": _("Received"),
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

REASONS: Mapping[str, Promise | str] = {
    "end_of_use": _("End of use"),
    **FAULTS,
    "worn": _("Worn"),
}


def alert_words(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of an alert; an unknown code is shown as it is."""
    sentence = ALERTS.get(code)
    if sentence is None:
        return code
    words = dict(params)
    if "kind" in words:
        words["kind"] = kind_words(words["kind"])
    try:
        return str(sentence).format(**words)
    except KeyError:
        return str(sentence)


def kind_words(kind: str) -> str:
    return str(EquipmentKind(kind).label) if kind in EquipmentKind.values else kind


def state_words(state: str) -> str:
    return str(EquipmentState(state).label) if state in EquipmentState.values else state


def reason_words(reason: str) -> str:
    return str(REASONS.get(reason, reason))
