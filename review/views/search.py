"""Search over rounds: the form, its results page by page, and the searches people keep."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.inputs import FORM_FIELDS
from foundation.pages import form_page, page
from foundation.reading import reading_a_copy
from review.commands.searches import drop_search, note_search, save_search
from review.forms import SearchForm
from review.queries.saved_searches import saved_searches
from review.queries.search import LONGEST_REACH, REACH, FoundPage, PageEnd, found_rounds
from review.wording import SEARCHED_OUTCOMES, TRAITS
from rules.refusals import Refused
from staff.policy import Act

HAND_FIELDS = (
    "seat", "player", "outcome", "wager_from", "wager_to", "paid_from", "paid_to", "tiles",
    "cards", "high", "low",
)  # fmt: skip
# What the form of a kept search carries beside the search itself.
OF_THE_COMMAND = (*FORM_FIELDS, "name", "shared")
# Whoever asks about the round just played must find it.
OLDEST_SECONDS = 10
FURTHER = 4
"""How much further each continuation of a search looks than the one before."""


@page(Act.SEARCH_ROUNDS)
def search(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    given = request.GET.copy()
    after = page_end_of(given.pop("after", [""])[0])
    reach = search_reach(given.pop("reach", [""])[0])
    form = SearchForm(person.property, given or {})
    if not form.is_valid():
        context = {
            "form": form,
            "saved": saved_searches(person),
            "outcomes": SEARCHED_OUTCOMES,
            "about_hands": any(name in form.errors for name in HAND_FIELDS),
        }
        return render(request, "review/search.html", context, status=422 if given else 200)
    asked = {name: values for name, values in given.lists() if any(values)}
    note_search(asked, by=person, at=timezone.now())
    criteria = form.criteria()
    with reading_a_copy(within_seconds=OLDEST_SECONDS) as source:
        found = found_rounds(person.property_id, criteria, after, reach)
    context = {
        "source": source,
        "about_hands": criteria.is_about_hands,
        "form": form,
        "asked": urlencode(asked, doseq=True),
        "page": found,
        "rows": [(each, found.hands.get(each.pk, ())) for each in found.rounds],
        "later": later(asked, found, reach),
        "is_first": after is None,
        "saved": saved_searches(person),
        "outcomes": SEARCHED_OUTCOMES,
        "traits": TRAITS,
        "currency": person.property.currency,
    }
    is_part = bool(request.headers.get("HX-Request"))
    template = "review/_found_rows.html" if is_part else "review/search.html"
    return render(request, template, context)


def page_end_of(text: str) -> PageEnd | None:
    """Where the page begins, out of the address; nonsense is refused."""
    if not text:
        return None
    at, _comma, round_id = text.partition(",")
    try:
        return PageEnd(datetime.fromisoformat(at), UUID(round_id))
    except ValueError as error:
        raise Refused("malformed", _("This page of the search does not exist.")) from error


def search_reach(text: str) -> int:
    """How many rows to look at; only a search that is continued may look at more."""
    return min(max(int(text), REACH), LONGEST_REACH) if text.isascii() and text.isdigit() else REACH


def later(asked: Mapping[str, Sequence[object]], found: FoundPage, reach: int) -> str:
    """The address of what lies further back; a search that found little then looks further."""
    if found.after is None:
        return ""
    further = {"reach": [reach * FURTHER]} if found.looked_to else {}
    return urlencode({**asked, "after": [text_of(found.after)], **further}, doseq=True)


def text_of(place: PageEnd) -> str:
    return f"{place.at.isoformat()},{place.round_id}"


@form_page(save_search)
def save(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    given = request.POST.copy()
    for name in OF_THE_COMMAND:
        given.pop(name, None)
    form = SearchForm(person.property, given)
    if not form.is_valid():
        raise Refused("malformed", _("Something in the search is not as it should be."))
    asked = {key: values for key, values in given.lists() if any(values)}
    carry_out_form(request, save_search, criteria=asked)
    confirm(request, save_search.says)
    return go_to(request, f"{reverse('search-rounds')}?{urlencode(asked, doseq=True)}")


@form_page(drop_search)
def drop(request: HttpRequest, search_id: int) -> HttpResponse:
    carry_out_form(request, drop_search, search_id=search_id)
    confirm(request, drop_search.says)
    return go_to(request, "search-rounds")
