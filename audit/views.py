"""The pages of the record. Every look at it is recorded before it is answered."""

from functools import partial
from pathlib import Path
from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from audit.commands.export import export_path, note_fetched, request_export
from audit.commands.holds import place_hold, release_hold
from audit.commands.reading import note_read
from audit.commands.successor import open_successor
from audit.log import verify
from audit.models import Export, ExportState
from audit.queries.events import (
    Cursor,
    Found,
    event_page,
    filters_about,
    one_event,
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
    tables_for_filter,
)
from audit.reading_filters import filters_from
from audit.wording import Names
from foundation.doors import carry_out_form
from rules.refusals import Refused
from staff.commands.signing import identify
from staff.models import Person
from staff.policy import Act, may, require


def reader_of(request: HttpRequest) -> Person:
    person = request.user
    assert isinstance(person, Person)
    require(person, Act.VIEW_RECORD)
    return person


@require_GET
def stream(request: HttpRequest) -> HttpResponse:
    """The event stream with its filters; htmx asks for the next page only."""
    person = reader_of(request)
    filters = filters_from(request.GET, person.property_id)
    after = Cursor.parse(request.GET.get("after", ""))
    note_read("stream", by=person, at=timezone.now(), detail={"filters": filters.wanted()})
    page = event_page(filters, after)
    sheet: dict[str, object] = {
        "lines": event_lines(list(page.events)),
        "next": page.next,
        "chosen": filters.wanted(),
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
    event = one_event(person.property_id, event_id)
    if event is None:
        raise Http404
    return event


@require_GET
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One event with what it changed and how it is proven."""
    person = reader_of(request)
    found = event_for(person, event_id)
    note_read("event", by=person, at=timezone.now(), detail={"event": str(event_id)})
    return render(request, "audit/event.html", {"sheet": event_sheet(found)})


@require_GET
def event_proof(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The proof as a file that other tools read."""
    person = reader_of(request)
    proven = proof_of(event_for(person, event_id))
    if proven is None:
        raise Refused("not_signed", _("This event is not signed yet. Try again in a few seconds."))
    answer = HttpResponse(str(proven.proof), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event_id}.tlog-proof"'
    return answer


@require_GET
def about(request: HttpRequest, subject: str) -> HttpResponse:
    """Everything about a round, a set, a table or a person, in the order in which it happened."""
    person = reader_of(request)
    found = timeline(filters_about(person.property_id, subject))
    note_read("timeline", by=person, at=timezone.now(), detail={"about": subject})
    sheet = {
        "subject": subject,
        "name": Names.of([{"about": [subject]}]).of_subject(subject),
        "lines": event_lines(found),
        "may_export": may(person, Act.EXPORT_RECORD),
    }
    return render(request, "audit/about.html", sheet)


@require_GET
def log(request: HttpRequest) -> HttpResponse:
    """How far the log is sealed, signed and witnessed; holds and bundles."""
    return _log_page(request, reader_of(request))


@require_GET
def log_state(request: HttpRequest) -> HttpResponse:
    """The part of the log's page that renews itself."""
    person = reader_of(request)
    return render(request, "audit/_log_state.html", {"sheet": log_sheet(person.property_id)})


def _log_page(request: HttpRequest, person: Person) -> HttpResponse:
    sheet = {
        "sheet": log_sheet(person.property_id),
        "tables": tables_for_filter(person.property_id),
        "may_export": may(person, Act.EXPORT_RECORD),
        "may_hold": may(person, Act.HOLD_RECORD),
        "may_care": may(person, Act.CARE_FOR_LOG),
    }
    part = "audit/_log.html" if request.headers.get("HX-Request") else "audit/log.html"
    return render(request, part, sheet)


@require_GET
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys with which the log's signatures are checked, and what to check with."""
    person = reader_of(request)
    return render(request, "audit/keys.html", {"sheet": key_sheet(person.property_id)})


@require_GET
def key_file(request: HttpRequest) -> HttpResponse:
    """The keys of the log as the file that `verify.py --keys` reads."""
    person = reader_of(request)
    lines = [f"{line.key}\n" for line in key_sheet(person.property_id).logs]
    answer = HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="logs.txt"'
    return answer


@require_GET
def verifier(request: HttpRequest) -> HttpResponse:
    """The verifier on its own, for whoever does not want the one from a bundle."""
    reader_of(request)
    source = Path(verify.__file__).read_bytes()
    answer = HttpResponse(source, content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="verify.py"'
    return answer


@require_http_methods(["GET", "POST"])
def exports(request: HttpRequest) -> HttpResponse:
    """Ask for a bundle; the list of them is on the log's page."""
    person = reader_of(request)
    if request.method == "GET":
        return redirect("audit-log")
    require(person, Act.EXPORT_RECORD)
    filters = filters_from(request.POST, person.property_id)
    subject = filters.subject
    if not subject and not filters.since:
        raise Refused("nothing_chosen", _("Say what about, or from when on."))
    selection = Selection(person.property_id, subject, filters.since, filters.until)
    title = request.POST.get("title", "").strip()[:120] or subject or str(filters.since)
    carry_out_form(request, request_export, selection=selection, title=title)
    return redirect("audit-log")


@require_GET
def export(request: HttpRequest, export_id: UUID) -> FileResponse:
    """Take a bundle away."""
    person = reader_of(request)
    require(person, Act.EXPORT_RECORD)
    found = Export.objects.filter(pk=export_id, property_id=person.property_id).first()
    path = export_path(export_id)
    if found is None or found.state != ExportState.READY or not path.exists():
        raise Http404
    note_fetched(found, by=person, at=timezone.now())
    name = f"record-{found.requested_at:%Y%m%d-%H%M%S}.zip"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)


@require_POST
def holds(request: HttpRequest) -> HttpResponse:
    """Hold something as evidence."""
    person = reader_of(request)
    require(person, Act.HOLD_RECORD)
    subject = filters_from(request.POST, person.property_id).subject
    carry_out_form(request, place_hold, subject=subject)
    return _log_page(request, person)


@require_POST
def release(request: HttpRequest, hold_id: int) -> HttpResponse:
    person = reader_of(request)
    carry_out_form(request, release_hold, hold_id=hold_id)
    return _log_page(request, person)


@sensitive_post_parameters("pin", "second_pin")
@require_POST
def successor(request: HttpRequest) -> HttpResponse:
    """Open a successor log: two people, each with their own PIN, at this moment."""
    person = reader_of(request)
    require(person, Act.CARE_FOR_LOG)
    now = timezone.now()
    prove = partial(identify, property_id=person.property_id, tablet=None, at=now)
    first = prove(person.badge, request.POST.get("pin", ""))
    second = prove(request.POST.get("second_badge", ""), request.POST.get("second_pin", ""))
    reason = request.POST.get("reason", "").strip()[:200]
    if not reason:
        raise Refused("nothing_chosen", _("Say why a successor is needed."))
    open_successor(person.property_id, by=first.person, second=second.person, reason=reason, at=now)
    return _log_page(request, person)
