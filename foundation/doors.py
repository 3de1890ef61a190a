"""The two doors of every command, a form and an API, and what they read from a request."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from foundation.answers import confirm, go_to, safe_next
from foundation.commands import Command, Given, as_json, require
from foundation.inputs import (
    SIGNATURE_ENDINGS,
    I,
    Input,
    Signed,
    no_such_field,
    read_form,
    read_json,
    read_query,
    read_values,
)
from foundation.openapi import DeclaredSchema
from foundation.reads import JSON, Read, Reads
from rules.refusals import Refused

if TYPE_CHECKING:
    from staff.models import Person, Tablet

NOWHERE: Mapping[str, Any] = MappingProxyType({})
_VERSION = re.compile(r'(?:W/)?"([0-9]{1,9})"')
Guard = Callable[[HttpRequest, Mapping[str, Any]], None]

# What an app asks of a request before some commands, by their names: that no record is left on a
# tablet.
DOOR_GUARDS: dict[str, Guard] = {}

# By a command's name, where one goes on after it: the links beside its confirmation.
NEXT_STEPS: dict[str, Callable[[Any], Iterable[tuple[str, object]]]] = {}


class JsonUnlessAsked(DefaultContentNegotiation):
    """Whoever takes anything or JSON gets JSON; only what else is asked for is weighed."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        asked = request.META.get("HTTP_ACCEPT", "*/*")
        if asked in ("*/*", renderers[0].media_type) and not request.META.get("QUERY_STRING"):
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


class DeclaredView(APIView):
    """What the doors of reads and commands share."""

    content_negotiation_class = JsonUnlessAsked

    @property
    def default_response_headers(self) -> dict[str, str]:
        view: Any = type(self)
        return _allows(view)


@cache
def _allows(view: Any) -> dict[str, str]:
    return {"Allow": ", ".join(view().allowed_methods)}


class ReadView(DeclaredView):
    """GET what a read answers."""

    read: Read[Any, Any] = None  # type: ignore[assignment]  # given to as_view
    schema = DeclaredSchema()

    def get(self, request: Request, **where: Any) -> HttpResponseBase:
        asked, person = self.read, person_of(request)
        if asked.act is not None:
            require(person, asked.act)
        answer = asked(person, read_query(asked.asks, request.query_params, where))
        written = as_json(answer) if asked.media_type == JSON else answer
        headers = {**asked.headers, **version_header(answer)}
        return HttpResponse(written, content_type=asked.media_type, headers=headers)


class CommandView(DeclaredView):
    """POST one command; the same Idempotency-Key again gives the first answer."""

    command: Command[Any, Any] = None  # type: ignore[assignment]  # given to as_view
    schema = DeclaredSchema()

    def post(self, request: Request, **where: Any) -> HttpResponse:
        person = person_of(request)
        return answered(self.command.asked_by(person, lambda: self._given(request, person, where)))

    def _given(self, request: Request, person: Person, where: Mapping[str, Any]) -> Given[Any]:
        asked = self.command
        guard_door(request._request, asked, where)
        request_id = request_id_of(request.headers)
        version = version_of(request.headers) if asked.versioned else None
        data = request.data
        data = dict(data) if isinstance(data, Mapping) else data
        signatures = _signatures_in(asked, data)
        return Given(
            by=person,
            input=read_json(asked.input, data, where),
            request_id=request_id,
            tablet=tablet_of(request._request),
            version=version,
            signatures=signatures,
        )


class ReadAndCommandView(ReadView, CommandView):
    """An address where something is read and a command carried out."""


def answered(answer: Any) -> HttpResponse:
    """The answer of a command; its version is the one to name in the next If-Match."""
    return HttpResponse(as_json(answer), content_type=JSON, headers=version_header(answer))


def version_header(answer: Any) -> dict[str, str]:
    version = answer.get("version") if isinstance(answer, Mapping) else None
    return {} if version is None else {"ETag": f'"{version}"'}


def form_view(asked: Command[Any, Any]) -> Callable[..., HttpResponse]:
    """The address to which the forms of a command post."""

    @sensitive_post_parameters()
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, **where: Any) -> HttpResponse:
        if request.method != "POST":
            require(person_of(request), asked.act)
            return redirect("home")  # a form's address, reloaded
        confirm_step(request, asked, carry_out_form(request, asked, **where))
        return go_to(request, safe_next(request))

    page.__name__ = asked.name
    page.acts = {"POST": asked.act}  # type: ignore[attr-defined]  # for the page of roles
    page.command = asked  # type: ignore[attr-defined]  # for the page of two people
    return page


def confirm_step(
    request: HttpRequest, done: Command[Any, Any], answer: Any, words: str = ""
) -> None:
    """Say on the next page what was done, and where one goes on."""
    steps = NEXT_STEPS.get(done.name)
    confirm(request, words or done.says, steps(answer) if steps else ())


def carry_out_form(
    request: HttpRequest,
    asked: Command[Any, Any],
    *,
    by: Person | None = None,
    model: type[Input] | None = None,
    **where: Any,
) -> Any:
    """Carry out what a form asks for, and give the answer; the page decides what to show.

    What the page knows better than the form is in `where`, who asks may be in `by`, and a form with
    fields of the page's own has a `model` that takes more.
    """

    def read() -> Given[Any]:
        guard_door(request, asked, where)
        found = form_input(model or asked.input, request.POST, where)
        return page_given(request, asked, found, by=by)

    return asked.asked_by(by or person_of(request), read)


def carry_out_values(request: HttpRequest, asked: Command[Any, Any], **values: Any) -> Any:
    """Carry out what a page read from a form of its own, value by value."""

    def read() -> Given[Any]:
        guard_door(request, asked, values)
        with refusing_faults():
            found = read_values(asked.input, values)
        return page_given(request, asked, found)

    return asked.asked_by(person_of(request), read)


def page_given(
    request: HttpRequest, asked: Command[Any, Any], read: Input, *, by: Person | None = None
) -> Given[Any]:
    """What a form says beside its input: which click it was, on what, and who signed."""
    return Given(
        by=by or person_of(request),
        input=read,
        request_id=_request_id(request.POST.get("request_id", "")),
        tablet=tablet_of(request),
        version=_whole(request.POST.get("version", "")),
        signatures=_signatures_of(asked, request),
    )


def form_input(model: type[I], form: QueryDict, where: Mapping[str, Any] = NOWHERE) -> I:
    """Read a form or the address of a page; what is wrong with it is refused in words."""
    with refusing_faults():
        return read_form(model, form, where)


@contextmanager
def refusing_faults() -> Iterator[None]:
    """Say what is wrong with a form as a refusal, which a page shows where it stands."""
    try:
        yield
    except exceptions.ValidationError as error:
        raise Refused("malformed", first_fault(error.detail)) from None


def signed_on_page(request: HttpRequest) -> Signed:
    """A badge and PIN of a form as a command's own field; without a badge, one's own."""
    badge = request.POST.get("badge", "") or person_of(request).badge
    # Whoever knows the PINs says what cannot be one.
    return Signed.model_construct(badge=badge, pin=request.POST.get("pin", ""))


def guard_signed_whole(request: HttpRequest, asked: Command[Any, Any]) -> None:
    """Refuse a badge without its PIN where nobody has to sign: it would sign nothing, silently."""
    for place in asked.signs:
        badge, pin = (request.POST.get(f"{place.name}{end}", "") for end in SIGNATURE_ENDINGS)
        if badge and not pin:
            raise Refused("pin_missing", _("A badge without a PIN signs nothing. Enter the PIN."))


def form_paths(commands: Iterable[Command[Any, Any]]) -> list[URLPattern]:
    return [path(f"do/{each.path}", form_view(each), name=f"do-{each.slug}") for each in commands]


def api_paths(commands: Iterable[Command[Any, Any]], reads: Reads = ()) -> list[URLPattern]:
    """The addresses of what is done and what is read; at some of them both."""
    by_path = {each.path: each for each in reads}
    found = []
    for each in commands:
        read = by_path.get(each.path)
        view = (
            ReadAndCommandView.as_view(command=each, read=read)
            if read
            else CommandView.as_view(command=each)
        )
        found.append(path(each.path, view, name=f"api-{each.slug}"))
    done = {each.path for each in commands}
    return found + [
        path(each.path, ReadView.as_view(read=each), name=f"api-{each.slug}")
        for each in reads
        if each.path not in done
    ]


def guard_door(request: HttpRequest, asked: Command[Any, Any], where: Mapping[str, Any]) -> None:
    guard = DOOR_GUARDS.get(asked.name)
    if guard is not None:
        guard(request, where)


def person_of(request: HttpRequest | Request) -> Person:
    """Whoever is signed in; every page and every API asks for that before it comes here."""
    person: Any = request.user
    assert person.is_authenticated
    return person  # type: ignore[no-any-return]  # a Person, as the settings say


def tablet_of(request: HttpRequest) -> Tablet | None:
    return getattr(request, "tablet", None) or None


def request_id_of(headers: Mapping[str, str]) -> UUID:
    given = headers.get("Idempotency-Key", "")
    if not given:
        raise Refused(
            "request_id_required",
            _("The header Idempotency-Key is missing: a UUID made by you for this call."),
        )
    try:
        return UUID(given.strip('"'))
    except ValueError:
        raise exceptions.ParseError(_("Idempotency-Key must be a UUID.")) from None


def version_of(headers: Mapping[str, str]) -> int:
    given = headers.get("If-Match", "")
    if not given:
        raise Refused(
            "version_required",
            _("The header If-Match is missing: say which version of the table you saw."),
        )
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise exceptions.ParseError(_("If-Match must be the table's version in quotes."))
    return int(found[1])


def first_fault(errors: Any, name: str = "") -> str:
    """The first thing that is wrong with a form, with the name of its field."""
    if isinstance(errors, Mapping):
        key, inner = next(iter(errors.items()))
        return first_fault(inner, str(key))
    if isinstance(errors, list):
        return first_fault(errors[0], name)
    return f"{_field_words(name)}: {errors}" if name else str(errors)


def _field_words(name: str) -> str:
    """A field as a form calls it: in the reader's language where its label is the same words."""
    plain = name.removesuffix("_cents").removesuffix("_ids").removesuffix("_id")
    return _(plain.replace("_", " ").capitalize())


def _signatures_in(asked: Command[Any, Any], data: Any) -> dict[str, Signed]:
    """Take the signatures out of a JSON body, each under its name."""
    if not asked.signs or not isinstance(data, dict):
        return {}
    given = data.pop("signatures", {})
    if not isinstance(given, Mapping):
        raise exceptions.ValidationError({"signatures": [_("A JSON object is needed.")]})
    names = {place.name for place in asked.signs}
    strange = sorted(str(name) for name in given if name not in names)
    if strange:
        wrong = {name: [no_such_field()] for name in strange}
        raise exceptions.ValidationError({"signatures": wrong})
    found: dict[str, Signed] = {}
    for place in asked.signs:
        if place.name in given:
            try:
                found[place.name] = read_json(Signed, given[place.name], {})
            except exceptions.ValidationError as error:
                raise exceptions.ValidationError(
                    {"signatures": {place.name: error.detail}}
                ) from None
        elif place.required:
            missing = {place.name: [_("This field is required.")]}
            raise exceptions.ValidationError({"signatures": missing})
    return found


def _signatures_of(asked: Command[Any, Any], request: HttpRequest) -> dict[str, Signed]:
    """The signatures of a form: badge and PIN under the name of each place.

    A pad for one signature may send a PIN alone: then whoever is signed in signs.
    """
    found: dict[str, Signed] = {}
    for place in asked.signs:
        badge = request.POST.get(f"{place.name}-badge", "")
        pin = request.POST.get(f"{place.name}-pin", "")
        if not pin and len(asked.signs) == 1:
            badge = request.POST.get("badge", "") or person_of(request).badge
            pin = request.POST.get("pin", "")
        if badge and pin:
            # Whoever knows the PINs says what cannot be one.
            found[place.name] = Signed.model_construct(badge=badge, pin=pin)
    return found


def _request_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None
