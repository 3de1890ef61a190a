"""The accounting journal is taken away: its hash goes into the log."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.utils.translation import gettext_lazy

from audit.events import EventKind
from banking.queries.journal import Journal, journal_of
from foundation.commands import Call, command
from foundation.inputs import Input
from staff.models import Person
from staff.policy import Act


class ExportJournal(Input):
    """Of which gaming day, and in which form."""

    day: date
    form: Literal["json", "csv"] = "json"


@dataclass(frozen=True, slots=True)
class JournalTaken:
    """The journal, and the hash of its JSON text."""

    sha256: str
    journal: Journal


def journal_answer(viewer: Person, taken: Journal) -> JournalTaken:
    return JournalTaken(taken.sha256, taken)


@command(
    ExportJournal,
    act=Act.EXPORT_JOURNAL,
    says=gettext_lazy("Take the journal"),
    path="journals/",
    answer=journal_answer,
)
def export_journal(call: Call[ExportJournal]) -> Journal:
    """Take the journal of a gaming day; made again later it has the same hash."""
    made = journal_of(call.by.property, call.input.day)
    call.record(
        EventKind.JOURNAL_EXPORTED,
        about=call.by.property,
        detail={
            "day": made.day,
            "form": call.input.form,
            "sha256": made.sha256,
            "lines": len(made.lines),
        },
    )
    return made
