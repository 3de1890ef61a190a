"""The pages of the record. Every look at it is recorded before it is answered."""

from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, ClassVar
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit.commands.export import export_name, note_fetched, request_export
from audit.commands.holds import place_hold, release_hold
from audit.commands.reading import note_read
from audit.commands.successor import open_successor
from audit.log import verify
from audit.models import ExportState
from audit.queries.events import (
    Filters,
    Found,
    event_page,
    filters_about,
    seen_event,
    timeline,
)
from audit.queries.keys import key_sheet
from audit.queries.proofs import proof_of
from audit.queries.selections import Selection
from audit.queries.sheets import (
    event_lines,
    event_sheet,
    kinds_for_filter,
    log_sheet,
    people_for_filter,
    seen_exports,
    tables_for_filter,
)
from audit.reading_filters import EventsAsked
from audit.subjects import NamedThing, events_about, thing_asked, things_named
from audit.wording import Names
from foundation.doors import carry_out_form, form_input, person_of
from foundation.files import kept_file, pieces
from foundation.inputs import Input, Plain, Remark, Text, read_address, text
from foundation.pages import form_for, form_page, page
from foundation.wording import moment_text
from rules.refusals import Refused
from staff.commands.signing import identify
from staff.models import Person
from staff.policy import Act, may


@page(Act.VIEW_RECORD)
def stream(request: HttpRequest) -> HttpResponse:
    """The event stream with its filters; htmx asks for the next page only."""
    person = person_of(request)
    asked = form_input(EventsAsked, request.GET)
    filters, after = asked.filters(person), asked.cursor
    if filters.subject:
        thing = thing_asked(person.property_id, filters.subject)
        filters = replace(filters, subject=thing.reference)
    note_read("stream", by=person, at=timezone.now(), detail={"filters": filters.wanted()})
    found = event_page(filters, after)
    sheet: dict[str, object] = {
        "lines": event_lines(list(found.events)),
        "next": found.next,
        "chosen": filters.wanted() | {"about": asked.about},
    }
    if request.headers.get("HX-Request") and after:
        return render(request, "audit/_lines.html", sheet)
    sheet |= {
        "kinds": kinds_for_filter(),
        "people": people_for_filter(person.property_id),
        "tables": tables_for_filter(person.property_id),
        "may_export": may(person, Act.EXPORT_RECORD),
    }
    return render(request, "audit/stream.html", sheet)


def event_for(person: Person, event_id: UUID) -> Found:
    event = seen_event(person, event_id)
    if event is None:
        raise Http404
    return event


@page(Act.VIEW_RECORD)
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One event with what it changed and how it is proven."""
    person = person_of(request)
    found = event_for(person, event_id)
    note_read("event", by=person, at=timezone.now(), detail={"event": str(event_id)})
    return render(request, "audit/event.html", {"sheet": event_sheet(found)})


@page(Act.VIEW_RECORD)
def event_proof(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The proof as a file that other tools read."""
    person = person_of(request)
    proven = proof_of(event_for(person, event_id))
    if proven is None:
        raise Refused("not_signed", _("This event is not signed yet. Try again in a few seconds."))
    answer = HttpResponse(str(proven.proof), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event_id}.tlog-proof"'
    return answer


@page(Act.VIEW_RECORD)
def about(request: HttpRequest, subject: str) -> HttpResponse:
    """Everything about a round, a set, a table or a person, in the order in which it happened."""
    person = person_of(request)
    found = timeline(filters_about(person, subject))
    note_read("timeline", by=person, at=timezone.now(), detail={"about": subject})
    sheet = {
        "subject": subject,
        "name": Names.of([{"about": [subject]}] if found else []).of_subject(subject),
        "lines": event_lines(found),
        "may_export": may(person, Act.EXPORT_RECORD),
        "may_hold": may(person, Act.HOLD_RECORD),
    }
    return render(request, "audit/about.html", sheet)


@page(Act.VIEW_RECORD)
def log_page(request: HttpRequest) -> HttpResponse:
    """How far the log is sealed, signed and witnessed; holds and bundles."""
    return _log_page(request, person_of(request))


@page(Act.VIEW_RECORD)
def log_state(request: HttpRequest) -> HttpResponse:
    """The part of the log's page that renews itself."""
    person = person_of(request)
    sheet = {
        "sheet": log_sheet(person),
        "may_answer_recovery": may(person, Act.ANSWER_RECOVERY),
    }
    return render(request, "audit/_log_state.html", sheet)


def _log_page(request: HttpRequest, person: Person) -> HttpResponse:
    sheet = {
        "sheet": log_sheet(person),
        "tables": tables_for_filter(person.property_id),
        "may_export": may(person, Act.EXPORT_RECORD),
        "may_hold": may(person, Act.HOLD_RECORD),
        "asked_about": read_address(ThingAsked, request.GET).about,
        "release_signers": [
            ("own", _("You"), person.badge),
            ("second", _("A second person"), ""),
        ],
        "may_care": may(person, Act.CARE_FOR_LOG),
        "may_answer_recovery": may(person, Act.ANSWER_RECOVERY),
    }
    part = "audit/_log.html" if request.headers.get("HX-Request") else "audit/log.html"
    return render(request, part, sheet)


@page(Act.VIEW_RECORD)
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys with which the log's signatures are checked, and what to check with."""
    person = person_of(request)
    digest = sha256(verifier_source()).hexdigest()
    context = {"sheet": key_sheet(person.property_id), "verifier": digest}
    return render(request, "audit/keys.html", context)


@page(Act.VIEW_RECORD)
def key_file(request: HttpRequest) -> HttpResponse:
    """The keys of the log as the file that `verify.py --keys` reads."""
    person = person_of(request)
    lines = [f"{line.key}\n" for line in key_sheet(person.property_id).logs]
    answer = HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="logs.txt"'
    return answer


@page(Act.VIEW_RECORD)
def verifier(request: HttpRequest) -> HttpResponse:
    """The verifier on its own, for whoever does not want the one from a bundle."""
    answer = HttpResponse(verifier_source(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="verify.py"'
    return answer


def verifier_source() -> bytes:
    """The script as it is given out here and in every bundle."""
    return Path(verify.__file__).read_bytes()


class BundleAsked(EventsAsked):
    """Which events a bundle holds, and how it is called."""

    title: Annotated[str, text(120), Plain] = ""
    chosen: Annotated[str, text(80), Plain] = ""


@page(Act.VIEW_RECORD, posts=Act.EXPORT_RECORD)
def exports(request: HttpRequest) -> HttpResponse:
    """Ask for a bundle; the list of them is on the log's page."""
    person = person_of(request)
    if request.method != "POST":
        return redirect("audit-log")
    asked = form_input(BundleAsked, request.POST)
    filters = asked.filters(person)
    named = asked.chosen or filters.subject
    if not named and not filters.since:
        raise Refused("nothing_chosen", _("Say what about, or from when on."))
    thing = thing_asked(person.property_id, named) if named else NamedThing("", "")
    selection = Selection(person.property_id, thing.reference, filters.since, filters.until)
    title = asked.title or thing.label or period_words(filters)
    carry_out_form(request, request_export, selection=selection, title=title)
    return redirect("audit-log")


def period_words(filters: Filters) -> str:
    """A period as people write it, in the time of the house."""
    zone = timezone.get_current_timezone_name()
    ends = (filters.since, filters.until)
    return " – ".join(moment_text(each, "second", zone) if each else "" for each in ends).strip()


@page(Act.EXPORT_RECORD)
def export(request: HttpRequest, export_id: UUID) -> StreamingHttpResponse:
    """Take a bundle away."""
    person = person_of(request)
    found = seen_exports(person).filter(pk=export_id).first()
    kept = kept_file(export_name(export_id))
    if found is None or found.state != ExportState.READY or kept is None:
        raise Http404
    note_fetched(found, by=person, at=timezone.now())
    called = slugify(str(found.about["title"])) or "record"
    name = f"{called[:60]}-{found.requested_at:%Y%m%d-%H%M%S}.zip"
    headers = {
        "Content-Length": str(kept.size),
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return StreamingHttpResponse(pieces(kept), content_type="application/zip", headers=headers)


@form_page(place_hold)
def holds(request: HttpRequest) -> HttpResponse:
    """Hold something as evidence."""
    person = person_of(request)
    asked = form_input(ThingAsked, request.POST)
    carry_out_form(request, place_hold, subject=asked.chosen or asked.about)
    return _log_page(request, person)


class ThingAsked(Input):
    """What somebody types for a thing, or which of those found they chose."""

    takes_more: ClassVar[bool] = True

    about: Annotated[str, text(80), Plain] = ""
    chosen: Annotated[str, text(80), Plain] = ""


@page(Act.VIEW_RECORD)
def things(request: HttpRequest) -> HttpResponse:
    """What is called as somebody types, to choose from."""
    house_id = person_of(request).property_id
    asked = read_address(ThingAsked, request.GET)
    found = [
        (thing, events_about(house_id, thing.reference))
        for thing in things_named(house_id, asked.about)
    ]
    return render(request, "audit/_things.html", {"things": found, "asked": asked.about})


@form_page(release_hold)
def release_hold_form(request: HttpRequest, hold_id: int) -> HttpResponse:
    person = person_of(request)
    carry_out_form(request, release_hold, hold_id=hold_id)
    return _log_page(request, person)


class SuccessorAsked(Input):
    """Why a successor is opened, and the PINs of two people."""

    reason: Remark = ""
    pin: Text = ""
    second_badge: Text = ""
    second_pin: Text = ""


@form_for(Act.CARE_FOR_LOG)
def successor(request: HttpRequest) -> HttpResponse:
    """Open a successor log: two people, each with their own PIN, at this moment."""
    person = person_of(request)
    now = timezone.now()
    prove = partial(identify, property_id=person.property_id, tablet=None, at=now)
    asked = form_input(SuccessorAsked, request.POST)
    first = prove(person.badge, asked.pin)
    second = prove(asked.second_badge, asked.second_pin)
    if not asked.reason:
        raise Refused("nothing_chosen", _("Say why a successor is needed."))
    open_successor(
        person.property_id, by=first.person, second=second.person, reason=asked.reason, at=now
    )
    return _log_page(request, person)
