"""What people call the things that events know by number: "Inspection of T-1025 at table 4"."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.models import AlarmCode
from foundation.wording import moment_text

MOST_BITS = 63
Saying = str | Promise
Filled = str | tuple[str, Callable[[Any], str]]
"""A column of the thing or of what it belongs to, and where it holds a code, how that is said."""


class Called:
    """The word for a kind of thing, and what one of them is called.

    Of the sentences the first counts whose columns are all filled in.
    """

    def __init__(self, word: Saying, *sentences: Saying, **columns: Filled) -> None:
        self.word = word
        self.sentences = sentences
        self.columns = columns

    def name(self, row: Mapping[str, Any]) -> str:
        """What a thing is called, from its columns."""
        filled = {key: value for key, value in row.items() if value not in (None, "")}
        for sentence in self.sentences:
            try:
                return str(sentence).format_map(filled)
            except KeyError:
                continue
        return str(self.word)


CALLED: dict[str, Called] = {}


def register_things(things: Mapping[str, Called]) -> None:
    """Take in what the things of an app are called, by the name that events have for them."""
    CALLED.update(things)


def names_of_things(references: Iterable[str]) -> dict[str, str]:
    """The names of all these things: one question for each kind of thing."""
    found: dict[str, set[str]] = {}
    for reference in references:
        kind, _colon, key = reference.partition(":")
        found.setdefault(kind, set()).add(key)
    return {
        f"{kind}:{key}": name
        for kind, keys in found.items()
        if kind in CALLED and kind in _models()
        for key, name in _names(_models()[kind], CALLED[kind], keys)
    }


def word_for(reference: str) -> str:
    """The word for a kind of thing where nothing more is known of it."""
    called = CALLED.get(reference.partition(":")[0])
    return str(called.word) if called else reference


@cache
def _models() -> Mapping[str, type[Model]]:
    named = {getattr(model, "audit_name", ""): model for model in apps.get_models()}
    return {name: model for name, model in named.items() if name}


def _names(model: type[Model], called: Called, keys: Iterable[str]) -> Iterable[tuple[Any, str]]:
    paths = [each if isinstance(each, str) else each[0] for each in called.columns.values()]
    rows = model._base_manager.filter(pk__in=_known_keys(model, keys))
    for key, *values in rows.values_list("pk", *paths):
        row = zip(called.columns.items(), values, strict=True)
        yield key, called.name({name: _said(column, value) for (name, column), value in row})


def _known_keys(model: type[Model], keys: Iterable[str]) -> list[Any]:
    known = []
    for key in keys:
        try:
            value = model._meta.pk.to_python(key)
        except ValidationError:
            continue
        if not isinstance(value, int) or value.bit_length() <= MOST_BITS:
            known.append(value)
    return known


def _said(column: Filled, value: Any) -> Any:
    if isinstance(column, tuple) and value is not None:
        return column[1](value)
    if isinstance(value, datetime):
        return moment_text(value, "minute", timezone.get_current_timezone_name())
    return moment_text(value, "day") if isinstance(value, date) else value


def said_by(words: Mapping[str, Saying]) -> Callable[[Any], str]:
    """How a code is said that is one of a pick-list."""
    return lambda code: str(words.get(code, code))


register_things(
    {
        "alarm": Called(
            _("Alarm of the record"),
            _("Alarm of the record: {what}"),
            what=("code", said_by(dict(AlarmCode.choices))),
        ),
        "alarms": Called(_("Alarms of the record")),
        "bundles": Called(_("Bundles for outsiders")),
        "database": Called(_("Shape of the database")),
        "export": Called(_("Bundle"), _("Bundle of {at}"), at="requested_at"),
        "hold": Called(_("Hold"), _("Hold: {label}"), label="label"),
        "installation": Called(_("This installation")),
        "log": Called(_("State of the log")),
        "passkey": Called(_("Passkey"), _("Passkey of {person}"), person="person__name"),
        "person": Called(_("Person"), "{name}", name="name"),
        "property": Called(_("House"), "{name}", name="name"),
        "signoff": Called(_("signature"), _("Signature of {person}"), person="person__name"),
        "strangers": Called(_("Tries of strangers")),
        "tablet": Called(_("Tablet"), "{name}", name="name"),
        "token": Called(_("Token"), _("Token of {service}"), service="service__name"),
    }
)
