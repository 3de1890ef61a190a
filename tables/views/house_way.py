"""Where an own house way is read, tried and compared, before anybody files it."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.doors import person_of
from foundation.inputs import Id, Input, read_address, text
from foundation.pages import page
from rules.tiles.house_ways.from_file import example_text, house_way_text
from staff.policy import Act
from tables.queries import submissions
from tables.queries.house_ways import tile_profiles, way_sheet
from tables.wording import profile_words


class WayAsked(Input):
    """Under which rules, whose house way or the text of which file, and which four tiles."""

    takes_more = True

    profile: Annotated[str, text(40)] = "maryland"
    submission: Id | None = None
    tiles: Annotated[str, text(40)] = ""
    way: Annotated[str, text(40_000)] = ""


@page(Act.VIEW_SUBMISSIONS, posts=True)
def house_way_page(request: HttpRequest) -> HttpResponse:
    """Faults by their row, or the lines in words, four tiles tried, and both ways compared."""
    asked = read_address(WayAsked, request.POST or request.GET)
    profile_id, shown = asked.profile, asked.way
    if asked.submission:
        found = submissions.submission(person_of(request), asked.submission)
        profile_id, shown = found.profile, house_way_text(found.options.get("house_way") or {})
    if profile_id not in tile_profiles():
        profile_id = "maryland"
    sheet = way_sheet(profile_id, shown, asked.tiles) if shown else None
    context = {
        "profile": profile_id,
        "profiles": [(each, profile_words(each)) for each in tile_profiles()],
        "text": shown or example_text(),
        "wanted": asked.tiles,
        "sheet": sheet,
    }
    status = 422 if sheet is not None and sheet.fault else 200
    return render(request, "tables/house_way.html", context, status=status)
