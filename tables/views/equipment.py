"""Sets away from the tables: the board, one set's history, receipt and issue."""

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.answers import go_to
from foundation.clock import database_time
from foundation.doors import carry_out_form, confirm_step, form_input, person_of
from foundation.inputs import Input, Plain, read_address, text
from foundation.pages import form_page, page
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act
from staff.queries.people import colleagues
from tables.commands.dice import check_dice
from tables.commands.endings import (
    condemn_set,
    decide_return,
    destroy_set,
    report_discrepancy,
)
from tables.commands.receipt import (
    CORRECTABLE,
    ReceiveSets,
    correct_receipt,
    inspect_receipt,
    receive_sets,
    tile_names,
)
from tables.dice_rules import rules_of_dice
from tables.models import Envelope, EquipmentKind, EquipmentSet, EquipmentState
from tables.queries.equipment import (
    equipment_board,
    house_sets,
    kind_counts,
    set_row,
    set_rows,
    set_sheet,
)
from tables.queries.submissions import SubmissionRow, submission_rows
from tables.wording import FAULTS, FOUND, METHODS


@page(Act.VIEW_EQUIPMENT)
def equipment_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/equipment.html", _board(request))


@page(Act.VIEW_EQUIPMENT)
def equipment_part(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/_equipment.html", _board(request))


class BoardAsked(Input):
    """Sets of which kind."""

    kind: EquipmentKind = EquipmentKind.TILES
    wanted: Annotated[str, text(40), Plain] = ""
    gone: bool = False


def _board(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    asked = read_address(BoardAsked, request.GET)
    places = equipment_board(
        viewer, database_time(), kind=asked.kind, wanted=asked.wanted.strip(), is_gone=asked.gone
    )
    return {
        "kind": asked.kind,
        "asked": asked,
        "kinds": kind_counts(viewer),
        "places": places,
        "is_empty": not any(place.rows for place in places),
    }


@page(Act.VIEW_EQUIPMENT)
def one_set(request: HttpRequest, equipment_id: int) -> HttpResponse:
    """A set's page: where it is, what may be done with it, and its whole history."""
    viewer = person_of(request)
    sheet = set_sheet(viewer, equipment_id, database_time())
    acts = {place.act for each in AT_A_SET for place in each.signs}
    context = {
        "sheet": sheet,
        "row": sheet.row,
        "colleagues": colleagues(viewer, *acts),
        "faults": FAULTS,
        "found": FOUND,
        "methods": METHODS,
        "tile_names": tile_names() if sheet.row.kind == EquipmentKind.TILES else (),
        "submissions": _latest_rules(viewer) if sheet.row.state in CORRECTABLE else (),
    }
    return render(request, "tables/set.html", context)


def _latest_rules(viewer: Person) -> list[SubmissionRow]:
    return [row for row in submission_rows(viewer) if row.is_latest]


AT_A_SET = (
    correct_receipt,
    inspect_receipt,
    check_dice,
    decide_return,
    report_discrepancy,
    condemn_set,
    destroy_set,
)


@page(Act.INSPECT_DICE)
def dice_inspection(request: HttpRequest, equipment_id: int) -> HttpResponse:
    """Three dice, looked at as the document of their table says."""
    viewer = person_of(request)
    equipment = house_sets(viewer).get(pk=equipment_id)
    row, rules = set_row(equipment, database_time()), rules_of_dice(equipment)
    if row.kind != EquipmentKind.DICE:
        raise Refused("wrong_kind", _("{set} is no set of dice.").format(set=row.serial))
    context = {
        "row": row,
        "rules": rules,
        "faults": FAULTS,
        "colleagues": colleagues(viewer, Act.INSPECT_DICE),
    }
    return render(request, "tables/dice_inspection.html", context)


@page(Act.RECEIVE_EQUIPMENT)
def receive(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/receive.html", _receipt_choices(person_of(request)))


@page(Act.RECEIVE_EQUIPMENT)
def receive_several(request: HttpRequest) -> HttpResponse:
    """A delivery: many sets, one pair of signatures."""
    return render(request, "tables/receive_several.html", _receipt_choices(person_of(request)))


def _receipt_choices(viewer: Person) -> dict[str, object]:
    return {
        "kinds": EquipmentKind.choices,
        "submissions": _latest_rules(viewer),
        "colleagues": colleagues(viewer, Act.RECEIVE_EQUIPMENT, Act.SECURE_EQUIPMENT),
    }


class DeliveryLines(Input):
    """The sets of a delivery, one a line."""

    takes_more = True

    lines: str = ""


class DeliveryForm(ReceiveSets):
    """What the page sends: the sets as lines of text, which are read here."""

    takes_more = True


@form_page(receive_sets)
def receive_delivery(request: HttpRequest) -> HttpResponse:
    """Receive as many sets as there are lines: serial, seal, and for dice their three marks."""
    typed = form_input(DeliveryLines, request.POST).lines
    lines = [line.replace(",", " ").split() for line in typed.splitlines()]
    sets = tuple(
        {"serial": line[0], "seal_number": line[1] if line[1:] else "", "pieces": line[2:5]}
        for line in lines
        if line
    )
    short = next((each["serial"] for each in sets if not each["seal_number"]), "")
    if short or not sets:
        raise Refused(
            "line_short",
            _("Each line is a serial number and a seal: {line}").format(line=short or "–"),
        )
    received = carry_out_form(request, receive_sets, model=DeliveryForm, sets=sets)
    told = _("{count} sets received into the store").format(count=len(sets))
    confirm_step(request, receive_sets, received, told)
    return go_to(request, "equipment")


class IssueAsked(Input):
    """Which way sets are carried."""

    way: Literal["out", "back"] = "out"


@page(Act.ISSUE_EQUIPMENT)
def issue(request: HttpRequest) -> HttpResponse:
    """Carry sets between the store and the pit stand, the two lock-holders together."""
    viewer = person_of(request)
    now = database_time()
    back = read_address(IssueAsked, request.GET).way == "back"
    state = EquipmentState.PIT_STAND if back else EquipmentState.STORE
    context = {
        "back": back,
        "command": "return-sets" if back else "issue-sets",
        "rows": set_rows(viewer, now, states=[state]),
        "colleagues": colleagues(viewer, Act.ISSUE_EQUIPMENT, Act.SECURE_EQUIPMENT),
    }
    return render(request, "tables/issue.html", context)


class ScanAsked(Input):
    """What the scanner read."""

    code: Annotated[str, text(80), Plain] = ""


@page(Act.VIEW_EQUIPMENT)
def scan(request: HttpRequest) -> HttpResponse:
    """Where a scanned code leads: a set, or the set in an envelope."""
    viewer = person_of(request)
    code = read_address(ScanAsked, request.GET).code
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
