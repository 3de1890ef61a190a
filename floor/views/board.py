"""The pit board and a table on it; every part is fetched again when the feed names it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from floor.queries.pit_board import board_tiles, pit_board
from floor.queries.table_page import floor_table
from foundation.clock import database_time
from review.views.asking import viewer
from staff.policy import Act, require


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Every table at one look."""
    return render(request, "floor/board.html", {"board": _board(request)})


@require_safe
def sums(request: HttpRequest) -> HttpResponse:
    return render(request, "floor/_sums.html", {"board": _board(request)})


@require_safe
def table_tile(request: HttpRequest, table_id: int) -> HttpResponse:
    person = viewer(request)
    require(person, Act.VIEW_FLOOR)
    found = board_tiles(person, database_time(), ids=[table_id])
    if not found:
        raise Http404
    return render(request, "floor/_tile.html", {"tile": found[0]})


@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table: what it does now, what calls for it, its latest rounds."""
    return render(request, "floor/table.html", {"sheet": _table(request, table_id)})


@require_safe
def table_now(request: HttpRequest, table_id: int) -> HttpResponse:
    return render(request, "floor/_table.html", {"sheet": _table(request, table_id)})


def _board(request: HttpRequest) -> object:
    person = viewer(request)
    require(person, Act.VIEW_FLOOR)
    return pit_board(
        person,
        database_time(),
        pit=request.GET.get("pit", ""),
        show=request.GET.get("show", "all"),
    )


def _table(request: HttpRequest, table_id: int) -> object:
    person = viewer(request)
    require(person, Act.VIEW_FLOOR)
    found = floor_table(person, table_id, database_time())
    if found is None:
        raise Http404
    return found
