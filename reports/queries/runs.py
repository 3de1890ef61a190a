"""Reports that were made, for the people who may see them."""

from collections.abc import Iterable
from uuid import UUID

from reports.kinds import Kind
from reports.models import ReportRun
from staff.models import Person

SHOWN = 20


def latest_runs(person: Person, kinds: Iterable[Kind]) -> list[ReportRun]:
    runs = ReportRun.objects.filter(
        property_id=person.property_id, kind__in=[kind.code for kind in kinds]
    )
    return list(runs.defer("figures").select_related("asked_by").order_by("-asked_at")[:SHOWN])


def report_run(person: Person, run_id: UUID) -> ReportRun | None:
    runs = ReportRun.objects.select_related("property", "asked_by")
    return runs.filter(property_id=person.property_id, pk=run_id).first()
