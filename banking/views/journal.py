"""The accounting journal as a file."""

from django.http import HttpRequest, HttpResponse

from banking.commands.journal import ExportJournal, export_journal
from banking.queries.journal import journal_of
from foundation.doors import carry_out_form, form_input, person_of
from foundation.pages import form_page


@form_page(export_journal)
def journal(request: HttpRequest) -> HttpResponse:
    """Take the journal of a day away as JSON or CSV; its hash is on the record by then."""
    carry_out_form(request, export_journal)
    asked = form_input(ExportJournal, request.POST)
    made = journal_of(person_of(request).property, asked.day)
    is_csv = asked.form == "csv"
    kind = "text/csv; charset=utf-8" if is_csv else "application/json"
    answer = HttpResponse(made.as_csv if is_csv else made.text, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="journal-{made.day}.{asked.form}"'
    answer["X-Journal-SHA256"] = made.sha256
    return answer
