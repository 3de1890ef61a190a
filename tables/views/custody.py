"""Security's desk, work orders, discrepancy reports, counts, destructions, rebuilt sets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.pages import page
from staff.policy import Act
from staff.queries.people import colleagues
from tables.commands.receipt import tile_names
from tables.models import EquipmentState
from tables.queries import custody
from tables.queries.equipment import set_rows
from tables.wording import FOUND, METHODS, OUTCOMES, REASONS, REBUILT, WORK_CHECKS


@page(Act.VIEW_EQUIPMENT)
def security_desk(request: HttpRequest) -> HttpResponse:
    """Envelopes to collect, collected sets to inspect, work orders."""
    viewer = person_of(request)
    now = database_time()
    context = {
        "envelopes": custody.waiting_envelopes(viewer),
        "collected": custody.collected_sets(viewer, now),
        "orders": custody.work_orders(viewer),
        "condemned": set_rows(viewer, now, states=[EquipmentState.CONDEMNED]),
        "destroyed": custody.destructions(viewer),
        "methods": METHODS,
        "colleagues": colleagues(viewer, Act.COLLECT_ENVELOPE),
    }
    return render(request, "tables/security.html", context)


@page(Act.VIEW_EQUIPMENT)
def work_order_page(request: HttpRequest, order_id: int) -> HttpResponse:
    viewer = person_of(request)
    context = {
        "order": custody.work_order(viewer, order_id),
        "checks": WORK_CHECKS,
        "reasons": REASONS,
        "colleagues": colleagues(viewer, Act.WORK_ORDER),
    }
    return render(request, "tables/work_order.html", context)


@page(Act.VIEW_EQUIPMENT)
def discrepancies_page(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    context = {"reports": custody.discrepancy_reports(viewer), "found": FOUND, "outcomes": OUTCOMES}
    return render(request, "tables/discrepancies.html", context)


@page(Act.VIEW_EQUIPMENT)
def discrepancy_page(request: HttpRequest, report_id: int) -> HttpResponse:
    viewer = person_of(request)
    sheet = custody.discrepancy_report(viewer, report_id)
    context = {
        "report": sheet,
        "found": FOUND[sheet.found],
        "outcome": OUTCOMES.get(sheet.outcome, ""),
        "outcomes": OUTCOMES,
        "colleagues": colleagues(viewer, Act.SIGN_DISCREPANCY),
    }
    return render(request, "tables/discrepancy.html", context)


@page(Act.VIEW_EQUIPMENT)
def counts(request: HttpRequest) -> HttpResponse:
    """The daily reconciliation and the stock-take, beside what the ledger says."""
    viewer = person_of(request)
    context = {
        "sheets": custody.count_sheets(viewer, database_time()),
        "latest": custody.latest_counts(viewer),
        "colleagues": colleagues(viewer, Act.RECONCILE, Act.TAKE_STOCK),
    }
    return render(request, "tables/counts.html", context)


@page(Act.REBUILD_SET)
def rebuild(request: HttpRequest) -> HttpResponse:
    """Register a set made up from sets that security has."""
    viewer = person_of(request)
    donors = set_rows(viewer, database_time(), kind="tiles", states=[EquipmentState.COLLECTED])
    context = {
        "donors": donors,
        "names": [(name, name[:3]) for name in tile_names()],
        "ways": REBUILT,
        "colleagues": colleagues(viewer, Act.REBUILD_SET),
    }
    return render(request, "tables/rebuild.html", context)
