"""Who may see a page: said once, above the view, and read by the page of roles.

@page(Act.VIEW_EQUIPMENT)
def shakers(request: HttpRequest) -> HttpResponse: ...

@page(Act.MANAGE_STAFF, posts=True)    # shows a form and takes it
@page(Act.VIEW_RECORD, posts=Act.EXPORT_RECORD)
@form_page(change_person)              # takes the form of a command, whose act it is
@page()                                # whoever is signed in
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from foundation.commands import Command, require
from foundation.doors import person_of
from foundation.inputs import LARGEST_ID

if TYPE_CHECKING:
    from staff.policy import Act

View = Callable[..., HttpResponseBase]


def page(act: Act | None = None, *, posts: Act | bool = False) -> Callable[[View], View]:
    """A page for those who may `act`; without one for whoever is signed in.

    With `posts` it also takes its form, from the same people or from those who may that act.
    """
    acts: dict[str, Act | None] = {"GET": act, "HEAD": act}
    if posts:
        acts["POST"] = act if posts is True else posts
    return _declared(acts)


def form_page(command: Command[Any, Any]) -> Callable[[View], View]:
    """A view that takes the form of a command and decides what to show then."""
    declared = form_for(command.act)

    def of_command(view: View) -> View:
        found = declared(view)
        found.command = command  # type: ignore[attr-defined]  # for the page of two people
        return found

    return of_command


def form_for(act: Act | None = None) -> Callable[[View], View]:
    """A view that takes a form of its own, from those who may `act`."""
    declared = _declared({"POST": act})
    return lambda view: sensitive_post_parameters()(declared(view))


def _declared(acts: Mapping[str, Act | None]) -> Callable[[View], View]:
    def declared(view: View) -> View:
        @require_http_methods(list(acts))
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
            act = acts[str(request.method)]
            if act is not None:
                require(person_of(request), act)
            if any(isinstance(each, int) and each > LARGEST_ID for each in where.values()):
                raise Http404  # no row can have it
            return view(request, *args, **where)

        guarded.acts = acts  # type: ignore[attr-defined]  # read by acts_at
        return guarded

    return declared


def acts_at(view: Any) -> Mapping[str, Act | None] | None:
    """By method, which act an address asks for; nothing where nobody declared it."""
    given = getattr(view, "initkwargs", {})
    of_api = {
        method: given[name].act
        for method, name in (("GET", "read"), ("POST", "command"))
        if given.get(name) is not None
    }
    return of_api or getattr(getattr(view, "cls", view), "acts", None)
