"""The list of tables and the page of one table, with opening and closing."""

from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import Field

from foundation.answers import go_to
from foundation.clock import database_time
from foundation.doors import carry_out_form, form_input, guard_door, person_of, tablet_of
from foundation.inputs import Input, read_address
from foundation.pages import form_for, page
from rules.profiles import tile_profile
from rules.refusals import Refused
from rules.tiles.display import display_groups
from staff.commands.signing import identify
from staff.models import Person, Role
from staff.policy import Act, may
from staff.queries.people import colleagues
from staff.sessions import Factor, open_session
from tables.commands.at_table import DEALER
from tables.commands.dealers import TapIn, tap_in
from tables.commands.envelopes import FLOOR
from tables.commands.rebuild import guard_single_tile
from tables.commands.receipt import tile_names
from tables.games import KINDS
from tables.guards import guard_table_may_close, guard_table_may_open, refusal_of
from tables.models import DealerShift, GamingTable, TabletPost
from tables.queries.alerts import open_alerts
from tables.queries.duties import expected_at, on_duty
from tables.queries.exposures import exposure_ruling
from tables.queries.floor import (
    TableSheet,
    house_tables,
    sets_with_spare_tiles,
    table_rows,
    table_sheet,
)
from tables.requirements import demands_of
from tables.wording import FAULTS, HOLDS


@page(Act.VIEW_FLOOR)
def tables(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    return render(request, "tables/tables.html", {"tables": table_rows(viewer, database_time())})


@page(Act.VIEW_FLOOR)
def tables_part(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    return render(request, "tables/_tables.html", {"tables": table_rows(viewer, database_time())})


@page(Act.VIEW_TABLE)
def my_table(request: HttpRequest) -> HttpResponse:
    """Where a dealer's tablet begins: the screen of the table that it stands at."""
    viewer = person_of(request)
    tablet = tablet_of(request)
    post = TabletPost.objects.filter(tablet=tablet).select_related("table").first()
    if tablet is None or post is None:
        return _without_tablet(request, viewer)
    dealing = post.table.shifts.filter(person=viewer, ended_at__isnull=True).exists()
    if dealing and post.table.state == "open":
        try:
            return redirect(reverse("tablet", args=[post.table_id]))
        except NoReverseMatch:
            pass
    return redirect("table", post.table_id)


def _without_tablet(request: HttpRequest, viewer: Person) -> HttpResponse:
    shift = viewer.shifts.filter(ended_at__isnull=True).first()
    if shift is not None:
        return redirect("table", shift.table_id)
    if may(viewer, Act.VIEW_FLOOR):
        return redirect("tables")
    return render(request, "tables/no_table.html")


@page(Act.VIEW_TABLE)
def table_page(request: HttpRequest, table_id: int) -> HttpResponse:
    return render(request, "tables/table.html", _table_context(request, table_id))


@page(Act.VIEW_TABLE)
def table_page_part(request: HttpRequest, table_id: int) -> HttpResponse:
    return render(request, "tables/_table.html", _table_context(request, table_id))


def _table_context(request: HttpRequest, table_id: int) -> dict[str, object]:
    viewer = person_of(request)
    now = database_time()
    sheet = table_sheet(viewer, table_id, now)
    found = house_tables(viewer).get(pk=table_id)
    dealer = sheet.row.dealer
    return {
        "sheet": sheet,
        "table": sheet.row,
        "alerts": open_alerts(viewer, table_id=table_id),
        "cannot_open": refusal_of(guard_table_may_open, found, now),
        "cannot_close": refusal_of(guard_table_may_close, found, now),
        "is_dealer": dealer is not None and dealer.id == viewer.pk,
        "brings": _brings(viewer, found),
        "my_tables": sheet.tables_of(viewer.pk),
        "holds": HOLDS.items(),
        "replaces_tiles": demands_of(found.submission).is_on("single_tile_replacement"),
        "tablet_url": _tablet_url(table_id),
        "on_tablet": tablet_of(request) is not None,
    }


def _brings(viewer: Person, table: GamingTable) -> bool:
    if not may(viewer, Act.BRING_SET):
        return False
    only_manager = demands_of(table.submission).is_on("pit_manager_brings")
    return not only_manager or viewer.has_role(Role.PIT_MANAGER)


def _tablet_url(table_id: int) -> str:
    try:
        return reverse("tablet", args=[table_id])
    except NoReverseMatch:
        return ""


class InspectionAsked(Input):
    """For what a set is inspected."""

    purpose: Literal["opening", "removal"] = "opening"


@page(Act.INSPECT_SET)
def inspection(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """The dealer's checklist: sixteen pairs as tiles, then sides, backs and shade."""
    viewer = person_of(request)
    sheet = table_sheet(viewer, table_id, database_time())
    step = _step(sheet, kind)
    context = {
        "sheet": sheet,
        "table": sheet.row,
        "step": step,
        "purpose": read_address(InspectionAsked, request.GET).purpose,
        "rules": KINDS[kind],
        "faults": FAULTS,
        "colleagues": colleagues(viewer, DEALER.act),
    }
    return render(request, "tables/inspection.html", context)


@page(Act.WORK_AT_TABLE)
def envelope_form(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """Seal a set in an envelope: the seal's number, the reason, two signatures."""
    viewer = person_of(request)
    sheet = table_sheet(viewer, table_id, database_time())
    context = {
        "sheet": sheet,
        "table": sheet.row,
        "step": _step(sheet, kind),
        "faults": FAULTS,
        "colleagues": colleagues(viewer, DEALER.act, FLOOR.act),
        "now": timezone.now(),
    }
    return render(request, "tables/envelope_form.html", context)


@page(Act.WORK_AT_TABLE)
def replace_tile_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """Replace one tile by the same tile of a spare set, where the submission allows it."""
    viewer = person_of(request)
    guard_single_tile(house_tables(viewer).get(pk=table_id))
    sheet = table_sheet(viewer, table_id, database_time())
    context = {
        "sheet": sheet,
        "table": sheet.row,
        "step": _step(sheet, "tiles"),
        "spares": sets_with_spare_tiles(viewer),
        "names": [(name, name[:3]) for name in tile_names()],
        "faults": FAULTS,
        "colleagues": colleagues(viewer, DEALER.act, FLOOR.act),
    }
    return render(request, "tables/replace_tile.html", context)


@page(Act.VIEW_TABLE)
def display(request: HttpRequest, table_id: int) -> HttpResponse:
    """The tiles as the rules lay them out while nobody plays: in pairs, or one by one, by rank."""
    viewer = person_of(request)
    sheet = table_sheet(viewer, table_id, database_time())
    if not sheet.shows_sets:
        raise Refused("wrong_kind", _("Only tiles are displayed."))
    groups = display_groups(tile_profile(sheet.row.profile))
    dealer = sheet.row.dealer
    context = {
        "sheet": sheet,
        "table": sheet.row,
        "groups": [[tile.text for tile in group] for group in groups],
        "is_dealer": dealer is not None and dealer.id == viewer.pk,
        "exposure": exposure_ruling(sheet.row.profile),
    }
    return render(request, "tables/display.html", context)


@page(Act.WORK_AT_TABLE)
def hand_over(request: HttpRequest, table_id: int) -> HttpResponse:
    """The next dealer takes the table, and the shaker with it."""
    viewer = person_of(request)
    sheet = table_sheet(viewer, table_id, database_time())
    dealers = Person.objects.filter(
        property_id=viewer.property_id, is_active=True, roles__contains=[Role.DEALER]
    ).order_by("name")
    dealing = DealerShift.objects.filter(property_id=viewer.property_id, ended_at__isnull=True)
    free = dealers.exclude(pk__in=dealing.values("person_id"))
    on = on_duty(viewer)
    context = {
        "sheet": sheet,
        "table": sheet.row,
        "dealers": [each for each in free if not on or each.pk in on or each.pk == viewer.pk],
        "expected": expected_at(house_tables(viewer).get(pk=table_id)),
    }
    return render(request, "tables/hand_over.html", context)


class TakeOver(TapIn):
    """What the page of the hand-over sends: also whose badge and PIN it is."""

    takes_more = True


class Newcomer(Input):
    """Whose badge and PIN it is; whoever knows the PINs says what cannot be one."""

    takes_more = True

    badge: str = ""
    pin: str = Field("", repr=False)


@form_for(Act.WORK_AT_TABLE)
def take_over(request: HttpRequest, table_id: int) -> HttpResponse:
    """Tap the next dealer in by badge and PIN; on a tablet the screen becomes theirs."""
    viewer = person_of(request)
    guard_door(request, tap_in, {"table_id": table_id})
    now, given = database_time(), form_input(Newcomer, request.POST)
    signer = identify(
        given.badge,
        given.pin,
        property_id=viewer.property_id,
        tablet=tablet_of(request),
        at=now,
    )
    carry_out_form(request, tap_in, by=signer.person, model=TakeOver, table_id=table_id)
    if tablet_of(request) is not None:
        open_session(request, signer.person, factor=Factor.PIN, at=now)
    return go_to(request, "my-table")


def _step(sheet: TableSheet, kind: str) -> object:
    for each in sheet.sets:
        if each.kind == kind:
            return each
    raise Refused("wrong_kind", _("This table plays without such a set."))
