"""Read the filters of the event stream from a query string."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.timezone import get_current_timezone, is_naive, make_aware
from django.utils.translation import gettext as _

from audit.queries.events import Filters
from rules.refusals import Refused

T = TypeVar("T")
MOST_TEXT = 80


def filters_from(given: Mapping[str, str], log_id: int) -> Filters:
    """The filters that a page or a call asks for; what cannot be read is refused."""
    return Filters(
        log_id=log_id,
        person_id=_read(given, "person", _number),
        table_id=_read(given, "table", _number),
        round_id=_read(given, "round", UUID),
        subject=_subject(given),
        kind=_read(given, "kind", _word) or "",
        since=_read(given, "since", _moment),
        until=_read(given, "until", _moment),
    )


def _subject(given: Mapping[str, str]) -> str:
    set_id = _read(given, "set", _number)
    return f"equipment:{set_id}" if set_id is not None else _read(given, "about", _word) or ""


def _read(given: Mapping[str, str], name: str, read: Callable[[str], T]) -> T | None:
    text = given.get(name, "").strip()
    if not text:
        return None
    try:
        return read(text)
    except (ValueError, OverflowError) as error:
        message = _("The filter {name} cannot be read: {text}").format(name=name, text=text[:40])
        raise Refused("bad_filter", message) from error


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ValueError(text)
    return int(text)


def _word(text: str) -> str:
    if len(text) > MOST_TEXT or not text.isprintable():
        raise ValueError(text)
    return text


def _moment(text: str) -> datetime:
    found: Any = parse_datetime(text)
    if found is None:
        raise ValueError(text)
    return make_aware(found, get_current_timezone()) if is_naive(found) else found
