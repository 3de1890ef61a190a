"""Reasons and movements as the record keeps them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rounds.wording import outcome_words
from rules.movements import Movement
from rules.reasons import Reason


def reason_record(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, "params": dict(reason.params), "cite": reason.cite}


def called_reasons(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A round that was entered quickly: the dealer's word is all there is."""
    return [
        {
            "cite": "",
            "seat": each["seat"],
            "text": _("Seat {seat}: called as {outcome}; entered without tiles.").format(
                seat=each["seat"], outcome=outcome_words(each["outcome"])
            ),
            "clause": _("Called as {outcome}; entered without tiles.").format(
                outcome=outcome_words(each["outcome"])
            ),
        }
        for each in document.get("outcomes", [])
    ]


def said(reason: Reason, text: str, clause: str) -> dict[str, Any]:
    """A reason in words, with its paragraph."""
    return {"cite": reason.citation, "text": text, "clause": clause}


def movement_record(move: Movement) -> dict[str, Any]:
    return {
        "from": move.from_place,
        "to": move.to_place,
        "cents": move.amount_cents,
        "reason": move.reason,
        "seat": move.seat,
    }
