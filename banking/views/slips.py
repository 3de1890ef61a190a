"""Fills, credits, counts and drops: what waits, the pad to write one, signing, paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from banking.commands.slips import prepare_slip
from banking.guards import guard_count_time, guard_none_waits
from banking.models import Slip, SlipKind, SlipState
from banking.parts import COUNTS, PARTS, pieces_of
from banking.queries.signers import people_for, preparers_at, signers_of
from banking.queries.slips import (
    sheet_of,
    slip_choices,
    slip_page,
    slips_seen_by,
    unreported_slips,
    waiting_slips,
)
from banking.wording import FINDINGS, VOID_REASONS
from foundation.answers import go_to
from foundation.doors import carry_out_form, person_of
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, may, require
from tables.guards import refusal_of
from tables.models import GamingTable
from tables.queries.floor import house_tables


@require_safe
def fills(request: HttpRequest) -> HttpResponse:
    """What waits for signatures, and every slip before."""
    return render(request, "banking/fills.html", _board(request))


@require_safe
def fills_part(request: HttpRequest) -> HttpResponse:
    return render(request, "banking/_fills.html", _board(request))


def _board(request: HttpRequest) -> dict[str, object]:
    viewer = person_of(request)
    require(viewer, Act.VIEW_SLIPS)
    chosen = {
        name: int(request.GET[given])
        for name, given in (("table_id", "table"),)
        if _is_number(request.GET.get(given, ""))
    }
    kind = request.GET.get("kind", "")
    by_kind = {"kind": kind} if kind in SlipKind.values else {}
    after = request.GET.get("after", "")
    tables = list(house_tables(viewer).order_by("number"))
    waiting = waiting_slips(viewer)
    return {
        "waiting": waiting,
        "choices": slip_choices(tables, waiting),
        "unreported": unreported_slips(viewer),
        "page": slip_page(
            viewer, {**chosen, **by_kind}, after=int(after) if _is_number(after) else None
        ),
        "tables": tables,
        "kinds": SlipKind.choices,
        "chosen": {"table": chosen.get("table_id"), "kind": by_kind.get("kind", "")},
        "may_prepare": may(viewer, Act.PREPARE_SLIP),
    }


@require_safe
def new_slip(request: HttpRequest, table_id: int, kind: str) -> HttpResponse:
    """The pad: pieces by value, the total, the preparer's signature."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_SLIPS)
    if kind not in SlipKind.values:
        raise Http404
    table = house_tables(viewer).get(pk=table_id)
    context = {
        "table": table,
        "kind": kind,
        "label": SlipKind(kind).label,
        "parts": PARTS[kind],
        "pieces": [
            {"cents": cents, "count": _asked(request, cents)}
            for cents in sorted(pieces_of(kind, table), reverse=True)
        ],
        "is_count": kind in COUNTS,
        "is_cash": kind == SlipKind.DROP,
        "currency": table.property.currency,
        "groups": preparers_at(table, viewer),
        "refusal": _refusal_at(table, SlipKind(kind)),
        "viewer_badge": viewer.badge if may(viewer, Act.PREPARE_SLIP) else "",
    }
    return render(request, "banking/new_slip.html", context)


def _refusal_at(table: GamingTable, kind: SlipKind) -> Refused | None:
    if kind not in COUNTS:
        return None
    return refusal_of(guard_count_time, table, kind) or refusal_of(guard_none_waits, table, kind)


def _asked(request: HttpRequest, cents: int) -> int:
    given = request.GET.get(f"chips-{cents}", "")
    return int(given) if _is_number(given) else 0


@require_safe
def slip(request: HttpRequest, slip_id: int) -> HttpResponse:
    return render(request, "banking/slip.html", _slip(request, slip_id))


@require_safe
def slip_part(request: HttpRequest, slip_id: int) -> HttpResponse:
    return render(request, "banking/_slip.html", _slip(request, slip_id))


@require_safe
def slip_paper(request: HttpRequest, slip_id: int) -> HttpResponse:
    """The slip for the printer, with everybody's licence number."""
    viewer = person_of(request)
    found = _found(viewer, slip_id)
    return render(request, "banking/slip_paper.html", {"slip": sheet_of(found)})


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
    require(viewer, Act.VIEW_SLIPS)
    return slips_seen_by(viewer).get(pk=slip_id)


@sensitive_post_parameters()
@require_POST
def prepare(request: HttpRequest, table_id: int) -> HttpResponse:
    answer = carry_out_form(request, prepare_slip, table_id=table_id)
    return go_to(request, "slip", answer["slip"]["id"])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
