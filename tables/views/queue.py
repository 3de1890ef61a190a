"""What waits for the floor: inspections to verify and alerts to answer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation.clock import database_time
from foundation.doors import person_of
from staff.policy import Act, may, require
from staff.queries.people import colleagues
from tables.commands.at_table import VERIFIER
from tables.games import KINDS
from tables.models import Inspection
from tables.queries.alerts import answered_alerts, open_alerts
from tables.queries.floor import table_sheet
from tables.queries.queue import verification_queue


@require_safe
def verification_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/verification_queue.html", _queue(request))


@require_safe
def verification_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_verification_queue.html", _queue(request))


def _queue(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_FLOOR)
    return {
        "rows": verification_queue(viewer),
        "may": {act.value: may(viewer, act) for act in Act},
    }


@require_safe
def verify(request: HttpRequest, inspection_id: int) -> HttpResponse:
    """One inspection, as the dealer ticked it off, for the second person to verify and sign."""
    viewer = person_of(request)
    require(viewer, Act.WORK_AT_TABLE)
    inspection = Inspection.objects.select_related("equipment", "table", "inspected_by").get(
        pk=inspection_id, property_id=viewer.property_id, table__isnull=False
    )
    assert inspection.table is not None
    sheet = table_sheet(viewer, inspection.table.pk, database_time())
    context = {
        "inspection": inspection,
        "rules": KINDS[inspection.equipment.kind],
        "sheet": sheet,
        "table": sheet.row,
        "colleagues": colleagues(viewer, VERIFIER.act),
        "is_done": inspection.verified_at is not None or inspection.withdrawn_at is not None,
    }
    return render(request, "tables/verify.html", context)


@require_safe
def alerts_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/alerts.html", _alerts(request))


@require_safe
def alerts_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_alerts.html", _alerts(request))


def _alerts(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_FLOOR)
    return {
        "alerts": open_alerts(viewer),
        "answered": answered_alerts(viewer),
        "may": {act.value: may(viewer, act) for act in Act},
    }
