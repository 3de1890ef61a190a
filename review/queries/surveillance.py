"""The surveillance log, latest line first."""

from dataclasses import dataclass

from django.db.models import QuerySet

from review.models import SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS
from staff.models import Person

PAGE = 30


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line with its codes in words."""

    entry: SurveillanceEntry
    reason: str
    suspected: str

    @property
    def is_suspicious(self) -> bool:
        return self.entry.suspected != "none"


def log_lines(person: Person) -> QuerySet[SurveillanceEntry]:
    lines = SurveillanceEntry.objects.filter(property_id=person.property_id)
    return lines.select_related("observer", "table", "round", "adds_to")


def surveillance_page(person: Person, before: int | None) -> tuple[list[LogLine], int | None]:
    """A page of lines, and the number before which the next page begins."""
    lines = log_lines(person)
    if before is not None:
        lines = lines.filter(number__lt=before)
    found = list(lines.order_by("-number")[: PAGE + 1])
    shown = [
        LogLine(each, str(WATCH_REASONS[each.reason]), str(SUSPECTED[each.suspected]))
        for each in found[:PAGE]
    ]
    return shown, found[PAGE - 1].number if len(found) > PAGE else None
