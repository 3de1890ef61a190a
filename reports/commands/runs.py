"""Ask for a report, make it, take it away; each is on the record."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, TypedDict
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Whole, Word
from foundation.locks import only_one
from foundation.reading import CopyTooOld, reading_at_length, wait_for_reader, writing
from reports.kinds import KINDS, HouseReport
from reports.models import ReportRun, ReportState
from reports.queries.runs import houses_reported_to
from reports.scope import Progress, scope_from, scope_record
from staff.models import Person, Property
from staff.policy import Act, require
from staff.queries.houses import rows_of
from tables.models import GamingTable, Pit

# A report has everything that was committed when it was asked for; a replica gets so long.
CATCH_UP_SECONDS = 30.0
UNMADE = (ReportState.WAITING, ReportState.RUNNING)


class AskReport(Input):
    """Which report, of which days or shift, and of which place."""

    takes_more: ClassVar[bool] = True

    code: Word
    first_day: date
    last_day: date
    shift: Whole = 0
    pit: Id | None = None
    table: Id | None = None
    dealer: Id | None = None
    houses: Annotated[tuple[Id, ...], Field(max_length=500)] = ()


class RunAnswer(TypedDict):
    """The report that a worker makes."""

    id: UUID


def run_answer(by: Person, run: ReportRun) -> RunAnswer:
    return {"id": run.pk}


@command(AskReport, act=Act.ASK_REPORT, says=gettext_lazy("Make the report"), answer=run_answer)
def ask_report(call: Call[AskReport]) -> ReportRun:
    """Ask for a report about a period and a place.

    Rule: Mississippi 13-8-4-16.
    """
    by, code = call.by, call.input.code
    require(by, KINDS[code].act)
    _guard_place(call)
    asked = call.input.model_dump(mode="json", exclude={"code"})
    scope = scope_from(by.property, asked)
    houses = _guard_houses(call)
    run = ReportRun.objects.create(
        id=uuid4(),
        property=by.property,
        kind=code,
        scope=scope_record(scope) | ({"houses": houses} if houses else {}),
        asked_by=by,
        asked_at=call.at,
    )
    call.record(EventKind.REPORT_ASKED, about=[by, run], detail={"kind": code, "scope": run.scope})
    _tell_others(call, houses)
    return run


def _tell_others(call: Call[AskReport], houses: list[int]) -> None:
    """Every other house's record says that it was read: by the person's own row there, if any."""
    rows = {row.property_id: row for row in rows_of(call.by)}
    detail = {"kind": call.input.code, "house": call.by.property.name}
    for house in Property.objects.filter(pk__in=houses).exclude(pk=call.by.property_id):
        who = rows.get(house.pk, call.by)
        call.record(EventKind.REPORTED_ELSEWHERE, about=house, by=who, detail=detail)


def _guard_houses(call: Call[AskReport]) -> list[int]:
    """The houses of a report over several: each is one whose report the person may see."""
    seen = {house.pk for house in houses_reported_to(call.by, KINDS[call.input.code])}
    asked = call.input
    is_of_one = asked.shift or asked.pit or asked.table or asked.dealer
    if not seen.issuperset(asked.houses) or (asked.houses and is_of_one):
        raise Http404
    return sorted(set(asked.houses))


def _guard_place(call: Call[AskReport]) -> None:
    """The pit, the table and the dealer are of this house, or they are not there."""
    asked = call.input
    for model, key in ((Pit, asked.pit), (GamingTable, asked.table), (Person, asked.dealer)):
        if key is None:
            continue
        if not model._default_manager.filter(pk=key, property_id=call.by.property_id).exists():
            raise Http404


def make_report(run_id: UUID) -> bool:
    """Make a report that waits, or that a process left when it died; False when it is made, or
    somebody else makes it.
    """
    with only_one(f"reports.run:{run_id}") as is_ours:
        return is_ours and _make_report(run_id)


def _make_report(run_id: UUID) -> bool:
    unmade = ReportRun.objects.filter(pk=run_id, state__in=UNMADE)
    if not unmade.update(state=ReportState.RUNNING, done=0):
        return False
    run = ReportRun.objects.select_related("property").get(pk=run_id)

    def progress(done: int, parts: int) -> None:
        with writing():
            ReportRun.objects.filter(pk=run_id).update(done=done, parts=parts)

    try:
        wait_for_reader(time.monotonic() + CATCH_UP_SECONDS)
        with reading_at_length():
            figures = read_figures(run, progress)
    except CopyTooOld:
        ReportRun.objects.filter(pk=run_id).update(state=ReportState.WAITING)  # the sweep rings
        return False
    except BaseException:
        ReportRun.objects.filter(pk=run_id).update(state=ReportState.FAILED)
        raise
    _keep_figures(run, figures, at=timezone.now())
    return True


@transaction.atomic
def _keep_figures(run: ReportRun, figures: dict[str, Any], *, at: datetime) -> None:
    """Keep what a report says, and record that it was made; from then on it does not change."""
    ReportRun.objects.filter(pk=run.pk).update(
        state=ReportState.READY,
        figures=figures,
        made_at=at,
        done=1,
        parts=1,
        software_version=settings.SOFTWARE_VERSION,
    )
    record(EventKind.REPORT_MADE, about=run, by=run.asked_by, at=at, detail={"kind": run.kind})


def read_figures(run: ReportRun, progress: Progress) -> dict[str, Any]:
    """Read and reckon what the row keeps.

    In no transaction: the exact odds of a house way take a while the first time, and whoever waits
    sees how far it is.
    """
    kind, houses = KINDS[run.kind], run.scope.get("houses")
    if not houses:
        return kind.kept(kind.figures(scope_from(run.property, run.scope), progress))
    return {"houses": [asdict(each) for each in _figures_by_house(run, houses, progress)]}


def _figures_by_house(
    run: ReportRun, houses: list[int], progress: Progress
) -> Iterator[HouseReport]:
    """The same report of each house, in its own gaming days, money and time."""
    kind, found = KINDS[run.kind], Property.objects.filter(pk__in=houses)
    found = found.order_by("currency", "name")
    for place, house in enumerate(found):
        figures = kind.figures(scope_from(house, run.scope), _no_progress)
        yield HouseReport(house.pk, house.name, house.currency, house.time_zone, kind.kept(figures))
        progress(place + 1, len(houses))


def _no_progress(done: int, parts: int) -> None:
    """Over several houses what counts is how many of them are done."""


@transaction.atomic
def take_report(run: ReportRun, form: str, *, by: Person, at: datetime) -> None:
    """Record that somebody took a report away as a file."""
    record(
        EventKind.REPORT_TAKEN,
        about=[by, run],
        by=by,
        at=at,
        detail={"kind": run.kind, "form": form},
    )
