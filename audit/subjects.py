"""What the record is about, as people call it: "table 2 round 45", "T-1009", "dispute 7"."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from audit.models import Event
from audit.wording import Names
from rules.refusals import Refused
from staff.models import Person

REFERENCE = re.compile(r"[\w-]+:[\w-]+")
MOST = 8


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing by the name that events have for it, by that of people, and what belongs to it."""

    reference: str
    label: str
    detail: str = ""


Finder = Callable[[int, str], Iterable[NamedThing]]
_finders: list[Finder] = []


def register_finder(finder: Finder) -> None:
    """Take in how an app above this one finds its things by what people type."""
    _finders.append(finder)


def things_named(house_id: int, words: str) -> list[NamedThing]:
    """Everything in a house that is called so, at most a handful."""
    asked = words.strip()
    if not asked:
        return []
    found = [thing for finder in _finders for thing in finder(house_id, asked)]
    if not found and REFERENCE.fullmatch(asked) and events_about(house_id, asked):
        found = [NamedThing(asked, Names.of([{"about": [asked]}]).of_subject(asked))]
    return found[:MOST]


def thing_asked(house_id: int, words: str) -> NamedThing:
    """The one thing that is meant; what nobody knows, or could be several, is refused."""
    found = things_named(house_id, words)
    if not found:
        raise Refused(
            "unknown_subject",
            _(
                "Nothing on record is called “{words}”. Name a round as “table 2 round 45”, a set "
                "by its serial, a dispute as “dispute 7”, a table, or a badge."
            ).format(words=words.strip()[:60]),
        )
    if len(found) > 1:
        names = "; ".join(thing.label for thing in found)
        raise Refused(
            "several_subjects", _("This may be one of several: {names}.").format(names=names)
        )
    return found[0]


def events_about(house_id: int, reference: str) -> int:
    """How many events of a house's log are about something."""
    return Event.objects.filter(log_id=house_id, about__contains=[reference]).count()


def people_called(house_id: int, words: str) -> Iterable[NamedThing]:
    """Somebody of the staff by badge or licence."""
    people = Person.objects.filter(property_id=house_id)
    for person in people.filter(badge__iexact=words) | people.filter(licence_number__iexact=words):
        yield NamedThing(f"person:{person.pk}", f"{person.name} ({person.badge})")


register_finder(people_called)
