"""Sign-in, sign-out, and the change of one's own secrets."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from pydantic import Field

from foundation.answers import confirm, go_to, safe_next
from foundation.doors import carry_out_form, form_input
from foundation.inputs import Flag, Input, Text, read_address
from foundation.pages import form_for, page
from rules.refusals import Refused
from staff.commands import people, recovery_codes, sign_in, tablets
from staff.commands.passkeys import LONGEST_ANSWER
from staff.commands.set_up import is_set_up
from staff.commands.sign_in import ENDED, ENDED_AT
from staff.devices import remember_tablet
from staff.first_pages import first_page
from staff.models import Person, Role, Tablet
from staff.passkeys import site_of
from staff.policy import Act, may
from staff.provider import address_to_leave, is_configured
from staff.queries.people import name_tiles
from staff.sessions import ROLES, Factor, factor_of, open_session, word_of_provider


class DoorAsked(Input):
    """What the address of the sign-in says: which form is shown, and why the last session ended."""

    desk: Flag = False
    recovery: Flag = False
    ended: Text = ""
    ended_at: Text = ""


class SignInGiven(Input):
    """What somebody types to come in. What cannot be right is for the sign-in to say, as a try."""

    takes_more = True

    badge: str = ""
    pin: str = Field("", repr=False)
    password: str = Field("", repr=False)
    code: str = Field("", repr=False)
    passkey: str = Field("", repr=False)
    ended: str = ""


class NewSecret(Input):
    """One's own secret, as it was and as it shall be."""

    takes_more = True

    old: str = Field("", repr=False)
    new: str = Field("", repr=False)


@login_not_required
@require_http_methods(["GET", "HEAD"])
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """The lock screen of a tablet, or the desk's form."""
    if request.user.is_authenticated:
        return redirect("home")
    if not is_set_up():
        return redirect("set-up")  # nobody can sign in to an installation without a house
    tablet: Tablet | None = request.tablet  # type: ignore[attr-defined]
    asked = read_address(DoorAsked, request.GET)
    at_desk = tablet is None or asked.desk
    ended = getattr(request, "session_ended", {})
    context: dict[str, object] = {
        "tablet": tablet,
        "next": safe_next(request, ""),
        "recovery": asked.recovery,
        "provider": settings.OIDC_NAME if is_configured() else "",
        "ended": ended.get(ENDED) or asked.ended,
        "ended_at": _moment(ended.get(ENDED_AT) or asked.ended_at),
    }
    if tablet is not None and not at_desk:
        context["tiles"] = name_tiles(tablet)
    template = "staff/sign_in_desk.html" if at_desk else "staff/sign_in_tablet.html"
    return render(request, template, context)


def _moment(text: str) -> datetime | None:
    """When a session ended, as an address may say it; anything else is nothing."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found is None or found.tzinfo else None


@login_not_required
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_tablet(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("sign-in")  # reloaded, or kept as a bookmark
    tablet: Tablet | None = request.tablet  # type: ignore[attr-defined]
    now = timezone.now()
    given = form_input(SignInGiven, request.POST)
    person = sign_in.sign_in_at_tablet(given.badge, given.pin, tablet=tablet, at=now)
    open_session(request, person, factor=Factor.PIN, at=now)
    return go_to(request, first_page(request, safe_next(request, ""), ended=given.ended))


@login_not_required
@sensitive_post_parameters("password", "code", "passkey")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_desk(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("sign-in")
    now = timezone.now()
    given = form_input(SignInGiven, request.POST)
    answered = given.passkey[:LONGEST_ANSWER]
    person = sign_in.sign_in_at_desk(
        given.badge,
        given.password,
        given.code,
        at=now,
        shown=sign_in.ShownPasskey(answered, site_of(request)) if answered else None,
    )
    open_session(request, person, factor=Factor.PASSWORD, at=now)
    return go_to(request, first_page(request, safe_next(request, ""), ended=given.ended))


@form_for()
def sign_out_form(request: HttpRequest) -> HttpResponse:
    """Leave; on a tablet this is how the next person comes on."""
    assert isinstance(request.user, Person)
    word = word_of_provider(request)
    sign_in.sign_out(request.user, reason="signed_out", at=timezone.now())
    request.session.flush()
    back = request.build_absolute_uri(reverse("sign-in"))
    there = address_to_leave(word, back) if word and is_configured() else ""
    if there:  # no redirect of a form leads to another site
        response = render(request, "staff/signed_out.html", {"there": there})
    else:
        response = go_to(request, "sign-in")
    response["Clear-Site-Data"] = '"cache"'
    return response


def page_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say in our own words that a form came without its token: sent twice, or kept open long."""
    message = _("This page is too old for that. Load it again and repeat the step.")
    refused = Refused("page_too_old", message)
    template = "_refusal.html" if request.headers.get("HX-Request") else "refusal.html"
    return render(request, template, {"refused": refused}, status=403)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def enrol(request: HttpRequest) -> HttpResponse:
    """Turn this device into a tablet of the floor, with the one-time code."""
    if not is_set_up():
        return redirect("set-up")
    if request.method != "POST":
        return render(
            request, "staff/enrol.html", {"code": read_address(SignInGiven, request.GET).code}
        )
    code = form_input(SignInGiven, request.POST).code
    _named, key = tablets.enrol_tablet(code, at=timezone.now())
    request.session.flush()
    response = go_to(request, "sign-in")
    remember_tablet(response, key)
    return response


@page()
def me(request: HttpRequest) -> HttpResponse:
    """One's own page: badge, roles, and the change of PIN and password."""
    assert isinstance(request.user, Person)
    left = recovery_codes.codes_left(request.user)
    called = may(request.user, Act.BE_CALLED)
    context = {"roles": Role.choices, "codes_left": left, "may_be_called": called}
    return render(request, "staff/me.html", context)


@sensitive_post_parameters("password")
@page(posts=True)
def own_recovery_codes(request: HttpRequest) -> HttpResponse:
    """Ten new codes for oneself, at a desk; shown once."""
    assert isinstance(request.user, Person)
    if factor_of(request) is Factor.PIN:
        raise Refused("desk_only", _("Recovery codes are made at a desk, not on a tablet."))
    codes: list[str] = []
    if request.method == "POST":
        codes = carry_out_form(request, recovery_codes.make_recovery_codes)["codes"]
    left = recovery_codes.codes_left(request.user)
    context = {"codes": codes, "codes_left": left, "then": reverse("me")}
    return render(request, "staff/recovery_codes.html", context)


@sensitive_post_parameters("old", "new")
@page(posts=True)
def change_pin(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Person)
    if request.method != "POST":
        return render(request, "staff/change_pin.html")
    given = form_input(NewSecret, request.POST)
    people.change_own_pin(request.user, old=given.old, new=given.new, at=timezone.now())
    confirm(request, _("Change PIN"))
    return go_to(request, "home")


@sensitive_post_parameters("old", "new")
@page(posts=True)
def change_password(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Person)
    if request.method != "POST":
        return render(request, "staff/change_password.html")
    now, given = timezone.now(), form_input(NewSecret, request.POST)
    people.change_own_password(request.user, old=given.old, new=given.new, at=now)
    # Whoever came with less than password and code does not become more by this.
    factor, roles = factor_of(request), request.session.get(ROLES)
    open_session(request, request.user, factor=factor, at=now, roles=roles)
    confirm(request, _("Change password"))
    return go_to(request, "home")
