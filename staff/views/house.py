"""The staff list, one person's page, tablets and service tokens."""

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from staff.answers import go_to
from staff.commands import people, tablets
from staff.commands.people import FirstSecrets, PersonFacts
from staff.models import Person, Role
from staff.policy import Act, may, require
from staff.queries.people import (
    house_people,
    house_tablets,
    house_tokens,
    person_row,
    staff_rows,
)


def viewer_of(request: HttpRequest) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def qr(text: str) -> str:
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        scale=5, border=2, dark="#000000", light="#ffffff"
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by segno


@require_safe
def staff_list(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    require(viewer, Act.VIEW_STAFF)
    wanted, role = request.GET.get("q", ""), request.GET.get("role", "")
    context = {
        "rows": staff_rows(viewer, wanted=wanted, role=role if role in Role.values else ""),
        "roles": Role.choices,
        "wanted": wanted,
        "role": role,
        "may_manage": may(viewer, Act.MANAGE_STAFF),
    }
    return render(request, "staff/staff.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_person(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    require(viewer, Act.MANAGE_STAFF)
    if request.method != "POST":
        return render(request, "staff/person_new.html", {"roles": Role.choices})
    person, given = people.add_person(_facts(request), by=viewer, at=timezone.now())
    return _show_secrets(request, person, given)


@require_safe
def person_page(request: HttpRequest, person_id: int) -> HttpResponse:
    viewer = viewer_of(request)
    require(viewer, Act.VIEW_STAFF)
    context = {
        "row": person_row(viewer, person_id),
        "roles": Role.choices,
        "may_manage": may(viewer, Act.MANAGE_STAFF),
        "may_reset": may(viewer, Act.RESET_PIN),
    }
    return render(request, "staff/person.html", context)


@require_POST
def change_person(request: HttpRequest, person_id: int) -> HttpResponse:
    people.change_person(person_id, _facts(request), by=viewer_of(request), at=timezone.now())
    return go_to(request, "person", person_id)


@require_POST
def block_leaver(request: HttpRequest, person_id: int) -> HttpResponse:
    people.block_leaver(person_id, by=viewer_of(request), at=timezone.now())
    return go_to(request, "person", person_id)


@require_POST
def readmit(request: HttpRequest, person_id: int) -> HttpResponse:
    person, given = people.readmit_person(person_id, by=viewer_of(request), at=timezone.now())
    return _show_secrets(request, person, given)


@require_POST
def reset_secrets(request: HttpRequest, person_id: int) -> HttpResponse:
    person, given = people.reset_secrets(person_id, by=viewer_of(request), at=timezone.now())
    return _show_secrets(request, person, given)


@require_POST
def reset_pin(request: HttpRequest, person_id: int) -> HttpResponse:
    person, given = people.reset_pin(person_id, by=viewer_of(request), at=timezone.now())
    return _show_secrets(request, person, given)


@require_safe
def tablet_list(request: HttpRequest) -> HttpResponse:
    return _tablet_page(request, {})


@require_POST
def add_tablet(request: HttpRequest) -> HttpResponse:
    name = request.POST.get("name", "")[:60]
    tablet, code = tablets.add_tablet(name, by=viewer_of(request), at=timezone.now())
    return _show_code(request, tablet.name, code)


@require_POST
def tablet_code(request: HttpRequest, tablet_id: int) -> HttpResponse:
    tablet, code = tablets.make_enrolment_code(tablet_id, by=viewer_of(request), at=timezone.now())
    return _show_code(request, tablet.name, code)


@require_POST
def revoke_tablet(request: HttpRequest, tablet_id: int) -> HttpResponse:
    tablets.revoke_tablet(tablet_id, by=viewer_of(request), at=timezone.now())
    return go_to(request, "tablets")


@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    person_id = request.POST.get("person_id", "")
    token, secret = tablets.make_token(
        request.POST.get("name", "")[:60],
        int(person_id) if person_id.isdecimal() else 0,
        by=viewer_of(request),
        at=timezone.now(),
    )
    return _tablet_page(request, {"token": token, "token_secret": secret})


@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    tablets.revoke_token(token_id, by=viewer_of(request), at=timezone.now())
    return go_to(request, "tablets")


def _tablet_page(request: HttpRequest, more: dict[str, object]) -> HttpResponse:
    viewer = viewer_of(request)
    require(viewer, Act.MANAGE_TABLETS)
    context = {
        "tablets": house_tablets(viewer),
        "tokens": house_tokens(viewer),
        "people": house_people(viewer).filter(is_active=True).order_by("name"),
        **more,
    }
    return render(request, "staff/tablets.html", context)


def _show_code(request: HttpRequest, name: str, code: str) -> HttpResponse:
    """The code is shown once, also as a QR code that the tablet's camera opens."""
    address = request.build_absolute_uri(f"{reverse('enrol')}?code={code}")
    shown = f"{code[:4]}-{code[4:]}"
    return _tablet_page(request, {"new_code": shown, "new_name": name, "new_qr": qr(address)})


def _show_secrets(request: HttpRequest, person: Person, given: FirstSecrets) -> HttpResponse:
    """What a person is given is shown once and kept nowhere."""
    code = qr(given.totp_uri) if given.totp_uri else ""
    context = {"person": person, "given": given, "totp_qr": code}
    return render(request, "staff/secrets.html", context)


def _facts(request: HttpRequest) -> PersonFacts:
    return PersonFacts(
        badge=request.POST.get("badge", "")[:20],
        name=request.POST.get("name", "")[:80],
        licence_number=request.POST.get("licence_number", "")[:30],
        roles=tuple(request.POST.getlist("roles")),
        language=request.POST.get("language", "")[:10],
    )
