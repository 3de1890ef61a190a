"""Import lists: a template, a trial that shows every line with its fault, and then all of it."""

import base64
from collections import Counter

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from first_day.commands.importing import (
    ImportLists,
    Letter,
    import_input,
    import_lists,
    try_lists,
)
from first_day.letters import letters_pdf
from first_day.lists import (
    EQUIPMENT,
    LISTS,
    MOST_BYTES,
    ListRow,
    read_lists,
    template_csv,
    template_workbook,
    write_workbook,
)
from first_day.queries.house_lists import house_lists
from foundation.doors import carry_out_form, form_input, person_of
from foundation.inputs import Flag, Input
from foundation.pages import form_page, page
from rules.refusals import Refused
from staff.commands.people import FirstSecrets
from staff.policy import Act

KEPT = "import_rows"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class SetsLater(Input):
    """Whether the sets wait for those who sign for them: a new house has nobody with a PIN yet."""

    takes_more = True

    sets_later: Flag = False


class CheckedLists(ImportLists):
    """The lines that the trial found good; the form says only which of them."""

    takes_more = True


@page(Act.IMPORT_LISTS)
def lists(request: HttpRequest) -> HttpResponse:
    """Where to begin: templates, and a file to choose."""
    return render(request, "first_day/lists.html", {"lists": LISTS.values()})


@page(Act.IMPORT_LISTS, posts=True)
def _checked(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("house-import")
    given = request.FILES.get("file")
    if given is None or given.size is None or given.size > MOST_BYTES:
        raise Refused("file_missing", _("Choose a file of at most one megabyte."))
    rows = read_lists(given.read())
    outcomes = try_lists(rows, by=person_of(request))
    others = [each for each in outcomes if each.row.sheet != EQUIPMENT.name]
    is_good = not any(each.fault for each in outcomes)
    can_do_without_sets = bool(others) and not any(each.fault for each in others)
    kept = outcomes if is_good else others if can_do_without_sets else []
    request.session[KEPT] = [[each.row.sheet, each.row.line, dict(each.row.cells)] for each in kept]
    context = {
        "outcomes": outcomes,
        "faults": sum(bool(each.fault) for each in outcomes),
        "can_do_without_sets": can_do_without_sets,
        "counts": dict(Counter(LISTS[each.sheet].title for each in rows)),
        "signs": any(each.sheet == EQUIPMENT.name for each in rows),
        "file": given.name,
    }
    return render(request, "first_day/trial.html", context)


@csrf_exempt
def check_lists(request: HttpRequest) -> HttpResponseBase:
    """Take a file: kept in memory, read once, stored nowhere.

    The site has no upload handlers; this page brings its own before the form's token is read.
    """
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    return csrf_protect(_checked)(request)


check_lists.acts = _checked.acts  # type: ignore[attr-defined]  # for the page of roles


@form_page(import_lists)
def take_lists_over(request: HttpRequest) -> HttpResponse:
    """Import what the trial found good; the letters are shown once."""
    rows = [ListRow(*row) for row in request.session.get(KEPT, [])]
    if form_input(SetsLater, request.POST).sets_later:
        rows = [row for row in rows if row.sheet != EQUIPMENT.name]
    if not rows:
        raise Refused("nothing_checked", _("Choose the file again: nothing is waiting."))
    person = person_of(request)
    done = carry_out_form(request, import_lists, model=CheckedLists, rows=import_input(rows).rows)
    request.session.pop(KEPT, None)
    letters = [
        Letter(each["badge"], each["name"], each["language"], FirstSecrets(**each["given"]))
        for each in done["letters"]
    ]
    pdf = letters_pdf(letters, str(person.property)) if letters else b""
    context = {
        "counts": [(LISTS[name].title, count) for name, count in done["counts"].items()],
        "letters": base64.b64encode(pdf).decode(),
        "people": len(letters),
    }
    return render(request, "first_day/imported.html", context)


@page(Act.IMPORT_LISTS)
def template(request: HttpRequest, name: str) -> HttpResponse:
    if name == "lists.xlsx":
        return _file(template_workbook(), XLSX, name)
    wanted = name.removesuffix(".csv")
    if wanted not in LISTS or wanted == name:
        raise Http404
    return _file(template_csv(wanted).encode(), "text/csv; charset=utf-8", name)


@page(Act.IMPORT_LISTS)
def export_house(request: HttpRequest) -> HttpResponse:
    """This house in the form of the lists, for another house or for a look."""
    house = person_of(request).property
    return _file(write_workbook(house_lists(house)), XLSX, f"{house.slug}.xlsx")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
