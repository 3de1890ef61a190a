"""Sets away from the tables: the board, one set's history, receipt and issue, labels."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.qr import qr
from rules.refusals import Refused
from staff.policy import Act, may, require
from staff.queries.people import colleagues
from tables.commands.dice import check_dice
from tables.commands.endings import (
    FOUND,
    METHODS,
    condemn_set,
    decide_return,
    destroy_set,
    report_discrepancy,
)
from tables.commands.receipt import inspect_receipt, tile_names
from tables.games import DICE, KINDS
from tables.labels import envelope_code, set_code
from tables.models import Envelope, EquipmentKind, EquipmentSet, EquipmentState
from tables.queries import custody
from tables.queries.equipment import (
    equipment_board,
    house_sets,
    kind_counts,
    set_row,
    set_rows,
    set_sheet,
)
from tables.queries.submissions import submission_rows
from tables.wording import FAULTS


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/equipment.html", _board(request))


@require_safe
def board_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_equipment.html", _board(request))


def _board(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_EQUIPMENT)
    kind = request.GET.get("kind", EquipmentKind.TILES)
    kind = kind if kind in KINDS else EquipmentKind.TILES.value
    return {
        "kind": kind,
        "kinds": kind_counts(viewer),
        "places": equipment_board(viewer, database_time(), kind=kind),
        "may": {act.value: may(viewer, act) for act in Act},
    }


@require_safe
def one_set(request: HttpRequest, equipment_id: int) -> HttpResponse:
    """A set's page: where it is, what may be done with it, and its whole history."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_EQUIPMENT)
    sheet = set_sheet(viewer, equipment_id, database_time())
    acts = {place.act for each in AT_A_SET for place in each.signs}
    context = {
        "sheet": sheet,
        "row": sheet.row,
        "may": {act.value: may(viewer, act) for act in Act},
        "colleagues": colleagues(viewer, *acts),
        "faults": FAULTS,
        "found": FOUND,
        "methods": METHODS,
        "tile_names": tile_names() if sheet.row.kind == EquipmentKind.TILES else (),
    }
    return render(request, "tables/set.html", context)


AT_A_SET = (
    inspect_receipt,
    check_dice,
    decide_return,
    report_discrepancy,
    condemn_set,
    destroy_set,
)


@require_safe
def dice_inspection(request: HttpRequest, equipment_id: int) -> HttpResponse:
    """Four instruments, three dice, one camera or a second pair of eyes."""
    viewer = person_of(request)
    require(viewer, Act.INSPECT_DICE)
    row = set_row(house_sets(viewer).get(pk=equipment_id), database_time())
    if row.kind != EquipmentKind.DICE:
        raise Refused("wrong_kind", _("{set} is no set of dice.").format(set=row.serial))
    context = {
        "row": row,
        "checks": DICE.checks,
        "faults": FAULTS,
        "colleagues": colleagues(viewer, Act.INSPECT_DICE),
    }
    return render(request, "tables/dice_inspection.html", context)


@require_safe
def receive(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    require(viewer, Act.RECEIVE_EQUIPMENT)
    context = {
        "kinds": EquipmentKind.choices,
        "submissions": [row for row in submission_rows(viewer) if row.is_latest],
        "colleagues": colleagues(viewer, Act.RECEIVE_EQUIPMENT, Act.SECURE_EQUIPMENT),
    }
    return render(request, "tables/receive.html", context)


@require_safe
def issue(request: HttpRequest) -> HttpResponse:
    """Carry sets between the store and the pit stand, the two lock-holders together."""
    viewer = person_of(request)
    require(viewer, Act.ISSUE_EQUIPMENT)
    now = database_time()
    back = request.GET.get("way") == "back"
    state = EquipmentState.PIT_STAND if back else EquipmentState.STORE
    context = {
        "back": back,
        "command": "return-sets" if back else "issue-sets",
        "rows": set_rows(viewer, now, states=[state]),
        "colleagues": colleagues(viewer, Act.ISSUE_EQUIPMENT, Act.SECURE_EQUIPMENT),
    }
    return render(request, "tables/issue.html", context)


@require_safe
def set_label(request: HttpRequest, equipment_id: int) -> HttpResponse:
    viewer = person_of(request)
    require(viewer, Act.VIEW_EQUIPMENT)
    sheet = set_sheet(viewer, equipment_id, database_time())
    code = qr(set_code(sheet.row.kind, sheet.row.serial))
    context = {"sheet": sheet, "row": sheet.row, "qr": code}
    return render(request, "tables/set_label.html", context)


@require_safe
def envelope_label(request: HttpRequest, envelope_id: int) -> HttpResponse:
    """The paper that goes on the envelope: table, date, time, both signatures."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_TABLE)
    sheet = custody.envelope(viewer, envelope_id)
    context = {"envelope": sheet, "qr": qr(envelope_code(sheet.seal_number))}
    return render(request, "tables/envelope_label.html", context)


@require_safe
def envelope_after(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """After sealing: the label of the envelope that was sealed last at this table."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_TABLE)
    sealed = Envelope.objects.filter(
        property_id=viewer.property_id, table_id=table_id, equipment__kind=kind
    )
    last = sealed.order_by("-sealed_at", "-pk").first()
    return redirect("envelope-label", last.pk) if last else redirect("table", table_id)


@require_safe
def scan(request: HttpRequest) -> HttpResponse:
    """Where a scanned code leads: a set, or the set in an envelope."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_EQUIPMENT)
    code = request.GET.get("code", "").strip()
    if not code:
        return redirect("equipment")
    found = _scanned(viewer.property_id, code)
    if found is None:
        raise Refused("unknown_code", _("Nothing here has this code: {code}").format(code=code))
    return redirect("equipment-set", found)


def _scanned(property_id: int, code: str) -> int | None:
    what, _colon, rest = code.partition(":")
    if what == "ENV" or not rest:
        sealed = Envelope.objects.filter(property_id=property_id, seal_number=rest or code)
        found = sealed.order_by("-sealed_at").values_list("equipment_id", flat=True).first()
        if found:
            return found
    serial = rest.partition(":")[2] or code
    sets = EquipmentSet.objects.filter(property_id=property_id, serial__iexact=serial)
    return sets.values_list("pk", flat=True).first()
