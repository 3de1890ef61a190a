"""Say an event to people: its kind's sentence, filled with what the event says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from staff.models import Person

UNKNOWN = "…"
READ = {
    "stream": gettext_lazy("the list of events"),
    "event": gettext_lazy("one event"),
    "timeline": gettext_lazy("everything about one thing"),
    "proof": gettext_lazy("the proof of an event"),
}


class _Words(dict[str, Any]):
    """What a sentence does not find, it leaves open."""

    def __missing__(self, key: str) -> str:
        return UNKNOWN


@dataclass(frozen=True, slots=True)
class Names:
    """How people call the things that events know by number; the log itself keeps no names."""

    people: Mapping[int, str] = field(default_factory=dict)
    tables: Mapping[int, str] = field(default_factory=dict)
    rounds: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, bodies: Iterable[Mapping[str, Any]]) -> "Names":
        """Look the names up for all these events at once."""
        found: dict[str, set[str]] = {}
        for body in bodies:
            by = body.get("by")
            if by:
                found.setdefault("person", set()).add(str(by["person"]))
            for subject in body.get("about", []):
                kind, _colon, number = subject.partition(":")
                found.setdefault(kind, set()).add(number)
        people = Person.objects.filter(pk__in=_numbers(found.get("person")))
        tables = _rows("tables", "GamingTable", _numbers(found.get("table")), "number")
        sets = _rows("tables", "EquipmentSet", _numbers(found.get("equipment")), "serial")
        rounds = _rows("rounds", "Round", _uuids(found.get("round")), "number")
        return cls(
            dict(people.values_list("pk", "name")),
            {key: _("Table {number}").format(number=number) for key, number in tables.items()},
            {str(key): _("round {number}").format(number=n) for key, n in rounds.items()},
            {key: str(serial) for key, serial in sets.items()},
        )

    def of_subject(self, subject: str) -> str:
        """A subject as people call it: `table:7` may be "Table 12"."""
        kind, _colon, number = subject.partition(":")
        known: dict[str, Mapping[Any, str]] = {
            "person": self.people,
            "table": self.tables,
            "round": self.rounds,
            "equipment": self.sets,
        }
        key: Any = int(number) if number.isdigit() else number
        return known.get(kind, {}).get(key, subject)


def sentence_of(body: Mapping[str, Any], names: Names) -> str:
    """The sentence for an event, as its kind says it today."""
    try:
        template = str(EventKind.of(body["kind"]).sentence)
    except KeyError:
        return str(body.get("kind", UNKNOWN))
    return template.format_map(_words(body, names))


def _words(body: Mapping[str, Any], names: Names) -> _Words:
    words = _Words(body.get("detail") or {})
    if words.get("what") in READ:
        words["what"] = READ[words["what"]]
    by = body.get("by")
    if by:
        words["person"] = names.people.get(by["person"], f"{by['person']} ({by['licence']})")
    for subject in body.get("about", []):
        kind = subject.partition(":")[0]
        word = {"equipment": "set"}.get(kind, kind)
        if word in ("table", "round", "set"):
            words.setdefault(word, names.of_subject(subject))
    return words


def _numbers(texts: Iterable[str] | None) -> list[int]:
    return sorted(int(text) for text in texts or () if text.isdigit())


def _uuids(texts: Iterable[str] | None) -> list[UUID]:
    found = []
    for text in texts or ():
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found


def _rows(app: str, model: str, keys: list[Any], column: str) -> dict[Any, Any]:
    """Names from an app above this one, when it is there."""
    if not keys:
        return {}
    rows = apps.get_model(app, model)._default_manager.filter(pk__in=keys)
    return dict(rows.values_list("pk", column))
