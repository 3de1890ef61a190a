"""Say an event to people: its kind's sentence, filled with what the event says."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from audit.fields import FIELDS
from audit.models import AlarmCode
from audit.naming import names_of_things, word_for
from foundation.wording import chips_text, moment_text, money_text
from staff.house_settings import SETTINGS
from staff.models import Person, Role
from staff.wording import SIGNED

UNKNOWN = "–"
LEFT_OPEN = "…"
EVENT_PARTS = {
    "audit": gettext_lazy("Record"),
    "staff": gettext_lazy("People"),
    "tables": gettext_lazy("Tables and equipment"),
    "banking": gettext_lazy("Money"),
    "rounds": gettext_lazy("Rounds"),
    "reports": gettext_lazy("Reports"),
    "tablet": gettext_lazy("Tablets"),
    "first_day": gettext_lazy("The first day"),
}
"""The parts of the floor that kinds of events belong to, by the app in their code."""
READ = {
    "stream": gettext_lazy("the list of events"),
    "event": gettext_lazy("one event"),
    "timeline": gettext_lazy("everything about one thing"),
    "proof": gettext_lazy("the proof of an event"),
    "round": gettext_lazy("the page of a round"),
    "replay": gettext_lazy("the replay of a round"),
    "dispute": gettext_lazy("a dispute"),
    "file": gettext_lazy("a file of a dispute"),
}

NAMED_APART = ("person:", "table:")
"""Whom sentences name as well, and so are looked up for every list."""

Detail = Mapping[str, Any]
KeyWords = Callable[[str, Detail], str]
"""The words for one code in the detail of an event, which comes along; "" where it is not known."""
Teller = Callable[[Detail], str]
"""A whole sentence from the detail; "" where the kind's own sentence says enough."""

NOBODY: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
_key_words: dict[str, dict[str, KeyWords]] = {}
_tellers: dict[str, Teller] = {}


def register_words(
    app: str, words: Mapping[str, KeyWords], tellers: Mapping[EventKind, Teller] | None = None
) -> None:
    """Take in the words of an app above this one, by the key of the detail or by the kind."""
    _key_words[app] = dict(words)
    _tellers.update({kind.code: teller for kind, teller in (tellers or {}).items()})


def known_in(words: Mapping[str, Any]) -> KeyWords:
    """The words of a pick-list, which is all that a key may hold."""
    return lambda code, detail: str(words[code]) if code in words else ""


@dataclass(frozen=True, slots=True)
class Names:
    """How people call the things that events know by number; the log itself keeps no names."""

    people: Mapping[int, str] = field(default_factory=dict)
    tables: Mapping[int, str] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)
    profiles: Mapping[int, str] = field(default_factory=dict)
    currencies: Mapping[int, str] = field(default_factory=dict)
    zone: str = field(default_factory=timezone.get_current_timezone_name)

    @classmethod
    def of(cls, bodies: Iterable[Mapping[str, Any]]) -> "Names":
        """Look the names up for all these events at once."""
        about, people = set(), set()
        for body in bodies:
            if by := body.get("by"):
                people.add(str(by["person"]))
            about.update(body.get("about", []))
        people.update(_keys_of("person", about))
        tables, profiles, currencies = tables_named(_numbers(_keys_of("table", about)))
        named = Person.everybody.filter(pk__in=_numbers(people))
        return cls(
            dict(named.values_list("pk", "name")),
            tables,
            names_of_things(each for each in about if not each.startswith(NAMED_APART)),
            profiles,
            currencies,
        )

    def of_subject(self, subject: str) -> str:
        """A subject as people call it: `table:7` may be "Table 12"."""
        kind, _colon, number = subject.partition(":")
        apart = {"person": self.people, "table": self.tables}.get(kind, {})
        name = apart.get(int(number)) if number.isdecimal() else None
        return name or self.things.get(subject) or word_for(subject)


def literal(text: str) -> str:
    """A sentence that is filled in already: a brace in it is a brace."""
    return text.replace("{", "{{").replace("}", "}}")


def table_name(number: int) -> str:
    return _("Table {number}").format(number=number)


def sentence_of(body: Mapping[str, Any], names: Names) -> str:
    """The sentence for an event of the log, as its kind says it today."""
    by, signed = body.get("by"), body.get("signed") or {}
    about = [each for each in body.get("about", []) if each.startswith("table:")]
    table_id = next(iter(_numbers(_keys_of("table", about))), 0)
    return event_sentence(
        str(body.get("kind", UNKNOWN)),
        {
            "profile": names.profiles.get(table_id, ""),
            "currency": names.currencies.get(table_id, ""),
            "after": body.get("after"),
        }
        | (body.get("detail") or {}),
        person=names.people.get(by["person"], f"{by['person']} ({by['licence']})") if by else "",
        table=names.of_subject(about[0]) if about else "",
        zone=names.zone,
        signed=signed,
    )


def event_sentence(
    code: str,
    detail: Detail,
    *,
    person: str = "",
    table: str = "",
    zone: str = "UTC",
    signed: Mapping[str, Mapping[str, Any]] = NOBODY,
) -> str:
    """Say an event, the same on every page and paper; a word that the record lacks is a dash.

    Where the detail says whose PIN it was, they did it and not whoever was signed in; everybody
    else who signed is named at the end.
    """
    try:
        kind = EventKind.of(code)
    except KeyError:
        return code
    told = _tellers[code](detail) if code in _tellers else ""
    sentence = told or str(kind.sentence)
    words = _Words({key: _word(code, key, value, detail, zone) for key, value in detail.items()})
    whose = next((e["name"] for e in signed.values() if e["person"] == detail.get("person")), "")
    words["person"] = whose or person or _("the software")
    words.setdefault("table", table or _("the table"))
    said = sentence.format_map(words)
    others = {f"{e['name']} ({e['licence']})" for e in signed.values() if e["name"] not in said}
    return (
        _("{said}; signed by {names}").format(said=said, names=", ".join(sorted(others)))
        if others
        else said
    )


def kind_sentence(kind: EventKind) -> str:
    """The sentence of a kind, open where an event fills it in."""
    said = str(kind.sentence).format_map(_Left()).strip(f"{LEFT_OPEN} :,")
    return said[:1].upper() + said[1:]


def fields_said(
    body: Mapping[str, Any], fields: Mapping[str, Any] | None, names: Names
) -> list[tuple[str, str]]:
    """The parts of an event that have words, in words; the settings of a house by their labels."""
    found = dict(fields) if isinstance(fields, Mapping) else {}
    decided = found.pop("settings", None) or {}
    table = next((each for each in body.get("about", []) if each.startswith("table:")), "")
    currency = names.currencies.get(next(iter(_numbers(_keys_of("table", [table]))), 0), "USD")
    return [
        (str(FIELDS[key]), said)
        for key, value in found.items()
        if key in FIELDS and (said := _field(str(body["kind"]), key, value, currency, names.zone))
    ] + [(str(SETTINGS[key].label), str(value)) for key, value in decided.items()]


def _field(code: str, key: str, value: Any, currency: str, zone: str) -> str:
    if isinstance(value, list):
        said = [_field(code, key, each, currency, zone) for each in value]
        return chips_text(value) if key == "denominations" else ", ".join(filter(None, said))
    if isinstance(value, Mapping) or value in (None, ""):
        return ""
    if key.endswith("_cents"):
        return money_text(value, currency)
    return str(_word(code, key, value, {}, zone))


def _word(code: str, key: str, value: Any, detail: Detail, zone: str) -> Any:
    if isinstance(value, Mapping):
        value = value.get("code", UNKNOWN)
    if value is None:
        return UNKNOWN
    if key.endswith("_at") and isinstance(value, str):
        at = parse_datetime(value)
        return moment_text(at, "time", zone) if at else value
    return _known(code, key, str(value), detail) if isinstance(value, str | int) else value


def _known(code: str, key: str, value: str, detail: Detail) -> str:
    own = code.partition(".")[0]
    for app in (own, *(each for each in reversed(_key_words) if each != own)):
        said = _key_words.get(app, {}).get(key, _nothing)(value, detail)
        if said:
            return said
    return value


def _nothing(code: str, detail: Detail) -> str:
    return ""


def _refused(detail: Detail) -> str:
    return _("Refused: {message}") if detail.get("message") else ""


class _Left(dict[str, str]):
    """What an event of a kind fills in, left open."""

    def __missing__(self, key: str) -> str:
        return LEFT_OPEN


class _Words(dict[str, Any]):
    """What a sentence does not find, it leaves open."""

    def __missing__(self, key: str) -> str:
        return UNKNOWN


def _numbers(texts: Iterable[str] | None) -> list[int]:
    return sorted(int(text) for text in texts or () if text.isdecimal())


def _keys_of(kind: str, subjects: Iterable[str]) -> list[str]:
    return [each.partition(":")[2] for each in subjects if each.startswith(f"{kind}:")]


def tables_named(keys: Iterable[int]) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """How tables are called, by which rules they play, and in which currency."""
    rows = apps.get_model("tables", "GamingTable")._default_manager.filter(pk__in=list(keys))
    columns = ("pk", "number", "submission__profile", "property__currency")
    found = list(rows.values_list(*columns)) if keys else []
    return (
        {key: table_name(number) for key, number, _profile, _currency in found},
        {key: profile for key, _number, profile, _currency in found},
        {key: currency for key, _number, _profile, currency in found},
    )


register_words(
    "audit",
    {"what": known_in(READ), "code": known_in(dict(AlarmCode.choices))},
    {EventKind.STEP_REFUSED: _refused},
)
register_words("staff", {"act": known_in(SIGNED), "roles": known_in(dict(Role.choices))})
