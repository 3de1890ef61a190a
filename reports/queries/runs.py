"""Reports that were made, for the people who may see them."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from reports.kinds import KINDS, Kind
from reports.models import ReportRun
from staff.models import Person, Property
from staff.policy import Act, may
from staff.queries.houses import houses_seen_by, rows_of

SHOWN = 20


def latest_runs(person: Person, kinds: Iterable[Kind[Any]]) -> list[ReportRun]:
    runs = ReportRun.objects.filter(
        property_id=person.property_id, kind__in=[kind.code for kind in kinds]
    )
    latest = runs.defer("figures").select_related("asked_by").order_by("-asked_at")
    return [run for run in latest[: 2 * SHOWN] if _is_for(person, run)][:SHOWN]


def report_run(person: Person, run_id: UUID) -> ReportRun | None:
    runs = ReportRun.objects.select_related("property", "asked_by")
    found = runs.filter(property_id=person.property_id, pk=run_id).first()
    return found if found is not None and _is_for(person, found) else None


def houses_reported_to(person: Person, kind: Kind[Any]) -> list[Property]:
    """The houses whose report of a kind somebody may see: where a role of theirs allows it.

    Only the figures side by side are for the operator's administrators in every house.
    """
    if kind.act is Act.VIEW_HOUSES:
        return houses_seen_by(person)
    return [row.property for row in rows_of(person) if may(row, kind.act)]


def _is_for(person: Person, run: ReportRun) -> bool:
    """A report over several houses is for whoever may see it of each of them."""
    houses = run.scope.get("houses")
    if not houses:
        return True
    seen = {house.pk for house in houses_reported_to(person, KINDS[run.kind])}
    return seen.issuperset(houses)
