"""What waits for the floor: inspections to verify and alerts to answer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.pages import page
from staff.policy import Act
from staff.queries.people import colleagues
from tables.commands.at_table import VERIFIER
from tables.games import KINDS
from tables.models import Inspection
from tables.queries.alerts import answered_alerts, open_alerts
from tables.queries.floor import table_sheet
from tables.queries.queue import verification_queue


@page(Act.VIEW_FLOOR)
def verification_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/verification_queue.html", _queue(request))


@page(Act.VIEW_FLOOR)
def verification_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_verification_queue.html", _queue(request))


def _queue(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    return {
        "rows": verification_queue(viewer),
    }


@page(Act.WORK_AT_TABLE)
def verify_page(request: HttpRequest, inspection_id: int) -> HttpResponse:
    """One inspection, as the dealer ticked it off, for the second person to verify and sign."""
    viewer = person_of(request)
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


@page(Act.VIEW_FLOOR)
def alerts_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/alerts.html", _alerts(request))


@page(Act.VIEW_FLOOR)
def alerts_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_alerts.html", _alerts(request))


def _alerts(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    return {
        "alerts": open_alerts(viewer),
        "answered": answered_alerts(viewer),
    }
