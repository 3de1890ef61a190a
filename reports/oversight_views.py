"""The first pages of the regulator and of compliance: what waits, then where to read on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.clock import database_time
from foundation.doors import person_of
from foundation.pages import page
from reports.queries.oversight import oversight
from staff.policy import Act

DOORS = (
    ("reports", "report", _("Reports"), _("Gaming days, shifts, exceptions, access review.")),
    (
        "search-rounds",
        "search",
        _("Search rounds"),
        _("Every round, by anything that happened in it."),
    ),
    ("disputes", "dispute", _("Disputes"), _("Claims, evidence and decisions.")),
    ("surveillance-log", "camera", _("Surveillance log"), _("Each line as it was written.")),
    (
        "audit",
        "audit",
        _("Record"),
        _("Everything staff and software did or were refused, in order."),
    ),
    (
        "audit-exports",
        "download",
        _("Bundles"),
        _("Parts of the record with proofs that check offline."),
    ),
    ("audit-keys", "key", _("Public keys"), _("With which the record's signatures are checked.")),
    ("rules-submissions", "book", _("Rules"), _("The submissions that the tables play by.")),
    ("ledger", "ledger", _("Ledger"), _("Every movement of money, in double entry.")),
)


@page(Act.VIEW_REGULATOR_HOME)
def regulator(request: HttpRequest) -> HttpResponse:
    lead = _(
        "You read everything here, sign discrepancy reports and take bundles away. What you read "
        "is sealed in the record and not shown to the house."
    )
    return _home(request, _("For the regulator"), lead)


@page(Act.VIEW_COMPLIANCE_HOME)
def compliance(request: HttpRequest) -> HttpResponse:
    return _home(request, _("Compliance"), _("What waits for you, and what was reviewed when."))


def _home(request: HttpRequest, title: Promise, lead: Promise) -> HttpResponse:
    sheet = oversight(person_of(request), database_time())
    context = {"sheet": sheet, "title": title, "lead": lead, "doors": DOORS}
    return render(request, "reports/oversight.html", context)
