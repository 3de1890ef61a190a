"""What the commands of the cash log answer with; never who somebody is."""

from dataclasses import dataclass
from datetime import datetime

from banking.models import Patron
from staff.models import Person


@dataclass(frozen=True, slots=True)
class PatronAnswer:
    """A patron by key and description."""

    patron_id: int
    key: str
    description: str


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Who handed the log to whom, and when."""

    giver: str
    taker: str
    at: datetime


def patron_answer(viewer: Person, patron: Patron) -> PatronAnswer:
    return PatronAnswer(patron.pk, patron.key, patron.description)


def handed_over(viewer: Person, done: HandedOver) -> HandedOver:
    return done
