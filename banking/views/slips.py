"""Fills, credits, counts and drops: what waits, the pad to write one, signing, paper."""

from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from pydantic import Field

from banking.commands.boxes import count_box, exchange_box
from banking.commands.printing import print_slip
from banking.commands.slips import prepare_slip
from banking.guards import guard_count_time, guard_none_waits
from banking.models import Slip, SlipKind, SlipState
from banking.parts import BOXES, COUNTS, OF_ITSELF, PARTS, pieces_of
from banking.queries.boxes import box_places, boxes_out
from banking.queries.payouts import payout_patron
from banking.queries.requests import waiting_requests
from banking.queries.signers import people_for, preparers_at, signers_of
from banking.queries.slips import (
    SlipFilters,
    last_count,
    sheet_of,
    slip_choices,
    slip_page,
    slips_seen_by,
    unreported_slips,
    waiting_slips,
)
from banking.queries.trays import par_of, proposed_fill
from banking.slip_pdf import slip_pdf
from banking.wording import FINDINGS, VOID_REASONS
from foundation.answers import confirm, go_to
from foundation.currencies import bills_of
from foundation.doors import carry_out_form, person_of
from foundation.inputs import Id, Input, Pieces, Whole, read_address
from foundation.pages import form_page, page
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may
from tables.guards import refusal_of
from tables.models import GamingTable
from tables.queries.floor import house_tables, standing_tables


@page(Act.VIEW_SLIPS)
def fills(request: HttpRequest) -> HttpResponse:
    """What waits for signatures, and every slip before."""
    return render(request, "banking/fills.html", _board(request))


@page(Act.VIEW_SLIPS)
def fills_part(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/_fills.html", _board(request))


def _board(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    asked = read_address(SlipFilters, request.GET)
    tables = list(house_tables(viewer).order_by("number"))
    waiting = waiting_slips(viewer)
    return {
        "waiting": waiting,
        "requests": waiting_requests(viewer),
        "currency": viewer.property.currency,
        "choices": slip_choices([each for each in tables if not each.retired_at], waiting),
        "unreported": unreported_slips(viewer),
        "boxes_out": len(boxes_out(viewer)),
        "page": slip_page(viewer, asked),
        "tables": tables,
        "kinds": SlipKind.choices,
        "chosen": {"table": asked.table, "kind": asked.kind or ""},
        "may_prepare": may(viewer, Act.PREPARE_SLIP),
    }


class PadAsked(Input):
    """How many of each value the pad begins with, when a count is made again."""

    chips: Annotated[dict[int, Whole], Pieces("chips-")] = Field(default_factory=dict)
    request: Id | None = None


@page(Act.VIEW_SLIPS)
def new_slip(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """The pad: pieces by value, the total, the preparer's signature."""
    viewer = person_of(request)
    if kind not in SlipKind.values or kind in OF_ITSELF:
        raise Http404
    table = house_tables(viewer).get(pk=table_id)
    asked = read_address(PadAsked, request.GET)
    begun = asked.chips or _begun(table, SlipKind(kind))
    par = par_of(table) if kind == SlipKind.FILL else {}
    context = {
        "table": table,
        "kind": kind,
        "request_id": asked.request,
        "is_proposed": kind == SlipKind.FILL and bool(begun) and not asked.chips,
        "label": SlipKind(kind).label,
        "parts": PARTS[kind],
        "pieces": [
            {"cents": cents, "count": begun.get(cents, 0)}
            for cents in sorted(pieces_of(kind, table), reverse=True)
        ],
        "is_count": kind in COUNTS,
        "is_cash": kind in BOXES,
        "may_set_par": kind == SlipKind.FILL and may(viewer, Act.SET_PAR),
        "par": [(cents, par.get(cents, 0)) for cents in sorted(table.denominations, reverse=True)],
        "currency": table.property.currency,
        "groups": preparers_at(table, viewer),
        "refusal": _refusal_at(table, SlipKind(kind)),
        "viewer_badge": viewer.badge if may(viewer, Act.PREPARE_SLIP) else "",
    }
    return render(request, "banking/new_slip.html", context)


def _begun(table: GamingTable, kind: SlipKind) -> dict[int, int]:
    """With what a pad begins: a fill brings the tray to par, a form repeats the last count."""
    if kind == SlipKind.FILL:
        return proposed_fill(table)
    if kind == SlipKind.CLOSED:
        last = last_count(table)
        return {int(value): count for value, count in last.chips.items()} if last else {}
    return {}


def _refusal_at(table: GamingTable, kind: SlipKind) -> Refused | None:
    if kind not in COUNTS:
        return None
    return refusal_of(guard_count_time, table, kind) or refusal_of(guard_none_waits, table, kind)


@page(Act.VIEW_SLIPS)
def slip(request: HttpRequest, slip_id: int) -> HttpResponse:
    return render(request, "banking/slip.html", _slip(request, slip_id))


@page(Act.VIEW_SLIPS)
def slip_part(request: HttpRequest, slip_id: int) -> HttpResponse:
    return render(request, "banking/_slip.html", _slip(request, slip_id))


@form_page(print_slip)
def slip_paper(request: HttpRequest, slip_id: int) -> HttpResponse:
    """The slip for the printer, with everybody's licence number; the second print says so."""
    answer = carry_out_form(request, print_slip, slip_id=slip_id)
    found = _found(person_of(request), slip_id)
    return render(request, "banking/slip_paper.html", {**_paper(found), "n": answer["n"]})


@form_page(print_slip)
def slip_file(request: HttpRequest, slip_id: int) -> HttpResponse:
    """The slip as PDF, counted as every other print; from the second on it is marked."""
    n = carry_out_form(request, print_slip, slip_id=slip_id)["n"]
    found = _found(person_of(request), slip_id)
    patron = payout_patron(found)
    drawn = slip_pdf(sheet_of(found), found.property, n, patron.key if patron else "")
    answer = HttpResponse(drawn, content_type="application/pdf")
    name = f"{found.kind}-{found.serial}-{n}.pdf"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _paper(slip: Slip) -> dict[str, object]:
    return {"slip": sheet_of(slip), "patron": payout_patron(slip)}


def _slip(request: HttpRequest, slip_id: int) -> dict[str, object]:
    viewer = person_of(request)
    found = _found(viewer, slip_id)
    sheet = sheet_of(found)
    waits = found.state == SlipState.PREPARED
    reports = sheet.difference is not None and sheet.difference.weight in ("tell", "report")
    reports = reports and found.state == SlipState.COMPLETE and not sheet.difference.report  # type: ignore[union-attr]
    groups = signers_of(found, viewer) if waits else ()
    return {
        "slip": sheet,
        "patron": payout_patron(found),
        "prints": found.prints.count(),
        "groups": groups,
        "viewer_badge": next(
            (name.badge for group in groups for name in group.names if name.is_viewer), ""
        ),
        "voiders": people_for(Act.VOID_SLIP, found.table, viewer) if waits else (),
        "reporters": people_for(Act.REPORT_DIFFERENCE, found.table, viewer) if reports else (),
        "void_reasons": VOID_REASONS.items(),
        "findings": FINDINGS.items(),
        "reports": reports,
    }


def _found(viewer: Person, slip_id: int) -> Slip:
    return slips_seen_by(viewer).get(pk=slip_id)


@form_page(prepare_slip)
def prepare_slip_form(request: HttpRequest, table_id: int) -> HttpResponse:
    answer = carry_out_form(request, prepare_slip, table_id=table_id)
    confirm(request, prepare_slip.says)
    return go_to(request, "slip", answer["slip"]["id"])


@page(Act.VIEW_SLIPS)
def boxes(request: HttpRequest) -> HttpResponse:
    """Which numbered box is in which table, and which wait in the count room."""
    viewer = person_of(request)
    tables = list(standing_tables(viewer.property_id).order_by("number"))
    context = {
        "places": box_places(viewer, tables),
        "out": boxes_out(viewer),
        "bills": sorted(bills_of(viewer.property.currency), reverse=True),
        "currency": viewer.property.currency,
        "may_exchange": may(viewer, Act.EXCHANGE_BOX),
        "may_count": may(viewer, Act.COUNT_BOX),
        "viewer_badge": viewer.badge,
        "is_security": may(viewer, Act.SIGN_AS_SECURITY),
        "is_floor": may(viewer, Act.SIGN_AS_FLOOR),
    }
    return render(request, "banking/boxes.html", context)


@form_page(exchange_box)
def exchange_box_form(request: HttpRequest) -> HttpResponse:
    """The form names the table, which the person chose from a list."""
    carry_out_form(request, exchange_box)
    confirm(request, exchange_box.says)
    return go_to(request, "boxes")


@form_page(count_box)
def count_box_form(request: HttpRequest, box_id: int) -> HttpResponse:
    answer = carry_out_form(request, count_box, box_id=box_id)
    confirm(request, count_box.says)
    return go_to(request, "slip", answer["slip"]["id"])
