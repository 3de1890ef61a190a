"""What pages share: who looks, what a form says, and where to go afterwards."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import ErrorDetail, ValidationError

from rules.refusals import Refused
from staff.answers import go_to, safe_next
from staff.models import Person
from staff.policy import ROLES_OF, Act, require
from tables.doing import Deed, Given, carry_out, tablet_of_request
from tables.unsent import guard_nothing_unsent


def viewer_of(request: HttpRequest) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def do_deed(request: HttpRequest, deed: Deed, **ids: int) -> HttpResponse:
    """Carry out a deed that a form describes, and go on to the page that the form names."""
    require(viewer_of(request), deed.act)
    guard_nothing_unsent(request, deed.name, ids.get("table_id"))
    carry_out(deed, given_of(request, deed, ids))
    return go_to(request, safe_next(request))


def given_of(request: HttpRequest, deed: Deed, ids: dict[str, int]) -> Given:
    """Read a form: the facts, the signatures, the hidden fields."""
    facts = deed.facts(data=request.POST)
    if not facts.is_valid():
        raise Refused("malformed", first_fault(facts.errors))
    return Given(
        by=viewer_of(request),
        tablet=tablet_of_request(request),
        request_id=_request_id(request.POST.get("request_id", "")),
        version=_whole(request.POST.get("version", "")),
        ids=ids,
        facts=dict(facts.validated_data),
        signatures={
            slot.name: {
                "badge": request.POST.get(f"{slot.name}-badge", ""),
                "pin": request.POST.get(f"{slot.name}-pin", ""),
            }
            for slot in deed.slots
            if request.POST.get(f"{slot.name}-badge") and request.POST.get(f"{slot.name}-pin")
        },
    )


def colleagues(viewer: Person, *acts: Act) -> dict[Act, list[Person]]:
    """Who in the house may sign for each act, for the lists beside the signatures."""
    people = list(
        Person.objects.filter(property_id=viewer.property_id, is_active=True).order_by("name")
    )
    return {act: [each for each in people if ROLES_OF[act] & set(each.roles)] for act in acts}


def first_fault(errors: Any, name: str = "") -> str:
    """The first thing that is wrong with a form, with the name of its field."""
    if isinstance(errors, dict):
        key, inner = next(iter(errors.items()))
        return first_fault(inner, str(key))
    if isinstance(errors, list):
        return first_fault(errors[0], name)
    text = str(errors) if isinstance(errors, ErrorDetail | str) else str(ValidationError(errors))
    return f"{name.replace('_', ' ').capitalize()}: {text}" if name else text


def _request_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None
