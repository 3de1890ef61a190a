"""Set-up of an empty installation: a code from the log, four steps, and the house is open."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from pydantic import Field

from first_day.draft import STEPS, Draft
from first_day.forms import AdministratorForm, NewHouseForm, OperatorForm, SecondFactorForm
from foundation.answers import go_to
from foundation.commands import Given
from foundation.doors import form_input
from foundation.forms import StyledForm
from foundation.inputs import Input, read_address
from foundation.qr import qr
from foundation.wording import amount_text, chips_text
from staff.commands.set_up import (
    check_set_up_code,
    guard_ticket,
    hash_secrets,
    installer,
    is_set_up,
    set_up_installation,
)
from staff.models import Person
from staff.queries.installation import proposed_operator
from staff.second_factor import is_code_of, new_secret, second_factor_uri
from staff.sessions import Factor, open_session
from tables.guards import refusal_of

LABELS = {
    "operator": gettext_lazy("Operator"),
    "house": gettext_lazy("House"),
    "administrator": gettext_lazy("Administrator"),
    "second-factor": gettext_lazy("Second factor"),
}
View = Callable[[HttpRequest], HttpResponse]


def page_of_set_up(view: View) -> View:
    """A page of set-up: only while there is no house, and only with the code."""

    @never_cache
    @login_not_required
    @sensitive_post_parameters()
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest) -> HttpResponse:
        if is_set_up():
            return redirect("sign-in")
        ticket = str(Draft(request).kept.get("ticket", ""))
        if view is not enter_code and refusal_of(guard_ticket, ticket) is not None:
            return redirect("set-up")
        return view(request)

    page.__name__ = view.__name__
    return page


class CodeGiven(Input):
    """The one-time code of the set-up, typed or in the address that the log shows."""

    takes_more = True

    code: str = Field("", repr=False)


def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for the one-time code; whoever entered it goes on where they left."""
    draft = Draft(request)
    if request.method == "POST":
        ticket = check_set_up_code(form_input(CodeGiven, request.POST).code, at=timezone.now())
        if ticket != draft.kept.get("ticket"):
            request.session.cycle_key()
            draft.begin(ticket)
        return go_to(request, f"set-up-{draft.next_step}")
    if refusal_of(draft.guard) is None:
        return redirect(f"set-up-{draft.next_step}")
    return render(
        request, "first_day/code.html", {"code": read_address(CodeGiven, request.GET).code}
    )


def operator(request: HttpRequest) -> HttpResponse:
    draft = Draft(request)
    known = {"operator": proposed_operator(), **draft.part("operator")}
    form = OperatorForm(request.POST or None, initial=known)
    if not form.is_valid():
        return _show(request, "operator", form)
    draft.keep(operator=form.cleaned_data)
    return redirect("set-up-house")


def house(request: HttpRequest) -> HttpResponse:
    draft = Draft(request)
    form = NewHouseForm(request.POST or None, initial=_house_shown(draft.part("house")))
    if not form.is_valid():
        return _show(request, "house", form)
    facts = form.facts()
    draft.keep(house={**facts, "day_starts_at": f"{facts['day_starts_at']:%H:%M}"})
    return redirect("set-up-administrator")


def administrator(request: HttpRequest) -> HttpResponse:
    draft = Draft(request)
    known = {"language": translation.get_language(), **draft.part("administrator")}
    form = AdministratorForm(request.POST or None, initial=known)
    if not form.is_valid():
        return _show(request, "administrator", form)
    given = form.cleaned_data
    hashed = hash_secrets(given["password"], given["pin"], badge=given["badge"])
    shown = {name: given[name] for name in ("name", "badge", "licence_number", "language")}
    draft.keep(administrator=shown | hashed)
    draft.keep_seed(new_secret())
    return redirect("set-up-second-factor")


def second_factor(request: HttpRequest) -> HttpResponse:
    """Prove the authenticator; with that the house is opened."""
    draft = Draft(request)
    if draft.next_step != "second-factor":
        return redirect(f"set-up-{draft.next_step}")
    form, secret = SecondFactorForm(request.POST or None), draft.seed
    if form.is_valid() and not is_code_of(secret, form.cleaned_data["code"]):
        form.add_error("code", _("This is not the code of this moment. Try the next one."))
    if form.is_valid():
        return _open_the_house(request, draft)
    uri = second_factor_uri(secret, draft.part("administrator")["badge"].upper())
    return _show(request, "second-factor", form, {"qr": qr(uri), "uri": uri, "secret": secret})


def _open_the_house(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Carry set-up out, sign the administrator in, and show the recovery codes once."""
    given = Given(by=installer(), input=draft.facts(), request_id=uuid4())
    done = set_up_installation.carry_out(given)
    person = Person.objects.select_related("property").get(pk=done["person_id"])
    open_session(request, person, factor=Factor.PASSWORD, at=timezone.now())
    return render(request, "first_day/done.html", {"codes": done["codes"], "person": person})


def _show(
    request: HttpRequest, name: str, form: StyledForm, more: dict[str, Any] | None = None
) -> HttpResponse:
    at = STEPS.index(name)
    steps = [(LABELS[each], number < at, number == at) for number, each in enumerate(STEPS)]
    before = f"set-up-{STEPS[at - 1]}" if at else ""
    context = {"form": form, "steps": steps, "step": name, "before": before, **(more or {})}
    status = 422 if request.method == "POST" else 200
    return render(request, "first_day/step.html", context, status=status)


def _house_shown(kept: dict[str, Any]) -> dict[str, Any]:
    """What was entered, as the form shows it."""
    if not kept:
        usual = {"smallest_chip": "0.25", "denominations": "0.25 1 5 25 100 500"}
        return {"day_starts_at": "06:00", "currency": "USD", "time_zone": "UTC", **usual}
    chips, smallest = chips_text(kept["denominations"]), amount_text(kept["smallest_chip_cents"])
    return {**kept, "denominations": chips, "smallest_chip": smallest}
