"""Slips from the server's own press."""

from django.http import HttpRequest, HttpResponse

from banking.commands.printing import print_slip
from banking.queries.payouts import payout_patron
from banking.queries.slips import sheet_of, slips_seen_by
from foundation.doors import carry_out_form, person_of
from foundation.pages import form_page
from reports.slip_pdf import slip_pdf


@form_page(print_slip)
def slip_file(request: HttpRequest, slip_id: int) -> HttpResponse:
    """The slip as PDF, counted as every other print; from the second on it is marked."""
    counted = carry_out_form(request, print_slip, slip_id=slip_id)
    found = slips_seen_by(person_of(request)).get(pk=slip_id)
    patron, sheet = payout_patron(found), sheet_of(found)
    drawn = slip_pdf(sheet, found.property, counted["n"], patron.key if patron else "")
    answer = HttpResponse(drawn, content_type="application/pdf")
    name = f"{sheet.kind}-{sheet.serial}-{counted['n']}.pdf"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
