"""The pit board and a table on it; every part is fetched again when the feed names it."""

from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from floor.queries.pit_board import board_tiles, pit_board
from floor.queries.table_page import floor_table
from foundation.clock import database_time
from foundation.doors import person_of
from foundation.inputs import Input, read_address, text
from foundation.pages import page
from staff.policy import Act


@page(Act.VIEW_FLOOR)
def pit_board_page(request: HttpRequest) -> HttpResponse:
    """Every table at one look."""
    return render(request, "floor/board.html", {"board": _board(request)})


@page(Act.VIEW_FLOOR)
def sums(request: HttpRequest) -> HttpResponse:
    return render(request, "floor/_sums.html", {"board": _board(request)})


@page(Act.VIEW_FLOOR)
def table_tile(request: HttpRequest, table_id: int) -> HttpResponse:
    person = person_of(request)
    found = board_tiles(person, database_time(), ids=[table_id])
    if not found:
        raise Http404
    return render(request, "floor/_tile.html", {"tile": found[0]})


@page(Act.VIEW_FLOOR)
def floor_table_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table: what it does now, what calls for it, its latest rounds."""
    return render(request, "floor/table.html", {"sheet": _table(request, table_id)})


@page(Act.VIEW_FLOOR)
def floor_table_part(request: HttpRequest, table_id: int) -> HttpResponse:
    return render(request, "floor/_table.html", {"sheet": _table(request, table_id)})


class FloorAsked(Input):
    """Which pit, and which of its tables."""

    pit: Annotated[str, text(40)] = ""
    show: Annotated[str, text(20)] = "all"


def _board(request: HttpRequest) -> object:
    person = person_of(request)
    asked = read_address(FloorAsked, request.GET)
    return pit_board(person, database_time(), pit=asked.pit, show=asked.show)


def _table(request: HttpRequest, table_id: int) -> object:
    person = person_of(request)
    found = floor_table(person, table_id, database_time())
    if found is None:
        raise Http404
    return found
