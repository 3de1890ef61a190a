"""Where somebody begins who has just signed in."""

from copy import copy
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse

from foundation.doors import person_of, tablet_of
from foundation.pages import acts_at
from staff.policy import may
from staff.sessions import roles_that_count


def first_page(request: HttpRequest, wanted: str, *, ended: str = "") -> str:
    """The page that was asked for where it is theirs, otherwise where their role starts.

    A screen whose session ended asks again for the page of whoever left it; the next may be
    another.
    """
    is_theirs = wanted and not (ended and _another_was_here(request)) and _may_see(request, wanted)
    return wanted if is_theirs else reverse("home")


def _another_was_here(request: HttpRequest) -> bool:
    """Tell whether somebody else had this tablet before; of a desk nobody keeps that."""
    tablet = tablet_of(request)  # as it was before they came on
    return tablet is not None and tablet.recent[:1] != [person_of(request).pk]


def _may_see(request: HttpRequest, wanted: str) -> bool:
    try:
        acts = acts_at(resolve(urlsplit(wanted).path).func)
    except Resolver404:
        return False
    if acts is None:
        return True  # a page that asks nobody for a role
    if "GET" not in acts:
        return False  # it takes a form, and shows nothing
    act, person = acts["GET"], copy(person_of(request))
    person.roles = roles_that_count(request, person)
    return act is None or may(person, act)
