"""The surveillance log, latest line first, by what somebody looks for."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q, QuerySet

from review.guards import TOLD_WITHIN
from review.models import SurveillanceEntry
from review.wording import SUSPECTED, WATCH_REASONS
from staff.models import Person

PAGE = 30
Outage = SurveillanceEntry.Outage


@dataclass(frozen=True, slots=True)
class OutageClock:
    """Who is to be told of a failure until when, and when they were."""

    step: str
    label: str
    due_at: datetime | None
    noted_at: datetime | None

    @property
    def was_late(self) -> bool:
        return bool(self.due_at and self.noted_at and self.noted_at > self.due_at)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line with its codes in words, and the clocks of a failure."""

    entry: SurveillanceEntry
    reason: str
    suspected: str
    clocks: tuple[OutageClock, ...] = ()

    @property
    def is_suspicious(self) -> bool:
        return self.entry.suspected != "none"

    @property
    def is_open_outage(self) -> bool:
        return any(each.step == Outage.ENDED and each.noted_at is None for each in self.clocks)


@dataclass(frozen=True, slots=True)
class LogSearch:
    """What somebody looks for; whatever is empty does not matter."""

    words: str = ""
    reason: str = ""
    suspected: str = ""
    table_id: int | None = None
    since: date | None = None
    until: date | None = None
    outages: bool = False


def log_lines(person: Person) -> QuerySet[SurveillanceEntry]:
    lines = SurveillanceEntry.objects.filter(property_id=person.property_id)
    return lines.select_related("observer", "table", "round__table", "dispute", "adds_to")


def surveillance_page(
    person: Person, before: int | None, wanted: LogSearch
) -> tuple[list[LogLine], int | None]:
    """A page of lines, and the number before which the next page begins."""
    lines = _wanted(log_lines(person), wanted)
    if before is not None:
        lines = lines.filter(number__lt=before)
    found = list(lines.order_by("-number")[: PAGE + 1])
    clocks = _clocks(found[:PAGE])
    shown = [
        LogLine(
            each,
            str(WATCH_REASONS[each.reason]),
            str(SUSPECTED[each.suspected]),
            clocks.get(each.pk, ()),
        )
        for each in found[:PAGE]
    ]
    return shown, found[PAGE - 1].number if len(found) > PAGE else None


def _wanted(lines: QuerySet[SurveillanceEntry], wanted: LogSearch) -> QuerySet[SurveillanceEntry]:
    for word in wanted.words.split():
        anywhere = Q(activity__icontains=word) | Q(person_watched__icontains=word)
        anywhere |= Q(result__icontains=word) | Q(faults__icontains=word)
        anywhere |= Q(camera__icontains=word) | Q(observer__name__icontains=word)
        lines = lines.filter(anywhere)
    if wanted.reason:
        lines = lines.filter(reason=wanted.reason)
    if wanted.suspected:
        lines = lines.filter(suspected=wanted.suspected)
    if wanted.table_id is not None:
        lines = lines.filter(table_id=wanted.table_id)
    if wanted.since is not None:
        lines = lines.filter(began_at__date__gte=wanted.since)
    if wanted.until is not None:
        lines = lines.filter(began_at__date__lt=wanted.until + timedelta(days=1))
    return lines.exclude(outage="") if wanted.outages else lines


def _clocks(lines: list[SurveillanceEntry]) -> dict[int, tuple[OutageClock, ...]]:
    """By failure, who was told when; one query for the whole page."""
    began = [each for each in lines if each.outage == Outage.BEGAN]
    if not began:
        return {}
    noted = {
        (each.adds_to_id, each.outage): each.began_at
        for each in SurveillanceEntry.objects.filter(adds_to__in=began).exclude(outage="")
    }
    steps = (Outage.SECURITY_TOLD, Outage.REGULATOR_TOLD, Outage.ENDED)
    return {
        each.pk: tuple(
            OutageClock(
                step.value,
                str(step.label),
                each.began_at + TOLD_WITHIN[step] if step in TOLD_WITHIN else None,
                noted.get((each.pk, step.value)),
            )
            for step in steps
        )
        for each in began
    }
