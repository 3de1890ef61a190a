"""What an event of the record says, with every code in it put into words."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from audit.events import EventKind
from banking.models import BankKind, SlipKind
from rounds.models import Decision, RoundState
from rounds.reasons import CORRECTION_REASONS, DISPUTE_CLAIMS, VOID_REASONS
from rounds.words import (
    OUTCOMES,
    RULINGS,
    bank_words,
    event_words,
    hand_words,
    outcome_words,
    ruling_words,
)
from rules.irregularities import EVENTS
from tables.words import alert_words, kind_words, reason_words, state_words

NOT_KNOWN = "–"


def event_sentence(
    code: str, detail: Mapping[str, Any], *, person: str, table: str = "", zone: str = "UTC"
) -> str:
    """Say an event; a word that the record lacks is left as a dash."""
    if code == EventKind.STEP_REFUSED.code and detail.get("message"):
        return _("Refused: {message}").format(message=detail["message"])
    if code in TOLD:
        told = TOLD[code](detail.get("after") or {})
        if told:
            return told
    if code == EventKind.ROUND_DEALT.code and not detail.get("start"):
        return _("Dealt")
    words = _Words({key: _word(key, value, detail, zone) for key, value in detail.items()})
    words["person"] = person
    words.setdefault("table", table or _("the table"))
    if code == EventKind.DICE_ROLLED.code and detail.get("adjust"):
        words["adjust"] = f"{detail['adjust']:+d}".replace("-", "\N{MINUS SIGN}")
        said = _("The total is {total}, counted with {adjust}; the first hand goes to {start}")
        return said.format_map(words)
    return str(EventKind.of(code).sentence).format_map(words)


def _word(key: str, value: Any, detail: Mapping[str, Any], zone: str) -> Any:
    if key == "ruling" and isinstance(value, Mapping):
        value = value.get("code", NOT_KNOWN)
    if key == "code" and isinstance(value, str):
        return alert_words(value, detail)
    if not isinstance(value, str):
        return NOT_KNOWN if value is None else value
    if key.endswith("_at"):
        at = parse_datetime(value)
        return _at(at, zone) if at else value
    return WORDS[key](value) if key in WORDS else value


def _at(at: datetime, zone: str) -> str:
    return f"{at.astimezone(ZoneInfo(zone)):%H:%M}"


def _reason(code: str) -> str:
    for known in (VOID_REASONS, CORRECTION_REASONS):
        if code in known:
            return str(known[code])
    return event_words(code) if code in EVENTS else reason_words(code)


def _state(code: str) -> str:
    if code in RoundState.values:
        return str(RoundState(code).label)
    return outcome_words(code) if code in OUTCOMES else state_words(code)


def _kind(code: str) -> str:
    for choices in (BankKind, SlipKind):
        if code in choices.values:
            return str(choices(code).label)
    return kind_words(code)


def place_said(position: str) -> str:
    """A place of the layout as people say it: `seat-3` is seat 3."""
    named = {"dealer": _("the dealer"), "dead-hand": _("the dead hand")}
    word, _hyphen, number = position.partition("-")
    spoken = {"seat": _("seat {number}"), "box": _("box {number}")}
    if word in spoken and number.isdigit():
        return spoken[word].format(number=number)
    return named.get(position, position.replace("-", " "))


def _decision(code: str) -> str:
    return str(Decision(code).label) if code in Decision.values else reason_words(code)


WORDS: Mapping[str, Callable[[str], str]] = {
    "claim": lambda code: str(DISPUTE_CLAIMS.get(code, code)),
    "decision": _decision,
    "event": event_words,
    "ruling": lambda code: ruling_words(code) if code in RULINGS else _reason(code),
    "reason": _reason,
    "result": reason_words,
    "state": _state,
    "from_state": state_words,
    "to_state": state_words,
    "kind": _kind,
    "start": place_said,
    "seat": place_said,
}


def _hands(after: Mapping[str, Any]) -> str:
    """Whose hands were set, and as what."""
    return "; ".join(
        _("{place}: {high} / {low}").format(
            place=_spoken(place),
            high=hand_words(hand["high_name"]),
            low=hand_words(hand["low_name"]),
        )
        for place, hand in after.items()
        if isinstance(hand, Mapping) and "high_name" in hand
    )


def _spoken(place: str) -> str:
    if place.isdigit():
        return _("Hand of seat {number}").format(number=place)
    return _("Hand of the dealer")


def _bank(after: Mapping[str, Any]) -> str:
    if not after.get("kind"):
        return ""
    who = bank_words(str(after["kind"]), after.get("seat"), "")
    shares = ", ".join(str(share["player"]) for share in after.get("shares", []))
    held_by = f"{who} ({shares})" if shares else who
    return _("The bank was offered. It is held by: {who}").format(who=held_by)


TOLD: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    EventKind.HANDS_SET.code: _hands,
    EventKind.BANK_OFFERED.code: _bank,
}


class _Words(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return NOT_KNOWN
